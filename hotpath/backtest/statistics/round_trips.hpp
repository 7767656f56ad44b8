#pragma once
/// Round trips: from a flat position to the next flat one, and how many of them earn.
///
/// A fill that turns a long position into a short one, or back, is a close and an open: its quantity
/// and its fee are divided between the two, the fee in proportion, with what rounding leaves going to
/// the open. So each fee counts once, and the round trips' fees and those of the open position add
/// up to the day's. A position still open at the end of a day is no round trip, unless the next day carries
/// it on: the trip is then of the day that closes it, and `opened` since that day's midnight, below 0. Threads: pure
/// functions. Allocation: the returned list. Complexity: n log(instruments) in fills.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hotpath/backtest/result.hpp"

namespace hotpath::backtest {

struct RoundTrip {
    std::size_t day = 0;  // by index
    InstrumentId instrument{};
    Side side = Side::Buy;  // of the fill that opened it
    Time opened{};
    Time closed{};
    TotalQty qty{};  // bought plus sold
    Money gross{};   // received less paid
    Money fees{};    // of all its fills

    [[nodiscard]] Money pnl() const noexcept { return gross - fees; }
};

/// In order of their ends.
[[nodiscard]] std::vector<RoundTrip> round_trips(const BacktestResult& result);

struct RoundTripSummary {
    std::uint64_t count = 0;
    std::uint64_t wins = 0;  // above 0 after fees
    Money won{};             // sum of those
    Money lost{};            // sum of the others, at most 0
    Nanos held{};            // sum

    [[nodiscard]] std::optional<double> win_rate() const;
    /// Won / lost; none without a loss.
    [[nodiscard]] std::optional<double> profit_factor() const;
    [[nodiscard]] std::optional<Nanos> mean_held() const;
};

[[nodiscard]] RoundTripSummary summary_of(std::span<const RoundTrip> trips);

}  // namespace hotpath::backtest
