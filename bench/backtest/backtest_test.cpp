// The benchmark's days and our side of it, against an obvious twin: books of std::map that follow
// the rows which the peers get.

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "bench/backtest/day.hpp"
#include "bench/backtest/peer_rows.hpp"
#include "bench/backtest/side.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::bench::backtests {
namespace {

constexpr GeneratedDay kSmallDay{.seed = 5, .messages = 6'000, .instruments = 2};

constexpr book::BooksOptions kSmallBooks{.orders_max = 20'000,
                                         .levels_max = 20'000,
                                         .instruments_max = 10,
                                         .huge_pages = HugePages::Never};

Day small_day() {
    auto day = generate_day(kSmallDay);
    EXPECT_TRUE(day);
    return day ? std::move(*day) : Day{};
}

/// One instrument: shares by price, and, by order, where each order is.
class TwinBook {
  public:
    void apply(const PeerRow& row, BookKind kind) {
        if (row.action == PeerRow::Action::Trade) {
            return;
        }
        std::uint64_t& shown =
            kind == BookKind::ByOrder ? orders_[row.id] : levels_[row.is_sell][row.price];
        const std::uint64_t left = row.action == PeerRow::Action::Delete ? 0 : row.qty;
        if (kind == BookKind::ByOrder) {
            levels_[row.is_sell][row.price] += left - shown;
            shown = left;
        } else {
            shown = left;
        }
        if (levels_[row.is_sell][row.price] == 0) {
            levels_[row.is_sell].erase(row.price);
        }
    }
    [[nodiscard]] bool is_two_sided() const { return !levels_[0].empty() && !levels_[1].empty(); }
    [[nodiscard]] Price bid() const { return {levels_[0].rbegin()->first}; }
    [[nodiscard]] Price ask() const { return {levels_[1].begin()->first}; }

  private:
    std::map<std::int64_t, std::uint64_t> levels_[2];
    std::map<std::uint64_t, std::uint64_t> orders_;
};

/// The best prices after each event.
BestPrices twin_answer(const std::vector<PeerRow>& rows, BookKind kind) {
    BestPrices prices;
    std::map<std::uint16_t, TwinBook> books;
    for (const PeerRow& row : rows) {
        TwinBook& book = books[row.instrument];
        book.apply(row, kind);
        if (row.is_last != 0 && book.is_two_sided()) {
            prices.add(book.bid(), book.ask());
        }
    }
    return prices;
}

class BacktestSides : public ::testing::TestWithParam<BookKind> {
  protected:
    [[nodiscard]] static Day day() {
        const Day by_order = small_day();
        return GetParam() == BookKind::ByOrder ? by_order : by_price(by_order);
    }
    [[nodiscard]] std::filesystem::path written(const Day& day) const {
        const auto stem = folder_.path() / "day";
        EXPECT_TRUE(write_day(day, GetParam(), stem));
        return stem;
    }

  private:
    support::TemporaryDirectory folder_;
};

TEST_P(BacktestSides, ReadTheBestPricesThatTheRowsOfThePeersHave) {
    const Day one = day();
    const BestPrices expected = twin_answer(peer_rows(one, GetParam()), GetParam());
    const auto result = play({.days = {written(one)}, .books = GetParam(), .bounds = kSmallBooks});
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->prices.value(), expected.value());
    EXPECT_EQ(result->prices.count(), expected.count());
    EXPECT_GT(expected.count(), one.events / 2);
    EXPECT_EQ(result->orders, 0U);
}

TEST_P(BacktestSides, TheQuoterQuotesAndExecutes) {
    const auto result = play({.days = {written(day())},
                              .books = GetParam(),
                              .strategy = Strategy::Quote,
                              .bounds = kSmallBooks});
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_GT(result->orders, 100U);
    EXPECT_GT(result->fills, 10U);
}

TEST_P(BacktestSides, SeveralStrategiesReadWhatOneReads) {
    const auto stem = written(day());
    const auto one = play({.days = {stem}, .books = GetParam(), .bounds = kSmallBooks});
    const auto two =
        play({.days = {stem}, .books = GetParam(), .strategies = 2, .bounds = kSmallBooks});
    ASSERT_TRUE(one && two);
    EXPECT_EQ(one->prices.value(), two->prices.value());
}

TEST_P(BacktestSides, DaysOnTwoThreadsAnswerAsDaysInTurn) {
    const auto stem = written(day());
    const auto in_turn =
        play({.days = {stem, stem, stem}, .books = GetParam(), .bounds = kSmallBooks});
    const auto together = play(
        {.days = {stem, stem, stem}, .books = GetParam(), .threads = 2, .bounds = kSmallBooks});
    ASSERT_TRUE(in_turn && together);
    EXPECT_EQ(in_turn->prices.value(), together->prices.value());
    EXPECT_EQ(in_turn->prices.count(), together->prices.count());
}

TEST_P(BacktestSides, ADayThatIsNotThereIsAnError) {
    const auto result =
        play({.days = {"/nowhere/day"}, .books = GetParam(), .bounds = kSmallBooks});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "backtest: cannot read /nowhere/day.json");
}

TEST_P(BacktestSides, EveryEventHasItsOwnTime) {
    const Day one = day();
    std::set<std::int64_t> times;
    std::uint64_t events = 0;
    for (const PeerRow& row : peer_rows(one, GetParam())) {
        events += row.is_last;
        times.insert(row.time);
    }
    EXPECT_EQ(events, one.events);
    EXPECT_EQ(times.size(), one.events);
}

INSTANTIATE_TEST_SUITE_P(Books, BacktestSides,
                         ::testing::Values(BookKind::ByOrder, BookKind::ByPrice),
                         [](const auto& kind) {
                             return kind.param == BookKind::ByOrder ? "ByOrder" : "ByPrice";
                         });

TEST(BacktestDays, EveryPriceIsAMultipleOfItsInstrumentsTick) {
    const Day day = small_day();
    ASSERT_EQ(day.instruments.size(), kSmallDay.instruments);
    for (const PeerRow& row : peer_rows(day, BookKind::ByOrder)) {
        const DayInstrument& of = day.instruments[row.instrument];
        EXPECT_EQ(row.price % of.tick, 0);
        EXPECT_GE(row.price, of.low.value);
        EXPECT_LE(row.price, of.high.value);
    }
}

TEST(BacktestDays, AreEmptyAtTheirEnd) {
    const Day day = small_day();
    std::map<std::uint64_t, std::uint64_t> open;
    for (const PeerRow& row : peer_rows(day, BookKind::ByOrder)) {
        row.action == PeerRow::Action::Delete ? open.erase(row.id) : (open[row.id] = row.qty, 1U);
    }
    EXPECT_TRUE(open.empty());
}

TEST(BacktestAnswers, DoNotDependOnWhereTheyAreCut) {
    BestPrices whole;
    BestPrices first;
    BestPrices second;
    for (std::int64_t n = 0; n < 10; ++n) {
        whole.add({100 + n}, {200 + 3 * n});
        (n < 4 ? first : second).add({100 + n}, {200 + 3 * n});
    }
    first.append(second);
    EXPECT_EQ(first.value(), whole.value());
    EXPECT_EQ(first.count(), whole.count());
}

}  // namespace
}  // namespace hotpath::bench::backtests
