#include "client/ctl/common/clip_output.h"

#include <filesystem>

#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/clip/codecs.h"
#include "core/import/export_gltf.h"
#include "core/import/gltf_file.h"

namespace retarget::ctl {
namespace {

constexpr std::initializer_list<FileFormat> kClipFormats = {FileFormat::kGlb, FileFormat::kZanim, FileFormat::kJson};

absl::Status NameTaken(const std::string& path, const std::string& name) {
  return absl::AlreadyExistsError(
      Cat(path, ": has a clip called ", Quoted(name), " already; choose another with --name"));
}

}  // namespace

absl::Status CheckClipName(const std::string& output, const TargetFile& target, const std::string& clip_name) {
  ASSIGN_OR_RETURN(const FileFormat format, FormatOfOutput(output, kClipFormats));
  if (format != FileFormat::kGlb) return absl::OkStatus();
  for (const Clip& clip : target.scene->clips) {
    if (clip.name == clip_name) return NameTaken(target.path, clip_name);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> EncodeClipFor(const std::string& output, const Clip& clip, const TargetFile& target) {
  ASSIGN_OR_RETURN(const FileFormat format, FormatOfOutput(output, kClipFormats));
  if (format == FileFormat::kZanim) return EncodeZanim(clip);
  if (format == FileFormat::kJson) return EncodeClipJson(clip);
  if (std::filesystem::is_directory(target.path)) return SkeletonGlb(*target.scene->rig, {&clip, 1});
  ASSIGN_OR_RETURN(const std::string bytes, ReadFile(target.path));
  if (!ReadGltfFile(bytes).ok()) return SkeletonGlb(*target.scene->rig, {&clip, 1});
  absl::StatusOr<std::string> glb = AddClipToGlb(bytes, clip, FilesBeside(target.path));
  if (absl::IsAlreadyExists(glb.status())) return NameTaken(target.path, clip.name);
  return glb;
}

}  // namespace retarget::ctl
