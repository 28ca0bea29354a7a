#include <cstdint>
#include <string_view>

#include "core/base/cat.h"
#include "core/base/text.h"
#include "core/import/gltf_rig.h"
#include "core/rig/roles.h"

namespace retarget {
namespace {

// The bones VRM 1.0 requires, as roles; VRM 0.x requires these and two more.
constexpr std::string_view kRequired[] = {"hips",     "spine",    "head",         "leftarm",   "leftforearm",
                                          "lefthand", "rightarm", "rightforearm", "righthand", "leftupleg",
                                          "leftleg",  "leftfoot", "rightupleg",   "rightleg",  "rightfoot"};

struct MapEntry {
  std::string bone;  // VRM spelling
  int64_t node = -1;
};

struct HumanoidMap {
  std::string base;
  ThumbNaming thumbs = ThumbNaming::kFromMetacarpal;
  std::vector<MapEntry> entries;
};

// The member `key` of an object, or null.
const Json& Member(const Json& owner, const char* key) {
  static const Json kNull;
  if (!owner.is_object()) return kNull;
  const auto found = owner.find(key);
  return found == owner.end() ? kNull : *found;
}

int64_t NodeOf(const Json& entry) {
  const Json& node = Member(entry, "node");
  return node.is_number_unsigned() && node.get<uint64_t>() <= INT32_MAX ? node.get<int64_t>() : -1;
}

// VRM 0.x lists {bone, node}; VRM 1.0 and VRM animations have one member for each bone.
std::vector<MapEntry> ReadEntries(const Json& human_bones) {
  std::vector<MapEntry> entries;
  if (human_bones.is_array()) {
    for (const Json& entry : human_bones) {
      const Json& bone = Member(entry, "bone");
      entries.push_back({bone.is_string() ? bone.get<std::string>() : "", NodeOf(entry)});
    }
  } else if (human_bones.is_object()) {
    for (const auto& [bone, entry] : human_bones.items()) entries.push_back({bone, NodeOf(entry)});
  }
  return entries;
}

std::optional<HumanoidMap> FindMap(const Json& document) {
  constexpr struct {
    const char* extension;
    const char* base;
    ThumbNaming thumbs;
  } kKinds[] = {{"VRMC_vrm", "vrm1", ThumbNaming::kFromMetacarpal},
                {"VRM", "vrm0", ThumbNaming::kFromProximal},
                {"VRMC_vrm_animation", "vrma", ThumbNaming::kFromMetacarpal}};
  for (const auto& kind : kKinds) {
    const Json& humanoid = Member(Member(Member(document, "extensions"), kind.extension), "humanoid");
    if (humanoid.is_object()) return HumanoidMap{kind.base, kind.thumbs, ReadEntries(Member(humanoid, "humanBones"))};
  }
  return std::nullopt;
}

std::vector<std::string> MissingRoles(const Profile& profile) {
  std::vector<std::string> missing;
  for (std::string_view role : kRequired) {
    if (profile.BoneOf(role) < 0) missing.emplace_back(role);
  }
  return missing;
}

}  // namespace

std::optional<Profile> HumanoidProfile(const Json& document, int num_nodes, std::vector<std::string>& warnings) {
  const std::optional<HumanoidMap> map = FindMap(document);
  if (!map) return std::nullopt;
  Profile profile;
  profile.base = map->base;
  profile.bone_count = num_nodes;
  for (const MapEntry& entry : map->entries) {
    const std::string role = RoleFromAlias(entry.bone, map->thumbs);
    const std::string label = Cat("humanoid map: bone ", Quoted(entry.bone));
    if (role.empty()) {
      warnings.push_back(Cat(label, " is not a VRM bone: skipped"));
    } else if (entry.node < 0 || entry.node >= num_nodes) {
      warnings.push_back(Cat(label, " names node ", entry.node, ", the file has ", num_nodes, ": skipped"));
    } else if (profile.BoneOf(role) >= 0 || !profile.RoleOf(static_cast<int>(entry.node)).empty()) {
      warnings.push_back(Cat(label, " repeats a bone or a node of an earlier entry: skipped"));
    } else {
      profile.Set(role, static_cast<int>(entry.node));
    }
  }
  const std::vector<std::string> missing = MissingRoles(profile);
  if (missing.empty()) return profile;
  warnings.push_back(Cat("humanoid map: not used, it lacks ", JoinQuoted(missing, missing.size())));
  return std::nullopt;
}

}  // namespace retarget
