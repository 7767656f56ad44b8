#include "tests/support/own_ports.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::support {

namespace {

/// Stays open until the process ends. False when another process has the block.
[[nodiscard]] bool reserve(std::uint16_t block) {
    const std::string name = "hotpath-test-ports-" + std::to_string(block);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::ranges::copy(name, address.sun_path + 1);  // abstract: it begins with a zero
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (::bind(socket, reinterpret_cast<const sockaddr*>(&address), length) == 0) {
        return true;
    }
    ::close(socket);
    return false;
}

/// As a server binds it: a connection that has ended does not keep a port of TCP.
[[nodiscard]] bool can_bind(int type, std::uint16_t port) {
    const int socket = ::socket(AF_INET, type | SOCK_CLOEXEC, 0);
    const int is_reused = type == SOCK_STREAM ? 1 : 0;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &is_reused, sizeof is_reused);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    const bool is_bound =
        ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(socket);
    return is_bound;
}

/// The blocks of this process, one after the other.
class OwnPorts {
  public:
    [[nodiscard]] std::uint16_t next() {
        for (;;) {
            if (next_ == end_) {
                take_a_block();
            }
            const std::uint16_t port = next_++;
            if (can_bind(SOCK_STREAM, port) && can_bind(SOCK_DGRAM, port)) {
                return port;
            }
        }
    }

  private:
    void take_a_block() {
        // Processes that follow each other begin at different ones.
        const auto first = static_cast<std::uint32_t>(::getpid());
        for (std::uint32_t n = 0; n < kPortBlocks; ++n) {
            const auto block = static_cast<std::uint16_t>((first + n) % kPortBlocks);
            if (reserve(block)) {
                next_ = static_cast<std::uint16_t>(kOwnPortsFirst + block * kPortsOfBlock);
                end_ = static_cast<std::uint16_t>(next_ + kPortsOfBlock);
                return;
            }
        }
        HOTPATH_ASSERT(false, "no block of ports is free: other tests have them all");
    }

    std::uint16_t next_ = 0;
    std::uint16_t end_ = 0;
};

}  // namespace

std::uint16_t own_port() {
    static OwnPorts ports;
    return ports.next();
}

}  // namespace hotpath::support
