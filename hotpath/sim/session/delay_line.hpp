#pragma once
/// A wire with a fixed latency: byte messages go in at one end and come out, whole and in order,
/// that much later.
///
/// The latency is the same for every message, so the line is a first-in first-out queue and needs
/// no ordering. Threads: one owner. Allocation: the ring grows to the most that was ever in flight
/// and stays. Complexity: O(1) amortised and one copy in, none out: front() views the ring.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::sim::session {

class DelayLine {
  public:
    explicit DelayLine(Nanos latency) : latency_(latency) {}

    [[nodiscard]] Nanos latency() const noexcept { return latency_; }
    [[nodiscard]] bool is_empty() const noexcept { return head_ == flights_.size(); }
    [[nodiscard]] std::size_t in_flight() const noexcept { return flights_.size() - head_; }

    /// When the oldest message arrives; kNever when the line is empty.
    [[nodiscard]] Time due() const noexcept { return is_empty() ? kNever : flights_[head_].due; }

    /// The oldest message; valid until the next send() or pop(). The line is not empty.
    [[nodiscard]] Bytes front() const noexcept;

    /// `now` never goes backwards.
    void send(Bytes message, Time now);
    void pop() noexcept;

  private:
    struct Flight {
        Time due;
        std::size_t begin = 0;  // in bytes_
        std::size_t length = 0;
    };

    void make_room();

    Nanos latency_;
    std::vector<Flight> flights_;  // those before head_ have arrived
    std::size_t head_ = 0;
    std::vector<std::byte> bytes_;
};

}  // namespace hotpath::sim::session
