#include "client/ctl/common/files.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/rig/codecs.h"

namespace retarget::ctl {
namespace {

std::string_view ExtensionOf(FileFormat format) {
  switch (format) {
    case FileFormat::kGlb:
      return ".glb";
    case FileFormat::kZanim:
      return ".zanim";
    case FileFormat::kJson:
      return ".json";
    case FileFormat::kZmsh:
      return ".zmsh";
    case FileFormat::kProfile:
      return ".profile";
  }
  return "";
}

std::string LowerExtension(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

}  // namespace

absl::StatusOr<FileFormat> FormatOfOutput(const std::string& path, std::initializer_list<FileFormat> allowed) {
  const std::string extension = LowerExtension(path);
  std::string expected;
  for (const FileFormat format : allowed) {
    if (extension == ExtensionOf(format)) return format;
    expected += Cat(expected.empty() ? "" : ", ", ExtensionOf(format));
  }
  return absl::InvalidArgumentError(
      Cat("output ", Quoted(path), ": unknown extension ", Quoted(extension), ", expected one of ", expected));
}

absl::Status CheckWritable(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return absl::InvalidArgumentError(Cat("cannot write ", Quoted(path), ": it is a folder"));
  }
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (!std::filesystem::is_directory(folder, error)) {
    return absl::InvalidArgumentError(
        Cat("cannot write ", Quoted(path), ": there is no folder ", Quoted(folder.string()), "; create it first"));
  }
  if (access(folder.c_str(), W_OK) != 0) {
    return absl::InvalidArgumentError(
        Cat("cannot write ", Quoted(path), ": no write access to folder ", Quoted(folder.string())));
  }
  return absl::OkStatus();
}

absl::Status WriteOutput(const std::string& path, std::string_view bytes) {
  RETURN_IF_ERROR(CheckWritable(path));
  const absl::Status status = WriteFileAtomically(path, bytes);
  // Whatever the system says, "no such file" included: this output cannot be written.
  return status.ok() ? status : absl::InvalidArgumentError(status.message());
}

absl::Status InFile(const absl::Status& status, const std::string& path) {
  const std::string message(status.message());
  if (status.ok() || message.find(path) != std::string::npos) return status;
  return absl::Status(status.code(), Cat(path, ": ", message));
}

absl::StatusOr<Scene> LoadInput(const std::string& path) {
  absl::StatusOr<Scene> scene = LoadSceneFile(path);
  if (!scene.ok()) return InFile(scene.status(), path);
  return scene;
}

absl::StatusOr<Rig> RigOf(const Scene& scene, const std::string& path, const std::string& profile_path) {
  if (!scene.rig.has_value()) {
    return absl::InvalidArgumentError(Cat(path, ": holds no rig; give a GLB, VRM, ZMSH or rig.json"));
  }
  return WithProfileFile(*scene.rig, profile_path);
}

absl::StatusOr<Rig> WithProfileFile(Rig rig, const std::string& profile_path) {
  if (profile_path.empty()) return rig;
  ASSIGN_OR_RETURN(const std::string yaml, ReadFile(profile_path));
  absl::StatusOr<Profile> profile = DecodeProfile(yaml, rig);
  if (!profile.ok()) return InFile(profile.status(), profile_path);
  return rig.WithProfile(*std::move(profile));
}

absl::StatusOr<Rig> LoadRig(const std::string& path, const std::string& profile_path) {
  ASSIGN_OR_RETURN(const Scene scene, LoadInput(path));
  return RigOf(scene, path, profile_path);
}

}  // namespace retarget::ctl
