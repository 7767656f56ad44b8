// The book made of a LOBSTER message file and its order book file: after every event it has exactly
// the levels of the event's row.
#include <map>
#include <optional>
#include <ostream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/byte_sink.hpp"
#include "hotpath/capture/lobster_book.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture {
namespace {

using namespace support;
namespace itch50 = protocols::nasdaq::itch50;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr auto kMessageName = "TEST_2012-06-21_34200000_57600000_message_2.csv";
constexpr auto kBookName = "TEST_2012-06-21_34200000_57600000_orderbook_2.csv";

struct PlainOrder {
    char side = 'B';
    std::uint32_t price = 0;
    std::uint32_t qty = 0;
};

/// The obvious book of ITCH messages, and a word for each message: those that stand for no event in
/// brackets.
class PlainBook : public itch50::NullListener {
  public:
    void on_message(Bytes message) {
        const auto& header = itch50::SystemEvent::at(message.data());
        is_implied_ = header.load_tracking_number() == kImpliedTrackingNumber;
        EXPECT_TRUE(is_implied_ || header.load_tracking_number() == 0);
        EXPECT_EQ(itch50::decode(message, *this), protocols::DecodeStatus::Ok);
    }
    void on_stock_trading_action(const itch50::StockTradingAction& m) {
        say(fmt::format("H {}", m.load_trading_state()));
    }
    void on_trade(const itch50::Trade& m) { say(fmt::format("P {}", m.load_shares())); }
    void on_add_order(const itch50::AddOrder& m) {
        const PlainOrder order{m.load_buy_sell_indicator(), m.load_price(), m.load_shares()};
        EXPECT_TRUE(orders.emplace(m.load_order_reference_number(), order).second);
        say(fmt::format("A {} {}{}@{}", m.load_order_reference_number(), order.side, order.qty,
                        order.price));
    }
    void on_order_executed(const itch50::OrderExecuted& m) {
        const PlainOrder& order = orders.at(m.load_order_reference_number());
        for (const auto& [id, other] : orders) {
            const bool is_same_side = other.side == order.side;
            const bool is_better =
                order.side == 'B' ? other.price > order.price : other.price < order.price;
            const bool is_before =
                other.price == order.price && id < m.load_order_reference_number();
            executions_out_of_turn += is_same_side && (is_better || is_before) ? 1 : 0;
        }
        take('E', m.load_order_reference_number(), m.load_executed_shares());
    }
    void on_order_cancel(const itch50::OrderCancel& m) {
        take('X', m.load_order_reference_number(), m.load_cancelled_shares());
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        take('D', m.load_order_reference_number(), orders.at(m.load_order_reference_number()).qty);
    }

    [[nodiscard]] LobsterRow row(std::size_t levels_max) const {
        std::map<std::int64_t, std::uint32_t> sums[2];  // by rank
        for (const auto& [id, order] : orders) {
            const Side side = order.side == 'B' ? Side::Buy : Side::Sell;
            sums[side_index(side)][-sign(side) * std::int64_t{order.price}] += order.qty;
        }
        LobsterRow row;
        row.levels_max = levels_max;
        for (const Side side : {Side::Buy, Side::Sell}) {
            for (const auto& [rank, qty] : sums[side_index(side)]) {
                row.sides[side_index(side)].push_back({{-sign(side) * rank}, {qty}});
            }
        }
        return row;
    }

    std::map<std::uint64_t, PlainOrder> orders;
    std::vector<std::string> words;
    int executions_out_of_turn = 0;

  private:
    void take(char word, std::uint64_t id, std::uint32_t qty) {
        const auto order = orders.find(id);
        ASSERT_NE(order, orders.end()) << id;
        ASSERT_LE(qty, order->second.qty) << id;
        order->second.qty -= qty;
        if (order->second.qty == 0) {
            orders.erase(order);
        }
        say(word == 'D' ? fmt::format("D {}", id) : fmt::format("{} {} {}", word, id, qty));
    }
    void say(const std::string& word) { words.push_back(is_implied_ ? "[" + word + "]" : word); }

