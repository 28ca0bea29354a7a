#include "core/retarget/source_view.h"

#include "core/retarget/mirror.h"

namespace retarget {

SourceView ViewSource(const Rig& rig, const Clip* clip, const BakeOptions& options) {
  SourceView view{&rig, clip, ResolveProfile(rig), nullptr, nullptr};
  if (!options.mirror) return view;
  view.answer.profile = MirroredProfile(view.answer.profile);
  view.own_rig = std::make_unique<const Rig>(MirroredRig(rig));
  view.rig = view.own_rig.get();
  if (clip != nullptr) view.own_clip = std::make_unique<const Clip>(MirroredClip(*clip));
  view.clip = view.own_clip.get();
  return view;
}

}  // namespace retarget
