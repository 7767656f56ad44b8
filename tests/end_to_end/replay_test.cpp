// `hotpath replay` as a user runs it: figures of real files, the exports against the reference
// books, --until, JSON.
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/reference/reference_books.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;
using ReferenceFeed = feed::BasicItchBooks<book::ReferenceBooks>;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::size_t kLevels = 3;

std::string levels_header() {
    std::string header = "time_ns";
    for (const char* level : {"1", "2", "3"}) {
        for (const char* column : {",ask_price_", ",ask_qty_", ",bid_price_", ",bid_qty_"}) {
            header += std::string(column) + level;
        }
    }
    return header;
}

/// The rows --out must have, made of the reference books: a row whenever the visible levels' text
/// changes.
class ReferenceRows : public feed::NullListener {
  public:
    explicit ReferenceRows(const ReferenceFeed& feed, const Symbol& symbol)
        : feed_(feed), symbol_(symbol) {}

    void on_book(const book::BookUpdate& update, Time venue_time) noexcept {
        if (feed_.directory()[update.instrument].symbol != symbol_) {
            return;
        }
        const std::string levels = levels_of(update.instrument);
        if (levels != last_) {
            rows += std::to_string(venue_time.value) + levels + "\n";
            last_ = levels;
        }
    }

    std::string rows = levels_header() + "\n";

  private:
    [[nodiscard]] std::string levels_of(InstrumentId instrument) const {
        std::array<book::Level, kLevels> asks{};
        std::array<book::Level, kLevels> bids{};
        static_cast<void>(feed_.books().depth(instrument, Side::Sell, asks));
        static_cast<void>(feed_.books().depth(instrument, Side::Buy, bids));
        std::ostringstream text;
        for (std::size_t i = 0; i < kLevels; ++i) {
            for (const book::Level& level : {asks[i], bids[i]}) {
                text << ',' << level.price.value << ',' << level.qty.value;
            }
        }
        return text.str();
    }

    const ReferenceFeed& feed_;
    Symbol symbol_;
    std::string last_ = ",0,0,0,0,0,0,0,0,0,0,0,0";
};

