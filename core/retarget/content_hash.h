#pragma once
// The content hashes a bake is stored under: what went in, in one canonical encoding, independent of file formats.

#include "core/base/digest.h"
#include "core/clip/clip.h"
#include "core/retarget/options.h"
#include "core/retarget/plan.h"
#include "core/rig/rig.h"

namespace retarget {

struct BakeIdentity {
  Digest clip;     // the clip, its source rig (skeleton and bind), and the source roles this bake reads
  Digest rig;      // the target rig (skeleton and bind) and the target roles this bake writes
  Digest options;  // every option but `symmetrize`, which is the key's mode
  bool default_options = true;
};

// Both hashes hold kAlgorithmVersion, so a new algorithm never meets old bytes. The 22 body roles always count (the
// bind pose and the body's frame are measured from them), other roles where both rigs have them (or their twin), and
// turns made by hand (`poses:`) of the bones of all those;
// editing anything else in a profile leaves the key as it is.
BakeIdentity IdentifyBake(const Clip& clip, const Rig& source, const Rig& target, const Plan& plan,
                          const BakeOptions& options);

}  // namespace retarget
