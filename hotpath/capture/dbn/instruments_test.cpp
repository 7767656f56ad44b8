// An instrument id has a locate and a symbol, and so have the trades of an event that wait.
#include "hotpath/capture/dbn/instruments.hpp"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/dbn/pending_trades.hpp"
#include "tests/support/dbn_files.hpp"

namespace hotpath::capture::dbn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Mappings = std::vector<support::DbnMapping>;

Instruments instruments_of(const Mappings& mappings,
                           std::uint8_t stype_in = protocols::dbn::stype::kRawSymbol,
                           std::uint8_t stype_out = protocols::dbn::stype::kInstrumentId) {
    const support::DbnFile file(
        {.stype_in = stype_in, .stype_out = stype_out, .mappings = mappings});
    protocols::dbn::MetadataReader metadata;
    EXPECT_EQ(metadata.open(file.bytes()), protocols::DecodeStatus::Ok);
    return Instruments(metadata);
}

/// "3 ABC new": locate, symbol, and whether it was listed by this call; or the reason.
std::string found(Instruments& instruments, std::uint32_t id, Day day,
                  std::uint16_t publisher = 1) {
    const auto listed = instruments.find(id, publisher, day);
    return listed ? std::to_string(listed->listing.locate) + " " +
                        std::string(listed->listing.symbol.view()) + (listed->is_new ? " new" : "")
                  : listed.error();
}

TEST(Instruments, HaveTheSymbolOfTheMappingOfTheirDay) {
    Instruments instruments = instruments_of(
        {{"ABC", {{20240102, 20240105, "7"}}}, {"XYZ", {{20240102, 20240103, "8"}}}});
    EXPECT_EQ(found(instruments, 8, 20240102), "1 XYZ new");
    EXPECT_EQ(found(instruments, 8, 20240102), "1 XYZ");
    EXPECT_EQ(found(instruments, 7, 20240104), "2 ABC new") << "the last day before the end";
    EXPECT_EQ(found(instruments, 7, 20240102), "2 ABC");
    EXPECT_THAT(found(instruments, 9, 20240102),
                HasSubstr("the instrument has no symbol on 2024-01-02"));
    EXPECT_THAT(found(instruments, 8, 20240103),
                HasSubstr("the instrument has no symbol on 2024-01-03"))
        << "the end is not within";
}

TEST(Instruments, AMappingHoldsFromItsFirstDayToTheDayBeforeItsEnd) {
    for (const auto& [day, is_mapped] : {std::pair<Day, bool>{20240109, false},
                                         {20240110, true},
                                         {20240119, true},
                                         {20240120, false}}) {
        Instruments instruments = instruments_of({{"ABC", {{20240110, 20240120, "7"}}}});
        EXPECT_EQ(instruments.find(7, 1, day).has_value(), is_mapped) << day;
    }
}

TEST(Instruments, OfIdsAsTheInputHaveTheirSymbolsAsTheOutput) {
    Instruments instruments =
        instruments_of({{"7", {{20240102, 20240105, "ABC"}}}}, protocols::dbn::stype::kInstrumentId,
                       protocols::dbn::stype::kRawSymbol);
    EXPECT_EQ(found(instruments, 7, 20240102), "1 ABC new");
    Instruments neither =
        instruments_of({{"7", {{20240102, 20240105, "ABC"}}}}, protocols::dbn::stype::kRawSymbol,
                       protocols::dbn::stype::kRawSymbol);
    EXPECT_THAT(found(neither, 7, 20240102), HasSubstr("has no symbol"));
}

TEST(Instruments, AnIdThatIsNoNumberMapsNothing) {
    for (const char* const id : {"7x", "x7", "", "-7", "4294967296"}) {
        Instruments instruments = instruments_of({{"ABC", {{20240102, 20240105, id}}}});
        EXPECT_THAT(found(instruments, 7, 20240102), HasSubstr("has no symbol")) << id;
    }
    Instruments largest = instruments_of({{"ABC", {{20240102, 20240105, "4294967295"}}}});
    EXPECT_EQ(found(largest, 0xffffffff, 20240102), "1 ABC new");
}

TEST(Instruments, ARecordsNameIsBeforeAMapping) {
    Instruments instruments = instruments_of({{"ABC", {{20240102, 20240105, "7"}}}});
    instruments.name(7, "DEF");
    EXPECT_EQ(found(instruments, 7, 20240102), "1 DEF new");
    instruments.name(9, "GHI");
    EXPECT_EQ(found(instruments, 9, 20300101), "2 GHI new");
}

