#pragma once
/// The progress of a command, on standard error: parts done, messages a second, an estimate of the end.
///
///   backtest  [=======                       ]  24%  1 of 5 days, 1.2 M messages/s, ends in about 40 s
///
/// One line, rewritten, on a terminal; elsewhere a plain line every kPlainLineEvery, or none. Nothing is
/// shown in the first half second. Threads: ProgressLine any, ReadProgressLine one. Allocation: text for
/// people and a state for each part that is running. Complexity: linear in these, when a line is due.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "hotpath/core/read_progress.hpp"

namespace hotpath::process {

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

/// "backtest  [=======                       ]  24%  1 of 5 days"; `share` is from 0 to 1.
[[nodiscard]] std::string bar_text(std::string_view label, double share, std::string_view text);

/// When a rewritten line is due, and whether it must be cleared.
class TerminalLine {
  public:
    using Clock = std::chrono::steady_clock;

    TerminalLine();
    TerminalLine(const TerminalLine&) = delete;
    TerminalLine& operator=(const TerminalLine&) = delete;
    /// Clears the line.
    ~TerminalLine();

    [[nodiscard]] bool is_terminal() const noexcept { return is_terminal_; }
    [[nodiscard]] double elapsed_s() const;
    /// True when a line is due; the next is due an interval later.
    [[nodiscard]] bool is_due();
    /// Rewrites the terminal's line, or prints a line of its kind elsewhere.
    void draw(std::string_view on_terminal, std::string_view plain);

  private:
    bool is_terminal_;
    bool is_drawn_ = false;
    Clock::time_point begun_;
    Clock::time_point next_;
};

/// Parts that run at the same time: days of a backtest, points of a sweep.
class ProgressLine {
  public:
    struct Options {
        std::string label{};  // backtest, 2x latency
        std::string parts{"days"};
        std::size_t total = 0;
        std::size_t done_before = 0;
        bool is_shown = true;  // otherwise nothing is written
    };
    explicit ProgressLine(Options options)
        : options_(std::move(options)), done_(options_.done_before) {}

    /// `share` of a part is done, from 0 to 1, and its messages so far.
    void on_progress(std::size_t part, double share, std::uint64_t messages);
    void on_finished(std::size_t part);

  private:
    struct Part {
        double share = 0;
        std::uint64_t messages = 0;
    };

    [[nodiscard]] ProgressState state() const;
    void show_if_due();

    Options options_;
    std::mutex mutex_;
    // All below under the mutex.
    TerminalLine line_;
    std::map<std::size_t, Part> running_;
    std::size_t done_;
    std::uint64_t messages_done_ = 0;
};

/// One long file that is read: its messages and their rate. Shown on a terminal only.
class ReadProgressLine {
  public:
    explicit ReadProgressLine(std::string label) : label_(std::move(label)) {}

    void update(const ReadProgress& state);

  private:
    std::string label_;
    TerminalLine line_;
};

}  // namespace hotpath::process
