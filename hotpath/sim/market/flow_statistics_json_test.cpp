// The statistics of a market as JSON: the names that their readers look for, and what stands there.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/sim/market/flow_statistics.hpp"

namespace hotpath::sim::market {
namespace {

namespace itch50 = protocols::nasdaq::itch50;

class StatisticsJson : public testing::Test {
  protected:
    static constexpr std::int64_t kTen = 10LL * 3'600 * kNanosPerSecond;

    template <class Message>
    void hear(Message message, std::int64_t after_ns) {
        message.store_stock_locate(1);
        message.store_timestamp(static_cast<std::uint64_t>(kTen + after_ns));
        statistics_.on_message(message.bytes());
    }
    void add(std::uint64_t id, char side, std::uint32_t qty, std::uint32_t price,
             std::int64_t after_ns) {
        itch50::AddOrder m;
        m.store_order_reference_number(id);
        m.store_buy_sell_indicator(side);
        m.store_shares(qty);
        m.store_price(price);
        hear(m, after_ns);
    }
    /// The text between the name of this part and the next one's.
    [[nodiscard]] std::string part(std::string_view name) const {
        const std::string json = to_json(statistics_);
        const std::size_t begin = json.find("\"" + std::string(name) + "\": {\n");
        EXPECT_NE(begin, std::string::npos) << name;
        return json.substr(begin, json.find("\n  }", begin) - begin);
    }

    FlowStatistics statistics_;
};

TEST_F(StatisticsJson, HasCountsOfTheDayAndOfItsParts) {
    const std::byte unknown{'?'};
    statistics_.on_message({&unknown, 1});
    add(1, 'B', 300, 500'000, 0);
    add(2, 'S', 100, 500'200, 1'000);
    itch50::OrderDelete gone;
    gone.store_order_reference_number(1);
    hear(gone, 2'000'000);
    const std::string json = to_json(statistics_);
    EXPECT_TRUE(
        json.starts_with("{\n  \"messages\": 4,\n  \"implied\": 0,\n  \"not_decoded\": 1,\n"
                         "  \"live_orders_max\": 2,\n  \"before_open\": {\n"))
        << json.substr(0, 200);
    EXPECT_TRUE(json.ends_with("}\n"));
    EXPECT_EQ(std::ranges::count(json, '{'), std::ranges::count(json, '}'));
    EXPECT_EQ(std::ranges::count(json, '['), std::ranges::count(json, ']'));
    const std::string continuous = part("continuous");
    EXPECT_TRUE(continuous.contains("\"messages\": 3,\n    \"by_type\": {\"A\": 2, \"D\": 1},"))
        << continuous.substr(0, 200);
    EXPECT_TRUE(continuous.contains("\"add_qty\": {\"count\": 2, \"mean\": 200, \"p1\": 100,"));
    EXPECT_TRUE(continuous.contains("\"deleted_lifetime_ns\": {\"count\": 1, \"mean\": "));
    EXPECT_TRUE(continuous.contains("\"executed_qty\": {\"count\": 0, \"mean\": 0, \"p1\": 0,"));
    EXPECT_TRUE(part("after_close").contains("\"messages\": 0,\n    \"by_type\": {},"));
}

TEST_F(StatisticsJson, HasEachNameThatCalibrationReads) {
    const std::string text = part("continuous");
    std::size_t at = 0;
    for (const char* const name : {"messages",
                                   "by_type",
                                   "adds_improving",
                                   "adds_at_touch",
                                   "ticks_behind",
                                   "add_qty",
                                   "executed_qty",
                                   "deleted_lifetime_ns",
                                   "executed_lifetime_ns",
                                   "gap_ns",
                                   "spread_ticks",
                                   "spread_bp_100",
                                   "dispersion",
                                   "10ms",
                                   "100ms",
                                   "1000ms",
                                   "10000ms",
                                   "busiest",
                                   "markout",
                                   "1s",
                                   "10s",
                                   "response_percent_of_spread",
                                   "lob_bench",
                                   "spread_ticks",
                                   "imbalance_1000",
                                   "inter_arrival_ns",
                                   "time_to_cancel_ns",
                                   "time_to_first_fill_ns",
                                   "bid_qty_at_best",
                                   "ask_qty_at_best",
                                   "bid_qty_at_five",
                                   "ask_qty_at_five",
                                   "bid_limit_depth_half_ticks",
                                   "ask_limit_depth_half_ticks",
                                   "bid_limit_level",
                                   "ask_limit_level",
                                   "bid_cancel_depth_half_ticks",
                                   "ask_cancel_depth_half_ticks",
                                   "bid_cancel_level",
                                   "ask_cancel_level",
                                   "qty_per_minute",
                                   "flow_imbalance",
                                   "flow_imbalance_before_down",
                                   "flow_imbalance_before_stay",
                                   "flow_imbalance_before_up"}) {
        const std::size_t found = text.find("\"" + std::string(name) + "\": ", at);
        ASSERT_NE(found, std::string::npos) << name << ", in this order";
        at = found;
    }
}

TEST_F(StatisticsJson, HistogramsAreTheirBins) {
    add(1, 'B', 300, 500'000, 0);
    add(2, 'S', 100, 500'200, 1'000);
    add(3, 'B', 40, 500'100, 2'000);
    const std::string text = part("continuous");
    // Once both sides stand: 300 and then 40, in the bins from 288 and from 40 on.
    EXPECT_TRUE(
        text.contains("\"bid_qty_at_best\": {\"count\": 2, \"mean\": 170.000, \"bins\": "
                      "[[40, 1], [288, 1]]}"))
        << text.substr(text.find("\"bid_qty_at_best\""), 120);
    EXPECT_TRUE(text.contains("\"flow_imbalance\": {\"count\": 0, \"mean\": 0.000, \"bins\": []}"));
}

}  // namespace
}  // namespace hotpath::sim::market
