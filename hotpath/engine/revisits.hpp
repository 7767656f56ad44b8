#pragma once
/// Revisits: instruments to decide about again without a message.
///
///   a price is paused          once, when the pause ends
///   an order is refused        every `interval`, until one of the instrument is sent
///   an operator opens trading  at once, every traded instrument
/// The reason of a refusal can end without a message of the instrument: the strategy's pause, a
/// window of the risk gate, an order no longer open. So the book is shown until an order is sent.
/// Times are rounded up to a millisecond, so that waiting instruments share a timer. Threads: one.
/// Allocation: at construction. Complexity: O(1); take_due() O(instruments that wait).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::engine {

class Revisits {
  public:
    Revisits(Nanos interval, std::uint16_t instruments_max)
        : interval_(interval), waits_(std::size_t{instruments_max} + 1) {
        waiting_.reserve(waits_.size());
    }

    /// When take_due() has an instrument; kNever when none waits.
    [[nodiscard]] Time deadline() const noexcept { return deadline_; }
    [[nodiscard]] bool has_refused() const noexcept { return refused_ != 0; }

    /// Once, at `due`; never when that is kNever. `instrument` is one of 1 to instruments_max, here
    /// and below.
    void look_at(InstrumentId instrument, Time due) noexcept {
        if (due == kNever) {
            return;
        }
        Wait& wait = waits_[instrument.value];
        if (!is_waiting(wait)) {
            waiting_.push_back(instrument);
        }
        wait.due = std::min(wait.due, on_grid(due));
        deadline_ = std::min(deadline_, wait.due);
    }
    /// An order of the instrument was refused, by any check or the venue.
    void on_refused(InstrumentId instrument, Time now) noexcept {
        Wait& wait = waits_[instrument.value];
        refused_ += wait.is_refused ? 0U : 1U;
        wait.is_refused = true;
        wait.refused_at = now;
        look_at(instrument, now + interval_);
    }
    /// An order of the instrument was sent, by a later decision than the one that was refused.
    void on_sent(InstrumentId instrument) noexcept {
        Wait& wait = waits_[instrument.value];
        refused_ -= wait.is_refused ? 1U : 0U;
        wait.is_refused = false;
    }
    /// Was the last refusal at least `interval` ago?
    [[nodiscard]] bool is_refusal_old(InstrumentId instrument, Time now) const noexcept {
        return now >= waits_[instrument.value].refused_at + interval_;
    }
    /// visit(InstrumentId) for each that is due, in the order in which they began to wait.
    template <class Visit>
    void take_due(Time now, Visit&& visit) noexcept {
        if (now < deadline_) [[likely]] {
            return;
        }
        deadline_ = kNever;
        std::size_t kept = 0;
        for (const InstrumentId instrument : waiting_) {
            Wait& wait = waits_[instrument.value];
            if (wait.due <= now) {
                wait.due = wait.is_refused ? on_grid(now + interval_) : kNever;
                visit(instrument);
            }
            if (is_waiting(wait)) {
                waiting_[kept++] = instrument;
                deadline_ = std::min(deadline_, wait.due);
            }
        }
        waiting_.resize(kept);
    }
    /// Instrument ids have changed: forget all.
    void forget() noexcept {
        for (const InstrumentId instrument : waiting_) {
            waits_[instrument.value] = {};
        }
        waiting_.clear();
        refused_ = 0;
        deadline_ = kNever;
    }

  private:
    static constexpr std::int64_t kGrid = 1'000'000;

    struct Wait {
        Time due = kNever;
        Time refused_at{};
        bool is_refused = false;  // then it also waits
    };

    [[nodiscard]] static bool is_waiting(const Wait& wait) noexcept { return wait.due != kNever; }
    [[nodiscard]] static Time on_grid(Time time) noexcept {
        return {time.value + (kGrid - time.value % kGrid) % kGrid};
    }

    Nanos interval_;
    Time deadline_ = kNever;
    std::uint32_t refused_ = 0;          // instruments
    FixedArray<Wait> waits_;             // by InstrumentId
    std::vector<InstrumentId> waiting_;  // never grows beyond its first capacity
};

}  // namespace hotpath::engine
