// How many orders that join the touch are filled: by the rule that a trade at the price fills all of
// them, and by their place in the queue. docs/results/fill-bands.md holds what is measured here.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/backtest/run.hpp"
#include "hotpath/backtest/statistics/mark_outs.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/support/data_files.hpp"
#include "tests/support/joiner.hpp"

namespace hotpath {
namespace {

using backtest::DayResult;
using sim::flow::FillModel;
using sim::flow::QueueModel;
using support::Join;
using support::Joiner;

/// Calls it with each message of a day.
using EachMessage = std::function<void(const std::function<void(Bytes)>&)>;

struct Measured {
    std::size_t joins = 0;
    std::size_t touched = 0;
    std::size_t filled = 0;
    std::size_t fills = 0;
    backtest::MarkOuts mark_outs{};  // of the resting fills

    [[nodiscard]] double touched_share() const { return share(touched); }
    [[nodiscard]] double filled_share() const { return share(filled); }

  private:
    [[nodiscard]] double share(std::size_t count) const {
        return joins == 0 ? 0 : static_cast<double>(count) / static_cast<double>(joins);
    }
};

Measured measured(Symbol symbol, const FillModel& fills, const EachMessage& each_message) {
    backtest::RunOptions options;
    options.engine.books = {.orders_max = 200'000,
                            .levels_max = 100'000,
                            .instruments_max = 10,
                            .huge_pages = HugePages::Never};
    options.engine.symbols = {symbol};
    // What the measurement itself needs: its position is of no interest.
    options.engine.limits.position_max = {10'000'000};
    options.engine.limits.order_notional_max = {100'000'000'000};
    options.engine.account = {.gross_max = {1'000'000'000'000'000},
                              .net_max = {1'000'000'000'000'000},
                              .traded_max = {1'000'000'000'000'000},
                              .loss_max = {1'000'000'000'000'000},
                              .open_orders_max = 100,
                              .messages_per_fill_max = 1'000'000,
                              .messages_free = 1'000'000};
    options.session.feed_latency = {};
    options.session.entry_latency = {};
    options.session.response_latency = {};
    options.fills = fills;
    auto run = *backtest::Run<Joiner>::create(options, Joiner({}));
    each_message([&](Bytes message) {
        const auto played = run.on_message(message);
        ASSERT_TRUE(played) << played.error().message;
    });
    const auto day = run.finish("day");
    EXPECT_TRUE(day) << day.error().message;
    Measured found;
    for (const Join& join : run.trader().strategy().joins()) {
        found.joins += join.is_refused ? 0U : 1U;
        found.touched += join.is_touched ? 1U : 0U;
        found.filled += join.is_filled ? 1U : 0U;
    }
    const backtest::BacktestResult result{.days = {day ? *day : DayResult{}}};
    found.fills = backtest::fill_count(result);
    found.mark_outs = backtest::mark_outs(result, oms::Liquidity::Added);
    return found;
}

std::string percent(double share) {
    std::ostringstream text;
    text.precision(1);
    text << std::fixed << 100 * share << "%";
    return text.str();
}

std::string cents_of(const std::optional<backtest::MeanMove>& move) {
    std::ostringstream text;
    text.precision(2);
    text << std::fixed << std::showpos;
    if (move) {
        text << move->ticks;
    } else {
        text << "-";
    }
    return text.str();
}

/// One line of the page's table.
std::string row_of(const std::string& market, const std::string& model, const Measured& found) {
    std::string row = "| " + market + " | " + model + " | " + std::to_string(found.joins) + " | " +
                      percent(found.touched_share()) + " | " + percent(found.filled_share()) +
                      " | " + std::to_string(found.fills) + " |";
    for (const std::size_t horizon : {3U, 4U, 5U}) {
        row += " " + cents_of(found.mark_outs[horizon].from_mid) + " |";
    }
    for (const std::size_t horizon : {3U, 4U, 5U}) {
        row += " " + cents_of(found.mark_outs[horizon].from_price) + " |";
    }
    return row;
}

void expect_on_page(const std::string& row) {
    std::ifstream file(HOTPATH_SOURCE_DIR "/docs/results/fill-bands.md");
    const std::string page = (std::ostringstream() << file.rdbuf()).str();
    EXPECT_NE(page.find("\n" + row + "\n"), std::string::npos)
        << "docs/results/fill-bands.md must have this row:\n"
        << row;
}

void expect_bands(const std::string& market, Symbol symbol, const EachMessage& each_message) {
    const Measured exact = measured(symbol, {}, each_message);
    const Measured back = measured(symbol, {.queue = QueueModel::BackOfLine}, each_message);
    expect_on_page(row_of(market, "exact", exact));
    expect_on_page(row_of(market, "back of line", back));
    ASSERT_GT(exact.joins, 1'000U);
    ASSERT_GT(exact.fills, 100U);
    // The touch rule fills more than any queue does, and the most patient queue the fewest.
    EXPECT_GT(exact.touched_share(), exact.filled_share());
    EXPECT_GE(exact.filled_share(), back.filled_share());
}

TEST(FillBands, OfAGeneratedDayAreThoseOfThePage) {
    const auto create = [] {
        return *sim::market::MarketGenerator::create(
            {.seed = 1, .messages = 1'000'000, .instruments = 1});
    };
    expect_bands("generated", create().symbol({1}), [&](const std::function<void(Bytes)>& visit) {
        auto market = create();
        for (Bytes message = market.next(); !message.empty(); message = market.next()) {
            visit(message);
        }
    });
}

TEST(FillBands, OfGooglesDayAreThoseOfThePage) {
    const auto file = support::licensed_data(end_to_end::kGoogle);
    if (!file) {
        GTEST_SKIP() << support::missing_data(end_to_end::kGoogle);
    }
    expect_bands("GOOG", *Symbol::from("GOOG"), [&](const std::function<void(Bytes)>& visit) {
        end_to_end::for_each_message(*file, visit);
    });
}

}  // namespace
}  // namespace hotpath
