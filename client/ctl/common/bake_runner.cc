#include "client/ctl/common/bake_runner.h"

#include <utility>

#include "cache/bake_key.h"
#include "client/bake_request.h"
#include "client/ctl/common/progress.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/clip/codecs.h"
#include "core/retarget/bake.h"
#include "core/retarget/content_hash.h"

namespace retarget::ctl {
namespace {

// The wire counts from 1: 0 means the default.
template <typename Wire, typename Enum>
Wire WireValue(Enum value) {
  return static_cast<Wire>(static_cast<int>(value) + 1);
}

v1::BakeRequest MakeRequest(const BakeInputs& inputs, const BakeOptions& options) {
  v1::BakeRequest request;
  *request.mutable_clip() = MakeClipSource(*inputs.clip, inputs.source);
  *request.mutable_target() = MakeRigSource(inputs.target);
  v1::BakeOptions& out = *request.mutable_options();
  out.set_clip_name(options.clip_name);
  out.set_feet(WireValue<v1::FootReference>(options.feet));
  out.set_symmetrize(options.symmetrize);
  out.set_sample_rate_hz(options.sample_rate_hz);
  out.set_tolerance_deg(options.tolerance_deg);
  out.set_mirror(options.mirror);
  out.set_root_motion(WireValue<v1::RootMotion>(options.root_motion));
  out.set_hips_scale(WireValue<v1::HipsScale>(options.hips_scale));
  if (options.hips_scale == HipsScale::kFactor) out.set_hips_factor(options.hips_factor);
  out.set_floor_match(options.floor_match);
  out.set_scale_keys(WireValue<v1::ScaleKeys>(options.scale_keys));
  return request;
}

std::string OriginText(v1::BakeOrigin origin) {
  switch (origin) {
    case v1::BAKE_ORIGIN_HOT:
      return "hit in memory";
    case v1::BAKE_ORIGIN_DISK:
      return "hit on disk";
    case v1::BAKE_ORIGIN_JOINED:
      return "joined";
    default:
      return "baked";
  }
}

// As the daemon names this bake; the algorithm and options are part of it.
std::string KeyOf(const BakeInputs& inputs, const BakeOptions& options, const Plan& plan) {
  const BakeIdentity id = IdentifyBake(*inputs.clip, inputs.source, inputs.target, plan, options);
  BakeKey key;
  key.clip = id.clip;
  key.rig = id.rig;
  key.mode = options.symmetrize ? BakeMode::kAbsolute : BakeMode::kRelative;
  if (!id.default_options) key.options = id.options;
  return key.Text();
}

void Append(std::vector<std::string>& out, const std::vector<std::string>& more) {
  out.insert(out.end(), more.begin(), more.end());
}

}  // namespace

absl::StatusOr<BakedClip> BakeThroughDaemon(const BakeInputs& inputs, const BakeOptions& options,
                                            const DaemonOptions& daemon, const Console& console) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Client> client, OpenClient(daemon));
  Progress progress(console, Cat("baking through ", daemon.address));
  absl::StatusOr<v1::BakeResponse> response =
      client->Bake(MakeRequest(inputs, options), [&](int64_t received, int64_t size) {
        progress.Update(Cat("fetching ", SizeText(received), " of ", SizeText(size)));
      });
  if (!response.ok()) return WithStartHint(response.status(), "or bake without one: --local");
  ASSIGN_OR_RETURN(Clip clip, DecodeZanim(response->zanim()));
  BakedClip baked{.key = response->bake_key(),
                  .origin = OriginText(response->origin()),
                  .zanim = std::move(*response->mutable_zanim()),
                  .clip = std::move(clip),
                  .report = ParseJson(response->report_json()),
                  .warnings = inputs.warnings};
  Append(baked.warnings, {response->plan().warnings().begin(), response->plan().warnings().end()});
  return baked;
}

absl::StatusOr<BakedClip> BakeLocally(const BakeInputs& inputs, const BakeOptions& options, const Console& console) {
  const Progress progress(console, "baking");
  BakeResult result;
  BakeJob job;
  job.source = &inputs.source;
  job.target = &inputs.target;
  job.clip = &*inputs.clip;
  job.options = options;
  job.result = &result;
  RETURN_IF_ERROR(job.Run());
  BakedClip baked{.key = KeyOf(inputs, options, result.plan),
                  .origin = "local",
                  .zanim = EncodeZanim(result.clip),
                  .clip = std::move(result.clip),
                  .report = ParseJson(ReportToJson(result.report)),
                  .warnings = inputs.warnings};
  Append(baked.warnings, result.plan.warnings);
  return baked;
}

}  // namespace retarget::ctl
