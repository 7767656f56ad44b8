#pragma once
/// Where a demo runs: the market and the venue on one core, the trader on another one where there
/// are two.
///
/// Threads: those that are placed. Allocation: set-up. Complexity: O(cores).

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hotpath/core/cpu.hpp"

namespace hotpath::app {

inline constexpr std::uint32_t kDemoThreadsMax = 2;

struct Placement {
    /// A thread's core; nothing where it could not be pinned.
    using Core = std::optional<std::uint32_t>;

    std::uint32_t threads = 1;
    std::uint32_t threads_wanted = 1;
    Core venue{};   // of the market and the venue, and of everything with one thread
    Core trader{};  // with two threads

    /// "2: the market and the venue on core 0, the trader on core 1".
    [[nodiscard]] std::string text() const;
};

/// `threads` is 1 or 2. Two run where two cores are `allowed`, each pinned; otherwise one thread
/// runs, which is not pinned. The trader's core is not the other half of the venue's, if there is a
/// choice: `venue_siblings` are its hyperthreads.
[[nodiscard]] Placement place_demo(std::uint32_t threads, std::span<const std::uint32_t> allowed,
                                   std::span<const std::uint32_t> venue_siblings);
/// On this machine.
[[nodiscard]] Placement place_demo(std::uint32_t threads);

/// Pins the calling thread for as long as this lives, and forgets a core that it cannot have.
class PinnedThread {
  public:
    explicit PinnedThread(Placement::Core& core);
    PinnedThread(const PinnedThread&) = delete;
    PinnedThread& operator=(const PinnedThread&) = delete;
    ~PinnedThread();

  private:
    std::vector<std::uint32_t> before_{};  // empty: the thread was not pinned
};

}  // namespace hotpath::app
