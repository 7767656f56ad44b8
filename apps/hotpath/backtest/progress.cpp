#include "apps/hotpath/backtest/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace hotpath::app {

namespace {

using namespace std::chrono_literals;

constexpr auto kRedrawEvery = 100ms;
constexpr auto kFirstDrawAfter = 500ms;
constexpr double kShareOfEstimate = 0.01;

}  // namespace

std::string rough_duration(double seconds) {
    constexpr double kMinute = 60;
    if (seconds < 1.5 * kMinute) {
        return fmt::format("{:.0f} s", seconds);
    }
    const auto minutes = static_cast<std::int64_t>(std::llround(seconds / kMinute));
    return minutes < 90 ? fmt::format("{} min", minutes)
                        : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string progress_text(const ProgressState& state, std::string_view parts) {
    std::string text = fmt::format("{} of {} {}", state.done, state.total, parts);
    if (state.elapsed_s > 0 && state.messages > 0) {
        text += fmt::format(", {:.1f} M messages/s",
                            static_cast<double>(state.messages) / state.elapsed_s / 1e6);
    }
    const double share_now = state.share - state.share_before;
    if (share_now >= kShareOfEstimate) {
        text += fmt::format(", ends in about {}",
                            rough_duration(state.elapsed_s * (1 - state.share) / share_now));
    }
    return text;
}

RunProgress::RunProgress(Options options)
    : options_(std::move(options)),
      is_terminal_(::isatty(STDERR_FILENO) != 0),
      begun_(Clock::now()),
      done_(options_.done_before),
      next_(begun_ + (is_terminal_ ? Clock::duration(kFirstDrawAfter) : kPlainLineEvery)) {}

RunProgress::~RunProgress() {
    if (is_drawn_) {
        fmt::print(stderr, "\r\033[K");
        std::fflush(stderr);
    }
}

void RunProgress::on_progress(std::size_t part, double share, std::uint64_t messages) {
    const std::scoped_lock one(mutex_);
    running_[part] = {.share = share, .messages = messages};
    show_if_due();
}

void RunProgress::on_finished(std::size_t part) {
    const std::scoped_lock one(mutex_);
    messages_done_ += running_[part].messages;
    running_.erase(part);
    ++done_;
    show_if_due();
}

void RunProgress::on_warning(const backtest::DayWarning& warning) {
    print_warning(warning);
}

ProgressState RunProgress::state(Clock::time_point now) const {
    const auto total = static_cast<double>(std::max<std::size_t>(options_.total, 1));
    ProgressState state{.done = done_,
                        .total = options_.total,
                        .share = static_cast<double>(done_),
                        .messages = messages_done_,
                        .elapsed_s = std::chrono::duration<double>(now - begun_).count(),
                        .share_before = static_cast<double>(options_.done_before) / total};
    for (const auto& [number, part] : running_) {
        state.share += part.share;
        state.messages += part.messages;
    }
    state.share /= total;
    return state;
}

void RunProgress::show_if_due() {
    const Clock::time_point now = Clock::now();
    if (!options_.is_shown || now < next_) {
        return;
    }
    next_ = now + (is_terminal_ ? Clock::duration(kRedrawEvery) : kPlainLineEvery);
    is_drawn_ = is_terminal_;
    draw(state(now));
}

void RunProgress::draw(const ProgressState& state) const {
    const std::string text = progress_text(state, options_.parts);
    if (is_terminal_) {
        constexpr std::size_t kWidth = 30;
        const auto filled =
            static_cast<std::size_t>(std::min(1.0, state.share) * static_cast<double>(kWidth));
        fmt::print(stderr, "\r\033[K{}  [{:=<{}}{: <{}}] {:3.0f}%  {}", options_.label, "", filled,
                   "", kWidth - filled, state.share * 100, text);
    } else {
        fmt::print(stderr, "{}: {}\n", options_.label, text);
    }
    std::fflush(stderr);
}

void print_warning(const backtest::DayWarning& warning) {
    static std::mutex mutex;
    static std::set<std::pair<backtest::DayWarning::Kind, std::string>> said;
    const std::scoped_lock one(mutex);
    if (said.emplace(warning.kind, warning.day).second) {
        fmt::print(stderr, "hotpath backtest: {}\n", warning.text);
    }
}

}  // namespace hotpath::app
