#include "core/sample/sample_glb.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "core/base/byte_writer.h"
#include "core/base/cat.h"
#include "core/base/text.h"
#include "core/sample/body_mesh.h"
#include "nlohmann/json.hpp"

namespace retarget {

namespace {

using Json = nlohmann::ordered_json;

// glTF 2.0 constants.
constexpr int kFloat = 5126, kUnsignedShort = 5123, kUnsignedInt = 5125;
constexpr int kVertexData = 34962, kIndexData = 34963;
constexpr uint32_t kMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBinChunk = 0x004E4942;

class GlbWriter {
 public:
  explicit GlbWriter(const GeneratedRig& rig) : rig_(rig) {
    json_["asset"] = {{"version", "2.0"}, {"generator", "retargetd sample"}};
  }

  std::string Write(absl::Span<const Clip> clips, const SampleColor& color) {
    AddNodes();
    AddMesh(color);
    AddSkin();
    for (const Clip& clip : clips) AddClip(clip);
    json_["buffers"] = Json::array({{{"byteLength", bin_.size()}}});
    return Pack();
  }

 private:
  // Accessor over what was written to the binary chunk since `start`.
  int Accessor(size_t start, int component, const char* type, size_t count, int target = 0) {
    Json view = {{"buffer", 0}, {"byteOffset", start}, {"byteLength", bin_.size() - start}};
    if (target != 0) view["target"] = target;
    json_["bufferViews"].push_back(std::move(view));
    json_["accessors"].push_back({{"bufferView", json_["bufferViews"].size() - 1},
                                  {"componentType", component},
                                  {"count", count},
                                  {"type", type}});
    bin_.AlignTo(4);
    return static_cast<int>(json_["accessors"].size()) - 1;
  }

  int FloatAccessor(absl::Span<const float> values, int width, int target = 0, bool bounds = false) {
    static constexpr std::array<const char*, 5> kTypes = {"", "SCALAR", "", "VEC3", "VEC4"};
    const size_t start = bin_.size();
    bin_.F32Array(values);
    const int accessor = Accessor(start, kFloat, width == 16 ? "MAT4" : kTypes[width], values.size() / width, target);
    if (bounds) AddBounds(accessor, values, width);
    return accessor;
  }

  void AddBounds(int accessor, absl::Span<const float> values, int width) {
    std::vector<float> low(values.begin(), values.begin() + width), high = low;
    for (size_t i = 0; i < values.size(); ++i) {
      low[i % width] = std::min(low[i % width], values[i]);
      high[i % width] = std::max(high[i % width], values[i]);
    }
    json_["accessors"][accessor]["min"] = low;
    json_["accessors"][accessor]["max"] = high;
  }

  static Json Floats(std::initializer_list<double> values) {
    Json out = Json::array();
    for (double value : values) out.push_back(static_cast<float>(value));
    return out;
  }

  void AddNodes() {
    const Rig& rig = rig_.rig;
    const std::vector<std::vector<int>> children = rig.Children();
    Json roots = Json::array();
    for (int bone = 0; bone < rig.num_bones(); ++bone) {
      const Transform& rest = rig.rest()[bone];
      const Quat& q = rest.rotation;
      Json node = {{"name", rig.bone_names()[bone]},
                   {"translation", Floats({rest.translation.x, rest.translation.y, rest.translation.z})},
                   {"rotation", Floats({q.x, q.y, q.z, q.w})},
                   {"scale", Floats({rest.scale.x, rest.scale.y, rest.scale.z})}};
      if (!children[bone].empty()) node["children"] = children[bone];
      if (rig.parents()[bone] < 0) roots.push_back(bone);
      json_["nodes"].push_back(std::move(node));
    }
    roots.push_back(rig.num_bones());
    json_["nodes"].push_back({{"name", rig.name() + " body"}, {"mesh", 0}, {"skin", 0}});
    json_["scene"] = 0;
    json_["scenes"] = Json::array({{{"nodes", std::move(roots)}}});
  }

  void AddMesh(const SampleColor& color) {
    const BodyMesh mesh = MakeBodyMesh(rig_);
    std::vector<float> positions, normals, weights;
    for (size_t i = 0; i < mesh.positions.size(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        positions.push_back(static_cast<float>(mesh.positions[i][axis]));
        normals.push_back(static_cast<float>(mesh.normals[i][axis]));
      }
      weights.insert(weights.end(), {1.0f, 0.0f, 0.0f, 0.0f});
    }
    Json attributes = {{"POSITION", FloatAccessor(positions, 3, kVertexData, true)},
                       {"NORMAL", FloatAccessor(normals, 3, kVertexData)},
                       {"JOINTS_0", JointsAccessor(mesh)},
                       {"WEIGHTS_0", FloatAccessor(weights, 4, kVertexData)}};
    const size_t start = bin_.size();
    for (uint32_t index : mesh.indices) bin_.U32(index);
    const int indices = Accessor(start, kUnsignedInt, "SCALAR", mesh.indices.size(), kIndexData);
    json_["materials"] = Json::array(
        {{{"name", "skin"},
          {"pbrMetallicRoughness",
           {{"baseColorFactor", Floats({color.red, color.green, color.blue, 1.0})}, {"metallicFactor", 0.0}}}}});
    Json primitive = {{"attributes", std::move(attributes)}, {"indices", indices}, {"material", 0}};
    json_["meshes"] = Json::array({{{"name", "body"}, {"primitives", Json::array({std::move(primitive)})}}});
  }

