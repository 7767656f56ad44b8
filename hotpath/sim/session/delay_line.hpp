#pragma once
/// A wire with a latency: byte messages go in at one end and come out, whole and in order, when
/// their LatencyModel has them arrive.
///
/// No message overtakes another, so the line is a first-in first-out queue and needs no ordering.
/// Threads: one owner. Allocation: the ring grows to the most that was ever in flight and stays.
/// Complexity: O(1) amortised and one copy in, none out: front() views the ring.

#include <cstddef>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/session/latency_model.hpp"

namespace hotpath::sim::session {

class DelayLine {
  public:
    explicit DelayLine(LatencyModel latency) : latency_(std::move(latency)) {}

    [[nodiscard]] bool is_empty() const noexcept { return head_ == flights_.size(); }
    [[nodiscard]] std::size_t in_flight() const noexcept { return flights_.size() - head_; }

    /// When the oldest message arrives; kNever when the line is empty.
    [[nodiscard]] Time due() const noexcept { return is_empty() ? kNever : flights_[head_].due; }

    /// The oldest message; valid until the next send() or pop(). The line is not empty.
    [[nodiscard]] Bytes front() const noexcept;

    /// `now` never goes backwards. A packet stands for `messages`.
    void send(Bytes message, Time now, std::size_t messages = 1) {
        append(message, latency_.arrival(now, messages));
    }
    /// Without a latency, but overtaking nothing: later messages arrive as if it were not there.
    void send_soonest(Bytes message, Time now) { append(message, latency_.soonest(now)); }
    void pop() noexcept;

  private:
    struct Flight {
        Time due;
        std::size_t begin = 0;  // in bytes_
        std::size_t length = 0;
    };

    void append(Bytes message, Time due);
    void make_room();

    LatencyModel latency_;
    std::vector<Flight> flights_;  // those before head_ have arrived
    std::size_t head_ = 0;
    std::vector<std::byte> bytes_;
};

}  // namespace hotpath::sim::session
