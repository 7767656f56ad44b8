#pragma once
/// Pauses for a consumer that is as fast as its producer: they give the producer a head start.
///
/// At the producer's heels every look takes the line that the producer is about to write, and each
/// message then costs a line's way there and back. A consumer that finds a few messages a round
/// waits a little before it looks again, twice as long each time, until a round finds enough. After
/// a round of one message or none it looks at once: single messages are not delayed.
///
///   HeadStart head_start;
///   for (;;) { head_start.give(queue.poll(visit, 256)); }
///
/// Threads: one. Allocation: none. Complexity: pauses_max pause instructions at most, 20 to 50 ns
/// each.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hotpath/queue/disruptor/wait_strategy.hpp"

namespace hotpath::queue {

/// The best values depend on the distance of the cores (`hotpath tune` measures it). pauses_max =
/// 0: no pause.
struct HeadStartOptions {
    std::size_t messages_few = 64;
    std::uint32_t pauses_max = 32;

    friend constexpr bool operator==(const HeadStartOptions&, const HeadStartOptions&) = default;
};

class HeadStart {
  public:
    HeadStart() = default;
    explicit HeadStart(HeadStartOptions options) noexcept : options_(options) {}

    /// To be called between two rounds, with the messages that the last one found.
    void give(std::size_t found) noexcept {
        if (found <= 1) {
            pauses_ = 0;
        } else if (found < options_.messages_few) {
            pauses_ = std::min(2 * pauses_ + 1, options_.pauses_max);
        } else if (found >= 2 * options_.messages_few) {
            pauses_ /= 2;
        }
        for (std::uint32_t pause = 0; pause < pauses_; ++pause) {
            disruptor::pause_core();
        }
    }

    /// How many the last call made.
    [[nodiscard]] std::uint32_t pauses() const noexcept { return pauses_; }

  private:
    HeadStartOptions options_{};
    std::uint32_t pauses_ = 0;
};

}  // namespace hotpath::queue
