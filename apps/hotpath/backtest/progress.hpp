#pragma once
/// How far a backtest or a sweep is, on standard error: days (or points) done, messages a second, an
/// estimate of the end.
///
///   backtest  [=======                       ]  24%  1 of 5 days, 1.2 M messages/s, ends in about 40 s
///
/// One line, rewritten, on a terminal; elsewhere a plain line every kPlainLineEvery. Threads: any.
/// Allocation: a state for each part that is running. Complexity: linear in these, when a line is due.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "apps/hotpath/console/console.hpp"
#include "hotpath/backtest/run_observer.hpp"

namespace hotpath::app {

inline constexpr std::chrono::seconds kPlainLineEvery{30};

struct ProgressState {
    std::size_t done = 0;
    std::size_t total = 0;
    double share = 0;  // of all parts, those that are running included
    std::uint64_t messages = 0;
    double elapsed_s = 0;
    double share_before = 0;  // what was done before this process began
};

/// "1 of 5 days, 1.2 M messages/s, ends in about 40 s"; `parts` is "days" or "points". No estimate
/// before 1% is done.
[[nodiscard]] std::string progress_text(const ProgressState& state, std::string_view parts);

/// "40 s", "12 min", "3 h 20 min"
[[nodiscard]] std::string rough_duration(double seconds);

class RunProgress final : public backtest::RunObserver {
  public:
    struct Options {
        std::string label{};  // backtest, 2x latency
        std::string parts{"days"};
        std::size_t total = 0;
        std::size_t done_before = 0;
        bool is_shown = true;  // else nothing is written
    };
    explicit RunProgress(Options options);
    /// Clears the line.
    ~RunProgress() override;

    void on_progress(std::size_t part, double share, std::uint64_t messages) override;
    void on_finished(std::size_t part) override;
    /// Prints it, once a recording and kind in this process.
    void on_warning(const backtest::DayWarning& warning) override;

  private:
    using Clock = std::chrono::steady_clock;
    struct Part {
        double share = 0;
        std::uint64_t messages = 0;
    };

    [[nodiscard]] ProgressState state(Clock::time_point now) const;
    void show_if_due();
    void draw(const ProgressState& state) const;

    Options options_;
    bool is_terminal_;
    Clock::time_point begun_;
    std::mutex mutex_;
    // All below under the mutex.
    std::map<std::size_t, Part> running_;
    std::size_t done_;
    std::uint64_t messages_done_ = 0;
    Clock::time_point next_;
    bool is_drawn_ = false;
};

/// Prints a warning, once a recording and kind in this process, of however many runs.
void print_warning(const backtest::DayWarning& warning);

}  // namespace hotpath::app
