#pragma once
/// Session orders that go on taking beside a recording by price.
///
/// A marketable order takes what a recording shows, and the rest of it stands in the venue's book at
/// its limit. In the market it would have gone on through levels that the recording does not have:
/// so a quote that comes within its limit executes it at the quote's price, as an order that removes
/// liquidity, until the other side has been beyond its limit. From then on it rests, and executes at
/// its limit. Not for recordings by order: those have every level. Threads: one owner. Allocation: at
/// construction. Complexity: O(1) a message without session orders; else O(orders that take).

#include <array>
#include <cstdint>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"

namespace hotpath::sim::flow {

class LevelTakers {
  public:
    explicit LevelTakers(std::uint16_t instruments_max) : best_(std::size_t{instruments_max} + 1) {}

    /// `order` is about to enter. How many of its shares no session order has taken.
    [[nodiscard]] Qty left_after_takers(const exchange::FlowOrder& order, exchange::Exchange& venue,
                                        Time now) const noexcept;

    /// A message of this instrument has been applied to the recording's books.
    void on_applied(const book::L3Books& recording, InstrumentId instrument, Time now) noexcept;

  private:
    /// A side's best price; 0: none. An event takes away and adds at one time, so what was there
    /// before that time counts.
    struct Best {
        Price now{};
        Price before{};  // when the time of `now` began
        Time at{};

        [[nodiscard]] Price before_event(Time time) const { return time == at ? before : now; }
    };

    FixedArray<std::array<Best, 2>> best_;  // by instrument id and Side
};

}  // namespace hotpath::sim::flow
