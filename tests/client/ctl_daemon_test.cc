// The commands that speak to a daemon, against the real one.

#include <signal.h>

#include <chrono>
#include <memory>

#include "tests/client/ctl_fixture.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// One daemon with an empty store for each test.
class CtlDaemon : public CtlTest {
 protected:
  CtlDaemon() : socket_("unix:" + daemon_folder_.File("s")) {
    server_ = socket_;
    daemon_ = std::make_unique<BackgroundProcess>(
        std::vector<std::string>{RETARGETD, "--listen", socket_, "--data-dir", daemon_folder_.File("data")});
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (Ctl({"stats"}).exit_code != 0 && daemon_->Running() && std::chrono::steady_clock::now() < deadline) {
    }
    EXPECT_TRUE(daemon_->Running()) << daemon_->Output();
  }
  ~CtlDaemon() override {
    daemon_->Signal(SIGTERM);
    EXPECT_OK(daemon_->Wait());
  }

  nlohmann::json Bake(const std::string& output, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"bake", Hero(), "--clip", "Walk", "--target", Imp(), "-o", Path(output)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return CtlJson(arguments);
  }

  TempDir daemon_folder_;
  std::string socket_;
  std::unique_ptr<BackgroundProcess> daemon_;
};

constexpr char kNoBake[] =
    "0000000000000000000000000000000000000000000000000000000000000000."
    "0000000000000000000000000000000000000000000000000000000000000000.rel";

TEST_F(CtlDaemon, BakesOnceThenHitsAndGivesTheBytesOfALocalBake) {
  const nlohmann::json first = Bake("a.zanim");
  EXPECT_EQ(first["origin"], "baked");
  EXPECT_FALSE(first["hit"]);
  EXPECT_LT(first["limbErrorDeg"]["max"], 0.5);
  const nlohmann::json second = Bake("b.zanim");
  EXPECT_TRUE(second["hit"]);
  EXPECT_EQ(second["key"], first["key"]);
  const nlohmann::json local = Bake("c.zanim", {"--local"});
  EXPECT_EQ(local["key"], first["key"]);
  EXPECT_EQ(Read(Path("a.zanim")), Read(Path("b.zanim")));
  EXPECT_EQ(Read(Path("a.zanim")), Read(Path("c.zanim")));
}

TEST_F(CtlDaemon, OptionsMakeOtherBakesWithTheKeysOfLocalOnes) {
  const std::vector<std::string> options = {
      "--fps",         "12",       "--name",       "Stroll", "--symmetrize", "--feet", "carried",      "--mirror",
      "--root-motion", "in_place", "--hips-scale", "0.5",    "--floor",      "match",  "--scale-keys", "ratio"};
  std::vector<std::string> local = options;
  local.push_back("--local");
  const nlohmann::json baked = Bake("a.zanim", options);
  EXPECT_EQ(baked["clip"], "Stroll");
  EXPECT_EQ(Bake("b.zanim", local)["key"], baked["key"]);
  EXPECT_EQ(Read(Path("a.zanim")), Read(Path("b.zanim")));
  EXPECT_NE(Bake("c.zanim")["key"], baked["key"]);
}

TEST_F(CtlDaemon, FetchWritesTheStoredBake) {
  const std::string key = Bake("a.glb")["key"];
  ASSERT_THAT(Ctl({"fetch", key, "--target", Imp(), "-o", Path("b.glb")}), Succeeds());
  EXPECT_EQ(Read(Path("a.glb")), Read(Path("b.glb")));
  EXPECT_THAT(Ctl({"fetch", key, "-o", Path("c.glb")}), FailsWith(2, HasSubstr("--target")));
  EXPECT_THAT(Ctl({"fetch", key, "--target", Hero(), "-o", Path("c.glb")}), FailsWith(2, HasSubstr("not the rig")));
  EXPECT_THAT(Ctl({"fetch", kNoBake, "-o", Path("c.zanim")}), FailsWith(4, HasSubstr("bake")));
  EXPECT_THAT(Ctl({"fetch", "nonsense", "-o", Path("c.zanim")}), FailsWith(2, HasSubstr("key")));
  EXPECT_THAT(folder_.List(), ElementsAre("a.glb", "b.glb"));
}

