// The question: how many events a second does a backtest play, in how much memory, and how soon
// does it begin, beside hftbacktest and NautilusTrader on the same day with the same strategy?
//
//   by_order_read    each order of a day; the strategy reads the best prices after each event
//   by_order_quote   the same, and it quotes both sides at the best prices
//   by_price_*       the same day by price: each change of a level
//   goog_*           the same of a recorded day, where HOTPATH_DATA has it
//   days_N, instruments_N, strategies_N, threads_N   how time and memory grow
//
// Each run is a process of its own. Its answer, the best prices read, is compared before a number
// is reported: reading, all sides agree; quoting, the peers agree, and ours sees its own orders,
// too. An event is a message that changes a book; a peer that needs two records for a message has
// one event. The peers' data are converted before the clock starts. A regression means that a year
// of days takes longer. It does not show compressed recordings, reports, or the writing of
// results.

#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/backtest/day.hpp"
#include "bench/backtest/peer_rows.hpp"
#include "bench/backtest/sides.hpp"
#include "bench/benches.hpp"
#include "bench/tick_to_order/recorded_inputs.hpp"
#include "hotpath/capture/message_stream.hpp"

namespace hotpath::bench {
namespace {

using namespace backtests;

constexpr unsigned kRounds = 5;
constexpr std::uint64_t kMessages = 1'000'000;
constexpr std::uint64_t kMessagesOfGrowth = 250'000;  // of a day
constexpr std::uint64_t kMessagesOfInstruments = 500'000;
constexpr std::uint64_t kQuickDivisor = 10;
constexpr std::uint32_t kMostDays = 4;
constexpr std::array<std::uint32_t, 3> kDays{1, 2, kMostDays};
constexpr std::array<std::uint32_t, 3> kInstruments{1, 4, 16};
constexpr std::array<std::uint32_t, 2> kThreads{1, 2};

/// A day in files, by order and by price.
struct PlacedDay {
    std::string stem;                       // of the day by order; the other's ends in -levels
    std::array<std::uint64_t, 2> events{};  // by BookKind
};

class DayFolder {
  public:
    [[nodiscard]] Expected<void> create() {
        std::error_code refused;
        std::filesystem::create_directories(folder_, refused);
        return refused ? fail("backtest: cannot make " + folder_.string()) : Expected<void>{};
    }

    [[nodiscard]] Expected<PlacedDay> place(const std::string& name, const Expected<Day>& day) {
        if (!day) {
            return std::unexpected(day.error());
        }
        const std::string stem = folder_ / name;
        const Day levels = by_price(*day);
        if (auto written = write_day(*day, BookKind::ByOrder, stem); !written) {
            return std::unexpected(written.error());
        }
        if (auto written = write_day(levels, BookKind::ByPrice, stem + "-levels"); !written) {
            return std::unexpected(written.error());
        }
        return PlacedDay{.stem = stem, .events = {day->events, levels.events}};
    }
    [[nodiscard]] Expected<PlacedDay> generate(const std::string& name, const GeneratedDay& day) {
        return place(name, generate_day(day));
    }

  private:
    std::filesystem::path folder_ =
        std::filesystem::path(HOTPATH_SOURCE_DIR) / "build/bench/backtest";
};

class BacktestTests {
  public:
    explicit BacktestTests(const Scale& scale) : scale_(scale) {}

    [[nodiscard]] Expected<std::vector<Test>> prepare() {
        using Step = Expected<void> (BacktestTests::*)();
        if (auto made = folder_.create(); !made) {
            return std::unexpected(made.error());
        }
        for (const Step step : {&BacktestTests::add_generated, &BacktestTests::add_recorded,
                                &BacktestTests::add_days, &BacktestTests::add_instruments}) {
            if (auto added = (this->*step)(); !added) {
                return std::unexpected(added.error());
            }
        }
        return std::move(tests_);
    }

