#include "core/import/mend_gltf.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace retarget {
namespace {

constexpr int kFloatComponent = 5126;
// glTF allows 2e-7 for each weight that is not zero; a vertex has at least one.
constexpr double kWeightSumTolerance = 2e-7;

// The member `key` of an object, or null: the document is checked only as far as tinygltf reads it.
const Json& Member(const Json& object, std::string_view key) {
  static const Json kNull;
  if (!object.is_object()) return kNull;
  const auto found = object.find(key);
  return found == object.end() ? kNull : *found;
}

bool IsSize(const Json& value) {
  return value.is_number_unsigned() || (value.is_number_integer() && value.get<int64_t>() >= 0);
}

const Json& Element(const Json& array, const Json& index) {
  static const Json kNull;
  if (!array.is_array() || !IsSize(index) || index.get<uint64_t>() >= array.size()) return kNull;
  return array[index.get<uint64_t>()];
}

size_t SizeOr(const Json& value, size_t otherwise) { return IsSize(value) ? value.get<size_t>() : otherwise; }

size_t ComponentBytes(const Json& component_type) {
  switch (SizeOr(component_type, 0)) {
    case 5120:
    case 5121:
      return 1;
    case 5122:
    case 5123:
      return 2;
    case 5125:
    case kFloatComponent:
      return 4;
    default:
      return 0;
  }
}

size_t Components(const Json& type) {
  if (type == "SCALAR") return 1;
  if (type == "VEC3") return 3;
  if (type == "VEC4") return 4;
  return type == "MAT4" ? 16 : 0;
}

// Where the elements of an accessor lie in the BIN chunk.
struct Run {
  size_t start = 0, stride = 0, element_bytes = 0, count = 0;
  bool strided = false;  // the view has a byteStride
};

// Nothing for an accessor whose elements are not all in `bin`.
std::optional<Run> FindRun(const Json& document, const Json& accessor, size_t bin_bytes) {
  const Json& view = Element(Member(document, "bufferViews"), Member(accessor, "bufferView"));
  if (!view.is_object() || SizeOr(Member(view, "buffer"), 1) != 0 || !Member(accessor, "sparse").is_null()) return {};
  Run run;
  run.element_bytes = ComponentBytes(Member(accessor, "componentType")) * Components(Member(accessor, "type"));
  run.count = SizeOr(Member(accessor, "count"), 0);
  run.strided = !Member(view, "byteStride").is_null();
  run.stride = SizeOr(Member(view, "byteStride"), run.element_bytes);
  const size_t view_start = SizeOr(Member(view, "byteOffset"), 0), offset = SizeOr(Member(accessor, "byteOffset"), 0);
  if (run.element_bytes == 0 || run.count == 0 || run.stride < run.element_bytes) return {};
  if (view_start > bin_bytes || offset > bin_bytes - view_start) return {};
  run.start = view_start + offset;
  const size_t room = bin_bytes - run.start;
  if (room < run.element_bytes || (room - run.element_bytes) / run.stride < run.count - 1) return {};
  return run;
}

std::set<size_t> KeyAccessors(const Json& document) {
  std::set<size_t> out;
  for (const Json& animation : Member(document, "animations")) {
    for (const Json& sampler : Member(animation, "samplers")) {
      for (const char* end : {"input", "output"}) {
        if (IsSize(Member(sampler, end))) out.insert(sampler[end].get<size_t>());
      }
    }
  }
  return out;
}

std::set<size_t> InverseBindAccessors(const Json& document) {
  std::set<size_t> out;
  for (const Json& skin : Member(document, "skins")) {
    const Json& accessor = Member(skin, "inverseBindMatrices");
    if (IsSize(accessor)) out.insert(accessor.get<size_t>());
  }
  return out;
}

// Moves the strided ones among `accessors` to one new view; a view holds one kind of data only.
void Unstride(Json& document, std::string& bin, const std::set<size_t>& accessors) {
  bin.resize((bin.size() + 3) / 4 * 4);
  std::string tight;
  const size_t view = Member(document, "bufferViews").size();
  for (size_t index : accessors) {
    if (!Element(Member(document, "accessors"), index).is_object()) continue;
    Json& accessor = document["accessors"][index];
    const std::optional<Run> run = FindRun(document, accessor, bin.size());
    if (!run.has_value() || !run->strided) continue;
    accessor["bufferView"] = view;
    accessor["byteOffset"] = tight.size();
    for (size_t i = 0; i < run->count; ++i) tight.append(bin, run->start + i * run->stride, run->element_bytes);
    tight.resize((tight.size() + 3) / 4 * 4);
  }
  if (tight.empty()) return;
  document["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", bin.size()}, {"byteLength", tight.size()}});
  bin += tight;
  document["buffers"][0]["byteLength"] = bin.size();
}

// The accessors WEIGHTS_0, WEIGHTS_1, ... of one primitive.
std::vector<size_t> WeightAccessors(const Json& primitive) {
  std::vector<size_t> out;
  const Json& attributes = Member(primitive, "attributes");
  for (;;) {
    const Json& accessor = Member(attributes, "WEIGHTS_" + std::to_string(out.size()));
    if (!IsSize(accessor)) return out;
    out.push_back(accessor.get<size_t>());
  }
}

void NormalizeWeights(Json& document, std::string& bin, const std::vector<size_t>& accessors) {
  std::vector<Run> runs;
  for (size_t index : accessors) {
    const Json& accessor = Element(Member(document, "accessors"), index);
    const std::optional<Run> run = FindRun(document, accessor, bin.size());
    if (!run.has_value() || Member(accessor, "componentType") != kFloatComponent) return;
    if (!runs.empty() && runs[0].count != run->count) return;
    runs.push_back(*run);
  }
  bool changed = false;
  for (size_t vertex = 0; !runs.empty() && vertex < runs[0].count; ++vertex) {
    auto each = [&](auto&& visit) {
      for (const Run& run : runs) {
        char* at = bin.data() + run.start + vertex * run.stride;
        for (char* end = at + run.element_bytes; at < end; at += sizeof(float)) visit(at);
      }
    };
    double sum = 0.0;
    each([&](const char* at) {
      float weight;
      std::memcpy(&weight, at, sizeof weight);
      sum += weight;
    });
    if (!(sum > 0.0) || !std::isfinite(sum) || std::fabs(sum - 1.0) <= kWeightSumTolerance) continue;
    each([&](char* at) {
      float weight;
      std::memcpy(&weight, at, sizeof weight);
      weight = static_cast<float>(weight / sum);
      std::memcpy(at, &weight, sizeof weight);
    });
    changed = true;
  }
  if (!changed) return;
  for (size_t index : accessors) {  // optional here, and no longer true
    document["accessors"][index].erase("min");
    document["accessors"][index].erase("max");
  }
}

}  // namespace

void MendGltf(Json& document, std::string& bin) {
  Unstride(document, bin, KeyAccessors(document));
  Unstride(document, bin, InverseBindAccessors(document));
  std::set<std::vector<size_t>> weights;
  for (const Json& mesh : Member(document, "meshes")) {
    for (const Json& primitive : Member(mesh, "primitives")) weights.insert(WeightAccessors(primitive));
  }
  for (const std::vector<size_t>& accessors : weights) NormalizeWeights(document, bin, accessors);
}

}  // namespace retarget
