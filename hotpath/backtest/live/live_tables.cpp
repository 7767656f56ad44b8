#include "hotpath/backtest/live/live_tables.hpp"

#include <charconv>
#include <cstddef>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace hotpath::backtest {

namespace {

using sim::session::LatencySample;
using sim::session::LiveEvents;

constexpr std::string_view kEventsHeader = "at_ns,event";

/// False when the line is none, or not the next.
[[nodiscard]] bool add_event(std::string_view line, LiveEvents& events) {
    Time at{};
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), at.value);
    const std::string_view event = line.substr(static_cast<std::size_t>(end - line.data()));
    if (error != std::errc{} || at < Time{}) {
        return false;
    }
    if (event == ",timer" && (events.timers.empty() || at >= events.timers.back())) {
        events.timers.push_back(at);
        return true;
    }
    std::optional<Time>* const once = event == ",stop"   ? &events.stopped
                                      : event == ",open" ? &events.opened
                                      : event == ",end"  ? &events.ended
                                                         : nullptr;
    if (once == nullptr || *once) {
        return false;
    }
    *once = at;
    return true;
}

}  // namespace

std::string samples_text(const std::vector<LiveMessage>& messages) {
    std::string text = "send_ns,receive_ns\n";
    for (const LatencySample& sample : latency_samples(messages)) {
        text += fmt::format("{},{}\n", sample.sent.value, (sample.sent + sample.latency).value);
    }
    return text;
}

std::string events_text(const LiveEvents& events) {
    std::string text = fmt::format("{}\n", kEventsHeader);
    if (events.opened) {
        text += fmt::format("{},open\n", events.opened->value);
    }
    if (events.stopped) {
        text += fmt::format("{},stop\n", events.stopped->value);
    }
    if (events.ended) {
        text += fmt::format("{},end\n", events.ended->value);
    }
    for (const Time timer : events.timers) {
        text += fmt::format("{},timer\n", timer.value);
    }
    return text;
}

Expected<LiveEvents> read_live_events(const std::filesystem::path& file) {
    std::ifstream input(file, std::ios::binary);
    std::string line;
    if (!std::getline(input, line) || line != kEventsHeader) {
        return fail(fmt::format("{}: line 1 must be \"{}\", got \"{}\"", file.string(),
                                kEventsHeader, line));
    }
    LiveEvents events;
    for (std::size_t number = 2; std::getline(input, line); ++number) {
        if (!add_event(line, events)) {
            return fail(
                fmt::format("{}: line {} must be TIME,timer with ascending times, or one of "
                            "TIME,open, TIME,stop and TIME,end, each at most once; got \"{}\"",
                            file.string(), number, line));
        }
    }
    return events;
}

}  // namespace hotpath::backtest