TEST(Instruments, ASymbolThatItchCannotCarryIsRefused) {
    Instruments instruments = instruments_of({});
    const auto reason = [&](const std::string& symbol) {
        instruments.name(7, symbol);
        return found(instruments, 7, 20240102);
    };
    for (const char* const symbol : {"NINECHARS", "A B", "A\tB", "\x7f", "\xc3\xa4"}) {
        EXPECT_THAT(reason(symbol), HasSubstr("must be 1 to 8 characters without a space"))
            << symbol;
    }
    EXPECT_EQ(reason("EIGHTCHA"), "1 EIGHTCHA new");
}

TEST(Instruments, OneIdOfTwoPublishersIsRefused) {
    Instruments instruments = instruments_of({});
    instruments.name(7, "ABC");
    EXPECT_EQ(found(instruments, 7, 20240102, 2), "1 ABC new");
    EXPECT_EQ(
        found(instruments, 7, 20240102, 3),
        "the instrument comes from publishers 2 and 3: books of several venues are not merged; "
        "request the dataset of one venue");
    EXPECT_EQ(found(instruments, 7, 20240102, 2), "1 ABC");
}

TEST(Instruments, OneSymbolOfTwoIdsIsRefused) {
    Instruments instruments = instruments_of({});
    instruments.name(7, "ABC");
    instruments.name(8, "ABC");
    EXPECT_EQ(found(instruments, 7, 20240102), "1 ABC new");
    EXPECT_EQ(
        found(instruments, 8, 20240102),
        "the instrument's symbol ABC is that of instrument 7 too; cut the recording into days");
}

TEST(Instruments, AnIdThatChangesItsSymbolIsRefusedOnTheNextDay) {
    Instruments instruments = instruments_of(
        {{"ABC", {{20240102, 20240103, "7"}}}, {"DEF", {{20240103, 20240104, "7"}}}});
    EXPECT_EQ(found(instruments, 7, 20240102), "1 ABC new");
    EXPECT_EQ(found(instruments, 7, 20240103),
              "the instrument is DEF on 2024-01-03 and ABC before; cut the recording into days");
    EXPECT_EQ(found(instruments, 7, 20240102), "1 ABC");
}

using Traded = std::tuple<Side, std::uint32_t, std::uint32_t>;  // resting side, price, quantity

std::vector<Traded> finished(PendingTrades& trades) {
    std::vector<Traded> left;
    trades.finish([&](Side resting, Price4 price, Qty qty) {
        left.emplace_back(resting, price.value, qty.value);
    });
    return left;
}

TEST(PendingTrades, AFillIsTakenOnceAndOnlyByItsOrder) {
    PendingTrades trades;
    EXPECT_TRUE(trades.is_empty());
    ASSERT_TRUE(trades.on_trade(Side::Sell, Price4{10}, Qty{300}));
    ASSERT_TRUE(trades.on_fill(1, Side::Sell, Price4{10}, Qty{100}));
    ASSERT_TRUE(trades.on_fill(2, Side::Sell, Price4{10}, Qty{200}));
    EXPECT_FALSE(trades.is_empty());
    EXPECT_EQ(trades.filled_of(1), Qty{100});
    EXPECT_EQ(trades.filled_of(3), Qty{});
    std::vector<std::uint32_t> parts;
    const auto take = [&](std::uint64_t id, std::uint32_t most) {
        parts.clear();
        return trades
            .take_fills(id, Qty{most}, [&](Qty part, Price4) { parts.push_back(part.value); })
            .value;
    };
    EXPECT_EQ(take(3, 100), 0U);
    EXPECT_EQ(take(2, 150), 150U);
    EXPECT_THAT(parts, ElementsAre(150));
    EXPECT_EQ(trades.filled_of(2), Qty{50});
    EXPECT_EQ(take(2, 150), 50U);
    EXPECT_EQ(take(2, 150), 0U);
    EXPECT_THAT(parts, IsEmpty());
    EXPECT_THAT(finished(trades), ElementsAre(Traded{Side::Sell, 10, 100})) << "order 1's";
    EXPECT_TRUE(trades.is_empty());
    EXPECT_EQ(trades.filled_of(1), Qty{}) << "the next event begins with nothing";
}

TEST(PendingTrades, FillsOfSeveralPricesAreTakenUpToTheMost) {
    PendingTrades trades;
    (void)trades.on_fill(1, Side::Buy, Price4{10}, Qty{30});
    (void)trades.on_fill(1, Side::Buy, Price4{11}, Qty{30});
    (void)trades.on_fill(1, Side::Buy, Price4{12}, Qty{30});
    std::vector<std::pair<std::uint32_t, std::uint32_t>> parts;
    const Qty taken = trades.take_fills(
        1, Qty{40}, [&](Qty part, Price4 price) { parts.emplace_back(price.value, part.value); });
    EXPECT_EQ(taken, Qty{40});
    EXPECT_THAT(parts, ElementsAre(std::pair(10U, 30U), std::pair(11U, 10U)));
    EXPECT_THAT(finished(trades),
                ElementsAre(Traded{Side::Buy, 11, 20}, Traded{Side::Buy, 12, 30}));
}

