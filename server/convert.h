#pragma once
// Between the messages of the wire and our own types. The only place that knows both shapes.

#include "absl/status/statusor.h"
#include "core/humanoid/derive_profile.h"
#include "core/retarget/normalize_rig.h"
#include "core/retarget/options.h"
#include "core/retarget/plan.h"
#include "core/rig/rig.h"
#include "retarget/v1/plan.pb.h"
#include "retarget/v1/retarget.pb.h"
#include "retarget/v1/source.pb.h"
#include "server/bake_inputs.h"
#include "server/bake_pipeline.h"
#include "server/request_problems.h"

namespace retarget {

// Views into `rig`, which must outlive the result.
RigBytes FromWire(const v1::RigSource& rig);

// Views into the messages, which must outlive the result. Missing fields and options out of range are added to
// `problems`, each with its field.
BakeRequestBytes FromWire(const v1::ClipSource& clip, const v1::RigSource& target, const v1::BakeOptions& options,
                          RequestProblems& problems);

v1::Plan ToWire(const Plan& plan, const Rig& source, const Rig& target);
// Bone names come from `rig`, which may be null where the answer has no bones.
v1::HumanoidAnswer ToWire(const HumanoidAnswer& answer, const Rig* rig);
v1::LimbDistance ToWire(const LimbDistance& distance);
v1::BakeOrigin ToWire(BakeOrigin origin);

// `answer` as a response; the bytes go in where they are at most kMaxInlineBytes and `omit_bytes` is false.
v1::BakeResponse ToWire(const BakeAnswer& answer, bool omit_bytes);

// Largest payload of one message, inline or chunk: 2 MiB.
inline constexpr size_t kMaxInlineBytes = size_t{2} << 20;

}  // namespace retarget
