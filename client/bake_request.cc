#include "client/bake_request.h"

#include "core/base/digest.h"
#include "core/base/field_hasher.h"
#include "core/clip/codecs.h"
#include "core/rig/codecs.h"

namespace retarget {
namespace {

void HashRig(const v1::RigSource& rig, FieldHasher& hasher) {
  hasher.Bytes(Sha256Of(rig.data()).AsBytes());
  hasher.Bytes(Sha256Of(rig.profile_yaml()).AsBytes());
}

}  // namespace

v1::RigSource MakeRigSource(const Rig& rig) {
  v1::RigSource source;
  source.set_data(EncodeZmsh(rig));
  return source;
}

v1::ClipSource MakeClipSource(const Clip& clip, const Rig& source_rig) {
  v1::ClipSource source;
  source.set_data(EncodeZanim(clip));
  *source.mutable_source_rig() = MakeRigSource(source_rig);
  return source;
}

std::string RoutingKey(const v1::ClipSource& clip, const v1::RigSource& target) {
  FieldHasher hasher("retargetd.route.v1");
  hasher.Bytes(Sha256Of(clip.data()).AsBytes());
  hasher.Bytes(Sha256Of(clip.parts().data_zanim()).AsBytes());
  hasher.Bytes(Sha256Of(clip.parts().rig_zmsh()).AsBytes());
  hasher.Bytes(Sha256Of(clip.parts().humanoid_profile()).AsBytes());
  hasher.Bytes(clip.clip_name());
  HashRig(clip.source_rig(), hasher);
  HashRig(target, hasher);
  return hasher.Finish().Hex();
}

}  // namespace retarget
