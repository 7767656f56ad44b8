#pragma once
/// Ports of this process: no other test that runs on the machine gets them while the process lives.
///
///   const std::uint16_t port = support::own_port();     // of a server, or of a multicast group
///
/// A port that is found by binding and closing may be another test's before the server binds it; one above 32,767 may be
/// a sender's, which the kernel binds by itself. So a process reserves blocks of ports below that, each by an abstract
/// Unix socket of the block's name, which the kernel frees at the end of the process, however it ends.
/// tests/support/own_ports.py reserves the same blocks by the same names.
///
/// Threads: one at a time. Allocation: none. Bounds: kPortBlocks blocks on a machine at once. Tests only.

#include <cstdint>

namespace hotpath::support {

/// Above the ports of the examples of services, below those of docs/examples (26,400 on).
inline constexpr std::uint16_t kOwnPortsFirst = 16'000;
inline constexpr std::uint16_t kPortsOfBlock = 50;
inline constexpr std::uint16_t kPortBlocks = 200;

/// Another one at each call, to which nothing is bound, by TCP or by UDP. Aborts when every block is reserved: no test can
/// go on.
[[nodiscard]] std::uint16_t own_port();

}  // namespace hotpath::support
