#include <cmath>

#include "core/retarget/plan.h"
#include "core/retarget/report.h"
#include "nlohmann/json.hpp"

namespace retarget {
namespace {

using Json = nlohmann::ordered_json;

// Six digits after the point: enough for degrees and hips heights, and short to read.
double Rounded(double value) { return std::floor(value * 1e6 + 0.5) / 1e6; }

Json ToJson(const ErrorStats& stats) {
  return {{"mean", Rounded(stats.mean)},
          {"p95", Rounded(stats.p95)},
          {"max", Rounded(stats.max)},
          {"samples", stats.samples}};
}

Json ToJson(const std::vector<OptionText>& options) {
  Json out = Json::object();
  for (const OptionText& option : options) out[option.name] = option.value;
  return out;
}

std::string Dump(const Json& json) {
  // Bone names are bytes from a file: what is not UTF-8 is replaced, not thrown at the caller.
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string ReportToJson(const Report& report) {
  Json limbs = Json::object();
  for (const LimbError& limb : report.limbs) limbs[limb.role] = ToJson(limb.direction_deg);
  Json roles = Json::object();
  for (const RoleError& role : report.roles) roles[role.role] = ToJson(role.orientation_deg);
  Json dropped = Json::array();
  for (const DroppedChannel& d : report.dropped) {
    dropped.push_back({{"bone", d.bone}, {"path", d.path}, {"reason", d.reason}});
  }
  return Dump({{"version", kReportVersion},
               {"frames", report.frames},
               {"keys", report.keys},
               {"channels", report.channels},
               {"movingChannels", report.moving_channels},
               {"sourceMovingChannels", report.source_moving_channels},
               {"limbDirectionDeg", ToJson(report.limb_direction_deg)},
               {"limbs", limbs},
               {"hipsPathInHipsHeights", ToJson(report.hips_path)},
               {"handOrientationDeg", ToJson(report.hand_orientation_deg)},
               {"footOrientationDeg", ToJson(report.foot_orientation_deg)},
               {"headOrientationDeg", ToJson(report.head_orientation_deg)},
               {"hipsOrientationDeg", ToJson(report.hips_orientation_deg)},
               {"roles", roles},
               {"loopGapSourceDeg", Rounded(report.loop_gap_source_deg)},
               {"loopGapTargetDeg", Rounded(report.loop_gap_target_deg)},
               {"interpolationErrorDeg", Rounded(report.interpolation_error_deg)},
               {"hipsHeightRatio", Rounded(report.hips_height_ratio)},
               {"sourceRestVsBindDeg", Rounded(report.source_rest_vs_bind_deg)},
               {"targetRestVsBindDeg", Rounded(report.target_rest_vs_bind_deg)},
               {"dropped", dropped},
               {"warnings", report.warnings},
               {"options", ToJson(report.options)},
               {"rootBone", report.root_bone},
               {"floorShiftInHipsHeights", Rounded(report.floor_shift)}});
}

std::string PlanToJson(const Plan& plan, const Rig& source, const Rig& target) {
  Json mapped = Json::array();
  for (const MappedRole& m : plan.mapped) {
    mapped.push_back({{"role", m.role},
                      {"source", source.bone_names()[m.source_bone]},
                      {"sourceBone", m.source_bone},
                      {"target", target.bone_names()[m.target_bone]},
                      {"targetBone", m.target_bone},
                      {"confidence", Rounded(m.confidence)}});
  }
  return Dump({{"mapped", mapped},
               {"unmappedSourceRoles", plan.unmapped_source_roles},
               {"unmappedTargetRoles", plan.unmapped_target_roles},
               {"animatedUnmappedSourceBones", plan.animated_unmapped_source_bones},
               {"hipsHeightRatio", Rounded(plan.hips_height_ratio)},
               {"warnings", plan.warnings},
               {"options", ToJson(plan.options)},
               {"rootBone", plan.root_bone < 0 ? "" : target.bone_names()[plan.root_bone]}});
}

}  // namespace retarget
