#include "core/humanoid/answer_json.h"

#include "nlohmann/json.hpp"

namespace retarget {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 2;

Json RoleJson(const RoleEvidence& evidence, const Rig& rig) {
  Json out;
  out["bone"] = rig.bone_names()[evidence.bone];
  out["node"] = evidence.bone;
  out["nameScore"] = evidence.name_score;
  out["geometryScore"] = evidence.geometry_score;
  if (evidence.runner_up >= 0) out["runnerUp"] = rig.bone_names()[evidence.runner_up];
  if (!evidence.conflict.empty()) out["conflict"] = evidence.conflict;
  return out;
}

}  // namespace

std::string ProfileAnswerJson(const HumanoidAnswer& answer, const Rig& rig) {
  Json roles = Json::object();
  for (const RoleEvidence& evidence : answer.evidence) roles[evidence.role] = RoleJson(evidence, rig);
  Json out;
  out["humanoid"] = answer.humanoid;
  out["reason"] = answer.reason;
  out["base"] = answer.profile.base;
  out["boneCount"] = answer.profile.bone_count;
  out["roles"] = std::move(roles);
  for (const RolePose& pose : answer.profile.poses) {
    out["poses"][pose.role] = {pose.turn_deg.x, pose.turn_deg.y, pose.turn_deg.z};
  }
  out["missing"] = answer.missing;
  out["warnings"] = answer.warnings;
  return out.dump(kIndent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace retarget
