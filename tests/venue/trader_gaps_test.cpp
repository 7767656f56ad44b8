// A trader whose loop is watched trades as ever, and its file says where the time of each turn went
// and what each piece of its code was.
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <sched.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/trader_process.hpp"

namespace hotpath::venue_tests {
namespace {

[[nodiscard]] nlohmann::json json_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    return file ? nlohmann::json::parse(file, nullptr, false) : nlohmann::json(nullptr);
}

[[nodiscard]] std::uint32_t last_core() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    EXPECT_EQ(::sched_getaffinity(0, sizeof allowed, &allowed), 0);
    std::uint32_t core = CPU_SETSIZE - 1;
    while (core > 0 && !CPU_ISSET(core, &allowed)) {
        --core;
    }
    return core;
}

/// On the last core, which it does not give away.
[[nodiscard]] std::string polling(std::string config) {
    const std::string idle = "idle = \"wait\"";
    return config.replace(config.find(idle), idle.size(),
                          "idle = \"poll\"\ncore = " + std::to_string(last_core()));
}

TEST(TraderGaps, ThePartsOfItsTurnsAddUpAndLongOnesHaveCauses) {
    const support::TemporaryDirectory folder;
    const auto settings = generated_market(free_addresses());
    VenueProcess venue(folder.path(), settings);
    ASSERT_TRUE(venue.start()) << venue.output();
    std::ofstream(folder / "trader.toml")
        << polling(trader_config(settings, venue, {.symbols = symbols_of(venue)}));
    HotpathProcess trader;
    ASSERT_TRUE(trader.start(
        {.arguments = {"trade", "-c", (folder / "trader.toml").string(), "--json",
                       (folder / "trade.json").string(), "--gaps", (folder / "gaps.json").string()},
         .ready = "trade: ready"}))
        << trader.output();
    // The state of which the first is read began the watch; a later one was taken in it.
    std::uint64_t before = 0;
    for (const std::uint64_t more : {0U, 3U}) {
        nlohmann::json state = json_of(folder / "trade.json");
        while (!state.is_object() || state["doing"] != "trading" ||
               state["orders"]["executions"] < before + more) {
            ASSERT_TRUE(trader.read_more()) << trader.output();
            state = json_of(folder / "trade.json");
        }
        before = state["orders"]["executions"];
    }
    ASSERT_EQ(trader.stop(), 0) << trader.output();

    const nlohmann::json gaps = json_of(folder / "gaps.json");
    ASSERT_TRUE(gaps.is_object());
    EXPECT_EQ(gaps["core"], last_core());
    EXPECT_GT(gaps["turns"], gaps["turns_with_news"]);
    EXPECT_GT(gaps["turns_with_news"], 0);
    std::int64_t total = 0;
    for (const auto& [name, part] : gaps["parts"].items()) {
        EXPECT_GT(part["lengths"]["count"], 0) << name;
        std::uint64_t caused = 0;
        for (const auto& cause : part["causes"]) {
            caused += cause["count"].get<std::uint64_t>();
        }
        EXPECT_EQ(part["long"], caused) << name;
        total += part["total_ns"].get<std::int64_t>();
    }
    EXPECT_EQ(total, gaps["watched_ns"].get<std::int64_t>());

    std::map<std::string, std::int64_t> total_of_work;
    std::map<std::string, std::int64_t> long_of_work;
    for (const auto& [name, work] : gaps["work"].items()) {
        const std::string part = work["part"];
        total_of_work[part] += work["total_ns"].get<std::int64_t>();
        long_of_work[part] += work["long"].get<std::int64_t>();
    }
    for (const std::string part : {"handling", "housekeeping"}) {
        EXPECT_EQ(total_of_work[part], gaps["parts"][part]["total_ns"]) << part;
        EXPECT_EQ(long_of_work[part], gaps["parts"][part]["long"]) << part;
    }
    for (const char* name : {"order", "packet", "reply", "status", "book_sums"}) {
        EXPECT_GT(gaps["work"][name]["lengths"]["count"], 0) << name;
    }
}

}  // namespace
}  // namespace hotpath::venue_tests
