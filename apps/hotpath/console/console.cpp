#include "apps/hotpath/console/console.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace hotpath::app {

namespace {

Style make_style() {
    const bool is_plain = ::isatty(STDOUT_FILENO) == 0 || std::getenv("NO_COLOR") != nullptr;
    if (is_plain) {
        return {};
    }
    return {.bold = "\033[1m",
            .dim = "\033[2m",
            .good = "\033[32m",
            .bad = "\033[31m",
            .reset = "\033[0m"};
}

}  // namespace

const Style& style() {
    static const Style kStyle = make_style();
    return kStyle;
}

void print_heading(std::string_view text) {
    fmt::print("\n{}{}{}\n", style().bold, text, style().reset);
}

void print_line(std::string_view name, std::string_view value) {
    fmt::print("  {}{:<15} {}{}\n", style().dim, name, style().reset, value);
}

Progress::Progress(std::string label)
    : label_(std::move(label)),
      enabled_(::isatty(STDERR_FILENO) != 0),
      begun_(Clock::now()),
      next_draw_(begun_ + std::chrono::milliseconds(500)) {}

Progress::~Progress() {
    if (drawn_) {
        fmt::print(stderr, "\r\033[K");
        std::fflush(stderr);
    }
}

void Progress::update(const ReadProgress& state) {
    if (!enabled_ || Clock::now() < next_draw_) {
        return;
    }
    next_draw_ = Clock::now() + std::chrono::milliseconds(100);
    drawn_ = true;
    const double elapsed_s = std::chrono::duration<double>(Clock::now() - begun_).count();
    const double rate = static_cast<double>(state.messages) / elapsed_s / 1e6;
    const std::string numbers =
        fmt::format("{} messages, {:.1f} M/s", grouped(state.messages), rate);
    if (state.total == 0) {
        fmt::print(stderr, "\r\033[K{}  {}", label_, numbers);
    } else {
        constexpr std::size_t kWidth = 30;
        const double share =
            std::min(1.0, static_cast<double>(state.done) / static_cast<double>(state.total));
        const auto filled = static_cast<std::size_t>(share * static_cast<double>(kWidth));
        fmt::print(stderr, "\r\033[K{}  [{:=<{}}{: <{}}] {:3.0f}%  {}", label_, "", filled, "",
                   kWidth - filled, share * 100.0, numbers);
    }
    std::fflush(stderr);
}

}  // namespace hotpath::app
