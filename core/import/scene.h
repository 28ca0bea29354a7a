#pragma once
// What importers return, whatever the file format.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/clip/clip.h"
#include "core/rig/rig.h"

namespace retarget {

struct Scene {
  // Absent for clip-only formats (zanim, clip JSON). A rig without a skin has rig->has_skin() == false.
  std::optional<Rig> rig;
  // In file order. The clips of a glTF name all bones of its rig, in rig order; the clip of an .animation folder keeps
  // its own bone names (ResolveAnimation binds them).
  std::vector<Clip> clips;
  std::vector<std::string> warnings;
};

// Reads a file a glTF refers to by relative URI. Must refuse paths that leave the asset's folder.
using FileResolver = std::function<absl::StatusOr<std::string>(std::string_view uri)>;

// Reads any supported format by content: GLB/glTF/VRM/VRMA, ZMSH, rig.json, zanim, clip JSON. kInvalidArgument says
// what is wrong and where, or that the format is not known (and lists the known ones). Embedded buffers only unless a
// resolver is given.
absl::StatusOr<Scene> LoadScene(std::string_view bytes, const FileResolver& resolver = nullptr);

// A resolver for the asset at `path`: reads files in its folder and below, and refuses every other path.
FileResolver FilesBeside(const std::string& path);

// Reads a file; relative URIs resolve in its folder and below, never outside (kInvalidArgument). Or reads an .animation
// folder: data.zanim, and where they are there rig.zmsh and its humanoid.profile. Errors begin with the path.
absl::StatusOr<Scene> LoadSceneFile(const std::string& path);

// True for an .animation folder: its rig is embedded on purpose (see ResolveAnimation).
bool IsComposite(const std::string& path);

// The clip called `name`; an index ("0") where no clip has that name. Empty `name`: the only clip. kNotFound lists what
// there is.
absl::StatusOr<const Clip*> FindClip(const Scene& scene, std::string_view name);

}  // namespace retarget
