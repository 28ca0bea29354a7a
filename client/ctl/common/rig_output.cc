#include "client/ctl/common/rig_output.h"

#include "core/base/status_macros.h"
#include "core/import/export_gltf.h"
#include "core/rig/codecs.h"

namespace retarget::ctl {
namespace {

absl::StatusOr<FileFormat> RigFormat(const std::string& output) {
  return FormatOfOutput(output, {FileFormat::kGlb, FileFormat::kZmsh, FileFormat::kJson});
}

}  // namespace

absl::Status CheckRigOutput(const std::string& output) {
  RETURN_IF_ERROR(RigFormat(output).status());
  return CheckWritable(output);
}

absl::Status WriteRig(const std::string& output, const Rig& rig) {
  ASSIGN_OR_RETURN(const FileFormat format, RigFormat(output));
  if (format == FileFormat::kZmsh) return WriteOutput(output, EncodeZmsh(rig));
  if (format == FileFormat::kJson) return WriteOutput(output, EncodeRigJson(rig));
  ASSIGN_OR_RETURN(const std::string glb, SkeletonGlb(rig, {}));
  return WriteOutput(output, glb);
}

}  // namespace retarget::ctl
