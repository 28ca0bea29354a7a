// The real retargetd as its own process: starting, refusing to start, stopping.

#include "tests/support/process.h"

#include <csignal>
#include <fstream>
#include <thread>

#include "gmock/gmock.h"
#include "tests/server/daemon_fixture.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::BackgroundProcess;
using ::retarget::testing::ProcessResult;
using ::retarget::testing::RunProcess;
using ::retarget::testing::TempDir;
using ::testing::AllOf;
using ::testing::HasSubstr;

const char kServing[] = "event=serving";

class ProcessTest : public ::testing::Test {
 protected:
  std::vector<std::string> Command(const std::string& socket, const std::string& data) const {
    return {RETARGETD_BINARY, "--listen", "unix:" + folder_.File(socket), "--data-dir", folder_.File(data)};
  }
  std::unique_ptr<v1::RetargetService::Stub> Connect(const std::string& socket) const {
    return v1::RetargetService::NewStub(ConnectTo("unix:" + folder_.File(socket)));
  }
  const TempDir folder_;
};

grpc::Status BakeOn(v1::RetargetService::Stub& stub, const v1::BakeRequest& request, v1::BakeResponse& response) {
  grpc::ClientContext context;
  return stub.Bake(&context, request, &response);
}

TEST_F(ProcessTest, ARestartKeepsABakeAsAHit) {
  v1::BakeResponse first, second;
  {
    BackgroundProcess daemon(Command("s", "d"));
    ASSERT_OK(daemon.WaitForOutput(kServing));
    ASSERT_THAT(BakeOn(*Connect("s"), SampleBake(), first), WireOk());
    daemon.Signal(SIGTERM);
    ASSERT_OK_AND_ASSIGN(const int exit_code, daemon.Wait());
    EXPECT_EQ(exit_code, 0) << daemon.Output();
    EXPECT_THAT(daemon.Output(), AllOf(HasSubstr("event=draining"), HasSubstr("event=stopped")));
  }
  BackgroundProcess daemon(Command("s", "d"));
  ASSERT_OK(daemon.WaitForOutput(kServing));
  ASSERT_THAT(BakeOn(*Connect("s"), SampleBake(), second), WireOk());
  EXPECT_EQ(second.origin(), v1::BAKE_ORIGIN_DISK);
  EXPECT_EQ(second.zanim(), first.zanim());
}

TEST_F(ProcessTest, AKilledDaemonKeepsWhatItAnswered) {
  v1::BakeResponse first, second;
  {
    BackgroundProcess daemon(Command("s", "d"));
    ASSERT_OK(daemon.WaitForOutput(kServing));
    ASSERT_THAT(BakeOn(*Connect("s"), SampleBake(), first), WireOk());
    daemon.Signal(SIGKILL);
    ASSERT_OK(daemon.Wait());
  }
  BackgroundProcess daemon(Command("s", "d"));  // the dead one's socket file is no obstacle
  ASSERT_OK(daemon.WaitForOutput(kServing));
  ASSERT_THAT(BakeOn(*Connect("s"), SampleBake(), second), WireOk());
  EXPECT_EQ(second.zanim(), first.zanim());
  EXPECT_EQ(second.origin(), v1::BAKE_ORIGIN_DISK);
}

TEST_F(ProcessTest, SigtermDuringABakeFinishesIt) {
  BackgroundProcess daemon(Command("s", "d"));
  ASSERT_OK(daemon.WaitForOutput(kServing));
  const auto stub = Connect("s");
  v1::BakeResponse response;
  grpc::Status status;
  std::thread caller([&] { status = BakeOn(*stub, LongBake(), response); });
  const auto admin = v1::AdminService::NewStub(ConnectTo("unix:" + folder_.File("s")));
  v1::GetStatsResponse stats;
  while (stats.bakes().in_flight_count() == 0) {
    grpc::ClientContext context;
    ASSERT_THAT(admin->GetStats(&context, {}, &stats), WireOk());
    ASSERT_EQ(stats.bakes().baked_count(), 0) << "the bake is too short for this test";
  }
  daemon.Signal(SIGTERM);
  caller.join();
  EXPECT_THAT(status, WireOk());
  ASSERT_OK_AND_ASSIGN(const int exit_code, daemon.Wait());
  EXPECT_EQ(exit_code, 0);
  const std::string log = daemon.Output();
  EXPECT_LT(log.find("event=draining"), log.find("event=call rpc=Bake code=OK")) << log;
}

