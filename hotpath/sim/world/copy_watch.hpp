#pragma once
/// CopyWatch: how long the executions and broken trades of one trader have waited for their drop copies, or these for
/// them, by what was delivered to it on both connections.
///
///   replies    E 7 ──> waits ─┐
///   copies     E 7 ───────────┴──> no longer: the oldest that waits says since when
///
/// The trader must stop when one waits too long, and not before. Threads: one owner. Allocation:
/// free. Complexity: O(1) a message.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"

namespace hotpath::sim::world {

class CopyWatch {
  public:
    /// Since when the oldest waits; none: both sides have the same executions.
    [[nodiscard]] std::optional<Nanos> waits_since() const {
        return ahead_.empty() ? std::nullopt : std::optional(ahead_.front());
    }

    void on_reply(std::uint64_t number, Bytes reply, Nanos now) {
        note(number, reply, {.last = last_reply_, .is_of_copies = false}, now);
    }
    void on_copy(std::uint64_t number, Bytes reply, Nanos now) {
        note(number, reply, {.last = last_copy_, .is_of_copies = true}, now);
    }

  private:
    struct Origin {
        std::uint64_t& last;
        bool is_of_copies;
    };

    /// Each number once, whatever the number of connections that bring it.
    void note(std::uint64_t number, Bytes reply, Origin origin, Nanos now) {
        if (number <= origin.last) {
            return;
        }
        origin.last = number;
        const char type = reply.empty() ? ' ' : std::to_integer<char>(reply.front());
        if (type != protocols::nasdaq::ouch50::OrderExecuted::kType &&
            type != protocols::nasdaq::ouch50::BrokenTrade::kType) {
            return;
        }
        if (ahead_.empty() || is_copy_ahead_ == origin.is_of_copies) {
            is_copy_ahead_ = origin.is_of_copies;
            ahead_.push_back(now);
        } else {
            ahead_.pop_front();
        }
    }

    std::uint64_t last_reply_ = 0;
    std::uint64_t last_copy_ = 0;
    bool is_copy_ahead_ = false;
    std::deque<Nanos> ahead_;  // when each of the side that is ahead came
};

}  // namespace hotpath::sim::world
