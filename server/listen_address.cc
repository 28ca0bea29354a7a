#include "server/listen_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"

namespace retarget {
namespace {

constexpr std::string_view kUnixPrefix = "unix:";
constexpr std::string_view kLoopbackPrefix = "127.";

// A socket address of any family, ready for bind().
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  int family() const { return storage.ss_family; }
};

class Socket {
 public:
  explicit Socket(int family) : fd_(socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0)) {}
  ~Socket() {
    if (fd_ >= 0) close(fd_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  int fd() const { return fd_; }

 private:
  const int fd_;
};

absl::Status Refused(const std::string& address, std::string_view why) {
  return absl::InvalidArgumentError(Cat("cannot listen on ", Quoted(address), ": ", why,
                                        "; use 127.0.0.1:PORT, [::1]:PORT, localhost:PORT or unix:PATH"));
}

absl::StatusOr<SocketAddress> ParseUnix(const std::string& address) {
  const std::string path = address.substr(kUnixPrefix.size());
  SocketAddress out;
  auto* in = reinterpret_cast<sockaddr_un*>(&out.storage);
  if (path.empty()) return Refused(address, "the path is missing");
  if (path.size() >= sizeof in->sun_path) {
    return Refused(address, Cat("the path is longer than ", sizeof in->sun_path - 1, " bytes"));
  }
  in->sun_family = AF_UNIX;
  std::memcpy(in->sun_path, path.c_str(), path.size() + 1);
  out.size = sizeof(sockaddr_un);
  return out;
}

std::optional<uint16_t> ParsePort(std::string_view text) {
  uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

absl::StatusOr<SocketAddress> ParseTcp(const std::string& address) {
  const size_t colon = address.rfind(':');
  if (colon == std::string::npos) return Refused(address, "the port is missing");
  const std::optional<uint16_t> port = ParsePort(std::string_view(address).substr(colon + 1));
  if (!port) return Refused(address, "the port is not a number from 0 to 65535");
  std::string host = address.substr(0, colon);
  if (host == "localhost") host = "127.0.0.1";
  SocketAddress out;
  if (host == "[::1]") {
    auto* in = reinterpret_cast<sockaddr_in6*>(&out.storage);
    in->sin6_family = AF_INET6;
    in->sin6_port = htons(*port);
    in->sin6_addr = in6addr_loopback;
    out.size = sizeof(sockaddr_in6);
    return out;
  }
  auto* in = reinterpret_cast<sockaddr_in*>(&out.storage);
  if (!host.starts_with(kLoopbackPrefix) || inet_pton(AF_INET, host.c_str(), &in->sin_addr) != 1) {
    return Refused(address, "it can be reached from other machines, which needs TLS, and this version has none");
  }
  in->sin_family = AF_INET;
  in->sin_port = htons(*port);
  out.size = sizeof(sockaddr_in);
  return out;
}

absl::StatusOr<SocketAddress> Parse(const std::string& address) {
  return address.starts_with(kUnixPrefix) ? ParseUnix(address) : ParseTcp(address);
}

absl::Status InUse(const std::string& address) {
  return absl::FailedPreconditionError(Cat("cannot listen on ", Quoted(address),
                                           ": another program serves it already; stop that one, or choose another "
                                           "address with --listen or `listen` in the configuration"));
}

absl::Status CannotUse(const std::string& address, int error) {
  return absl::FailedPreconditionError(Cat("cannot listen on ", Quoted(address), ": ", std::strerror(error),
                                           "; choose another address with --listen or `listen` in the configuration"));
}

// gRPC replaces an existing socket file, even one in use: only a connection shows whether somebody listens.
absl::Status ProbeUnix(const std::string& address, const SocketAddress& target) {
  const std::filesystem::path path = address.substr(kUnixPrefix.size());
  std::error_code error;
  const std::filesystem::file_status file = std::filesystem::status(path, error);
  if (std::filesystem::exists(file)) {
    if (file.type() != std::filesystem::file_type::socket) return CannotUse(address, EEXIST);
    const Socket socket(AF_UNIX);
    return connect(socket.fd(), target.get(), target.size) == 0 ? InUse(address) : absl::OkStatus();
  }
  const Socket socket(AF_UNIX);
  if (bind(socket.fd(), target.get(), target.size) != 0) return CannotUse(address, errno);
  std::filesystem::remove(path, error);
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckListenAddress(const std::string& address) { return Parse(address).status(); }

absl::Status ProbeListenAddress(const std::string& address) {
  ASSIGN_OR_RETURN(const SocketAddress target, Parse(address));
  if (target.family() == AF_UNIX) return ProbeUnix(address, target);
  const Socket socket(target.family());
  const int on = 1;  // as gRPC does: connections of an earlier daemon that linger are no obstacle
  setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(socket.fd(), target.get(), target.size) == 0) return absl::OkStatus();
  return errno == EADDRINUSE ? InUse(address) : CannotUse(address, errno);
}

}  // namespace retarget
