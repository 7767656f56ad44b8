#pragma once
/// HoldPrices: the first and the last mid of each traded instrument in a recorded day: what holding it
/// would have earned (statistics/benchmark.hpp).
///
/// The books are the recording's, without our orders; a mid counts while the instrument trades and it
/// would mark a position (engine/mark.hpp). Looks between two instants: 1 ms after the
/// first message, then at twice the interval each time, up to a second. Threads: one owner. Allocation: the instruments.
/// Complexity: a comparison a message; O(traded instruments) a look, and O(ids) until all are listed.

#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"

namespace hotpath::backtest {

struct HoldPrice {
    InstrumentId instrument{};
    Price first{};  // 0: none yet
    Price last{};
};

class HoldPrices {
  public:
    /// No symbol: every one that the venue lists.
    HoldPrices(std::span<const Symbol> symbols, BasisPoints mark_spread_max);

    [[nodiscard]] std::span<const HoldPrice> all() const noexcept { return prices_; }

    /// When the next look is due: at the first message after the instant that is then over.
    [[nodiscard]] Time due() const noexcept { return next_; }
    /// A message that is about to be played; all before it are of `now` or earlier.
    void before(Bytes message, const sim::flow::RecordedFlow& flow, const exchange::Exchange& venue,
                Time now);
    /// Looks once more: the market has ended.
    void look(const sim::flow::RecordedFlow& flow, const exchange::Exchange& venue);

  private:
    static constexpr std::int64_t kFirstInterval = 1'000'000;

    /// Finds the instruments listed since.
    void find_listed(const exchange::Exchange& venue);

    std::vector<Symbol> symbols_;  // sorted
    BasisPoints mark_spread_max_;
    std::vector<HoldPrice> prices_;
    Time next_{};
    Nanos interval_{kFirstInterval};
};

}  // namespace hotpath::backtest