  private:
    [[nodiscard]] std::uint64_t scaled(std::uint64_t messages) const {
        return messages / (scale_.quick ? kQuickDivisor : 1);
    }

    void add(const std::string& name, const SideTask& task, const std::vector<Peer>& peers) {
        tests_.push_back({.name = name,
                          .unit = "ns/event",
                          .subjects = side_subjects(task, peers),
                          .pairs = kRounds});
    }

    void add_comparisons(const std::string& prefix, const PlacedDay& day) {
        for (const bool is_by_price : {false, true}) {
            for (const bool is_quoting : {false, true}) {
                add(fmt::format("{}{}_{}", prefix, is_by_price ? "by_price" : "by_order",
                                is_quoting ? "quote" : "read"),
                    {.days = {day.stem + (is_by_price ? "-levels" : "")},
                     .events = day.events[is_by_price ? 1 : 0],
                     .is_by_price = is_by_price,
                     .is_quoting = is_quoting},
                    {Peer::Hftbacktest, Peer::Nautilus});
            }
        }
    }

    [[nodiscard]] Expected<void> add_generated() {
        const auto day = folder_.generate("day", {.messages = scaled(kMessages)});
        if (!day) {
            return std::unexpected(day.error());
        }
        add_comparisons("", *day);
        return {};
    }

    [[nodiscard]] Expected<void> add_recorded() {
        const std::filesystem::path file = real_recording();
        if (file.empty()) {
            fmt::print(stderr, "backtest: LOBSTER's GOOG is not under HOTPATH_DATA: left out\n");
            return {};
        }
        const auto stream = capture::open(file);
        const auto day =
            stream ? folder_.place("goog", read_day(**stream)) : std::unexpected(stream.error());
        if (!day) {
            return std::unexpected(day.error());
        }
        add_comparisons("goog_", *day);
        return {};
    }

    /// Generated days in turn, and on threads.
    [[nodiscard]] Expected<void> add_days() {
        SideTask task;
        for (std::uint32_t n = 1; n <= kMostDays; ++n) {
            const auto day = folder_.generate(
                fmt::format("day-{}", n), {.seed = 10 + n, .messages = scaled(kMessagesOfGrowth)});
            if (!day) {
                return std::unexpected(day.error());
            }
            task.days.push_back(day->stem);
            task.events += day->events[0];
            if (std::ranges::find(kDays, n) != kDays.end()) {
                add(fmt::format("days_{}", n), task, {Peer::Hftbacktest, Peer::Nautilus});
            }
        }
        task.is_whole = true;
        for (const std::uint32_t threads : kThreads) {
            task.threads = threads;
            add(fmt::format("threads_{}", threads), task, {});
        }
        return {};
    }

    /// As many messages on more instruments, and the largest day with more strategies.
    [[nodiscard]] Expected<void> add_instruments() {
        for (const std::uint32_t instruments : kInstruments) {
            const auto day = folder_.generate(fmt::format("instruments-{}", instruments),
                                              {.seed = 20,
                                               .messages = scaled(kMessagesOfInstruments),
                                               .instruments = instruments});
            if (!day) {
                return std::unexpected(day.error());
            }
            SideTask task{.days = {day->stem}, .events = day->events[0]};
            add(fmt::format("instruments_{}", instruments), task,
                {Peer::Hftbacktest, Peer::Nautilus});
            if (instruments != kInstruments.back()) {
                continue;
            }
            for (const std::uint32_t strategies : kInstruments) {
                task.strategies = strategies;
                add(fmt::format("strategies_{}", strategies), task, {Peer::Nautilus});
            }
        }
        return {};
    }

    Scale scale_;
    DayFolder folder_;
    std::vector<Test> tests_;
};

}  // namespace

Bench backtest_bench() {
    return {
        .name = "backtest",
        .question = "events a second of a backtest, its memory and its first event, beside peers",
        .prepare = [](const Scale& scale) { return BacktestTests(scale).prepare(); }};
}

}  // namespace hotpath::bench
