#pragma once
/// Index of dispersion: the variance of the number of messages in windows of equal length over its
/// mean. 1 for independent arrivals (Poisson), more for bursts.
///
/// Threads: one owner. Allocation: none. Complexity: O(1) a message.

#include <array>
#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::sim::market {

class Dispersion {
  public:
    explicit constexpr Dispersion(Nanos window) noexcept : window_(window) {}

    void on_message(Time time) noexcept {
        const std::int64_t window = time.value / window_.value;
        if (current_ >= 0 && window != current_) {
            windows_ += static_cast<std::uint64_t>(window - current_);  // the empty ones too
            sum_ += in_current_;
            sum_of_squares_ += in_current_ * in_current_;
            in_current_ = 0;
        }
        current_ = window;
        ++in_current_;
    }

    /// The windows closed so far.
    [[nodiscard]] double index() const noexcept {
        if (sum_ == 0) {
            return 0;
        }
        const auto windows = static_cast<double>(windows_);
        const double mean = static_cast<double>(sum_) / windows;
        return (static_cast<double>(sum_of_squares_) / windows - mean * mean) / mean;
    }
    [[nodiscard]] Nanos window() const noexcept { return window_; }

  private:
    Nanos window_;
    std::int64_t current_ = -1;  // number of the open window
    std::uint64_t in_current_ = 0;
    std::uint64_t windows_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t sum_of_squares_ = 0;
};

/// In windows of 10 ms, 100 ms, 1 s and 10 s.
using Dispersions = std::array<Dispersion, 4>;
inline constexpr Dispersions kNoDispersions{Dispersion{{10'000'000}}, Dispersion{{100'000'000}},
                                            Dispersion{{kNanosPerSecond}},
                                            Dispersion{{10 * kNanosPerSecond}}};

}  // namespace hotpath::sim::market
