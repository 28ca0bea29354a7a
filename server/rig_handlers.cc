#include "server/rig_handlers.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/humanoid/derive_profile.h"
#include "core/retarget/normalize_rig.h"
#include "core/rig/codecs.h"
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

// A loop is an answer about the rig; every other failure to decode is an error.
absl::StatusOr<HumanoidAnswer> AnswerForUndecoded(const absl::Status& status) {
  const size_t at = status.message().find(kLoop);
  if (at == absl::string_view::npos) return status;
  HumanoidAnswer answer;
  answer.reason = Cat("not a humanoid: ", std::string(status.message().substr(at)));
  return answer;
}

}  // namespace

absl::Status HandleDeriveProfile(const v1::DeriveProfileRequest& request, v1::DeriveProfileResponse& response) {
  const absl::StatusOr<Rig> rig = Decode(request.rig());
  HumanoidAnswer answer;
  if (rig.ok()) {
    answer = ResolveProfile(*rig);
    response.set_profile_yaml(ToUtf8(EncodeProfile(answer.profile, *rig)));
  } else {
    ASSIGN_OR_RETURN(answer, AnswerForUndecoded(rig.status()));
  }
  const Rig* known = rig.ok() ? &*rig : nullptr;
  *response.mutable_answer() = ToWire(answer, known);
  response.set_answer_json(ToUtf8(ProfileAnswerJson(answer, known)));
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
