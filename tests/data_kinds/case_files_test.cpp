// Small recordings whose right fills are known by hand: tests/golden/cases/PROVENANCE.md.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/data_kinds/market_script.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath::backtest {
namespace {

using sim::flow::QueueModel;
using support::cents;

constexpr std::int64_t kPrice = 5'459;  // cents

/// Shares and price (cents) of our fills, by millisecond after 09:30 (14:30 of the DBN file).
using CaseFills = std::map<std::int64_t, std::pair<std::uint32_t, std::int64_t>>;

struct Case {
    std::string symbol = "ACME";
    std::int64_t hours_later = 0;  // than 09:30
    std::uint32_t qty = 300;
    std::int64_t price = kPrice;
    sim::flow::FillModel fills{};
};

CaseFills fills_of_case(const std::string& name, const Case& played) {
    auto stream = capture::open(support::golden_file("cases/" + name));
    EXPECT_TRUE(stream) << stream.error().message;
    support::ItchMessages messages;
    for (auto block = (*stream)->next_block(); block && !block->empty();
         block = (*stream)->next_block()) {
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message);) {
            messages.emplace_back(message.begin(), message.end());
        }
    }
    const std::int64_t shift = played.hours_later * 3'600'000;
    support::ScriptedBacktest test;
    test.options.engine.symbols = {*Symbol::from(played.symbol)};
    test.options.fills = played.fills;
    test.enter(shift + 1'000, Side::Buy, played.qty, cents(played.price));
    const auto day = test.run_over(messages);
    EXPECT_TRUE(day) << day.error().message;
    CaseFills fills;
    for (const FillRecord& fill : day ? day->fills : std::vector<FillRecord>{}) {
        const std::int64_t ms = (fill.at - support::after_open(shift)).value / support::kNanosPerMs;
        fills[ms].first += fill.qty.value;
        fills[ms].second = fill.price.value / 100;
    }
    return fills;
}

class CaseFiles : public testing::TestWithParam<QueueModel> {};
INSTANTIATE_TEST_SUITE_P(EachModelByPrice, CaseFiles,
                         testing::Values(QueueModel::BackOfLine, QueueModel::Proportional,
                                         QueueModel::Power, QueueModel::Logarithmic));

// 100 are displayed, ours are 300 behind them; 200 trade, and 200 again.
TEST_P(CaseFiles, TradesBeyondTheQuoteOfATableFillUs) {
    EXPECT_EQ(fills_of_case("quotes_trades_beyond_the_quote.csv",
                            {.fills = {.queue = GetParam(), .is_of_levels = true}}),
              (CaseFills{{2'000, {100, kPrice}}, {3'000, {200, kPrice}}}));
}
TEST_P(CaseFiles, TradesBeyondTheQuoteOfDbnMbp1FillUs) {
    EXPECT_EQ(
        fills_of_case("mbp1_trades_beyond_the_quote.dbn",
                      {.hours_later = 5, .fills = {.queue = GetParam(), .is_of_levels = true}}),
        (CaseFills{{2'000, {100, kPrice}}, {3'000, {200, kPrice}}}));
}

// Ours is behind an iceberg that shows 2. All of them trade, it is refreshed, and from then on behind ours.
TEST(CaseFilesByOrder, AnIcebergThatIsRefreshedGoesBehindUs) {
    for (const char* name :
         {"dbn_iceberg_refresh_same_size.dbn", "dbn_iceberg_refresh_larger.dbn"}) {
        for (const sim::flow::FillModel& fills : {sim::flow::FillModel{}, sim::flow::kMatched}) {
            EXPECT_EQ(fills_of_case(name, {.symbol = "ESH4",
                                           .hours_later = 5,
                                           .qty = 1,
                                           .price = 470'000,
                                           .fills = fills}),
                      (CaseFills{{180'000, {1, 470'000}}}))
                << name;
        }
    }
}

}  // namespace
}  // namespace hotpath::backtest
