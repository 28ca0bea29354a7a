// The same for twenty bakes of the corpus: real rigs, many conventions, A and T binds, rests that are poses. The corpus
// stays where it is (RETARGETD_CORPUS); only digests are kept here. Exit code 77: there is no corpus.

#include <array>
#include <iostream>
#include <map>
#include <string>

#include "core/import/animation.h"
#include "core/import/scene.h"
#include "digest_program.h"
#include "tests/support/corpus.h"

namespace retarget::testing {
namespace {

struct CorpusBake {
  const char *source, *clip, *target;
};

constexpr std::array<CorpusBake, 20> kBakes = {{
    {"mixamo-michelle", "SambaDance", "mixamo-soldier"},
    {"mixamo-soldier", "Run", "mixamo-michelle"},
    {"mixamo-soldier", "Walk", "mixamo-soldier-draco"},
    {"mixamo-xbot", "run", "vrm1-debug-robot"},
    {"mixamo-xbot", "sneak_pose", "rocketbox-female"},
    {"mixamo-soldier", "Idle", "vrm0-rotated-armature"},
    {"kaykit-knight", "Walking_A", "mixamo-xbot"},
    {"kaykit-knight", "Death_B", "kaykit-medium-general"},
    {"kaykit-medium-general", "Rig_Medium|Death_A", "quaternius-woman"},
    {"rigify-human-base", "Jog_Fwd_Loop", "ue-human-rig"},
    {"rigify-human-base", "Roll", "ue-zombie"},
    {"ue-human-clip", "New Custom", "rpm-a-pose"},
    {"rocketbox-idle", "Take 001", "mixamo-soldier"},
    {"poser-cmu-91-50", "0", "mixamo-michelle"},
    {"cesium-man-unnamed", "0", "mixamo-xbot"},
    {"mannequiny", "0", "gobot"},
    {"godot-robot-mirrored", "0", "kenney-medium"},
    {"robot-expressive", "Dance", "mixamo-xbot"},
    {"vrma-vroid", "animation", "vrm0-cats-voxel"},
    {"quaternius-cyberpunk", "0", "vrm1-non-humanoid-names"},
}};

using Scenes = std::map<std::string, Scene>;

Scenes LoadAll() {
  Scenes scenes;
  for (const CorpusBake& bake : kBakes) {
    for (const std::string id : {bake.source, bake.target}) {
      if (scenes.count(id)) continue;
      absl::StatusOr<Scene> scene = LoadSceneFile(CorpusEntryOf(id).path);
      if (scene.ok()) scenes.emplace(id, *std::move(scene));
    }
  }
  return scenes;
}

std::string LineOf(const Scenes& scenes, const CorpusBake& bake) {
  const std::string name = std::string(bake.source) + "|" + bake.clip + "|" + bake.target;
  const auto source = scenes.find(bake.source), target = scenes.find(bake.target);
  if (source == scenes.end() || target == scenes.end() || !target->second.rig) return name + " cannot be read\n";
  const absl::StatusOr<Animation> animation = ResolveAnimation(source->second, bake.clip, nullptr, false);
  if (!animation.ok()) return name + " " + animation.status().ToString() + "\n";
  return DigestLine(name, animation->rig, *target->second.rig, animation->clip);
}

int Main(int argc, char** argv) {
  if (CorpusFolder().empty()) {
    std::cerr << "no corpus: set RETARGETD_CORPUS to the folder that holds manifest.json\n";
    return RunningInCi() ? 1 : 77;
  }
  const Scenes scenes = LoadAll();
  return DigestMain(argc, argv, [&scenes] {
    std::string lines;
    for (const CorpusBake& bake : kBakes) lines += LineOf(scenes, bake);
    return lines;
  });
}

}  // namespace
}  // namespace retarget::testing

int main(int argc, char** argv) { return retarget::testing::Main(argc, argv); }
