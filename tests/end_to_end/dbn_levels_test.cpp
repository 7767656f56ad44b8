// A generated day written as DBN by price, ten levels after every change of a book: replayed, the
// ten best levels are those of the original day at each time.
#include <array>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/capture/byte_sink.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/itch_to_dbn.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;
using protocols::dbn::Mbp10Msg;

/// Writes the levels of each book after each of its changes, and the trades before.
class LevelWriter : public feed::NullListener {
  public:
    LevelWriter(const feed::ItchBooks& books, support::DbnFile& file)
        : books_(books), file_(file) {}

    void on_trade(const feed::Trade& trade) noexcept {
        Mbp10Msg record = header('T', trade.instrument, trade.venue_time);
        record.store_side(protocols::dbn::to_code(opposite(trade.resting_side)));
        record.store_price(trade.price.value * 100'000);
        record.store_size(static_cast<std::uint32_t>(trade.qty.value));
        file_.add(record);
    }
    void on_book(const book::BookUpdate& update, Time venue_time) noexcept {
        Mbp10Msg record = header('M', update.instrument, venue_time);
        record.store_side('N');
        record.store_flags(protocols::dbn::flag::kLast);
        std::array<book::Level, Mbp10Msg::kLevels> levels;
        const std::size_t bids = books_.books().depth(update.instrument, Side::Buy, levels);
        for (std::size_t i = 0; i < Mbp10Msg::kLevels; ++i) {
            record.level(i).store_bid_px(price_of(i < bids, levels[i]));
            record.level(i).store_bid_sz(qty_of(i < bids, levels[i]));
        }
        const std::size_t asks = books_.books().depth(update.instrument, Side::Sell, levels);
        for (std::size_t i = 0; i < Mbp10Msg::kLevels; ++i) {
            record.level(i).store_ask_px(price_of(i < asks, levels[i]));
            record.level(i).store_ask_sz(qty_of(i < asks, levels[i]));
        }
        file_.add(record);
    }

  private:
    static Mbp10Msg header(char action, InstrumentId instrument, Time time) {
        Mbp10Msg record;
        record.store_publisher_id(1);
        record.store_instrument_id(support::to_dbn_instrument(instrument.value));
        record.store_ts_event(support::kItchToDbnMidnight + static_cast<std::uint64_t>(time.value));
        record.store_ts_recv(record.load_ts_event());
        record.store_action(action);
        return record;
    }
    static std::int64_t price_of(bool is_there, const book::Level& level) {
        return is_there ? level.price.value * 100'000 : protocols::dbn::kUndefinedPrice;
    }
    static std::uint32_t qty_of(bool is_there, const book::Level& level) {
        return is_there ? static_cast<std::uint32_t>(level.qty.value) : 0;
    }

    const feed::ItchBooks& books_;
    support::DbnFile& file_;
};

class DbnByPrice : public ::testing::Test {
  protected:
    /// The last row of each time, without those that are like the one before.
    [[nodiscard]] std::vector<std::string> rows(const std::string& file,
                                                const std::string& symbol) const {
        const Outcome outcome = workshop_.hotpath(
            {"replay", workshop_.name(file), "--symbol", symbol, "--levels", "10", "--out",
             workshop_.name("book.csv"), "--json", workshop_.name("result.json")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        std::istringstream csv(workshop_.read("book.csv"));
        std::vector<std::string> rows;
        const auto time_of = [](const std::string& row) { return row.substr(0, row.find(',')); };
        for (std::string line; std::getline(csv, line);) {
            if (!rows.empty() && time_of(rows.back()) == time_of(line)) {
                rows.pop_back();
            }
            const bool is_same = !rows.empty() && rows.back().substr(rows.back().find(',')) ==
                                                      line.substr(line.find(','));
            if (!is_same) {
                rows.push_back(line);
            }
        }
        return rows;
    }
    [[nodiscard]] nlohmann::ordered_json result() const {
        return workshop_.read_json("result.json");
    }

    Workshop workshop_;
};

TEST_F(DbnByPrice, ADayHasTheTenBestLevelsOfTheOriginalAtEachTime) {
    const Outcome made = workshop_.hotpath({"generate", "--messages", "30000", "--instruments", "3",
                                            "--seed", "9", workshop_.name("day.itch")});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    auto books = feed::ItchBooks::create({.orders_max = 50'000, .levels_max = 50'000});
    ASSERT_TRUE(books);
    support::ListedSymbols symbols;
    end_to_end::for_each_message(workshop_.path("day.itch"), [&](Bytes message) {
        static_cast<void>(protocols::nasdaq::itch50::decode(message, symbols));
    });
    support::DbnFile file({.schema = protocols::dbn::schema::kMbp10, .mappings = symbols.mappings});
    LevelWriter writer(*books, file);
    end_to_end::for_each_message(workshop_.path("day.itch"),
                                 [&](Bytes message) { books->on_message(message, writer); });
    auto sink = capture::ByteSink::create(workshop_.path("day.dbn.zst"));
    ASSERT_TRUE(sink && (*sink)->write(file.bytes()) && (*sink)->close());

    for (const support::DbnMapping& mapping : symbols.mappings) {
        const auto original = rows("day.itch", mapping.symbol);
        EXPECT_GT(original.size(), 1'000U);
        EXPECT_TRUE(rows("day.dbn.zst", mapping.symbol) == original) << mapping.symbol;
    }
    const auto json = result();
    EXPECT_EQ(json["book_basis"], "by price");
    EXPECT_EQ(json["unknown_orders"], 0);
    EXPECT_GT(json["by_type"]["E"], 500) << "trades at shown prices are executions";
}

}  // namespace
}  // namespace hotpath
