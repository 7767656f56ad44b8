// What a recording has and no book takes is said: under Errors with the first of its kind, as an error
// when nothing was taken; and a trade that the venue breaks has its row.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/end_to_end/command_line.hpp"
#include "tests/support/backtest_config.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath::end_to_end {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

const std::string kTreasury = support::golden_file("cases/mdp3_treasury_64ths.pcap.gz").string();
const std::string kBroken = support::golden_file("cases/itch_broken_trade.itch").string();

/// Of ITCH: an execution of order `reference` at 09:30.
protocols::nasdaq::itch50::OrderExecuted execution_of(std::uint64_t reference) {
    protocols::nasdaq::itch50::OrderExecuted m;
    m.store_timestamp(34'200'000'000'000);
    m.store_order_reference_number(reference);
    m.store_executed_shares(100);
    m.store_match_number(1);
    return m;
}

protocols::nasdaq::itch50::AddOrder order_of(std::uint64_t reference) {
    protocols::nasdaq::itch50::AddOrder m;
    m.store_stock_locate(1);
    m.store_timestamp(34'200'000'000'000);
    m.store_order_reference_number(reference);
    m.store_buy_sell_indicator('B');
    m.store_shares(100);
    m.store_stock(*Symbol::from("ABC"));
    m.store_price(10'000);
    return m;
}

template <class... Messages>
std::string itch_of(const Messages&... messages) {
    support::OwnedBytes file;
    (support::append(file, support::framed(messages.bytes())), ...);
    return {reinterpret_cast<const char*>(file.data()), file.size()};
}

TEST(UntakenEvents, ACaptureWhosePricesTheUnitCannotHoldIsAnErrorThatNamesTheFirst) {
    Workshop files;
    const Outcome replay = files.hotpath({"replay", kTreasury});
    EXPECT_EQ(replay.exit_code, 1);
    EXPECT_THAT(replay.err, HasSubstr("nothing of it could be taken: "));
    EXPECT_THAT(replay.err,
                ContainsRegex("prices that the unit of 1/10,000 cannot hold "
                              "\\(the first: price [0-9]+\\.[0-9]+ in packet [0-9]+ at "));
    EXPECT_THAT(replay.out, ContainsRegex("prices that the unit of 1/10,000 cannot hold +[0-9,]+ +"
                                          "the first: price "));
    files.write("b.toml", support::backtest_config(
                              {.data = "files = [\"" + kTreasury + "\"]", .symbols = "\"ZNZ6\""}));
    const Outcome backtest = files.hotpath({"backtest", "-c", files.name("b.toml")});
    EXPECT_EQ(backtest.exit_code, 1);
    EXPECT_THAT(backtest.err, HasSubstr("nothing of it could be taken: "));
}

TEST(UntakenEvents, AreCountedUnderErrorsWithTheFirstOfTheirKind) {
    Workshop files;
    files.write("day.itch", itch_of(order_of(7), execution_of(8), execution_of(9)));
    const Outcome outcome =
        files.hotpath({"replay", files.name("day.itch"), "--json", files.name("r.json")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                ContainsRegex("unknown orders +2 +the first: message 2 at 09:30:00.000000000"));
    EXPECT_EQ(files.read_json("r.json")["first_refused"]["unknown_orders"],
              "message 2 at 09:30:00.000000000");
}

TEST(UntakenEvents, OfARecordingThatHasNoOthersAreAnError) {
    Workshop files;
    files.write("day.itch", itch_of(execution_of(8), execution_of(9)));
    const Outcome outcome = files.hotpath({"replay", files.name("day.itch")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err,
                HasSubstr("day.itch: nothing of it could be taken: its events on orders, 2, are of "
                          "orders that it does not add (the first: message 1 at "
                          "09:30:00.000000000); it may begin after these were entered"));
}

TEST(BrokenTrades, HaveARowInTheTableOfTrades) {
    Workshop files;
    const Outcome outcome = files.hotpath({"replay", kBroken, "--trades", files.name("t.csv")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string rows = files.read("t.csv");
    EXPECT_THAT(rows, HasSubstr(",ACME,P,N,100500,50,79,Y\n"));
    EXPECT_THAT(rows, ContainsRegex("\n[0-9]+,ACME,B,N,0,0,79,N\n$"));
    EXPECT_THAT(outcome.out, HasSubstr("4 rows of trades in "));
}

}  // namespace
}  // namespace hotpath::end_to_end
