#include "server/listen_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "core/base/cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/process.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::StatusIs;
using ::retarget::testing::TempDir;
using ::testing::AllOf;
using ::testing::HasSubstr;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
constexpr auto kFailed = absl::StatusCode::kFailedPrecondition;

TEST(ListenAddress, RefusesAddressesOtherMachinesCanReach) {
  for (const std::string address : {"0.0.0.0:7411", "[::]:7411", "192.168.1.4:7411", "example.org:7411", "*:7411"}) {
    EXPECT_THAT(CheckListenAddress(address),
                StatusIs(kInvalid, AllOf(HasSubstr(address), HasSubstr("TLS"), HasSubstr("use 127.0.0.1:PORT"))));
  }
}

TEST(ListenAddress, RefusesWhatIsNoAddress) {
  EXPECT_THAT(CheckListenAddress("7411"), StatusIs(kInvalid, HasSubstr("the port is missing")));
  EXPECT_THAT(CheckListenAddress("127.0.0.1:"), StatusIs(kInvalid, HasSubstr("port is not a number")));
  EXPECT_THAT(CheckListenAddress("127.0.0.1:65536"), StatusIs(kInvalid, HasSubstr("0 to 65535")));
  EXPECT_THAT(CheckListenAddress("127.evil.example:7411"), StatusIs(kInvalid, HasSubstr("TLS")));
  EXPECT_THAT(CheckListenAddress("unix:"), StatusIs(kInvalid, HasSubstr("path is missing")));
  EXPECT_THAT(CheckListenAddress("unix:/" + std::string(200, 'a')), StatusIs(kInvalid, HasSubstr("107 bytes")));
}

TEST(ListenAddress, AcceptsThisMachine) {
  for (const char* address :
       {"127.0.0.1:7411", "127.1.2.3:0", "localhost:65535", "[::1]:7411", "unix:/run/a", "unix:a"}) {
    EXPECT_OK(CheckListenAddress(address));
  }
}

TEST(ListenAddress, ProbeNamesAPortInUse) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in in{};
  in.sin_family = AF_INET;
  in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof in;
  ASSERT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&in), size), 0);
  ASSERT_EQ(listen(fd, 1), 0);
  ASSERT_EQ(getsockname(fd, reinterpret_cast<sockaddr*>(&in), &size), 0);
  const std::string address = Cat("127.0.0.1:", ntohs(in.sin_port));
  EXPECT_THAT(ProbeListenAddress(address),
              StatusIs(kFailed, AllOf(HasSubstr(address), HasSubstr("another program"), HasSubstr("--listen"))));
  close(fd);
  EXPECT_OK(ProbeListenAddress(address));
}

TEST(ListenAddress, ProbeTellsALiveSocketFileFromADeadOne) {
  const TempDir folder;
  const std::string path = folder.File("s");
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un un{};
  un.sun_family = AF_UNIX;
  std::strncpy(un.sun_path, path.c_str(), sizeof un.sun_path - 1);
  ASSERT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&un), sizeof un), 0);
  ASSERT_EQ(listen(fd, 1), 0);
  EXPECT_THAT(ProbeListenAddress("unix:" + path), StatusIs(kFailed, HasSubstr("another program")));
  close(fd);
  EXPECT_OK(ProbeListenAddress("unix:" + path));
}

TEST(ListenAddress, ProbeRefusesAFileThatIsNoSocketAndAMissingFolder) {
  const TempDir folder;
  std::ofstream(folder.File("plain")) << "x";
  EXPECT_THAT(ProbeListenAddress("unix:" + folder.File("plain")), StatusIs(kFailed, HasSubstr("File exists")));
  EXPECT_THAT(ProbeListenAddress("unix:" + folder.File("none/s")), StatusIs(kFailed, HasSubstr("No such file")));
  EXPECT_OK(ProbeListenAddress("unix:" + folder.File("fresh")));
  EXPECT_EQ(folder.List(), std::vector<std::string>{"plain"}) << "the probe left its socket behind";
}

}  // namespace
}  // namespace retarget
