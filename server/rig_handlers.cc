#include "server/rig_handlers.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/humanoid/answer_json.h"
#include "core/humanoid/derive_profile.h"
#include "core/retarget/normalize_rig.h"
#include "core/rig/codecs.h"
#include "nlohmann/json.hpp"
#include "server/bake_inputs.h"
#include "server/convert.h"
#include "server/text_utf8.h"

namespace retarget {
namespace {

constexpr std::string_view kField = "rig";
// How Rig::Build names a loop.
constexpr char kLoop[] = "looping hierarchy";

absl::StatusOr<Rig> Decode(const v1::RigSource& wire) {
  if (wire.data().empty()) return InField("rig.data", absl::InvalidArgumentError("required, but empty"));
  return DecodeRig(FromWire(wire), kField);
}

// What there is to say about a rig that cannot be built: a loop is an answer, every other failure an error. The fields
// of ProfileAnswerJson, which needs a rig.
absl::Status AnswerWithoutRig(const absl::Status& failure, v1::DeriveProfileResponse& response) {
  const size_t at = failure.message().find(kLoop);
  if (at == absl::string_view::npos) return failure;
  HumanoidAnswer answer;
  answer.reason = Cat("not a humanoid: ", std::string(failure.message().substr(at)));
  *response.mutable_answer() = ToWire(answer, nullptr);
  nlohmann::ordered_json json = {{"humanoid", false}, {"reason", answer.reason}, {"base", ""}, {"boneCount", 0}};
  json["roles"] = nlohmann::ordered_json::object();
  json["missing"] = json["warnings"] = nlohmann::ordered_json::array();
  response.set_answer_json(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  return absl::OkStatus();
}

}  // namespace

absl::Status HandleDeriveProfile(const v1::DeriveProfileRequest& request, v1::DeriveProfileResponse& response) {
  const absl::StatusOr<Rig> rig = Decode(request.rig());
  if (!rig.ok()) return AnswerWithoutRig(rig.status(), response);
  const HumanoidAnswer answer = ResolveProfile(*rig);
  *response.mutable_answer() = ToWire(answer, &*rig);
  response.set_answer_json(ProfileAnswerJson(answer, *rig));
  response.set_profile_yaml(ToUtf8(EncodeProfile(answer.profile, *rig)));
  return absl::OkStatus();
}

absl::Status HandleNormalizeRig(const v1::NormalizeRigRequest& request, v1::NormalizeRigResponse& response) {
  ASSIGN_OR_RETURN(const Rig rig, Decode(request.rig()));
  const absl::StatusOr<NormalizedRig> normalized = NormalizeRig(rig, request.symmetrize());
  if (!normalized.ok()) return InField(kField, normalized.status());
  response.set_zmsh(EncodeZmsh(normalized->rig));
  for (const LimbDistance& distance : normalized->distances) *response.add_distances() = ToWire(distance);
  response.set_rest_vs_bind_deg(normalized->rest_vs_bind_deg);
  response.set_hips_height_m(normalized->hips_height);
  return absl::OkStatus();
}

absl::Status HandleExtractRig(const v1::ExtractRigRequest& request, v1::ExtractRigResponse& response) {
  ASSIGN_OR_RETURN(const Rig rig, Decode(request.rig()));
  response.set_has_skin(rig.has_skin());
  if (!rig.has_skin()) {
    response.set_message(Cat("no skin: none of the ", rig.num_bones(), " nodes is bound by a skin"));
    return absl::OkStatus();
  }
  const auto& binds = rig.inverse_binds();
  response.set_zmsh(EncodeZmsh(rig));
  response.set_bone_count(rig.num_bones());
  response.set_joint_count(static_cast<int>(
      std::count_if(binds.begin(), binds.end(), [](const std::optional<Mat4>& bind) { return bind.has_value(); })));
  return absl::OkStatus();
}

}  // namespace retarget
