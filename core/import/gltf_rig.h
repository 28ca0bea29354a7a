#pragma once
// glTF nodes and skins as bones, and the humanoid maps of VRM as profiles.

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/import/gltf_accessor.h"
#include "core/import/json_text.h"
#include "core/rig/rig.h"
#include "tiny_gltf.h"

namespace retarget {

// Every node as a bone, bone index = node index; unnamed nodes are called "node_<index>". Matrices are split into
// translation, rotation and scale. kInvalidArgument naming the node for a child that is no node, a node with two
// parents, a matrix that has no such split. Loops are left to Rig::Build.
absl::StatusOr<std::vector<RawBone>> BonesFromNodes(const tinygltf::Model& model, std::vector<std::string>& warnings);

// Gives the joints of the largest skin (the first of equals) their inverse bind matrices. Joints of other skins get one
// where their skin shares bones with that space and differs from it by one constant matrix; otherwise they stay without
// and a warning says so. A skin without matrices has identities (glTF 2.0 section 3.7.3.1).
absl::Status AddInverseBinds(const tinygltf::Model& model, AccessorReader& reader, std::vector<RawBone>& bones,
                             std::vector<std::string>& warnings);

// The humanoid map of VRM 0.x ("vrm0"), VRM 1.0 ("vrm1") or a VRM animation ("vrma"). Entries that are unknown, out of
// range or double are dropped with a warning. A map without the bones VRM requires is not used at all: nothing is
// returned, a warning names what is missing, and the rig is mapped like any other.
std::optional<Profile> HumanoidProfile(const Json& document, int num_nodes, std::vector<std::string>& warnings);

}  // namespace retarget
