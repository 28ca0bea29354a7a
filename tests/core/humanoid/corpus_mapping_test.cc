// Every true bone map of the corpus against DeriveProfile: with names, and with the names taken away and the order
// shuffled. Counts as the acceptance tool does: body roles and fingers apart, borderline entries left out.

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <random>
#include <set>

#include "core/base/cat.h"
#include "core/humanoid/derive_profile.h"
#include "core/import/scene.h"
#include "gtest/gtest.h"
#include "tests/support/corpus.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

constexpr std::string_view kTrunk[] = {"spine", "spine1", "spine2"};
constexpr unsigned kShuffleSeed = 7;

struct RoleName {
  const char* vrm;
  const char* ours;
};
constexpr RoleName kBody[] = {{"hips", "hips"},         {"spine", "spine"}, {"chest", "spine1"},
                              {"upperChest", "spine2"}, {"neck", "neck"},   {"head", "head"}};
constexpr RoleName kLimbs[] = {{"Shoulder", "shoulder"}, {"UpperArm", "arm"},   {"LowerArm", "forearm"},
                               {"Hand", "hand"},         {"UpperLeg", "upleg"}, {"LowerLeg", "leg"},
                               {"Foot", "foot"},         {"Toes", "toebase"}};
constexpr RoleName kFingers[] = {{"Thumb", "handthumb"},
                                 {"Index", "handindex"},
                                 {"Middle", "handmiddle"},
                                 {"Ring", "handring"},
                                 {"Little", "handpinky"}};

std::map<std::string, std::string> BodyNames() {
  std::map<std::string, std::string> out;
  for (const RoleName& role : kBody) out[role.vrm] = role.ours;
  for (const char* side : {"left", "right"}) {
    for (const RoleName& role : kLimbs) out[Cat(side, role.vrm)] = Cat(side, role.ours);
  }
  return out;
}

std::map<std::string, std::string> FingerNames() {
  std::map<std::string, std::string> out;
  for (const char* side : {"left", "right"}) {
    for (const RoleName& finger : kFingers) {
      const bool thumb = std::string_view(finger.vrm) == "Thumb";
      const std::array<const char*, 3> parts =
          thumb ? std::array{"Metacarpal", "Proximal", "Distal"} : std::array{"Proximal", "Intermediate", "Distal"};
      for (int i = 0; i < 3; ++i) out[Cat(side, finger.vrm, parts[i])] = Cat(side, finger.ours, i + 1);
    }
  }
  return out;
}

// A rig and where its bones were in the file.
struct Subject {
  Rig rig;
  std::vector<int> node_of;  // by bone of `rig`
};

Subject WithNames(const Rig& rig) {
  std::vector<int> nodes(rig.num_bones());
  for (int i = 0; i < rig.num_bones(); ++i) nodes[i] = i;
  return {rig, nodes};
}

// The same bones in another order, called bone_<i>.
Subject Anonymous(const Rig& rig) {
  std::vector<int> node_of(rig.num_bones());
  for (int i = 0; i < rig.num_bones(); ++i) node_of[i] = i;
  std::mt19937 random(kShuffleSeed);
  for (size_t i = node_of.size(); i > 1; --i) std::swap(node_of[i - 1], node_of[random() % i]);
  std::vector<int> bone_of(node_of.size());
  for (size_t i = 0; i < node_of.size(); ++i) bone_of[node_of[i]] = static_cast<int>(i);
  const RawRig raw = rig.ToRaw();
  RawRig out;
  for (size_t i = 0; i < node_of.size(); ++i) {
    RawBone bone = raw.bones[node_of[i]];
    bone.name = Cat("bone_", i);
    if (bone.parent >= 0) bone.parent = bone_of[bone.parent];
    out.bones.push_back(bone);
  }
  return {*Rig::Build(out), node_of};
}

struct Score {
  int right = 0, all = 0;
  void Add(bool ok) { right += ok, ++all; }
  double Part() const { return all == 0 ? 1.0 : static_cast<double>(right) / all; }
};

struct Scores {
  Score verdict, body, fingers;
  std::string misses;
};

class Scorer {
 public:
  Scorer(const Rig& original, const Subject& subject, const Profile& profile, const nlohmann::json& truth)
      : original_(original), subject_(subject), profile_(profile), truth_(truth) {}

  void AddTo(Scores& scores, const std::string& id) const {
    static const std::map<std::string, std::string> kBodyNames = BodyNames(), kFingerNames = FingerNames();
    for (const auto& [vrm, bone] : truth_.at("map").items()) {
      if (const auto body = kBodyNames.find(vrm); body != kBodyNames.end()) {
        const bool ok = Same(vrm, body->second) || TrunkFits(vrm, body->second);
        scores.body.Add(ok);
        if (!ok) scores.misses += Cat("\n  ", id, ": ", body->second, " should be ", bone.dump());
      } else if (const auto finger = kFingerNames.find(vrm); finger != kFingerNames.end()) {
        scores.fingers.Add(Same(vrm, finger->second));
      }
    }
  }

 private:
  int NodeOf(std::string_view role) const {
    const int bone = profile_.BoneOf(role);
    return bone < 0 ? -1 : subject_.node_of[bone];
  }

  int TrueNode(const std::string& vrm) const { return truth_.at("nodes").value(vrm, -2); }

