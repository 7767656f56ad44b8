#pragma once
/// A FIX session of tests/support/durable_fix_end.hpp on a local stream socket, polled.
///
/// Threads: one. Allocation: free. Tests only.

#include <filesystem>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/store/fix_store.hpp"
#include "tests/support/durable_fix_end.hpp"

namespace hotpath::crash {

/// Orders of an end without a report.
inline constexpr std::uint64_t kOrdersOnTheirWay = 20;

/// The worker's exit codes.
inline constexpr int kFixNotOpened = 3;
inline constexpr int kFixFaulty = 4;  // lost or doubled, or closed by an error; it says what
inline constexpr int kFixHungUp = 5;

[[nodiscard]] store::FixStoreOptions fix_crash_options(journal::AckMode mode);
[[nodiscard]] Time fix_now();

class FixWire {
  public:
    explicit FixWire(int socket) noexcept : socket_(socket) {}
    FixWire(const FixWire&) = delete;
    FixWire& operator=(const FixWire&) = delete;
    ~FixWire();

    /// Waits at most a millisecond for bytes; takes them, sends what is durable, gives the next
    /// orders when there are fewer than that many. False when the peer has hung up.
    [[nodiscard]] bool run(support::DurableFixEnd& end, std::uint64_t orders);

  private:
    [[nodiscard]] bool receive(support::DurableFixEnd& end);
    [[nodiscard]] bool send(support::DurableFixEnd& end);

    int socket_;
};

/// Aborts when they cannot be had.
[[nodiscard]] int listen_at(const std::filesystem::path& path);
/// -1 when the test is gone.
[[nodiscard]] int connect_to(const std::filesystem::path& path);
/// -1 when there is none for that long.
[[nodiscard]] int accept_from(int listener, int milliseconds);

}  // namespace hotpath::crash
