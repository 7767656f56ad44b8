#pragma once
/// The signal of a pairs strategy at a tick: the z-score of the spread against the ticks of a window
/// before it, held against 1 and 0.8, decided exactly.
///
/// Where a window of n whole numbers has the sum S and the sum of squares Q, the spread x has
///
///     z = D / sqrt(V)     D = n x - S     V = n Q - S^2
///
/// so `|z| > 1` is `D^2 > V` and `|z| < 4/5` is `25 D^2 < 16 V`: no division, no square root, and
/// within the limits below nothing is rounded and nothing overflows. A z-score in floating point is
/// rounded: signal_by_z() trusts it where that cannot matter and asks the exact rule where it can.
///
/// Where all spreads of the window are equal V is 0: away from them is a signal, on them is none.
/// Threads: pure functions. Allocation: none. Source: docs/techniques/pairs-ladder.md.

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace hotpath::pairs {

/// Short: sell the first and buy the second. Long: the reverse. Close: hold neither.
enum class Signal : std::uint8_t { None, Short, Long, Close };

/// Ticks of a window.
constexpr std::size_t kWindowMin = 2;
constexpr std::size_t kWindowMax = 512;
/// Price units. The sum of 512 squares of this is 2^53: sums of doubles are exact in any order.
constexpr std::int64_t kSpreadMax = std::int64_t{1} << 22U;
/// Price units between the lowest and the highest spread: |D| <= 2^30, V <= 2^58, D^2 <= 2^60.
constexpr std::int64_t kSpreadRangeMax = std::int64_t{1} << 21U;

struct WindowSums {
    std::int64_t sum = 0;
    std::int64_t squares = 0;
};

[[nodiscard, gnu::always_inline]] constexpr Signal signal_exactly(WindowSums window,
                                                                  std::int64_t ticks,
                                                                  std::int64_t spread) noexcept {
    const std::int64_t deviation = ticks * spread - window.sum;
    const std::int64_t variance = ticks * window.squares - window.sum * window.sum;
    const std::int64_t square = deviation * deviation;
    const std::int64_t rest = variance - square;
    // 25 D^2 < 16 V is 9 D^2 < 16 (V - D^2): nothing where that is below 0, and not used there.
    const bool is_near =
        9 * static_cast<std::uint64_t>(square) < 16 * static_cast<std::uint64_t>(rest);
    const Signal within = is_near ? Signal::Close : Signal::None;
    const Signal beyond = deviation < 0 ? Signal::Long : Signal::Short;
    return rest < 0 ? beyond : within;
}

/// A window's, of the population, as computed in doubles from exact sums.
struct Moments {
    double mean = 0;
    double deviation = 0;
};

/// The variance as mean of squares minus square of mean is wrong by at most 5 x 2^-53 mean squares.
/// With a mean of at most 2^10 deviations that is 2^-30 of the variance and 2^-31 of a z-score of
/// about 1: beyond kDoubt from a threshold, the z-score is on the right side of it.
constexpr double kMeanMax = 0x1p10;  // in deviations
constexpr double kDoubt = 0x1p-28;

/// `exactly()` decides the doubtful ones, those without a deviation among them.
template <class Exactly>
[[nodiscard]] inline Signal signal_by_z(const Moments& window, double spread, Exactly&& exactly) {
    const double z = (spread - window.mean) / window.deviation;
    const double size = std::abs(z);
    const bool is_sure = std::abs(window.mean) <= kMeanMax * window.deviation &&
                         std::abs(size - 1.0) > kDoubt && std::abs(size - 0.8) > kDoubt;
    if (!is_sure) [[unlikely]] {
        return exactly();
    }
    if (z > 1.0) {
        return Signal::Short;
    }
    if (z < -1.0) {
        return Signal::Long;
    }
    return size < 0.8 ? Signal::Close : Signal::None;
}

}  // namespace hotpath::pairs
