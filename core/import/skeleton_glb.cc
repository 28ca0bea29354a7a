#include <set>
#include <string>
#include <vector>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/import/export_gltf.h"
#include "core/import/gltf_file.h"
#include "core/import/gltf_writer.h"

namespace retarget {
namespace {

Json Numbers(const Vec3& v) { return {v.x, v.y, v.z}; }

Json NodeOf(const Rig& rig, int bone, const std::vector<int>& children) {
  const Transform& rest = rig.rest()[bone];
  Json node = Json::object();
  if (!rig.bone_names()[bone].empty()) node["name"] = rig.bone_names()[bone];
  if (rest.translation != Vec3(0.0)) node["translation"] = Numbers(rest.translation);
  if (rest.rotation != kIdentityRotation) {
    node["rotation"] = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
  }
  if (rest.scale != Vec3(1.0)) node["scale"] = Numbers(rest.scale);
  if (!children.empty()) node["children"] = children;
  return node;
}

std::vector<int> Joints(const Rig& rig) {
  std::vector<int> joints;
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    if (rig.is_joint(bone)) joints.push_back(bone);
  }
  return joints;
}

int RootOf(const Rig& rig, int bone) {
  while (rig.parents()[bone] >= 0) bone = rig.parents()[bone];
  return bone;
}

// Nodes and scene. glTF wants one common root above the joints of a skin: where they stand in several trees, a node
// without transform is added behind all bones, whose indices therefore stay.
void AddNodes(const Rig& rig, Json& document) {
  const std::vector<std::vector<int>> children = rig.Children();
  std::set<int> joint_roots;
  for (int joint : Joints(rig)) joint_roots.insert(RootOf(rig, joint));
  const bool needs_root = joint_roots.size() > 1;
  Json nodes = Json::array(), roots = Json::array();
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    nodes.push_back(NodeOf(rig, bone, children[bone]));
    if (rig.parents()[bone] < 0 && !(needs_root && joint_roots.count(bone) > 0)) roots.push_back(bone);
  }
  if (needs_root) {
    roots.push_back(nodes.size());
    nodes.push_back({{"name", "skeleton_root"}, {"children", joint_roots}});
  }
  document["scene"] = 0;
  document["scenes"] = Json::array({{{"nodes", std::move(roots)}}});
  document["nodes"] = std::move(nodes);
}

void AddSkin(const Rig& rig, Json& document, std::string& bin) {
  std::vector<float> matrices;
  for (int joint : Joints(rig)) {
    const Mat4& m = *rig.inverse_binds()[joint];
    for (int column = 0; column < 4; ++column) {
      for (int row = 0; row < 3; ++row) matrices.push_back(static_cast<float>(m[column][row]));
      matrices.push_back(column == 3 ? 1.0f : 0.0f);  // glTF wants the bottom row exact
    }
  }
  GltfWriter writer(document, bin);
  const int accessor = writer.AddFloats(matrices, "MAT4", 16);
  writer.Finish();
  document["skins"] = Json::array({{{"inverseBindMatrices", accessor}, {"joints", Joints(rig)}}});
}

absl::Status CheckClip(const Rig& rig, const Clip& clip) {
  RETURN_IF_ERROR(ValidateClip(clip));
  if (!clip.channels.empty() && clip.bone_names == rig.bone_names()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      Cat("clip ", Quoted(clip.name),
          clip.channels.empty() ? " has no channels, glTF needs at least one" : " is not for the bones of this rig"));
}

}  // namespace

absl::StatusOr<std::string> SkeletonGlb(const Rig& rig, absl::Span<const Clip> clips) {
  for (const Clip& clip : clips) RETURN_IF_ERROR(CheckClip(rig, clip));
  Json document = {{"asset", {{"version", "2.0"}, {"generator", "retargetd"}}}};
  AddNodes(rig, document);
  std::string bin;
  if (rig.has_skin() || !clips.empty()) document["buffers"] = Json::array({{{"byteLength", 0}}});
  if (rig.has_skin()) AddSkin(rig, document, bin);
  if (!clips.empty()) {
    GltfWriter writer(document, bin);
    for (const Clip& clip : clips) writer.AddAnimation(clip);
    writer.Finish();
  }
  return WriteGlb(document, bin);
}

}  // namespace retarget
