// The books that our LOBSTER reader makes, against the order book file that LOBSTER published:
// every row, every level, price and quantity.
#include <array>
#include <span>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/lobster_files.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/reference/round_trip_check.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

using end_to_end::kLobsterLevels;
using end_to_end::LobsterRow;
using ::testing::HasSubstr;
using ::testing::Not;

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

    void before(const book::L3Books& books, const protocols::nasdaq::itch50::SystemEvent& next) {
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
        const auto& header = protocols::nasdaq::itch50::SystemEvent::at(message.data());
        if (!::testing::Test::HasFailure()) {
            check.before(books->books(), header);
        }
        EXPECT_EQ(books->on_message(message, check), protocols::DecodeStatus::Ok);
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

constexpr auto kMessages = "TEST_2012-06-21_34200000_57600000_message_1.csv";
constexpr auto kRows = "TEST_2012-06-21_34200000_57600000_orderbook_1.csv";

/// A day of two events, and with it or not its order book file.
class LobsterCommands : public ::testing::Test {
  protected:
    LobsterCommands() { workshop_.write(kMessages, "1.0,1,70,10,5000,1\n1.1,3,70,10,5000,1\n"); }

    void write_rows() const {
        workshop_.write(kRows, "9999999999,0,5000,10\n9999999999,0,4900,5\n");
    }
    [[nodiscard]] end_to_end::Outcome run(const std::string& command) const {
        return workshop_.hotpath(
            {command, workshop_.name(kMessages), "--json", workshop_.name("result.json")});
    }
    [[nodiscard]] nlohmann::ordered_json json() const { return workshop_.read_json("result.json"); }

    end_to_end::Workshop workshop_;
};

TEST_F(LobsterCommands, ReplayOfAMessageFileAloneIsCalledAnEstimate) {
    const end_to_end::Outcome outcome = run("replay");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(std::string("an ESTIMATE: no order book file ") + kRows +
                                       " beside the messages"));
    EXPECT_THAT(outcome.out, HasSubstr("the book is an estimate, and its prices may be wrong"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("no unknown or duplicate order")));
    EXPECT_EQ(json()["book_basis"], "estimate");
    EXPECT_EQ(json()["open_orders"], 0);
}

TEST_F(LobsterCommands, ReplayWithTheOrderBookFileNamesIt) {
    write_rows();
    const end_to_end::Outcome outcome = run("replay");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(std::string("the 1 levels of ") + kRows));
    EXPECT_THAT(outcome.out, Not(HasSubstr("ESTIMATE")));
    EXPECT_EQ(json()["book_basis"], "published levels");
    EXPECT_EQ(json()["book_file"], kRows);
    EXPECT_EQ(json()["book_levels"], 1);
    EXPECT_EQ(json()["open_orders"], 1);
    EXPECT_EQ(json()["counters"]["file"]["book_rows"], 2);
}

TEST_F(LobsterCommands, StatisticsSaysWhatTheBookRestsOnAndCountsEventsAlone) {
    EXPECT_THAT(run("statistics").err, HasSubstr("the book is an ESTIMATE"));
    EXPECT_EQ(json()["book_basis"], "estimate");
    write_rows();
    EXPECT_THAT(run("statistics").err, HasSubstr("the book is the 1 levels of"));
    EXPECT_EQ(json()["book_basis"], "published levels");
    EXPECT_EQ(json()["implied"], 1);
    EXPECT_EQ(json()["before_open"]["by_type"]["A"], 1);
}

TEST_F(LobsterCommands, ReplayOfFilesOfUnequalLengthFails) {
    workshop_.write(kRows, "9999999999,0,5000,10\n");
    const end_to_end::Outcome outcome = run("replay");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("do not belong together"));
}

}  // namespace
}  // namespace hotpath
