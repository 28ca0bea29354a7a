#include "core/import/gltf_clips.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"

namespace retarget {
namespace {

// Rotations closer to length 1 are kept bit for bit: float rounding alone moves them by less.
constexpr double kUnitTolerance = 1e-5;
// Further away is more than quantisation (8 bits: 0.008) explains, and worth a warning.
constexpr double kSilentNormalisation = 1e-2;
// Floats of all clips for each byte of input. Unshared 16-bit keys need 0.7; sharing of times and of constant runs
// between channels stays far below 16.
constexpr size_t kMaxFloatsPerByte = 16;
// A rotation shorter than this has no direction; ValidateClip refuses it.
constexpr double kTinyNorm = 1e-6;

std::optional<Path> PathFromGltf(std::string_view path) {
  if (path == "translation") return Path::kTranslation;
  if (path == "rotation") return Path::kRotation;
  if (path == "scale") return Path::kScale;
  return std::nullopt;
}

std::optional<Interpolation> InterpolationFromGltf(std::string_view mode) {
  if (mode == "LINEAR") return Interpolation::kLinear;
  if (mode == "STEP") return Interpolation::kStep;
  if (mode == "CUBICSPLINE") return Interpolation::kCubicSpline;
  return std::nullopt;
}

// Normalises the rotation of every key; returns how many were far from unit.
size_t NormaliseRotations(Channel& channel) {
  const size_t stride = channel.Stride();
  const size_t skip = channel.interpolation == Interpolation::kCubicSpline ? 4 : 0;
  size_t far_off = 0;
  for (size_t at = skip; at + 4 <= channel.values.size(); at += stride) {
    float* q = &channel.values[at];
    const double length =
        std::sqrt(double{q[0]} * q[0] + double{q[1]} * q[1] + double{q[2]} * q[2] + double{q[3]} * q[3]);
    if (!(std::fabs(length - 1.0) > kUnitTolerance) || length < kTinyNorm || !std::isfinite(length)) continue;
    for (int i = 0; i < 4; ++i) q[i] = static_cast<float>(q[i] / length);
    far_off += std::fabs(length - 1.0) > kSilentNormalisation;
  }
  return far_off;
}

// A spline of one key is that key's value; glTF wants two keys in a spline, so it is kept as a constant.
void DropLoneTangents(Channel& channel) {
  if (channel.interpolation != Interpolation::kCubicSpline || channel.times.size() != 1) return;
  const size_t components = ComponentsOf(channel.path);
  channel.values = {channel.values.begin() + components, channel.values.begin() + 2 * components};
  channel.interpolation = Interpolation::kStep;
}

class ClipReader {
 public:
  ClipReader(const tinygltf::Model& model, AccessorReader& reader, const std::vector<std::string>& bone_names,
             std::vector<std::string>& warnings)
      : model_(model), reader_(reader), bone_names_(bone_names), warnings_(warnings) {}

  absl::StatusOr<Clip> Read(size_t index);

 private:
  absl::Status AddChannel(const tinygltf::Animation& animation, size_t index, Clip& clip);
  absl::StatusOr<std::optional<Channel>> ReadKeys(const tinygltf::AnimationSampler& sampler, Channel channel);
  absl::Status CheckBudget(size_t floats);

