#pragma once
/// The shape of a trading day: its hours, and how many of the day's messages have come by when.
///
/// Quiet before the open, a burst at 09:30, a U over the day, a second burst before 16:00, and an
/// evening in which what still rests is deleted. Threads: constant. Allocation: none. Complexity:
/// O(pieces), about 25. Source: message counts by time of the LOBSTER sample, and Nasdaq's
/// published system hours.

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::sim::market {

[[nodiscard]] constexpr Time time_of_day(std::int64_t hours, std::int64_t minutes,
                                         std::int64_t seconds = 0) {
    return {((hours * 60 + minutes) * 60 + seconds) * kNanosPerSecond};
}

inline constexpr Time kStartOfMessages = time_of_day(3, 2);
inline constexpr Time kDirectoryTime = time_of_day(3, 7);
inline constexpr Time kTradingActionTime = time_of_day(3, 12);
inline constexpr Time kSystemHours = time_of_day(4, 0);
inline constexpr Time kMarketOpen = time_of_day(9, 30);
inline constexpr Time kMarketClose = time_of_day(16, 0);
inline constexpr Time kEndOfSystemHours = time_of_day(20, 0);
inline constexpr Time kEndOfMessages = time_of_day(20, 5);

class DayPlan {
  public:
    explicit DayPlan(std::uint64_t messages) noexcept : messages_(messages) {}

    /// A part of the day with one rate.
    struct Piece {
        Time from;
        Time until;
        std::uint64_t messages_from;   // since the day began
        std::uint64_t messages_until;  // the same
    };
    [[nodiscard]] Piece piece(Time time) const noexcept;

  private:
    std::uint64_t messages_;
};

}  // namespace hotpath::sim::market
