#pragma once
/// Self-exciting arrivals (a Hawkes process) for every instrument of a market, in integers.
///
/// An event in an instrument raises the rate of its next events. The kernel is a sum of
/// exponentials: an event leads to `children` more on average in each component, half of them
/// within its half-life. Six half-lives from 33 us to 34 s, each 16 times the one before, stand for
/// the slow decay that markets have. The state is one number a component: the events still to come.
///
///   excitation.on_event(id, now, 1'024, dice);     // it happened: more will
///   if (excitation.next_time() <= until) { ... excitation.next_instrument() ... }
///
/// Exact: each component's next event is drawn by inversion, no thinning, so the work is bounded.
/// Threads: one owner. Allocation: the constructor. Complexity: O(components + log instruments).
/// Source: A. Dassios, H. Zhao 2013, Exact simulation of Hawkes process with exponentially decaying
/// intensity; E. Bacry, I. Mastromatteo, J.-F. Muzy 2015, Hawkes processes in finance.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/sampling.hpp"

namespace hotpath::sim::market {

class SelfExcitation {
  public:
    static constexpr std::size_t kComponents = 6;
    /// Half-lives are 2^shift nanoseconds.
    static constexpr std::array<std::uint32_t, kComponents> kShifts{15, 19, 23, 27, 31, 35};
    /// Events to come that a component holds at most.
    static constexpr std::uint64_t kPendingMax = 64;

    /// Children of one event by component, in 1/1024. In all less than 1,024: else it would
    /// explode.
    using Children = std::array<std::uint32_t, kComponents>;

    SelfExcitation(std::uint32_t instruments, const Children& children);

    /// Time of the next excited event; kNever when there is none.
    [[nodiscard]] Time next_time() const noexcept { return earliest_[1]; }
    /// The instrument of that event; not while next_time() is kNever.
    [[nodiscard]] InstrumentId next_instrument() const noexcept;

    /// Something happened in the instrument, excited or not: draws the instrument's next event.
    /// `strength_of_1024` scales the children. Times of one instrument never go back.
    void on_event(InstrumentId instrument, Time now, std::uint64_t strength_of_1024,
                  Dice& dice) noexcept;

    /// Events still to come from what has happened until `now`, in 1/2^32: the kernel's integral.
    [[nodiscard]] std::uint64_t pending(InstrumentId instrument, Time now) const noexcept;

  private:
    struct State {
        Time at{};  // of the numbers below
        std::array<std::uint64_t, kComponents> pending{};
    };

    void plan(InstrumentId instrument, Time time) noexcept;

    std::array<std::uint64_t, kComponents> children_;  // of an event of full strength, in 1/2^32
    std::vector<State> states_;
    std::size_t leaves_;
    std::vector<Time> earliest_;  // a tree of minima: the root at 1, instruments from leaves_ on
};

}  // namespace hotpath::sim::market