  const tinygltf::Model& model_;
  AccessorReader& reader_;
  const std::vector<std::string>& bone_names_;
  size_t floats_read_ = 0;
  std::vector<std::string>& warnings_;
};

absl::Status Prefixed(std::string_view label, const absl::Status& status) {
  return absl::Status(status.code(), Cat(label, ": ", std::string(status.message())));
}

absl::StatusOr<Clip> ClipReader::Read(size_t index) {
  const tinygltf::Animation& animation = model_.animations[index];
  Clip clip;
  clip.name = animation.name.empty() ? Cat("animation_", index) : animation.name;
  clip.bone_names = bone_names_;
  std::set<std::pair<int, std::string>> driven;
  for (size_t c = 0; c < animation.channels.size(); ++c) {
    const tinygltf::AnimationChannel& channel = animation.channels[c];
    absl::Status added = AddChannel(animation, c, clip);
    if (added.ok() && !driven.insert({channel.target_node, channel.target_path}).second) {
      added = absl::InvalidArgumentError(
          Cat("is the second one for the ", channel.target_path, " of ", Quoted(bone_names_[channel.target_node])));
    }
    if (!added.ok()) return Prefixed(Cat("animation ", Quoted(clip.name), ", channel ", c), added);
  }
  clip.duration_s = KeySpan(clip).end_s;
  if (const absl::Status valid = ValidateClip(clip); !valid.ok()) {
    return Prefixed(Cat("animation ", Quoted(clip.name)), valid);
  }
  return clip;
}

absl::Status ClipReader::AddChannel(const tinygltf::Animation& animation, size_t index, Clip& clip) {
  const tinygltf::AnimationChannel& source = animation.channels[index];
  const std::string label = Cat("animation ", Quoted(clip.name), ", channel ", index);
  if (source.target_node < 0 || static_cast<size_t>(source.target_node) >= bone_names_.size()) {
    return absl::InvalidArgumentError(
        Cat("target node ", source.target_node, " is not a node, the file has ", bone_names_.size()));
  }
  const std::optional<Path> path = PathFromGltf(source.target_path);
  if (!path) {
    warnings_.push_back(Cat(label, ": path ", Quoted(source.target_path), " is not a bone's motion: skipped"));
    return absl::OkStatus();
  }
  if (source.sampler < 0 || static_cast<size_t>(source.sampler) >= animation.samplers.size()) {
    return absl::InvalidArgumentError(
        Cat("sampler ", source.sampler, " does not exist, the animation has ", animation.samplers.size()));
  }
  const tinygltf::AnimationSampler& sampler = animation.samplers[source.sampler];
  const std::optional<Interpolation> mode = InterpolationFromGltf(sampler.interpolation);
  if (!mode) {
    return absl::InvalidArgumentError(
        Cat("interpolation ", Quoted(sampler.interpolation), " is unknown, expected LINEAR, STEP or CUBICSPLINE"));
  }
  ASSIGN_OR_RETURN(std::optional<Channel> channel,
                   ReadKeys(sampler, Channel{source.target_node, *path, *mode, {}, {}}));
  if (!channel) {
    warnings_.push_back(Cat(label, ": its accessors hold no data: skipped"));
    return absl::OkStatus();
  }
  if (channel->path == Path::kRotation) {
    const size_t far_off = NormaliseRotations(*channel);
    if (far_off > 0) warnings_.push_back(Cat(label, ": ", far_off, " rotations far from unit length were normalised"));
  }
  clip.channels.push_back(*std::move(channel));
  return absl::OkStatus();
}

// Nothing where the accessors are well-formed but hold no data.
absl::StatusOr<std::optional<Channel>> ClipReader::ReadKeys(const tinygltf::AnimationSampler& sampler,
                                                            Channel channel) {
  const int type = channel.path == Path::kRotation ? TINYGLTF_TYPE_VEC4 : TINYGLTF_TYPE_VEC3;
  const size_t per_key = channel.interpolation == Interpolation::kCubicSpline ? 3 : 1;
  ASSIGN_OR_RETURN(const size_t keys, reader_.Count(sampler.input, TINYGLTF_TYPE_SCALAR));
  ASSIGN_OR_RETURN(const size_t values, reader_.Count(sampler.output, type));
  if (values / per_key != keys || values % per_key != 0) {
    return absl::InvalidArgumentError(
        Cat("has ", keys, " key times but ", values, " values, expected ", per_key, " for each key"));
  }
  if (!reader_.HasData(sampler.input)) return std::nullopt;
  ASSIGN_OR_RETURN(channel.times, reader_.Floats(sampler.input, TINYGLTF_TYPE_SCALAR));
  ASSIGN_OR_RETURN(channel.values, reader_.Floats(sampler.output, type));
  RETURN_IF_ERROR(CheckBudget(channel.times.size() + channel.values.size()));
  DropLoneTangents(channel);
  return channel;
}

absl::Status ClipReader::CheckBudget(size_t floats) {
  floats_read_ += floats;
  if (floats_read_ / kMaxFloatsPerByte <= reader_.bytes_in_hand()) return absl::OkStatus();
  return absl::InvalidArgumentError("the animations expand to far more keys than the file has bytes for");
}

// Whether the unnamed animations are one motion in pieces.
bool AreSplitMotion(const tinygltf::Model& model, const std::vector<size_t>& unnamed) {
  std::set<std::pair<int, std::string>> driven;
  for (size_t index : unnamed) {
    const auto& channels = model.animations[index].channels;
    for (const tinygltf::AnimationChannel& channel : channels) {
      if (channel.target_node != channels.front().target_node) return false;
      if (!driven.insert({channel.target_node, channel.target_path}).second) return false;
    }
  }
  return unnamed.size() > 1;
}

std::vector<size_t> UnnamedAnimations(const tinygltf::Model& model) {
  std::vector<size_t> unnamed;
  for (size_t i = 0; i < model.animations.size(); ++i) {
    if (model.animations[i].name.empty()) unnamed.push_back(i);
  }
  return unnamed;
}

void Append(Clip piece, Clip& whole) {
  for (Channel& channel : piece.channels) whole.channels.push_back(std::move(channel));
  whole.duration_s = std::max(whole.duration_s, piece.duration_s);
}

}  // namespace

absl::StatusOr<std::vector<Clip>> ClipsFromAnimations(const tinygltf::Model& model, AccessorReader& reader,
                                                      const std::vector<std::string>& bone_names,
                                                      std::vector<std::string>& warnings) {
  ClipReader clip_reader(model, reader, bone_names, warnings);
  const std::vector<size_t> unnamed = UnnamedAnimations(model);
  const bool merge = AreSplitMotion(model, unnamed);
  if (merge) {
    warnings.push_back(Cat(unnamed.size(), " unnamed animations of one node each are read as one clip"));
  }
  std::vector<Clip> clips;
  std::optional<size_t> merged;  // where the pieces are gathered
  for (size_t i = 0; i < model.animations.size(); ++i) {
    ASSIGN_OR_RETURN(Clip clip, clip_reader.Read(i));
    if (clip.channels.empty()) {
      warnings.push_back(Cat("animation ", Quoted(clip.name), " moves no bone: skipped"));
      continue;
    }
    const bool is_piece = merge && model.animations[i].name.empty();
    if (is_piece && merged) {
      Append(std::move(clip), clips[*merged]);
      continue;
    }
    if (is_piece) merged = clips.size();
    clips.push_back(std::move(clip));
  }
  return clips;
}

}  // namespace retarget
