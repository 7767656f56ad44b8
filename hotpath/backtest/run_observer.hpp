#pragma once
/// Follows the parts of a run while they run: days of a backtest, points of a sweep.
///
/// Threads: those of the run, several at once. Allocation: the observer's. Complexity: the observer's.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "hotpath/core/read_progress.hpp"

namespace hotpath::backtest {

/// Something in a recording that its results lack or have at another time.
struct DayWarning {
    enum class Kind : std::uint8_t { EventsLeftOut, TimesBack };
    Kind kind = Kind::EventsLeftOut;
    std::string_view day{};  // its name
    std::string text{};      // a sentence that begins with the name
};

class RunObserver {
  public:
    RunObserver() = default;
    RunObserver(const RunObserver&) = delete;
    RunObserver& operator=(const RunObserver&) = delete;
    virtual ~RunObserver() = default;

    /// A part that is running, by its number: `share` of it is done, and its messages so far.
    virtual void on_progress(std::size_t part, double share, std::uint64_t messages) = 0;
    virtual void on_finished(std::size_t part) = 0;
    virtual void on_warning(const DayWarning& warning) = 0;
};

/// A day calls these while it runs; an empty function is not called.
struct DayEvents {
    std::function<void(const ReadProgress&)> on_progress{};
    std::function<void(const DayWarning&)> on_warning{};
};

/// 0 where the input does not know its length.
[[nodiscard]] double share_of(const ReadProgress& progress) noexcept;

}  // namespace hotpath::backtest
