#include "core/import/gltf_writer.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_writer.h"

namespace retarget {
namespace {

constexpr int kFloatComponent = 5126;

std::string_view GltfPath(Path path) {
  constexpr std::string_view kNames[] = {"translation", "rotation", "scale"};
  return kNames[static_cast<int>(path)];
}

std::string_view GltfInterpolation(Interpolation mode) {
  constexpr std::string_view kNames[] = {"LINEAR", "STEP", "CUBICSPLINE"};
  return kNames[static_cast<int>(mode)];
}

bool IsLoneSpline(const Channel& channel) {
  return channel.interpolation == Interpolation::kCubicSpline && channel.times.size() == 1;
}

// The array `key` of the document, made where it is absent.
Json& Array(Json& document, const char* key) {
  Json& array = document[key];
  if (array.is_null()) array = Json::array();
  return array;
}

void PadToFour(std::string& bytes) { bytes.resize((bytes.size() + 3) / 4 * 4); }

}  // namespace

GltfWriter::GltfWriter(Json& document, std::string& bin) : document_(document), bin_(bin) {
  PadToFour(bin_);
  Json& views = Array(document_, "bufferViews");
  view_ = static_cast<int>(views.size());
  views.push_back({{"buffer", 0}, {"byteOffset", bin_.size()}, {"byteLength", 0}});
}

int GltfWriter::AddFloats(absl::Span<const float> values, std::string_view type, size_t components, bool with_bounds) {
  Json accessor = {{"bufferView", view_},
                   {"byteOffset", data_.size()},
                   {"componentType", kFloatComponent},
                   {"count", values.size() / components},
                   {"type", type}};
  if (with_bounds) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    accessor["min"] = Json::array({*least});
    accessor["max"] = Json::array({*most});
  }
  ByteWriter bytes;
  bytes.F32Array(values);
  data_ += bytes.Take();
  Json& accessors = Array(document_, "accessors");
  accessors.push_back(std::move(accessor));
  return static_cast<int>(accessors.size()) - 1;
}

int GltfWriter::TimesAccessor(const std::vector<float>& times) {
  const auto found = times_.find(times);
  if (found != times_.end()) return found->second;
  const int accessor = AddFloats(times, "SCALAR", 1, true);
  times_.emplace(times, accessor);
  return accessor;
}

void GltfWriter::AddAnimation(const Clip& clip) {
  Json samplers = Json::array(), channels = Json::array();
  for (const Channel& channel : clip.channels) {
    const size_t components = ComponentsOf(channel.path);
    absl::Span<const float> values = channel.values;
    if (IsLoneSpline(channel)) values = values.subspan(components, components);
    const Interpolation mode = IsLoneSpline(channel) ? Interpolation::kStep : channel.interpolation;
    const int input = TimesAccessor(channel.times);
    const int output = AddFloats(values, components == 4 ? "VEC4" : "VEC3", components);
    channels.push_back(
        {{"sampler", samplers.size()}, {"target", {{"node", channel.bone}, {"path", GltfPath(channel.path)}}}});
    samplers.push_back({{"input", input}, {"interpolation", GltfInterpolation(mode)}, {"output", output}});
  }
  Array(document_, "animations")
      .push_back({{"name", clip.name}, {"channels", std::move(channels)}, {"samplers", std::move(samplers)}});
}

void GltfWriter::Finish() {
  document_["bufferViews"][view_]["byteLength"] = data_.size();
  bin_ += data_;
  document_["buffers"][0]["byteLength"] = bin_.size();
}

}  // namespace retarget
