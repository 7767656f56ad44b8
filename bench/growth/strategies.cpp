// The question: does an event cost more when the instruments of a day are divided among more
// strategies, each of which quotes both sides of its instruments? The whole system: venue, feed,
// trader, risk, as `hotpath backtest` runs it, in a process of its own.

#include <array>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "bench/backtest/day.hpp"
#include "bench/backtest/peer_rows.hpp"
#include "bench/backtest/sides.hpp"
#include "bench/growth/growth_tests.hpp"

namespace hotpath::bench::growth {
namespace {

constexpr std::uint64_t kMessages = 1'000'000;
constexpr std::uint32_t kInstruments = 64;
constexpr std::array<std::uint32_t, 6> kStrategies{1, 2, 4, 8, 16, 64};

}  // namespace

Tests strategy_tests(const Setting& setting) {
    const auto day = backtests::generate_day(
        {.seed = 30, .messages = setting.scaled(kMessages), .instruments = kInstruments});
    if (!day) {
        return std::unexpected(day.error());
    }
    const std::filesystem::path folder =
        std::filesystem::path(HOTPATH_SOURCE_DIR) / "build/bench/growth";
    std::error_code refused;
    std::filesystem::create_directories(folder, refused);
    const std::string stem = folder / "strategies";
    if (auto written = backtests::write_day(*day, backtests::BookKind::ByOrder, stem); !written) {
        return std::unexpected(written.error());
    }
    std::vector<Test> tests;
    tests.reserve(kStrategies.size());
    for (const std::uint32_t strategies : kStrategies) {
        tests.push_back({.name = fmt::format("strategies_{}", strategies),
                         .unit = "ns/event",
                         .subjects = backtests::side_subjects({.days = {stem},
                                                               .events = day->events,
                                                               .is_quoting = true,
                                                               .strategies = strategies},
                                                              {})});
    }
    return tests;
}

}  // namespace hotpath::bench::growth