TEST_F(CtlDaemon, InspectDescribesAStoredBake) {
  const std::string key = Bake("a.zanim")["key"];
  const nlohmann::json answer = CtlJson({"inspect", key});
  EXPECT_EQ(answer["clips"][0]["name"], "Walk");
  EXPECT_EQ(answer["sizeBytes"], Read(Path("a.zanim")).size());
  EXPECT_THAT(answer["aux"], AllOf(Contains("report"), Contains("plan")));
}

TEST_F(CtlDaemon, AuxIsStoredBesideTheBake) {
  const std::string key = Bake("a.zanim")["key"];
  const std::string data = Write("contacts", std::string("left\0right", 10));
  ASSERT_THAT(Ctl({"aux", "put", key, "contacts", data}), Succeeds());
  EXPECT_THAT(CtlJson({"aux", "list", key})["names"], Contains("contacts"));
  EXPECT_EQ(Ctl({"aux", "get", key, "contacts"}).out, Read(data));
  EXPECT_EQ(CtlJson({"aux", "get", key, "contacts", "-o", Path("copy")})["sizeBytes"], 10);
  EXPECT_EQ(Read(Path("copy")), Read(data));
  EXPECT_THAT(Ctl({"aux", "get", key, "report"}).out, HasSubstr("limbDirectionDeg"));
  EXPECT_THAT(Ctl({"aux", "get", key, "nothing"}), FailsWith(4, HasSubstr("nothing")));
  EXPECT_THAT(Ctl({"aux", "put", kNoBake, "contacts", data}), FailsWith(4, HasSubstr("bake")));
  EXPECT_THAT(Ctl({"aux", "put", key, "report", data}), FailsWith(2, HasSubstr("report")));
}

TEST_F(CtlDaemon, ClearCountsFirstAndThenRemoves) {
  const std::string key = Bake("a.zanim")["key"];
  Bake("b.zanim", {"--symmetrize"});
  EXPECT_EQ(CtlJson({"clear", "--everything", "--dry-run"})["bakes"], 2);
  EXPECT_EQ(CtlJson({"clear", "--bake-key", key})["bakes"], 1);
  EXPECT_THAT(Ctl({"fetch", key, "-o", Path("c.zanim")}), FailsWith(4, HasSubstr("bake")));
  const std::string base_key = key.substr(0, key.rfind('.'));
  EXPECT_EQ(CtlJson({"clear", "--base-key", base_key})["bakes"], 1);
  EXPECT_EQ(CtlJson({"clear", "--everything", "--yes"})["bakes"], 0);
}

TEST_F(CtlDaemon, StatsCountBakesAndHits) {
  Bake("a.zanim");
  Bake("a.zanim");
  const nlohmann::json stats = CtlJson({"stats"});
  EXPECT_EQ(stats["bakes"]["baked"], 1);
  EXPECT_EQ(stats["bakes"]["run"], 1);
  EXPECT_EQ(stats["store"]["bakes"], 1);
  EXPECT_THAT(Ctl({"stats"}).out, HasSubstr("1 baked"));
}

TEST_F(CtlDaemon, ASilentDaemonIsWaitedForWithProgressUntilTheTimeout) {
  daemon_->Signal(SIGSTOP);
  const std::vector<std::string> fetch = {"fetch", kNoBake, "-o", Path("o.zanim"), "--timeout", "2"};
  EXPECT_THAT(Ctl(fetch), FailsWith(5, AllOf(HasSubstr("did not answer within 2000 ms"), Not(HasSubstr("fetching")))));
  std::vector<std::string> shown = fetch;
  shown.push_back("--progress");
  EXPECT_THAT(Ctl(shown), FailsWith(5, HasSubstr("fetching (1 s)")));
  daemon_->Signal(SIGCONT);
}

TEST_F(CtlDaemon, ARefusedBakeNamesTheFilesAndWritesNothing) {
  const std::string chain = Write("chain.json", ChainRigJson(4));
  EXPECT_THAT(Ctl({"bake", Hero(), "--clip", "Walk", "--target", chain, "-o", Path("o.glb")}),
              FailsWith(1, AllOf(HasSubstr("chain.json"), HasSubstr("leftarm"))));
  EXPECT_THAT(folder_.List(), ElementsAre("chain.json"));
  EXPECT_THAT(Ctl({"stats"}), Succeeds());
}

}  // namespace
}  // namespace retarget::testing
