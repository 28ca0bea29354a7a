#pragma once
// The canonical humanoid meanings of bones: one table for the whole project (design: lower-case Mixamo names).

#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"

namespace retarget {

// The 22 body roles in body order: trunk, left arm, right arm, left leg, right leg.
absl::Span<const std::string_view> BodyRoles();

// Known extras, name-sorted: eyes, jaw, root and {left,right}hand{index,middle,pinky,ring,thumb}{1,2,3}.
absl::Span<const std::string_view> ExtraRoles();

// True for a body role or a known extra.
bool IsKnownRole(std::string_view role);

// Position of a role in every listing: body roles in body order, then everything else by name.
bool RoleLess(std::string_view a, std::string_view b);

// The thumb of VRM 1.0 and Godot starts with a metacarpal; that of VRM 0.x and Unity with the proximal bone. "Left
// thumb proximal" is therefore thumb 2 or thumb 1: a caller that sees a thumb metacarpal in the same map says so.
enum class ThumbNaming { kFromProximal, kFromMetacarpal };

// The role a foreign spelling means: VRM 0.x/1.0 ("leftUpperArm", "leftLittleProximal"), Unity ("LeftUpperArm",
// "Left Index Proximal"), Godot ("LeftUpperLeg"), Unreal ("upperarm_l", "spine_01"); our own spelling in any letter
// case. Empty when unknown. chest = spine1, upperChest = spine2, toes = toebase.
std::string RoleFromAlias(std::string_view spelling, ThumbNaming thumbs = ThumbNaming::kFromProximal);

// What a map with these role spellings means by "thumb proximal".
ThumbNaming ThumbNamingOf(absl::Span<const std::string> spellings);

// "leftarm" <-> "rightarm"; a role without a side is returned as it is.
std::string MirroredRole(std::string_view role);
// -1 right, 0 centre, +1 left.
int SideOfRole(std::string_view role);

}  // namespace retarget