  bool Same(const std::string& vrm, const std::string& role) const {
    const int node = NodeOf(role);
    if (node < 0) return false;
    if (node == TrueNode(vrm)) return true;
    const nlohmann::json also =
        truth_.value("also_accept", nlohmann::json::object()).value(vrm, nlohmann::json::array());
    return std::find(also.begin(), also.end(), original_.bone_names()[node]) != also.end();
  }

  // Trunks of other counts: the bone has another spine role, or all we mapped are spine bones.
  bool TrunkFits(const std::string& vrm, const std::string& role) const {
    if (std::find(std::begin(kTrunk), std::end(kTrunk), role) == std::end(kTrunk)) return false;
    const std::set<int> wanted = {TrueNode("spine"), TrueNode("chest"), TrueNode("upperChest")};
    bool all_wanted = NodeOf("spine") >= 0;
    for (const std::string_view trunk : kTrunk) {
      if (NodeOf(trunk) == TrueNode(vrm)) return true;
      all_wanted = all_wanted && (NodeOf(trunk) < 0 || wanted.contains(NodeOf(trunk)));
    }
    return all_wanted;
  }

  const Rig& original_;
  const Subject& subject_;
  const Profile& profile_;
  const nlohmann::json& truth_;
};

// BVH files join when there is an importer for them.
bool IsReadable(const CorpusEntry& entry) { return !entry.path.ends_with(".bvh"); }

Scores ScoreCorpus(Subject (*prepare)(const Rig&), HumanoidAnswer (*derive)(const Rig&)) {
  Scores scores;
  for (const CorpusEntry& entry : CorpusEntries()) {
    if (entry.borderline || !IsReadable(entry)) continue;
    const absl::StatusOr<Scene> scene = LoadSceneFile(entry.path);
    if (!scene.ok()) {
      ADD_FAILURE() << entry.id << ": " << scene.status().ToString();
      continue;
    }
    const Subject subject = prepare(*scene->rig);
    const HumanoidAnswer answer = derive(subject.rig);
    scores.verdict.Add(answer.humanoid == entry.humanoid);
    if (answer.humanoid != entry.humanoid) scores.misses += Cat("\n  ", entry.id, ": ", answer.reason);
    if (entry.humanoid) {
      Scorer(*scene->rig, subject, answer.profile, CorpusTruth(entry.id)).AddTo(scores, entry.id);
    }
  }
  return scores;
}

void Print(const char* what, const Scores& scores) {
  std::printf("%s: verdict %d/%d, body roles %d/%d, fingers %d/%d%s\n", what, scores.verdict.right, scores.verdict.all,
              scores.body.right, scores.body.all, scores.fingers.right, scores.fingers.all, scores.misses.c_str());
}

TEST(CorpusMapping, IsRightWithNames) {
  REQUIRE_CORPUS();
  const Scores scores = ScoreCorpus(WithNames, DeriveProfile);
  Print("names", scores);
  EXPECT_EQ(scores.verdict.right, scores.verdict.all) << scores.misses;
  EXPECT_EQ(scores.body.right, scores.body.all) << scores.misses;
  EXPECT_GE(scores.fingers.Part(), 0.95);
  EXPECT_GT(scores.body.all, 600);
}

TEST(CorpusMapping, IsRightWithTheFilesOwnProfile) {
  REQUIRE_CORPUS();
  const Scores scores = ScoreCorpus(WithNames, ResolveProfile);
  EXPECT_EQ(scores.verdict.right, scores.verdict.all) << scores.misses;
  EXPECT_EQ(scores.body.right, scores.body.all) << scores.misses;
  EXPECT_GE(scores.fingers.Part(), 0.95);
}

TEST(CorpusMapping, IsNearlyRightFromTheShapeAlone) {
  REQUIRE_CORPUS();
  const Scores scores = ScoreCorpus(Anonymous, DeriveProfile);
  Print("shape", scores);
  EXPECT_EQ(scores.verdict.right, scores.verdict.all) << scores.misses;
  EXPECT_GE(scores.body.Part(), 0.98) << scores.misses;
  EXPECT_GE(scores.fingers.Part(), 0.95);
}

TEST(CorpusMapping, SaysThatNamesLie) {
  REQUIRE_CORPUS();
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadSceneFile(CorpusEntryOf("godot-robot-mirrored").path));
  const HumanoidAnswer answer = DeriveProfile(*scene.rig);
  ASSERT_FALSE(answer.warnings.empty());
  const auto arm = std::find_if(answer.evidence.begin(), answer.evidence.end(),
                                [](const RoleEvidence& e) { return e.role == "leftarm"; });
  ASSERT_NE(arm, answer.evidence.end());
  EXPECT_EQ(arm->conflict, "the name says right, the bone stands on the left");
}

TEST(CorpusMapping, GivesAWeaponSlotNoFinger) {
  REQUIRE_CORPUS();
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadSceneFile(CorpusEntryOf("kaykit-knight").path));
  const HumanoidAnswer answer = DeriveProfile(*scene.rig);
  ASSERT_GE(scene.rig->FindBone("handslot.l"), 0);
  EXPECT_EQ(answer.profile.RoleOf(scene.rig->FindBone("handslot.l")), "");
  EXPECT_EQ(answer.profile.RoleOf(scene.rig->FindBone("handslot.r")), "");
}

}  // namespace
}  // namespace retarget::testing
