#pragma once
/// What somebody waits for before an event is theirs: a turn in the event's own line (the first
/// stages for the producers, the producers for a single last stage), or the sequences of one or
/// more stages. Stages ask with ready_from(), producers with free_from().
///
/// Both answers come with acquire (EventRing::has_turn, Sequence::next), so what the ones before
/// did to those events is visible. Of several sequences the lowest counts: it was read with acquire
/// like the others.
///
/// Threads: any; nothing is kept between two questions. Allocation: none. Complexity: a turn is
/// asked an event, sequences once a batch.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/queue/disruptor/ring.hpp"
#include "hotpath/queue/disruptor/sequence.hpp"
#include "hotpath/queue/disruptor/topology.hpp"
#include "hotpath/queue/disruptor/wait_strategy.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

template <RingEvent T, PositionIndex Index>
class Barrier {
  public:
    /// Waits for slots to have that turn; `signal` belongs to who gives it.
    [[nodiscard]] static Barrier on_turn(const EventRing<T, Index>& ring, Turn turn,
                                         Signal& signal) noexcept {
        Barrier barrier(ring);
        barrier.turn_ = turn;
        barrier.signal_ = &signal;
        return barrier;
    }

    /// Waits for sequences added with add(). `laps_behind` is 0 for a stage and 1 for a producer,
    /// who writes an event when it is done in the lap before.
    [[nodiscard]] static Barrier on_sequences(const EventRing<T, Index>& ring,
                                              std::size_t laps_behind) noexcept {
        Barrier barrier(ring);
        barrier.lead_ = laps_behind * ring.slots();
        return barrier;
    }

    void add(Sequence<Index>& sequence) noexcept {
        HOTPATH_ASSERT(signal_ == nullptr, "a barrier on a turn waits for no sequences");
        sequences_[sequence_count_++] = &sequence;
    }

    [[nodiscard]] bool is_ready(Index seq) const noexcept {
        return signal_ != nullptr ? ring_->has_turn(seq, turn_) : passed(seq) != 0;
    }

    /// How many events from `seq` on are ready, `events_max` at most. Asked in their order: of
    /// several producers a later one may publish earlier.
    [[nodiscard]] std::size_t ready_from(Index seq, std::size_t events_max) const noexcept {
        if (signal_ == nullptr) {
            return std::min(passed(seq), events_max);
        }
        std::size_t ready = 0;
        while (ready < events_max && ring_->has_turn(position_after(seq, ready), turn_)) {
            ++ready;
        }
        return ready;
    }

    /// How many slots from `seq` on are free, `slots_max` at most. The last stage frees them in
    /// order, so the farthest is asked first: when it is free no other line is touched.
    [[nodiscard]] std::size_t free_from(Index seq, std::size_t slots_max) const noexcept {
        slots_max = std::min(slots_max, ring_->slots());
        if (signal_ == nullptr) {
            return std::min(passed(seq), slots_max);
        }
        std::size_t free = 0;
        std::size_t beyond = slots_max + 1;
        std::size_t asked = slots_max;
        while (free + 1 < beyond) {
            (ring_->has_turn(position_after(seq, asked - 1), turn_) ? free : beyond) = asked;
            asked = free + (beyond - free) / 2;
        }
        return free;
    }

    /// Returns when `is_over()` or when the event or slot of `seq` is ready. Several sequences are
    /// waited for one after the other: none goes back.
    template <WaitStrategy Wait, std::predicate IsOver>
    void wait(const Wait& wait, Index seq, const IsOver& is_over) const noexcept {
        if (signal_ != nullptr) {
            wait.wait(*signal_, [&] { return ring_->has_turn(seq, turn_) || is_over(); });
            return;
        }
        for (std::size_t i = 0; i < sequence_count_; ++i) {
            wait.wait(sequences_[i]->signal(),
                      [&] { return passed(*sequences_[i], seq) != 0 || is_over(); });
        }
    }

  private:
    explicit Barrier(const EventRing<T, Index>& ring) noexcept : ring_(&ring) {}

    /// None also when seq is beyond: a claim of several may be, and of several producers one may
    /// know the newest claim before the sequence that allowed it.
    [[nodiscard]] std::size_t passed(const Sequence<Index>& sequence, Index seq) const noexcept {
        const std::int64_t passed = positions_from(seq, position_after(sequence.next(), lead_));
        return static_cast<std::size_t>(std::max<std::int64_t>(passed, 0));
    }
    [[nodiscard]] std::size_t passed(Index seq) const noexcept {
        std::size_t lowest = ring_->slots();
        for (std::size_t i = 0; i < sequence_count_; ++i) {
            lowest = std::min(lowest, passed(*sequences_[i], seq));
        }
        return lowest;
    }

    const EventRing<T, Index>* ring_;
    Signal* signal_ = nullptr;  // of the one who gives the turn; none: waits for sequences
    Turn turn_ = Turn::Free;
    std::size_t lead_ = 0;
    std::array<Sequence<Index>*, kStagesMax> sequences_{};
    std::size_t sequence_count_ = 0;
};

}  // namespace hotpath::queue::disruptor