TEST(PendingTrades, TradesAndTheirFillsCountOnce) {
    for (const auto& [traded, filled, left] :
         {std::tuple(100U, 100U, 100U), {100U, 40U, 100U}, {40U, 100U, 100U}}) {
        PendingTrades trades;
        (void)trades.on_trade(Side::Buy, Price4{10}, Qty{traded});
        (void)trades.on_fill(1, Side::Buy, Price4{10}, Qty{filled});
        EXPECT_THAT(finished(trades), ElementsAre(Traded{Side::Buy, 10, left}));
    }
}

TEST(PendingTrades, ASideThatComesLaterIsTheLevels) {
    PendingTrades trades;
    (void)trades.on_trade(std::nullopt, Price4{10}, Qty{5});
    EXPECT_FALSE(trades.is_sided_at(Price4{10}));
    EXPECT_FALSE(trades.is_sided_at(Price4{11}));
    (void)trades.on_fill(1, Side::Sell, Price4{10}, Qty{5});
    EXPECT_TRUE(trades.is_sided_at(Price4{10}));
    EXPECT_THAT(finished(trades), ElementsAre(Traded{Side::Sell, 10, 5}));
    (void)trades.on_trade(std::nullopt, Price4{10}, Qty{5});
    EXPECT_THAT(finished(trades), ElementsAre(Traded{Side::Buy, 10, 5})) << "none: a buy";
}

TEST(PendingTrades, ALevelTakesItsTradesUpToWhatItHas) {
    PendingTrades trades;
    (void)trades.on_trade(Side::Sell, Price4{10}, Qty{100});
    EXPECT_EQ(trades.take_trades(Side::Buy, Price4{10}, Qty{10}), Qty{}) << "the other side";
    EXPECT_EQ(trades.take_trades(Side::Sell, Price4{11}, Qty{10}), Qty{}) << "another price";
    EXPECT_EQ(trades.take_trades(Side::Sell, Price4{10}, Qty{70}), Qty{70});
    EXPECT_EQ(trades.take_trades(Side::Sell, Price4{10}, Qty{70}), Qty{30});
    EXPECT_EQ(trades.take_trades(Side::Sell, Price4{10}, Qty{70}), Qty{});
    EXPECT_THAT(finished(trades), IsEmpty());
}

TEST(PendingTrades, MoreThanAnOrderCanHoldIsHandedOutInParts) {
    PendingTrades trades;
    constexpr std::uint32_t kMost = 0xffffffff;
    (void)trades.on_trade(Side::Buy, Price4{10}, Qty{kMost});
    (void)trades.on_trade(Side::Buy, Price4{10}, Qty{3});
    EXPECT_THAT(finished(trades),
                ElementsAre(Traded{Side::Buy, 10, kMost}, Traded{Side::Buy, 10, 3}));
}

TEST(PendingTrades, AnEventHas4096TradesAtMost) {
    PendingTrades by_price;
    for (std::uint32_t n = 1; n <= 4'096; ++n) {
        ASSERT_TRUE(by_price.on_trade(Side::Buy, Price4{n}, Qty{1})) << n;
    }
    EXPECT_TRUE(by_price.on_trade(Side::Buy, Price4{1}, Qty{1})) << "a price that it has";
    EXPECT_FALSE(by_price.on_trade(Side::Buy, Price4{5'000}, Qty{1}));
    EXPECT_FALSE(by_price.on_fill(1, Side::Buy, Price4{5'000}, Qty{1}));
    PendingTrades by_order;
    for (std::uint64_t n = 1; n <= 4'096; ++n) {
        ASSERT_TRUE(by_order.on_fill(n, Side::Buy, Price4{1}, Qty{1})) << n;
    }
    EXPECT_FALSE(by_order.on_fill(5'000, Side::Buy, Price4{1}, Qty{1}));
}

TEST(DbnSides, AreBidAskOrNone) {
    EXPECT_EQ(to_side('B'), Side::Buy);
    EXPECT_EQ(to_side('A'), Side::Sell);
    EXPECT_EQ(to_side('N'), std::nullopt);
    EXPECT_EQ(resting_side('B'), Side::Sell);
    EXPECT_EQ(resting_side('A'), Side::Buy);
    EXPECT_EQ(resting_side('N'), std::nullopt);
}

}  // namespace
}  // namespace hotpath::capture::dbn