  int JointsAccessor(const BodyMesh& mesh) {
    const std::map<int, int> joint_of = JointNumbers();
    const size_t start = bin_.size();
    for (int bone : mesh.bones) {
      bin_.U16(static_cast<uint16_t>(joint_of.at(bone)));
      for (int unused = 0; unused < 3; ++unused) bin_.U16(0);
    }
    return Accessor(start, kUnsignedShort, "VEC4", mesh.bones.size(), kVertexData);
  }

  // Bone -> place in the skin's joint list.
  std::map<int, int> JointNumbers() const {
    std::map<int, int> out;
    for (int bone = 0; bone < rig_.rig.num_bones(); ++bone) {
      if (rig_.rig.is_joint(bone)) out.emplace(bone, static_cast<int>(out.size()));
    }
    return out;
  }

  void AddSkin() {
    std::vector<float> matrices;
    Json joints = Json::array();
    for (const auto& [bone, number] : JointNumbers()) {
      joints.push_back(bone);
      const Mat4& m = *rig_.rig.inverse_binds()[bone];
      for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) matrices.push_back(static_cast<float>(m[column][row]));
      }
    }
    json_["skins"] =
        Json::array({{{"inverseBindMatrices", FloatAccessor(matrices, 16)}, {"joints", std::move(joints)}}});
  }

  void AddClip(const Clip& clip) {
    std::map<std::vector<float>, int> times;  // channels with equal times share one accessor
    Json channels = Json::array(), samplers = Json::array();
    for (const Channel& channel : clip.channels) {
      auto [input, is_new] = times.emplace(channel.times, 0);
      if (is_new) input->second = FloatAccessor(channel.times, 1, 0, true);
      samplers.push_back({{"input", input->second},
                          {"interpolation", InterpolationOf(channel)},
                          {"output", FloatAccessor(channel.values, ComponentsOf(channel.path))}});
      channels.push_back(
          {{"sampler", samplers.size() - 1}, {"target", {{"node", channel.bone}, {"path", PathOf(channel)}}}});
    }
    json_["animations"].push_back(
        {{"name", clip.name}, {"channels", std::move(channels)}, {"samplers", std::move(samplers)}});
  }

  static const char* PathOf(const Channel& channel) {
    static constexpr std::array<const char*, 3> kNames = {"translation", "rotation", "scale"};
    return kNames[static_cast<size_t>(channel.path)];
  }
  static const char* InterpolationOf(const Channel& channel) {
    static constexpr std::array<const char*, 3> kNames = {"LINEAR", "STEP", "CUBICSPLINE"};
    return kNames[static_cast<size_t>(channel.interpolation)];
  }

  std::string Pack() {
    std::string text = json_.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const std::string binary = bin_.Take();
    ByteWriter out;
    for (uint32_t word : {kMagic, uint32_t{2}, static_cast<uint32_t>(12 + 8 + text.size() + 8 + binary.size())}) {
      out.U32(word);
    }
    out.U32(static_cast<uint32_t>(text.size()));
    out.U32(kJsonChunk);
    out.Bytes(text);
    out.U32(static_cast<uint32_t>(binary.size()));
    out.U32(kBinChunk);
    out.Bytes(binary);
    return out.Take();
  }

  const GeneratedRig& rig_;
  Json json_;
  ByteWriter bin_;
};

}  // namespace

absl::StatusOr<std::string> SampleGlb(const GeneratedRig& rig, absl::Span<const Clip> clips, const SampleColor& color) {
  if (!rig.style.skin || rig.style.skin_in_parent_space) {
    return absl::InvalidArgumentError(
        Cat("rig ", Quoted(rig.rig.name()), " has no skin in world space to hang a body on"));
  }
  for (const Clip& clip : clips) {
    if (clip.bone_names != rig.rig.bone_names()) {
      return absl::InvalidArgumentError(
          Cat("clip ", Quoted(clip.name), " does not list the bones of rig ", Quoted(rig.rig.name())));
    }
  }
  return GlbWriter(rig).Write(clips, color);
}

}  // namespace retarget
