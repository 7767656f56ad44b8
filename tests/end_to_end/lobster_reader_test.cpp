// The books that our LOBSTER reader makes, against the order book file that LOBSTER published:
// every row, every level, price and quantity.
#include <array>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/feed/itch_books.hpp"
#include "hotpath/sim/flow/round_trip_check.hpp"
#include "hotpath/wire/itch50/messages.hpp"
#include "tests/end_to_end/lobster_files.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

using end_to_end::kLobsterLevels;
using end_to_end::LobsterRow;

constexpr InstrumentId kListed{1};
constexpr std::size_t kRoom = kLobsterLevels + 1;  // one more than the row has must not be there

std::vector<book::Level> levels_of(const book::L3Books& books, Side side) {
    std::vector<book::Level> levels(kRoom);
    levels.resize(books.depth(kListed, side, levels));
    return levels;
}

/// How many of the row's levels are those of the book, of both sides.
std::size_t levels_equal(const book::L3Books& books, const LobsterRow& row) {
    std::size_t equal = 0;
    for (const Side side : {Side::Buy, Side::Sell}) {
        std::vector<book::Level> ours = levels_of(books, side);
        ours.resize(kRoom);
        for (std::size_t i = 0; i < kLobsterLevels; ++i) {
            const book::Level& published = row.side(side)[i];
            equal += ours[i].price == published.price && ours[i].qty == published.qty ? 1U : 0U;
        }
    }
    return equal;
}

/// Holds the book against the row of each event, once before the next event's own message and once
/// when no more messages of that time can come.
class RowCheck : public feed::NullListener {
  public:
    explicit RowCheck(const std::vector<LobsterRow>& rows) : rows_(rows) {}

    void before(const book::L3Books& books, const wire::itch50::SystemEvent& next) {
        const bool is_later = next.load_timestamp() > time_;
        time_ = next.load_timestamp();
        if (events_ == 0 || events_ > rows_.size()) {
            return;
        }
        const LobsterRow& row = rows_[events_ - 1];
        if (is_later) {  // nothing behind the levels published either
            ++rows_exact_;
            for (const Side side : {Side::Buy, Side::Sell}) {
                ASSERT_LE(levels_of(books, side).size(), kLobsterLevels) << "row " << events_;
            }
        }
        if (next.load_tracking_number() == 0) {
            ++rows_checked_;
            ASSERT_EQ(levels_equal(books, row), 2 * kLobsterLevels) << "row " << events_;
        }
    }
    void count_event() { ++events_; }

    [[nodiscard]] std::size_t rows_checked() const { return rows_checked_; }
    [[nodiscard]] std::size_t rows_exact() const { return rows_exact_; }

  private:
    const std::vector<LobsterRow>& rows_;
    std::uint64_t time_ = 0;
    std::size_t events_ = 0;
    std::size_t rows_checked_ = 0;
    std::size_t rows_exact_ = 0;
};

constexpr std::size_t kBeginning = 4;  // messages before the first event's: S R H S

TEST(LobsterReader, EveryRowOfGooglesOrderBookFileIsTheBookAfterItsEvent) {
    const auto zip = support::licensed_data(end_to_end::kGoogle);
    if (!zip) {
        GTEST_SKIP() << support::missing_data(end_to_end::kGoogle);
    }
    const end_to_end::LobsterDay day = end_to_end::read_lobster_day(*zip);
    ASSERT_EQ(day.rows.size(), 112'673U);
    auto books = feed::ItchBooks::create({.orders_max = 10'000, .levels_max = 10'000});
    ASSERT_TRUE(books);
    RowCheck check(day.rows);
    std::size_t messages = 0;
    end_to_end::for_each_message(*zip, [&](Bytes message) {
        const auto& header = wire::itch50::SystemEvent::at(message.data());
        if (!::testing::Test::HasFailure()) {
            check.before(books->books(), header);
        }
        EXPECT_EQ(books->on_message(message, check), wire::DecodeStatus::Ok);
        if (messages++ >= kBeginning && header.load_tracking_number() == 0) {
            check.count_event();
        }
    });
    EXPECT_EQ(check.rows_checked(), 112'673U);
    EXPECT_GT(check.rows_exact(), 80'000U);
    const book::BookCounters& counters = books->books().counters();
    EXPECT_EQ(counters.unknown_orders, 0U);
    EXPECT_EQ(counters.duplicate_orders, 0U);
    EXPECT_EQ(counters.over_executions, 0U);
    EXPECT_EQ(counters.crossed, 0U);
}

TEST(LobsterReader, OfGoogleExecutesTheFirstInTheQueueButWhereTheFileDoesNot) {
    const auto zip = support::licensed_data(end_to_end::kGoogle);
    if (!zip) {
        GTEST_SKIP() << support::missing_data(end_to_end::kGoogle);
    }
    auto check = sim::flow::RoundTripCheck::create(
        {.books = {.orders_max = 10'000, .levels_max = 10'000, .instruments_max = 10}});
    ASSERT_TRUE(check);
    end_to_end::for_each_message(*zip, [&](Bytes message) { check->on_message(message); });
    check->finish();
    EXPECT_TRUE(check->report().holds());
    // In five the file itself passes over an order that it added some milliseconds before, at the
    // same price and with a lower id, and that is in view the whole time.
    EXPECT_EQ(check->flow().executions_out_of_turn, 5U);
    EXPECT_EQ(check->flow().crossing_orders, 0U);
    EXPECT_EQ(check->flow().impossible, 0U);
}

}  // namespace
}  // namespace hotpath
