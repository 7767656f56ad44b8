// The real-order oracle on recordings: exact fills give back each execution of each order, and the
// counts are those of docs/results/order-oracle.md (bench/results/calibration/oracle_*.json).

#include "hotpath/backtest/order_oracle.hpp"

#include <fstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/real_files.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

using backtest::OracleCounts;
using backtest::OrderOracle;
using sim::flow::FillModel;
using sim::flow::QueueModel;

constexpr book::BooksOptions kBooks{.orders_max = 200'000,
                                    .levels_max = 100'000,
                                    .instruments_max = 10'000,
                                    .huge_pages = HugePages::Never};
constexpr std::uint32_t kOneIn = 10;

/// As ten runs of the command: each order is ours once.
OracleCounts counts_of_all_orders(const std::filesystem::path& file, const FillModel& fills) {
    OracleCounts counts;
    for (std::uint32_t part = 0; part < kOneIn; ++part) {
        auto oracle = std::move(*OrderOracle::create(
            {.books = kBooks, .fills = fills, .one_in = kOneIn, .part = part}));
        end_to_end::for_each_message(file, [&](Bytes message) { oracle.on_message(message); });
        oracle.finish();
        counts += oracle.counts();
    }
    return counts;
}

/// The committed counts of one model.
nlohmann::json committed(const std::string& recording, std::string_view model) {
    const std::filesystem::path file =
        support::golden_file("../../bench/results/calibration/oracle_" + recording + ".json");
    std::ifstream text(file);
    EXPECT_TRUE(text) << file << ": script/calibrate --oracle writes it";
    const nlohmann::json result = nlohmann::json::parse(text);
    for (const nlohmann::json& counts : result["models"]) {
        if (counts["model"] == model) {
            return counts;
        }
    }
    ADD_FAILURE() << file << " has no model " << model;
    return {};
}

void expect_committed(const OracleCounts& counts, const nlohmann::json& wanted) {
    EXPECT_EQ(counts.orders, wanted["orders"]);
    EXPECT_EQ(counts.orders_exact, wanted["orders_exact"]);
    EXPECT_EQ(counts.executions, wanted["executions"]);
    EXPECT_EQ(counts.exact, wanted["exact"]);
    EXPECT_EQ(counts.partial, wanted["partial"]);
    EXPECT_EQ(counts.missed, wanted["missed"]);
    EXPECT_EQ(counts.invented, wanted["invented"]);
    EXPECT_EQ(counts.late, wanted["late"]);
    EXPECT_EQ(counts.out_of_turn, wanted["out_of_turn"]);
}

TEST(OrderOracleOnRecordings, ExactFillsGiveBackEachExecutionOfGooglesDay) {
    const auto file = support::licensed_data(end_to_end::kGoogle);
    if (!file) {
        GTEST_SKIP() << support::missing_data(end_to_end::kGoogle);
    }
    const OracleCounts counts = counts_of_all_orders(*file, {});
    EXPECT_GT(counts.executions, 5'000U);
    EXPECT_EQ(counts.exact, counts.executions);
    EXPECT_EQ(counts.orders_exact, counts.orders);
    EXPECT_EQ(counts.invented, 0U);
    expect_committed(counts, committed("goog_20120621", "exact"));
}

TEST(OrderOracleOnRecordings, EachModelGivesBackOfApplesMorningWhatThePageSays) {
    const auto file = support::licensed_data(end_to_end::kApple);
    if (!file) {
        GTEST_SKIP() << support::missing_data(end_to_end::kApple);
    }
    const auto expect = [&](std::string_view model, const FillModel& fills) {
        SCOPED_TRACE(model);
        expect_committed(counts_of_all_orders(*file, fills), committed("aapl_20200130", model));
    };
    expect("exact", {});
    expect("matched", sim::flow::kMatched);
    expect("back_of_line", {.queue = QueueModel::BackOfLine});
    expect("proportional", {.queue = QueueModel::Proportional});
    expect("power 3", {.queue = QueueModel::Power, .exponent = 3});
    expect("logarithmic", {.queue = QueueModel::Logarithmic});
}

}  // namespace
}  // namespace hotpath