std::string reference_rows(const std::filesystem::path& file, const Symbol& symbol) {
    auto feed = ReferenceFeed::create({.instruments_max = 1'000});
    ReferenceRows rows(*feed, symbol);
    end_to_end::for_each_message(file, [&](Bytes message) { feed->on_message(message, rows); });
    return rows.rows;
}

void generate(const Workshop& workshop, const std::string& file) {
    const Outcome made = workshop.hotpath({"generate", "--messages", "20000", "--instruments", "3",
                                           "--seed", "11", workshop.name(file)});
    ASSERT_EQ(made.exit_code, 0) << made.err;
}

TEST(Replay, JsonHasExactlyThePromisedKeys) {
    const Workshop workshop;
    generate(workshop, "day.itch");
    ASSERT_EQ(
        workshop.hotpath({"replay", workshop.name("day.itch"), "--json", workshop.name("r.json")})
            .exit_code,
        0);
    const auto json = workshop.read_json("r.json");
    EXPECT_THAT(end_to_end::keys_of(json),
                ElementsAre("messages", "by_type", "instruments", "first_time_ns", "last_time_ns",
                            "book_basis", "open_orders", "unknown_orders", "duplicate_orders",
                            "decode_errors", "sequence_gaps", "times_back", "elapsed_s",
                            "ns_per_message", "book_checksum", "counters"));
    EXPECT_THAT(end_to_end::keys_of(json["counters"]), ElementsAre("book", "feed", "file"));
    EXPECT_EQ(json["counters"]["feed"]["messages"], 20'000);
    EXPECT_EQ(json["messages"], 20'000);
    EXPECT_EQ(json["instruments"], 3);
    EXPECT_EQ(json["book_basis"], "every order");
    EXPECT_EQ(json["unknown_orders"], 0);
    EXPECT_EQ(json["by_type"]["R"], 3);
}

/// Times have 48 bits: after 78 hours they begin again.
TEST(Replay, TimesThatGoBackAreCountedAndTheFirstIsNamed) {
    const Workshop workshop;
    support::OwnedBytes frames;
    for (const std::uint64_t time : {(std::uint64_t{1} << 48U) - 5, std::uint64_t{1'300'000'000},
                                     std::uint64_t{1'300'000'001}, std::uint64_t{5}}) {
        protocols::nasdaq::itch50::SystemEvent event;
        event.store_timestamp(time);
        event.store_event_code('Q');
        support::append(frames, support::framed(event.bytes()));
    }
    std::ofstream(workshop.name("wrapped.itch"), std::ios::binary)
        .write(reinterpret_cast<const char*>(frames.data()),
               static_cast<std::streamsize>(frames.size()));
    const Outcome outcome = workshop.hotpath(
        {"replay", workshop.name("wrapped.itch"), "--json", workshop.name("r.json")});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(workshop.read_json("r.json")["times_back"], 2);
    EXPECT_NE(outcome.out.find("times back"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("the first: 00:00:01.300000000 after 78:11:14"), std::string::npos)
        << outcome.out;
}

/// Two orders of AAPL: the second locks the book, or crosses it.
void write_crossing(const std::string& file, std::uint32_t ask_price4) {
    support::OwnedBytes frames;
    for (const auto& [id, side, price4] :
         {std::tuple{70U, 'S', ask_price4}, {88U, 'B', 1'015'000U}}) {
        protocols::nasdaq::itch50::AddOrder add;
        add.store_stock_locate(13);
        add.store_timestamp(34'267'000'000'250);
        add.store_order_reference_number(id);
        add.store_buy_sell_indicator(side);
        add.store_shares(100);
        add.store_stock(*Symbol::from("AAPL"));
        add.store_price(price4);
        support::append(frames, support::framed(add.bytes()));
    }
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(frames.data()),
               static_cast<std::streamsize>(frames.size()));
}

TEST(Replay, NamesTheMessageThatCrossesABook) {
    const Workshop workshop;
    write_crossing(workshop.name("day.itch"), 1'014'900);
    const Outcome replayed = workshop.hotpath(
        {"replay", workshop.name("day.itch"), "--crossed", "--json", workshop.name("r.json")});
    ASSERT_EQ(replayed.exit_code, 0) << replayed.err;
    const std::string sentence =
        "message 2 (A, add order) at 09:31:07.000000250 crossed AAPL (13): buy order 88, 100 at "
        "101.5000, meets sell order 70, 100 at 101.4900; trading state unknown";
    EXPECT_THAT(replayed.out, HasSubstr(sentence));
    const auto crossings = workshop.read_json("r.json")["crossings"];
    EXPECT_EQ(crossings["locked"], 0);
    EXPECT_EQ(crossings["crossed"], 1);
    EXPECT_THAT(crossings["first"], ElementsAre(sentence));
}

TEST(Replay, TellsLockedFromCrossedInTheSumOfSeveralFiles) {
    const Workshop workshop;
    write_crossing(workshop.name("locked.itch"), 1'015'000);
    write_crossing(workshop.name("crossed.itch"), 1'014'900);
    const Outcome replayed =
        workshop.hotpath({"replay", workshop.name("locked.itch"), workshop.name("crossed.itch"),
                          "--filter", "AAPL", "--crossed", "--json", workshop.name("r.json")});
    ASSERT_EQ(replayed.exit_code, 0) << replayed.err;
    const auto json = workshop.read_json("r.json");
    EXPECT_EQ(json["crossings"]["locked"], 1);
    EXPECT_EQ(json["crossings"]["crossed"], 1);
    EXPECT_EQ(json["crossings"]["first"].size(), 2);
    EXPECT_EQ(json["channels"][0]["crossings"]["locked"], 1);
    EXPECT_EQ(json["channels"][1]["crossings"]["crossed"], 1);
}

TEST(Replay, FindsNoCrossedBookInAGeneratedDay) {
    const Workshop workshop;
    generate(workshop, "day.itch");
    const Outcome replayed = workshop.hotpath(
        {"replay", workshop.name("day.itch"), "--crossed", "--json", workshop.name("r.json")});
    ASSERT_EQ(replayed.exit_code, 0) << replayed.err;
    const auto crossings = workshop.read_json("r.json")["crossings"];
    EXPECT_EQ(crossings["locked"], 0);
    EXPECT_EQ(crossings["crossed"], 0);
    EXPECT_TRUE(crossings["first"].empty());
}

TEST(Replay, CompressionAndPacketsChangeNothing) {
    const Workshop workshop;
    std::vector<std::string> checksums;
    for (const std::string file :
         {"day.itch", "day.itch.gz", "day.itch.zst", "day.pcap", "day.pcap.gz"}) {
        generate(workshop, file);
        ASSERT_EQ(
            workshop.hotpath({"replay", workshop.name(file), "--json", workshop.name("r.json")})
                .exit_code,
            0)
            << file;
        checksums.push_back(workshop.read_json("r.json")["book_checksum"]);
        EXPECT_EQ(workshop.read_json("r.json")["messages"], 20'000) << file;
        EXPECT_EQ(checksums.back(), checksums.front()) << file;
    }
}

TEST(Replay, DepthRowsOfAGeneratedDayEqualTheReferenceBooks) {
    const Workshop workshop;
    generate(workshop, "day.itch");
    auto feed = ReferenceFeed::create({.instruments_max = 1'000});
    feed::NullListener ignored;
    end_to_end::for_each_message(workshop.path("day.itch"),
                                 [&](Bytes message) { feed->on_message(message, ignored); });
    const Symbol symbol = feed->directory()[InstrumentId{2}].symbol;
    const Outcome outcome =
        workshop.hotpath({"replay", workshop.name("day.itch"), "--symbol", symbol.str(), "--levels",
                          "3", "--out", workshop.name("book.csv")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string rows = workshop.read("book.csv");
    EXPECT_GT(std::ranges::count(rows, '\n'), 100);
    EXPECT_TRUE(rows == reference_rows(workshop.path("day.itch"), symbol));
}

TEST(Replay, UntilStopsThereAndPrintsTheBook) {
    const Workshop workshop;
    generate(workshop, "day.itch");
    const Outcome outcome =
        workshop.hotpath({"replay", workshop.name("day.itch"), "--until", "12:00:00.000000000",
                          "--json", workshop.name("r.json")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Book of "));
    const auto json = workshop.read_json("r.json");
    EXPECT_LE(json["last_time_ns"].get<std::int64_t>(), 43'200 * kNanosPerSecond);
    EXPECT_GT(json["messages"], 100);
    EXPECT_LT(json["messages"], 20'000);
}

class ReplayOfApple : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto file = support::licensed_data(end_to_end::kApple);
        if (!file) {
            GTEST_SKIP() << support::missing_data(end_to_end::kApple);
        }
        apple_ = file->string();
    }

    Workshop workshop_;
    std::string apple_;
};

TEST_F(ReplayOfApple, FindsThePublishedFigures) {
    ASSERT_EQ(workshop_.hotpath({"replay", apple_, "--json", workshop_.name("r.json")}).exit_code,
              0);
    const auto json = workshop_.read_json("r.json");
    EXPECT_EQ(json["messages"], 10'000);
    EXPECT_EQ(json["by_type"]["E"], 849);
    EXPECT_EQ(json["by_type"]["A"], 4'758);
    EXPECT_EQ(json["instruments"], 1);
    EXPECT_EQ(json["unknown_orders"], 0);
    EXPECT_EQ(json["duplicate_orders"], 0);
    EXPECT_EQ(json["decode_errors"], 0);
    EXPECT_EQ(json["open_orders"], 215);
}

TEST_F(ReplayOfApple, WritesEveryExecutionAndHiddenTradeOnce) {
    ASSERT_EQ(workshop_.hotpath({"replay", apple_, "--trades", workshop_.name("t.csv")}).exit_code,
              0);
    std::istringstream lines(workshop_.read("t.csv"));
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "time_ns,symbol,message_type,side,price,qty,match_id,printable");
    std::size_t displayed = 0;
    std::size_t hidden = 0;
    while (std::getline(lines, line)) {
        displayed += line.find(",AAPL,E,") != std::string::npos ? 1U : 0U;
        hidden += line.find(",AAPL,P,N,") != std::string::npos ? 1U : 0U;
    }
    EXPECT_EQ(displayed, 849U);
    EXPECT_EQ(hidden, 240U);
}

TEST_F(ReplayOfApple, DepthRowsEqualTheReferenceBooks) {
    ASSERT_EQ(workshop_
                  .hotpath({"replay", apple_, "--symbol", "AAPL", "--levels", "3", "--out",
                            workshop_.name("book.csv")})
                  .exit_code,
              0);
    EXPECT_TRUE(workshop_.read("book.csv") == reference_rows(apple_, *Symbol::from("AAPL")));
}

}  // namespace
}  // namespace hotpath
