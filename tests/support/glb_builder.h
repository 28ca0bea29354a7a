#pragma once
// Builds tiny GLBs by hand for import tests. `json` is open: a test adds or breaks what it wants to see.

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "nlohmann/json.hpp"

namespace retarget::testing {

class GlbBuilder {
 public:
  GlbBuilder() { json = {{"asset", {{"version", "2.0"}}}}; }

  nlohmann::ordered_json json;
  std::string bin;

  // Adds a node and returns its index; `extra` holds further members ("children", "translation", "matrix", ...).
  int Node(const std::string& name, nlohmann::ordered_json extra = nlohmann::ordered_json::object()) {
    if (!name.empty()) extra["name"] = name;
    return Push("nodes", std::move(extra));
  }

  // Adds bytes as a buffer view of buffer 0 and returns its index.
  template <typename T>
  int View(const std::vector<T>& data, int byte_stride = 0) {
    bin.resize((bin.size() + 3) / 4 * 4);
    nlohmann::ordered_json view = {{"buffer", 0}, {"byteOffset", bin.size()}, {"byteLength", data.size() * sizeof(T)}};
    if (byte_stride != 0) view["byteStride"] = byte_stride;
    bin.append(reinterpret_cast<const char*>(data.data()), data.size() * sizeof(T));
    return Push("bufferViews", std::move(view));
  }

  int Accessor(nlohmann::ordered_json accessor) { return Push("accessors", std::move(accessor)); }

  // Adds floats as an accessor of `type` ("SCALAR", "VEC3", "VEC4", "MAT4").
  int Floats(const std::string& type, const std::vector<float>& data) {
    const size_t components = type == "SCALAR" ? 1 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : 16;
    return Accessor(
        {{"bufferView", View(data)}, {"componentType", 5126}, {"count", data.size() / components}, {"type", type}});
  }

  int Skin(const std::vector<int>& joints, int inverse_binds = -1) {
    nlohmann::ordered_json skin = {{"joints", joints}};
    if (inverse_binds >= 0) skin["inverseBindMatrices"] = inverse_binds;
    return Push("skins", std::move(skin));
  }

  int Animation(const std::string& name) {
    nlohmann::ordered_json animation = {{"channels", nlohmann::ordered_json::array()},
                                        {"samplers", nlohmann::ordered_json::array()}};
    if (!name.empty()) animation["name"] = name;
    return Push("animations", std::move(animation));
  }

  void Channel(int animation, int node, const std::string& path, int input, int output,
               const std::string& interpolation = "LINEAR") {
    nlohmann::ordered_json& target = json["animations"][animation];
    target["channels"].push_back(
        {{"sampler", target["samplers"].size()}, {"target", {{"node", node}, {"path", path}}}});
    target["samplers"].push_back({{"input", input}, {"output", output}, {"interpolation", interpolation}});
  }

  // The GLB; buffer 0 is the BIN chunk.
  std::string Glb() const {
    nlohmann::ordered_json full = json;
    if (!bin.empty()) full["buffers"] = {{{"byteLength", bin.size()}}};
    std::string text = full.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string data = bin;
    data.resize((data.size() + 3) / 4 * 4);
    std::string out = "glTF" + U32(2) + U32(20 + text.size() + (data.empty() ? 0 : 8 + data.size()));
    out += U32(text.size()) + "JSON" + text;
    if (!data.empty()) out += U32(data.size()) + std::string("BIN\0", 4) + data;
    return out;
  }

  // The same as .gltf text whose buffer 0 is at `uri`.
  std::string Gltf(const std::string& uri) const {
    nlohmann::ordered_json full = json;
    full["buffers"] = {{{"byteLength", bin.size()}, {"uri", uri}}};
    return full.dump();
  }

 private:
  static std::string U32(size_t value) {
    const uint32_t v = static_cast<uint32_t>(value);
    std::string out(4, '\0');
    std::memcpy(out.data(), &v, 4);
    return out;
  }

  int Push(const char* array, nlohmann::ordered_json item) {
    json[array].push_back(std::move(item));
    return static_cast<int>(json[array].size()) - 1;
  }
};

// Two bones, "root" above "tip" with a rest rotation, skinned, and a clip "wave" that turns "tip": the smallest file
// with everything in it.
inline GlbBuilder TwoBoneGlb() {
  GlbBuilder b;
  const float half = 0.70710678f;
  b.Node("root", {{"children", {1}}, {"translation", {0, 1, 0}}});
  b.Node("tip", {{"translation", {0, 0.5, 0}}, {"rotation", {0, 0, half, half}}});
  b.Skin({0, 1}, b.Floats("MAT4", {1, 0,  0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0,     -1, 0, 1,
                                   0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, -1.5f, 0,  0, 1}));
  const int times = b.Floats("SCALAR", {0.5f, 1.0f});
  const int values = b.Floats("VEC4", {0, 0, 0, 1, half, 0, 0, half});
  b.Channel(b.Animation("wave"), 1, "rotation", times, values);
  return b;
}

// TwoBoneGlb with one of everything else an importer reads: a matrix node, a second skin, sparse and stepped keys, a
// humanoid map. tests/core/import/golden holds it as a file.
inline GlbBuilder RichGlb() {
  GlbBuilder b = TwoBoneGlb();
  b.Node("extra", {{"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}});
  b.Skin({1, 2}, b.Floats("MAT4", std::vector<float>(32, 1.0f)));
  const int sparse = b.Floats("VEC3", {1, 1, 1, 2, 2, 2});
  const int index_view = b.View<uint8_t>({1}), value_view = b.View<float>({7, 8, 9});
  b.json["accessors"][sparse]["sparse"] = {{"count", 1},
                                           {"indices", {{"bufferView", index_view}, {"componentType", 5121}}},
                                           {"values", {{"bufferView", value_view}}}};
  b.Channel(0, 2, "scale", 1, sparse, "STEP");
  b.json["extensions"]["VRM"]["humanoid"]["humanBones"] = {{{"bone", "hips"}, {"node", 1}}};
  return b;
}

}  // namespace retarget::testing
