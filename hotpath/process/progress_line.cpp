#include "hotpath/process/progress_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "hotpath/text/numbers.hpp"

namespace hotpath::process {

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

std::string bar_text(std::string_view label, double share, std::string_view text) {
    constexpr std::size_t kWidth = 30;
    const auto filled =
        static_cast<std::size_t>(std::min(1.0, share) * static_cast<double>(kWidth));
    return fmt::format("{}  [{:=<{}}{: <{}}] {:3.0f}%  {}", label, "", filled, "", kWidth - filled,
                       share * 100, text);
}

TerminalLine::TerminalLine()
    : is_terminal_(::isatty(STDERR_FILENO) != 0),
      begun_(Clock::now()),
      next_(begun_ + (is_terminal_ ? Clock::duration(kFirstDrawAfter) : kPlainLineEvery)) {}

TerminalLine::~TerminalLine() {
    if (is_drawn_) {
        fmt::print(stderr, "\r\033[K");
        std::fflush(stderr);
    }
}

double TerminalLine::elapsed_s() const {
    return std::chrono::duration<double>(Clock::now() - begun_).count();
}

bool TerminalLine::is_due() {
    const Clock::time_point now = Clock::now();
    if (now < next_) {
        return false;
    }
    next_ = now + (is_terminal_ ? Clock::duration(kRedrawEvery) : kPlainLineEvery);
    return true;
}

void TerminalLine::draw(std::string_view on_terminal, std::string_view plain) {
    is_drawn_ = is_terminal_;
    if (is_terminal_) {
        fmt::print(stderr, "\r\033[K{}", on_terminal);
    } else {
        fmt::print(stderr, "{}\n", plain);
    }
    std::fflush(stderr);
}

void ProgressLine::on_progress(std::size_t part, double share, std::uint64_t messages) {
    const std::scoped_lock one(mutex_);
    running_[part] = {.share = share, .messages = messages};
    show_if_due();
}

void ProgressLine::on_finished(std::size_t part) {
    const std::scoped_lock one(mutex_);
    messages_done_ += running_[part].messages;
    running_.erase(part);
    ++done_;
    show_if_due();
}

ProgressState ProgressLine::state() const {
    const auto total = static_cast<double>(std::max<std::size_t>(options_.total, 1));
    ProgressState state{.done = done_,
                        .total = options_.total,
                        .share = static_cast<double>(done_),
                        .messages = messages_done_,
                        .elapsed_s = line_.elapsed_s(),
                        .share_before = static_cast<double>(options_.done_before) / total};
    for (const auto& [number, part] : running_) {
        state.share += part.share;
        state.messages += part.messages;
    }
    state.share /= total;
    return state;
}

void ProgressLine::show_if_due() {
    if (options_.is_shown && line_.is_due()) {
        const ProgressState now = state();
        const std::string text = progress_text(now, options_.parts);
        line_.draw(bar_text(options_.label, now.share, text),
                   fmt::format("{}: {}", options_.label, text));
    }
}

void ReadProgressLine::update(const ReadProgress& state) {
    if (!line_.is_terminal() || !line_.is_due()) {
        return;
    }
    const double rate = static_cast<double>(state.messages) / line_.elapsed_s() / 1e6;
    const std::string numbers =
        fmt::format("{} messages, {:.1f} M/s", text::grouped(state.messages), rate);
    if (state.total == 0) {
        line_.draw(fmt::format("{}  {}", label_, numbers), "");
    } else {
        const double share =
            std::min(1.0, static_cast<double>(state.done) / static_cast<double>(state.total));
        line_.draw(bar_text(label_, share, numbers), "");
    }
}

}  // namespace hotpath::process