    bool is_implied_ = false;
};

/// The row of LOBSTER's file.
std::string csv(const LobsterRow& row) {
    std::string line;
    for (std::size_t i = 0; i < row.levels_max; ++i) {
        for (const Side side : {Side::Sell, Side::Buy}) {
            const auto& levels = row.side(side);
            const LobsterLevel level =
                i < levels.size() ? levels[i] : LobsterLevel{{-sign(side) * 9'999'999'999}, {}};
            line +=
                fmt::format("{}{},{}", line.empty() ? "" : ",", level.price.value, level.qty.value);
        }
    }
    return line + "\n";
}

/// The row's levels up to its room, without those behind.
LobsterRow cut(LobsterRow row) {
    for (auto& side : row.sides) {
        side.resize(std::min(side.size(), row.levels_max));
    }
    return row;
}

class LobsterPair : public ::testing::Test {
  protected:
    /// Reads both files and holds the book against every row. The words begin with the first
    /// event's.
    std::vector<std::string> read(std::string_view messages, const std::string& rows) {
        write_file(folder_ / kMessageName, bytes_of(messages));
        write_file(folder_ / kBookName, bytes_of(rows));
        result_ = read_back(folder_ / kMessageName);
        check_rows(rows);
        auto words = book_.words;
        words.erase(words.begin());  // H T of the beginning
        if (result_.error.empty()) {
            EXPECT_EQ(result_.stats.book_corrections, 0U);
        }
        return words;
    }

    void check_rows(const std::string& text) {
        std::vector<LobsterRow> rows;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            LobsterRow& row = rows.emplace_back();
            ASSERT_TRUE(parse_lobster_row(line, row)) << line;
        }
        book_ = PlainBook();
        std::size_t events = 0;
        std::size_t messages = 0;
        protocols::FrameCursor frames(result_.frames);
        for (Bytes message; frames.next(message);) {
            const auto& header = itch50::SystemEvent::at(message.data());
            const bool is_event = messages++ >= kBeginning && header.load_tracking_number() == 0;
            if (is_event && events > 0) {
                check_row(rows, events - 1, false);
            }
            book_.on_message(message);
            events += is_event && header.load_message_type() != 'S' ? 1U : 0U;
        }
        if (result_.error.empty()) {
            check_row(rows, rows.size() - 1, true);
            EXPECT_EQ(events, rows.size());
            EXPECT_EQ(result_.stats.book_rows, rows.size());
        }
    }

    /// Before the next event's message levels may have come in behind the row's, at the end not.
    void check_row(const std::vector<LobsterRow>& rows, std::size_t index, bool is_last) {
        ASSERT_LT(index, rows.size());
        const LobsterRow& published = rows[index];
        const LobsterRow ours = book_.row(published.levels_max);
        EXPECT_EQ(cut(ours).sides, published.sides) << "row " << index + 1;
        if (is_last) {
            EXPECT_EQ(ours.sides, published.sides) << "nothing behind the levels published";
        }
    }

    static constexpr std::size_t kBeginning = 4;  // S R H S

    TemporaryDirectory folder_;
    ReadBack result_;
    PlainBook book_;
};

constexpr auto kNoAsks = "9999999999,0,";

/// Rows of bids alone: "5000 100, 4900 50" in a file of two levels.
std::string bids(std::initializer_list<std::pair<int, int>> levels, std::size_t room = 2) {
    std::string line;
    for (std::size_t i = 0; i < room; ++i) {
        line += (line.empty() ? "" : ",") + std::string(kNoAsks);
        if (i < levels.size()) {
            const auto& [price, size] = *(levels.begin() + i);
            line += fmt::format("{},{}", price, size);
        } else {
            line += "-9999999999,0";
        }
    }
    return line + "\n";
}

TEST_F(LobsterPair, BeginsWithTheOrdersThatWereOpenBefore) {
    EXPECT_THAT(read("34200.1,1,70,10,5100,1\n", bids({{5100, 10}, {5000, 100}})),
                ElementsAre("[A 69 B100@5000]", "A 70 B10@5100"));
    EXPECT_EQ(result_.stats.implied_adds, 1U);
}

TEST_F(LobsterPair, AnOrderCanceledOutOfViewIsGoneWhenItsLevelWouldComeBack) {
    EXPECT_THAT(
        read("1.0,1,70,10,5000,1\n1.1,1,80,20,5100,1\n1.2,1,90,30,5200,1\n1.3,3,90,30,5200,1\n",
             bids({{5000, 10}}) + bids({{5100, 20}, {5000, 10}}) + bids({{5200, 30}, {5100, 20}}) +
                 bids({{5100, 20}, {4000, 7}})),
        ElementsAre("A 70 B10@5000", "A 80 B20@5100", "A 90 B30@5200", "[D 70]", "[A 89 B7@4000]",
                    "D 90"));
}

TEST_F(LobsterPair, AnOrderThatComesBackHasItsIdAndItsPlace) {
    EXPECT_THAT(
        read("1.0,1,70,10,5000,1\n1.1,1,71,5,5000,1\n1.2,1,80,20,5100,1\n1.3,1,90,30,5200,1"
             "\n1.4,3,90,30,5200,1\n1.5,4,80,20,5100,1\n1.6,4,70,10,5000,1\n",
             bids({{5000, 10}}) + bids({{5000, 15}}) + bids({{5100, 20}, {5000, 15}}) +
                 bids({{5200, 30}, {5100, 20}}) + bids({{5100, 20}, {5000, 15}}) +
                 bids({{5000, 15}}) + bids({{5000, 5}})),
        ElementsAre("A 70 B10@5000", "A 71 B5@5000", "A 80 B20@5100", "A 90 B30@5200", "[D 70]",
                    "[D 71]", "[A 70 B10@5000]", "[A 71 B5@5000]", "D 90", "E 80 20", "E 70 10"));
    EXPECT_EQ(book_.executions_out_of_turn, 0);
}

TEST_F(LobsterPair, AnOrderPartlyCanceledOutOfViewComesBackWithWhatIsLeft) {
    const auto words = read(
        "1.0,1,70,10,5000,1\n1.1,1,80,20,5100,1\n1.2,1,90,30,5200,1\n1.3,3,90,30,5200,1\n1.4,4,80,"
        "20,5100,1\n1.5,4,70,4,5000,1\n",
        bids({{5000, 10}}) + bids({{5100, 20}, {5000, 10}}) + bids({{5200, 30}, {5100, 20}}) +
            bids({{5100, 20}, {5000, 4}}) + bids({{5000, 4}}) + bids({}));
    EXPECT_THAT(
        std::vector(words.begin() + 4, words.end()),
        ElementsAre("[A 89 B4@5000]", "D 90", "E 80 20", "[A 70 B4@5000]", "[D 89]", "E 70 4"));
}

TEST_F(LobsterPair, ALevelThatGrewOutOfViewHasItsOldOrdersAndAnUnnamedOne) {
    const auto words =
        read("1.0,1,70,10,5000,1\n1.1,1,80,20,5100,1\n1.2,1,90,30,5200,1\n1.3,3,90,30,5200,1\n",
             bids({{5000, 10}}) + bids({{5100, 20}, {5000, 10}}) + bids({{5200, 30}, {5100, 20}}) +
                 bids({{5100, 20}, {5000, 25}}));
    EXPECT_THAT(std::vector(words.begin() + 4, words.end()),
                ElementsAre("[A 70 B10@5000]", "[A 89 B15@5000]", "D 90"));
}

TEST_F(LobsterPair, AnUnnamedOrderGetsTheNameThatAnEventGivesIt) {
    EXPECT_THAT(read("1.0,5,0,1,5050,1\n1.1,3,40,30,5000,1\n1.2,4,41,5,5000,1\n",
                     bids({{5000, 100}}) + bids({{5000, 70}}) + bids({{5000, 65}})),
                ElementsAre("[A 1 B100@5000]", "P 1", "[A 40 B30@5000]", "[X 1 30]", "D 40",
                            "[A 41 B5@5000]", "[X 1 5]", "[A 42 B65@5000]", "[D 1]", "E 41 5"));
    EXPECT_EQ(book_.executions_out_of_turn, 0);
}

TEST_F(LobsterPair, OfAnUnnamedOrderThatIsPartlyCanceledTheRestStaysUnnamed) {
    EXPECT_THAT(read("1.0,5,0,1,5050,1\n1.1,2,40,5,5000,1\n1.2,4,40,60,5000,1\n",
                     bids({{5000, 65}}) + bids({{5000, 60}}) + bids({})),
                ElementsAre("[A 1 B65@5000]", "P 1", "[A 40 B5@5000]", "[X 1 5]", "D 40",
                            "[A 40 B60@5000]", "[D 1]", "E 40 60"));
}

TEST_F(LobsterPair, AHiddenExecutionChangesNoLevel) {
    EXPECT_THAT(
        read("1.0,1,70,10,5000,1\n1.1,5,0,99,5001,1\n", bids({{5000, 10}}) + bids({{5000, 10}})),
        ElementsAre("A 70 B10@5000", "P 99"));
}

TEST_F(LobsterPair, AHaltRepeatsTheRow) {
    EXPECT_THAT(
        read("1.0,1,70,10,5000,1\n1.1,7,0,0,-1,-1\n1.2,7,0,0,0,-1\n1.3,7,0,0,1,-1\n",
             bids({{5000, 10}}) + bids({{5000, 10}}) + bids({{5000, 10}}) + bids({{5000, 10}})),
        ElementsAre("A 70 B10@5000", "H H", "H Q", "H T"));
}

TEST_F(LobsterPair, AnEmptyBookIsEmpty) {
    EXPECT_THAT(read("1.0,7,0,0,-1,-1\n", bids({})), ElementsAre("H H"));
    EXPECT_THAT(book_.orders, IsEmpty());
}

TEST_F(LobsterPair, OfOneLevelHasABestPriceAtEveryMessage) {
    EXPECT_THAT(read("1.0,1,70,10,5000,1\n1.1,1,80,20,5100,1\n1.2,3,80,20,5100,1\n",
                     bids({{5000, 10}}, 1) + bids({{5100, 20}}, 1) + bids({{4900, 1}}, 1)),
                ElementsAre("A 70 B10@5000", "A 80 B20@5100", "[D 70]", "[A 79 B1@4900]", "D 80"));
}

TEST_F(LobsterPair, AnIdOfOursThatAnEventNamesIsFreed) {
    EXPECT_THAT(
        read("1.0,5,0,1,5050,1\n1.1,1,1,5,5000,1\n", bids({{5000, 100}}) + bids({{5000, 105}})),
        ElementsAre("[A 1 B100@5000]", "P 1", "[A 2 B100@5000]", "[D 1]", "A 1 B5@5000"));
}

TEST_F(LobsterPair, ARowThatTheEventsDoNotExplainIsTakenAndCounted) {
    write_file(folder_ / kMessageName, bytes_of("1.0,1,70,10,5000,1\n1.1,5,0,1,5001,1\n"));
    const std::string rows = bids({{5000, 10}}) + bids({{5000, 12}});
    write_file(folder_ / kBookName, bytes_of(rows));
    result_ = read_back(folder_ / kMessageName);
    protocols::FrameCursor frames(result_.frames);
    for (Bytes message; frames.next(message);) {
        book_.on_message(message);
    }
    LobsterRow last;
    ASSERT_TRUE(parse_lobster_row("9999999999,0,5000,12,9999999999,0,-9999999999,0", last));
    EXPECT_EQ(book_.row(2).sides, last.sides);
    EXPECT_EQ(result_.stats.book_corrections, 1U);
}

TEST_F(LobsterPair, WhoseBookFileIsShorterGivesWhatIsBeforeAndSaysSo) {
    const auto words = read("1.0,1,70,10,5000,1\n1.1,1,80,20,5100,1\n", bids({{5000, 10}}));
    EXPECT_THAT(words, ElementsAre("A 70 B10@5000"));
    EXPECT_THAT(result_.error, HasSubstr("do not belong together: the order book file ends after "
                                         "1 lines, the other continues"));
}

TEST_F(LobsterPair, WhoseMessageFileIsShorterSaysSo) {
    read("1.0,1,70,10,5000,1\n", bids({{5000, 10}}) + bids({{5000, 10}}));
    EXPECT_THAT(result_.error, HasSubstr("the message file ends after 1 lines"));
}

TEST_F(LobsterPair, WithABadRowNamesTheLine) {
    const auto error_of = [&](const std::string& second) {
        write_file(folder_ / kMessageName, bytes_of("1.0,1,70,10,5000,1\n1.1,1,80,20,5100,1\n"));
        write_file(folder_ / kBookName, bytes_of(bids({{5000, 10}}) + second));
        return read_back(folder_ / kMessageName).error;
    };
    EXPECT_THAT(error_of("1,2,3\n"), HasSubstr("orderbook_2.csv: line 2 (byte 48) is not a row"));
    EXPECT_THAT(error_of("1,2,3\n"), HasSubstr("four columns for each of 1 to 1000 levels"));
    EXPECT_THAT(error_of("9999999999,0,5000,10\n"), HasSubstr("as many columns as the first row"));
    EXPECT_THAT(error_of(bids({{5000, 10}, {5100, 10}})), HasSubstr("must be ordered"));
    EXPECT_THAT(error_of("9999999999,0,x,10,1,1,1,1\n"), HasSubstr("must be whole number"));
    EXPECT_THAT(error_of("9999999999,0,-5,10,1,0,1,0\n"), HasSubstr("must be 0 to 4294967295"));
    EXPECT_THAT(error_of("9999999999,0,5000,0,1,0,4000,3\n"), HasSubstr("empty ones last"));
}

TEST_F(LobsterPair, WithoutItsBookFileIsAnEstimateThatNamesTheFileLookedFor) {
    write_file(folder_ / kMessageName, bytes_of("1.0,1,70,10,5000,1\n"));
    write_file(folder_ / "TEST_2012-06-21_34200000_57600000_orderbook_5.csv",
               bytes_of(bids({{5000, 10}})));
    const auto stream = open(folder_ / kMessageName);
    ASSERT_TRUE(stream);
    EXPECT_EQ((*stream)->book_source().basis, BookBasis::Estimate);
    EXPECT_EQ((*stream)->book_source().file, kBookName);
}

TEST_F(LobsterPair, IsFoundInWhateverFormItIsStored) {
    const std::string rows = bids({{5000, 10}});
    for (const std::string suffix : {"", ".gz", ".zst"}) {
        const TemporaryDirectory folder;
        auto sink = ByteSink::create(folder / (std::string(kBookName) + suffix));
        ASSERT_TRUE(sink && (*sink)->write(bytes_of(rows)) && (*sink)->close());
        write_file(folder / kMessageName, bytes_of("1.0,1,70,10,5000,1\n"));
        const auto stream = open(folder / kMessageName);
        ASSERT_TRUE(stream);
        ASSERT_TRUE((*stream)->next_block());
        EXPECT_EQ((*stream)->book_source().basis, BookBasis::PublishedLevels) << suffix;
        EXPECT_EQ((*stream)->book_source().levels, 2U);
        EXPECT_EQ((*stream)->book_source().file, kBookName + suffix);
    }
}

/// A market that LOBSTER would have recorded: all its orders, and of what happens the events that
/// change the best levels.
class RecordedMarket {
  public:
    RecordedMarket(std::uint64_t seed, std::size_t levels) : random_(seed), levels_(levels) {
        for (int i = 0; i < 60; ++i) {  // open before the recording begins
            step(false);
        }
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            step(true);
        }
    }

    std::string messages;
    std::string rows;

  private:
    void step(bool is_recorded) {
        const LobsterRow before = cut(market_.row(levels_));
        const std::uint64_t kind = random_.below(10);
        std::string event;
        if (kind < 5 || market_.orders.size() < 8) {
            event = add();
        } else if (kind < 8) {
            event = cancel();
        } else {
            event = kind == 8 ? execute() : std::string("5,0,7,5000,1");
        }
        const LobsterRow after = cut(market_.row(levels_));
        if (is_recorded && (after.sides != before.sides || event.starts_with('5'))) {
            messages += fmt::format("{}.5,{}\n", 34'200 + ++time_, event);
            rows += csv(after);
        }
    }
    std::string event(int type, std::uint64_t id, const PlainOrder& order, std::uint32_t qty) {
        return fmt::format("{},{},{},{},{}", type, id, qty, order.price,
                           order.side == 'B' ? 1 : -1);
    }
    std::string add() {
        const bool is_buy = random_.one_in(2);
        const auto away = static_cast<std::uint32_t>(random_.below(12));
        const PlainOrder order{is_buy ? 'B' : 'S', is_buy ? 4'999 - away : 5'001 + away,
                               static_cast<std::uint32_t>(1 + random_.below(5)) * 10};
        next_id_ += 1 + random_.below(3);
        market_.orders.emplace(next_id_, order);
        return event(1, next_id_, order, order.qty);
    }
    std::string cancel() {
        auto order = market_.orders.begin();
        std::advance(order, static_cast<std::ptrdiff_t>(random_.below(market_.orders.size())));
        const bool is_partial = order->second.qty > 1 && random_.one_in(3);
        return take(is_partial ? 2 : 3, order, is_partial ? order->second.qty / 2 : 0);
    }
    /// The first in the queue of a side's best price, some of it or all.
    std::string execute() {
        const char side = random_.one_in(2) ? 'B' : 'S';
        auto first = market_.orders.end();
        for (auto each = market_.orders.begin(); each != market_.orders.end(); ++each) {
            const bool is_better = first == market_.orders.end() ||
                                   (side == 'B' ? each->second.price > first->second.price
                                                : each->second.price < first->second.price);
            first = each->second.side == side && is_better ? each : first;
        }
        return first == market_.orders.end()
                   ? cancel()
                   : take(4, first, random_.one_in(2) ? first->second.qty / 2 : 0);
    }
    std::string take(int type, std::map<std::uint64_t, PlainOrder>::iterator order,
                     std::uint32_t part) {
        const std::uint32_t qty = part == 0 ? order->second.qty : part;
        const std::string text = event(type, order->first, order->second, qty);
        order->second.qty -= qty;
        if (order->second.qty == 0) {
            market_.orders.erase(order);
        }
        return text;
    }

    Random random_;
    std::size_t levels_;
    PlainBook market_;
    std::uint64_t next_id_ = 100;
    int time_ = 0;
};

class LobsterMarket : public LobsterPair, public ::testing::WithParamInterface<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(OfLevels, LobsterMarket, ::testing::Values(1, 2, 3, 5, 10, 50));

TEST_P(LobsterMarket, HasEveryRowsLevelsAndExecutesTheFirstInTheQueue) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        RecordedMarket market(seed, GetParam());
        market.run(400);
        read(market.messages, market.rows);
        ASSERT_EQ(result_.error, "");
        ASSERT_EQ(book_.executions_out_of_turn, 0);
        ASSERT_FALSE(HasFailure());
    }
}

}  // namespace
}  // namespace hotpath::capture