TEST_F(ProcessTest, AnAddressInUseIsNamedWithWhatToDo) {
  BackgroundProcess first({RETARGETD_BINARY, "--listen", "127.0.0.1:0", "--data-dir", folder_.File("d1")});
  ASSERT_OK(first.WaitForOutput("address=127.0.0.1:"));
  const std::string log = first.Output();
  const size_t begin = log.find("address=") + 8;
  const std::string address = log.substr(begin, log.find('\n', begin) - begin);
  const ProcessResult second = RunProcess({RETARGETD_BINARY, "--listen", address, "--data-dir", folder_.File("d2")});
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.err, AllOf(HasSubstr(address), HasSubstr("another program"), HasSubstr("--listen")));
  EXPECT_TRUE(first.Running());
}

TEST_F(ProcessTest, ASocketInUseIsNotTakenOver) {
  BackgroundProcess first(Command("s", "d1"));
  ASSERT_OK(first.WaitForOutput(kServing));
  const ProcessResult second = RunProcess(Command("s", "d2"));
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.err, HasSubstr("another program"));
  v1::BakeResponse response;
  EXPECT_THAT(BakeOn(*Connect("s"), SampleBake(), response), WireOk());
}

TEST_F(ProcessTest, AStoreOfAnotherDaemonIsRefused) {
  BackgroundProcess first(Command("s1", "d"));
  ASSERT_OK(first.WaitForOutput(kServing));
  const ProcessResult second = RunProcess(Command("s2", "d"));
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.err, AllOf(HasSubstr(folder_.File("d")), HasSubstr("another")));
  v1::BakeResponse response;
  EXPECT_THAT(BakeOn(*Connect("s1"), SampleBake(), response), WireOk());
}

TEST_F(ProcessTest, AddressesOfOtherMachinesAreRefused) {
  const ProcessResult result =
      RunProcess({RETARGETD_BINARY, "--listen", "0.0.0.0:7411", "--data-dir", folder_.File("d")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("0.0.0.0:7411"), HasSubstr("TLS")));
  EXPECT_TRUE(folder_.List().empty()) << "nothing is written before the address is known to be good";
}

TEST_F(ProcessTest, BadConfigurationNamesFileLineAndNearestKey) {
  std::ofstream(folder_.File("c.yaml")) << "listen: \"127.0.0.1:0\"\ndata_dirs: x\n";
  const ProcessResult result = RunProcess({RETARGETD_BINARY, "--config", folder_.File("c.yaml")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("c.yaml"), HasSubstr("line 2"), HasSubstr("\"data_dir\"")));
}

TEST_F(ProcessTest, FlagsOverrideTheFileAndPrintConfigShowsBoth) {
  std::ofstream(folder_.File("c.yaml")) << "data_dir: from_file\nio: {threads: 3}\n";
  const ProcessResult result =
      RunProcess({RETARGETD_BINARY, "--config", folder_.File("c.yaml"), "--data-dir", "from_flag", "--print-config"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  ASSERT_OK_AND_ASSIGN(const Config config, ParseConfig(result.out));
  EXPECT_EQ(config.data_dir, "from_flag");
  EXPECT_EQ(config.io_threads, 3);
}

TEST_F(ProcessTest, VersionHelpAndBadFlags) {
  EXPECT_EQ(RunProcess({RETARGETD_BINARY, "--version"}).out, "retargetd 0.1.0\n");
  const ProcessResult help = RunProcess({RETARGETD_BINARY, "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, AllOf(HasSubstr("--config"), HasSubstr("--listen"), HasSubstr("Exit codes")));
  EXPECT_EQ(RunProcess({RETARGETD_BINARY, "--bogus"}).exit_code, 2);
}

}  // namespace
}  // namespace retarget
