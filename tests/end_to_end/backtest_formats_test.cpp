// One day in each format of recordings by order gives the same backtest; a recording by price takes the
// fill models by price, and no other.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/byte_sink.hpp"
#include "tests/end_to_end/backtest_workshop.hpp"
#include "tests/support/dbn_day.hpp"
#include "tests/support/itch_to_dbn.hpp"

namespace hotpath {
namespace {

using end_to_end::BacktestWorkshop;
using end_to_end::Outcome;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

/// The messages with each replace as a delete and an add, which is what DBN has of it.
class WithoutReplaces : public protocols::nasdaq::itch50::NullListener {
  public:
    [[nodiscard]] static support::OwnedBytes of(Bytes frames) {
        WithoutReplaces writer;
        protocols::FrameCursor cursor(frames);
        for (Bytes message; cursor.next(message);) {
            writer.is_replace_ = false;
            static_cast<void>(protocols::nasdaq::itch50::decode(message, writer));
            if (!writer.is_replace_) {
                support::append(writer.frames_, support::framed(message));
            }
        }
        return std::move(writer.frames_);
    }

    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) { note(m); }
    void on_add_order_mpid(const protocols::nasdaq::itch50::AddOrderMpid& m) { note(m); }
    void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) {
        is_replace_ = true;
        protocols::nasdaq::itch50::OrderDelete gone;
        gone.store_stock_locate(m.load_stock_locate());
        gone.store_timestamp(m.load_timestamp());
        gone.store_order_reference_number(m.load_original_order_reference_number());
        protocols::nasdaq::itch50::AddOrder added =
            adds_.at(m.load_original_order_reference_number());
        added.store_timestamp(m.load_timestamp());
        added.store_order_reference_number(m.load_new_order_reference_number());
        added.store_shares(m.load_shares());
        added.store_price(m.load_price());
        adds_[m.load_new_order_reference_number()] = added;
        support::append(frames_, support::framed(gone.bytes()));
        support::append(frames_, support::framed(added.bytes()));
    }

  private:
    void note(const auto& m) {
        protocols::nasdaq::itch50::AddOrder& add = adds_[m.load_order_reference_number()];
        add.store_stock_locate(m.load_stock_locate());
        add.store_buy_sell_indicator(m.load_buy_sell_indicator());
        add.store_stock(m.load_stock());
    }

    std::unordered_map<std::uint64_t, protocols::nasdaq::itch50::AddOrder> adds_;
    support::OwnedBytes frames_;
    bool is_replace_ = false;
};

class BacktestFormats : public ::testing::Test {
  protected:
    [[nodiscard]] Outcome backtest(const std::string& file, const std::string& fills) const {
        workshop_.write_config("b.toml", {.data = "files = [\"" + file + "\"]", .fills = fills});
        return workshop_.hotpath(
            {"backtest", "-c", workshop_.name("b.toml"), "--json", workshop_.name("j.json")});
    }
    [[nodiscard]] Json result_of(const std::string& file) const {
        const Outcome outcome = backtest(file, "exact");
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        std::string text = outcome.exit_code == 0 ? workshop_.read("j.json") : "{}";
        for (std::size_t at = 0; (at = text.find(file, at)) != std::string::npos;) {
            text.replace(at, file.size(), "the file");
        }
        return Json::parse(text);
    }
    void write(const std::string& name, Bytes bytes) const {
        auto sink = capture::ByteSink::create(workshop_.path(name));
        ASSERT_TRUE(sink && (*sink)->write(bytes) && (*sink)->close());
    }
    /// Every number of each order and fill, and what they came to. A DBN day begins with its first
    /// record, so hashes, the time in the market and the books shown before an order differ.
    static void expect_same_trading(Json found, Json wanted) {
        for (Json* const json : {&found, &wanted}) {
            for (const char* const key : {"days", "input_hash", "output_hash", "time_in_market"}) {
                json->erase(key);
            }
            (*json)["orders"].erase("decisions");
        }
        EXPECT_EQ(found, wanted);
    }

    BacktestWorkshop workshop_;
};

/// ITCH's times have 48 bits: after 78 hours they begin again.
TEST_F(BacktestFormats, TimesThatGoBackAreCountedAndSaidOnceAFile) {
    support::OwnedBytes frames = BacktestWorkshop::frames_of({});
    for (const std::uint64_t time : {5U, 7U}) {
        protocols::nasdaq::itch50::SystemEvent event;
        event.store_timestamp(time);
        event.store_event_code('M');
        support::append(frames, support::framed(event.bytes()));
    }
    write("back.itch", frames);
    workshop_.write_config("b.toml", {.data = "files = [\"back.itch\"]"});
    const Outcome outcome = workshop_.hotpath({"backtest", "-c", workshop_.name("b.toml")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string words =
        "back.itch: 2 messages have a time before that of one before them; the first time that "
        "goes back is 00:00:00.000000005 after ";
    EXPECT_THAT(outcome.err, HasSubstr(words));
    EXPECT_EQ(outcome.err.find(words), outcome.err.rfind(words)) << "once";
}

TEST_F(BacktestFormats, PacketsGiveTheResultOfTheirMessages) {
    workshop_.write_day("day.itch", {});
    const Json itch = result_of("day.itch");
    EXPECT_GT(itch["fills"], 10);
    for (const char* name : {"day.itch.gz", "day.itch.zst", "day.pcap", "day.pcap.zst"}) {
        SCOPED_TRACE(name);
        workshop_.write_day(name, {});
        const Json found = result_of(name);
        expect_same_trading(found, itch);
        EXPECT_EQ(found["output_hash"], itch["output_hash"]);
        EXPECT_EQ(found["input_hash"], itch["input_hash"]);
    }
}

/// Without crosses (Q): in DBN they are trades without a side, like any other.
TEST_F(BacktestFormats, DbnByOrderGivesTheResultOfTheItchDay) {
    const support::OwnedBytes frames =
        WithoutReplaces::of(BacktestWorkshop::frames_of({.without = 'Q'}));
    write("day.itch", frames);
    const Json itch = result_of("day.itch");
    EXPECT_GT(itch["fills"], 10);
    for (std::uint8_t version = 1; version <= 3; ++version) {
        SCOPED_TRACE(static_cast<int>(version));
        write("day.dbn.zst", support::ItchToDbn::file(
                                 frames, {.version = version, .start = support::kItchToDbnMidnight})
                                 .bytes());
        expect_same_trading(result_of("day.dbn.zst"), itch);
    }
}

TEST_F(BacktestFormats, DbnByPriceNeedsAFillModelByPrice) {
    using protocols::dbn::Mbp10Msg;
    write("levels.dbn",
          support::dbn_file<Mbp10Msg>(
              {support::mbp<Mbp10Msg>('A', 'B', {}, {{5000, 10}, {4990, 5}}, {{5100, 7}})},
              support::dbn_day_options(protocols::dbn::schema::kMbp10))
              .bytes());
    for (const char* fills : {"exact", "matched"}) {
        const Outcome outcome = backtest("levels.dbn", fills);
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_EQ(outcome.err,
                  "hotpath backtest: levels.dbn: fills.model must be a model by price: the "
                  "recording has prices, not orders\n");
    }
    // With one by price it goes on, to what else is wrong.
    EXPECT_THAT(backtest("levels.dbn", "proportional").err, HasSubstr("no message of "));
}

}  // namespace
}  // namespace hotpath
