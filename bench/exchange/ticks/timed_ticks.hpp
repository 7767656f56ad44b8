#pragma once
/// Runs a flow of ticks through a path and times it: every tick by itself, sixteen in a row, all of
/// them.
///
/// A tick by itself is fenced (bench/messaging/stopwatch.hpp) and ends with its trades; what the
/// venue tells afterwards (settle) is between two samples. `16 in a row` is the mean of sixteen
/// ticks between two readings, so that the clock's own cost and its grain are a sixteenth, and has
/// it inside, as has the time of all. Between
/// repetitions the book is emptied, untimed: each begins as the first. Threads: the caller's.
/// Allocation: outside the timed regions, but for what a path allocates itself.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "bench/exchange/ticks/tick_flow.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/runner/measurement.hpp"
#include "hotpath/measure/statistics.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

struct TickCase {
    TickFlow flow;
    std::size_t repetitions = 1;
    std::size_t burst = 0;  // a pause of 100 us behind so many ticks; 0: none

    [[nodiscard]] std::size_t ticks() const noexcept { return repetitions * flow.ticks.size(); }
    /// Every trade ends an order at least.
    [[nodiscard]] std::size_t trades_max() const noexcept {
        return repetitions * (flow.ticks.size() + 2 * flow.resting.size());
    }
};

inline constexpr std::size_t kInARow = 16;

/// `samples` are of kInARow operations each, in ns; kept as of one.
inline void add_in_a_row(std::vector<std::uint32_t> samples, Measurement& measured) {
    std::ranges::sort(samples);
    for (const auto& [name, percent] :
         {std::pair{"16 in a row p50", 50.0}, {"16 in a row p99", 99.0}}) {
        measured.metrics.push_back(
            {name, "ns", measure::percentile(samples, percent) / static_cast<double>(kInARow)});
    }
}

template <class Path>
void time_each(const TickCase& test, Path& path, std::vector<std::uint32_t>& samples) {
    samples.assign(test.ticks(), 0);  // touched: the timed loop meets no page fault
    std::size_t sample = 0;
    for (std::size_t repetition = 0; repetition < test.repetitions; ++repetition) {
        path.begin();
        for (std::size_t n = 0; n < test.flow.ticks.size(); ++n) {
            const std::uint64_t begin = Stopwatch::begin();
            path.on_tick(n, test.flow.ticks[n]);
            samples[sample++] = static_cast<std::uint32_t>(Stopwatch::end() - begin);
            path.drain();
            if (test.burst != 0 && (n + 1) % test.burst == 0) {
                std::this_thread::sleep_for(std::chrono::microseconds(100));
            }
        }
        path.end();
    }
}

template <class Path>
void time_in_a_row(const TickCase& test, Path& path, std::vector<std::uint32_t>& samples) {
    samples.clear();
    samples.reserve(test.ticks() / kInARow + test.repetitions);
    for (std::size_t repetition = 0; repetition < test.repetitions; ++repetition) {
        path.begin();
        for (std::size_t n = 0; n < test.flow.ticks.size();) {
            const std::size_t end = std::min(n + kInARow, test.flow.ticks.size());
            const bool is_whole = end - n == kInARow;
            const std::uint64_t begin = Stopwatch::begin();
            for (; n < end; ++n) {
                path.on_tick(n, test.flow.ticks[n]);
                path.drain();
            }
            const std::uint64_t ticks = Stopwatch::end() - begin;
            if (is_whole) {
                samples.push_back(static_cast<std::uint32_t>(ticks));
            }
        }
        path.end();
    }
}

/// The whole flow without a stopwatch in it; clock ticks.
template <class Path>
std::uint64_t time_all(const TickCase& test, Path& path) {
    std::uint64_t ticks = 0;
    for (std::size_t repetition = 0; repetition < test.repetitions; ++repetition) {
        path.begin();
        const std::uint64_t begin = Stopwatch::begin();
        for (std::size_t n = 0; n < test.flow.ticks.size(); ++n) {
            path.on_tick(n, test.flow.ticks[n]);
            path.drain();
        }
        ticks += Stopwatch::end() - begin;
        path.end();
    }
    return ticks;
}

/// The same without the venue's reports: the work of the report's path.
template <class Path>
std::uint64_t time_unreported(const TickCase& test, Path& path) {
    std::uint64_t ticks = 0;
    for (std::size_t repetition = 0; repetition < test.repetitions; ++repetition) {
        path.begin();
        const std::uint64_t begin = Stopwatch::begin();
        for (std::size_t n = 0; n < test.flow.ticks.size(); ++n) {
            path.on_tick(n, test.flow.ticks[n]);
            path.forget_replies();
        }
        ticks += Stopwatch::end() - begin;
        path.end();
    }
    return ticks;
}

/// The first three, each on a path of its own that make_log() gives a log; their trades must agree.
template <template <class> class Path, class MakeLog>
Measurement measure_ticks(const TickCase& test, const timing::TscClock& clock, MakeLog&& make_log) {
    using Log = decltype(make_log());
    static std::vector<std::uint32_t> samples;
    static std::vector<std::uint32_t> in_a_row;
    Measurement measured{.items = test.ticks()};
    const auto with_path = [&](auto&& time) {
        Log log = make_log();
        {
            Path<Log> path(test.flow, test.repetitions, log);
            time(path);
        }
        const bool is_first = measured.answer == 0;
        measured.answer = is_first ? log.answer() : measured.answer;
        if (log.answer() != measured.answer) {
            measured.error = "the same ticks made different trades";
        }
    };
    with_path([&](auto& path) { time_each(test, path, samples); });
    with_path([&](auto& path) { time_in_a_row(test, path, in_a_row); });
    with_path([&](auto& path) { measured.elapsed_ticks = time_all(test, path); });
    to_nanoseconds(clock, samples);
    to_nanoseconds(clock, in_a_row);
    measured.samples_ns = samples;
    add_in_a_row(in_a_row, measured);
    return measured;
}

/// The two readings of the clock and nothing between them.
[[nodiscard]] inline Measurement measure_timer(const timing::TscClock& clock, std::size_t count) {
    static std::vector<std::uint32_t> samples;
    samples.assign(count, 0);
    for (std::uint32_t& sample : samples) {
        const std::uint64_t begin = Stopwatch::begin();
        sample = static_cast<std::uint32_t>(Stopwatch::end() - begin);
    }
    to_nanoseconds(clock, samples);
    return {.items = count, .samples_ns = samples};
}

}  // namespace hotpath::bench
