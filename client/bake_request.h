#pragma once
// Requests made from rigs and clips in memory, and the routing key that goes with them.

#include <string>
#include <string_view>

#include "core/clip/clip.h"
#include "core/rig/rig.h"
#include "retarget/v1/retarget.pb.h"
#include "retarget/v1/source.pb.h"

namespace retarget {

// A rig as ZMSH, its profile included: skeleton and bind only, so meshes and textures never travel.
v1::RigSource MakeRigSource(const Rig& rig);

// A clip as zanim with the rig it was authored on.
v1::ClipSource MakeClipSource(const Clip& clip, const Rig& source_rig);

// Metadata key a load balancer shards daemons by, so that calls for one pair of clip and rig meet in one cache.
inline constexpr char kRoutingMetadata[] = "x-bake-key";

// Value of the routing key for a bake: a digest of the digests of the clip, its rig and the target, in hex. Clients
// that send the same bytes get the same value.
std::string RoutingKey(const v1::ClipSource& clip, const v1::RigSource& target);

}  // namespace retarget
