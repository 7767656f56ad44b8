#include "hotpath/capture/dbn/order_books.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/dbn_day.hpp"

namespace hotpath::capture::dbn {
namespace {

using namespace support;
using protocols::dbn::MboMsg;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint8_t kTop = protocols::dbn::flag::kTopOfBook | kLastFlag;

std::vector<std::string> words_of(const std::vector<MboMsg>& records) {
    const DbnReadBack read = read_dbn(dbn_file(records));
    EXPECT_EQ(read.error, "");
    return read.words;
}

std::string error_of(const std::vector<MboMsg>& records) {
    return read_dbn(dbn_file(records)).error;
}

TEST(DbnOrders, AreAddedReducedAndRemoved) {
    EXPECT_THAT(words_of({mbo('A', 10, 'B', 5000, 30), mbo('A', 11, 'A', 5100, 5),
                          mbo('C', 10, 'B', 5000, 10), mbo('C', 10, 'B', 5000, 20)}),
                ElementsAre("A 10 B30@5000", "A 11 S5@5100", "X 10 10", "D 10"));
}

TEST(DbnOrders, AFillWithItsCancelIsAnExecution) {
    EXPECT_THAT(words_of({mbo('A', 10, 'A', 5000, 30), mbo('T', 0, 'B', 5000, 30, 0),
                          mbo('F', 10, 'A', 5000, 30, 0), mbo('C', 10, 'A', 5000, 30)}),
                ElementsAre("A 10 S30@5000", "E 10 30"));
}

TEST(DbnOrders, AFillWithAModifyToTheRestIsAnExecution) {
    EXPECT_THAT(words_of({mbo('A', 10, 'A', 5000, 30), mbo('T', 0, 'B', 5000, 12, 0),
                          mbo('F', 10, 'A', 5000, 12, 0), mbo('M', 10, 'A', 5000, 18)}),
                ElementsAre("A 10 S30@5000", "E 10 12"));
}

TEST(DbnOrders, ADisplayThatIsRefreshedAfterItsFillIsNewBehindTheOthers) {
    const auto refreshed_to = [](std::uint32_t qty) {
        return words_of({mbo('A', 10, 'B', 5000, 2), mbo('A', 11, 'B', 5000, 5),
                         mbo('T', 0, 'A', 5000, 2, 0), mbo('F', 10, 'B', 5000, 2, 0),
                         mbo('M', 10, 'B', 5000, qty), mbo('C', 10, 'B', 5000, 1)});
    };
    EXPECT_THAT(refreshed_to(2),
                ElementsAre("A 10 B2@5000", "A 11 B5@5000", "A 12 B2@5000", "E 10 2", "X 12 1"));
    EXPECT_THAT(refreshed_to(4),
                ElementsAre("A 10 B2@5000", "A 11 B5@5000", "A 12 B4@5000", "E 10 2", "X 12 1"));
}

TEST(DbnOrders, AModifyThatLosesThePlaceIsExecutedBeforeAsFarAsItWasFilled) {
    EXPECT_THAT(words_of({mbo('A', 10, 'B', 5000, 30), mbo('F', 10, 'B', 5000, 10, 0),
                          mbo('M', 10, 'B', 5000, 25)}),
                ElementsAre("A 10 B30@5000", "E 10 10", "U 10 11 25@5000"));
    EXPECT_THAT(words_of({mbo('A', 10, 'B', 5000, 30), mbo('F', 10, 'B', 5000, 10, 0),
                          mbo('M', 10, 'B', 4990, 20)}),
                ElementsAre("A 10 B30@5000", "E 10 10", "U 10 11 20@4990"));
}

TEST(DbnOrders, FillsBeyondTheDisplayAreOfPartsThatWereRefreshedInBetween) {
    EXPECT_THAT(words_of({mbo('A', 10, 'B', 5000, 2), mbo('T', 0, 'A', 5000, 5, 0),
                          mbo('F', 10, 'B', 5000, 5, 0), mbo('M', 10, 'B', 5000, 1)}),
                ElementsAre("A 10 B2@5000", "A 11 B3@5000", "E 10 2", "A 12 B1@5000", "E 11 3"));
}

TEST(DbnOrders, AFillAtAnotherPriceIsAnExecutionWithThatPrice) {
    EXPECT_THAT(words_of({mbo('A', 10, 'A', 5000, 30), mbo('F', 10, 'A', 4999, 10, 0),
                          mbo('C', 10, 'A', 5000, 10)}),
                ElementsAre("A 10 S30@5000", "C 10 10@4999"));
}

TEST(DbnOrders, WhatACancelTakesBeyondTheFillIsCanceled) {
    EXPECT_THAT(words_of({mbo('A', 10, 'A', 5000, 30), mbo('F', 10, 'A', 5000, 10, 0),
                          mbo('C', 10, 'A', 5000, 15)}),
                ElementsAre("A 10 S30@5000", "E 10 10", "X 10 5"));
    EXPECT_THAT(words_of({mbo('A', 10, 'A', 5000, 30), mbo('F', 10, 'A', 5000, 10, 0),
                          mbo('C', 10, 'A', 5000, 30)}),
                ElementsAre("A 10 S30@5000", "E 10 10", "D 10"));
}

TEST(DbnOrders, AnAggressorThroughTwoOrdersExecutesBothAndPrintsNoMore) {
    EXPECT_THAT(words_of({mbo('A', 10, 'B', 5000, 30), mbo('A', 11, 'B', 4999, 30),
                          mbo('T', 0, 'A', 5000, 30, 0), mbo('F', 10, 'B', 5000, 30, 0),
                          mbo('T', 0, 'A', 4999, 5, 0), mbo('F', 11, 'B', 4999, 5, 0),
                          mbo('C', 10, 'B', 5000, 30, 0), mbo('C', 11, 'B', 4999, 5)}),
                ElementsAre("A 10 B30@5000", "A 11 B30@4999", "E 10 30", "E 11 5"));
}

TEST(DbnOrders, ATradeOfNoDisplayedOrderIsATradeMessage) {
    EXPECT_THAT(words_of({mbo('T', 0, 'B', 5000, 30)}), ElementsAre("P S30@5000"))
        << "the side is that of the resting order";
    EXPECT_THAT(words_of({mbo('T', 0, 'N', 5000, 30)}), ElementsAre("P B30@5000"));
    EXPECT_THAT(words_of({mbo('F', 99, 'A', 5000, 30)}), ElementsAre("P S30@5000"));
    EXPECT_THAT(words_of({mbo('T', 0, 'B', 5000, 30, 0), mbo('F', 99, 'A', 5000, 30)}),
                ElementsAre("P S30@5000"))
        << "both sides of one trade";
}

TEST(DbnOrders, AFillThatTakesNothingOffChangesNoBook) {
    EXPECT_THAT(words_of({mbo('A', 10, 'A', 5000, 30), mbo('F', 10, 'A', 5000, 10),
                          mbo('C', 10, 'A', 5000, 30)}),
                ElementsAre("A 10 S30@5000", "P S10@5000", "D 10"));
}

TEST(DbnOrders, ATradePartlyWithAHiddenOrderPrintsTheRest) {
    EXPECT_THAT(words_of({mbo('A', 10, 'A', 5000, 30), mbo('T', 0, 'B', 5000, 50, 0),
                          mbo('F', 10, 'A', 5000, 30, 0), mbo('C', 10, 'A', 5000, 30)}),
                ElementsAre("A 10 S30@5000", "E 10 30", "P S20@5000"));
}

TEST(DbnOrders, TradesOfAnEventThatDoesNotEndAreHandedOutAtTheEnd) {
    EXPECT_THAT(words_of({mbo('T', 0, 'B', 5000, 30, 0)}), ElementsAre("P S30@5000"));
}

TEST(DbnOrders, AModifyToLessKeepsItsPlace) {
    EXPECT_THAT(words_of({mbo('A', 10, 'B', 5000, 30), mbo('M', 10, 'B', 5000, 20),
                          mbo('M', 10, 'B', 5000, 20), mbo('M', 10, 'B', 5000, 0)}),
                ElementsAre("A 10 B30@5000", "X 10 10", "D 10"));
}

TEST(DbnOrders, AModifyToMoreOrToAnotherPriceIsAReplaceBehindTheOthers) {
    EXPECT_THAT(words_of({mbo('A', 10, 'B', 5000, 30), mbo('A', 11, 'B', 5000, 5),
                          mbo('M', 10, 'B', 5000, 31), mbo('M', 10, 'B', 4990, 31),
                          mbo('C', 10, 'B', 4990, 1)}),
                ElementsAre("A 10 B30@5000", "A 11 B5@5000", "U 10 12 31@5000", "U 12 13 31@4990",
                            "X 13 1"));
}

TEST(DbnOrders, AModifyOfAnUnknownOrderAddsIt) {
    const DbnReadBack read = read_dbn(dbn_file<MboMsg>({mbo('M', 10, 'B', 5000, 30)}));
    EXPECT_THAT(read.words, ElementsAre("A 10 B30@5000"));
    EXPECT_EQ(read.stats.implied_adds, 1U);
}

TEST(DbnOrders, ACancelOfAnUnknownOrderIsPassedOnAsUnknown) {
    EXPECT_THAT(words_of({mbo('C', 10, 'B', 5000, 30)}), ElementsAre("D 0"));
}

TEST(DbnOrders, AClearRemovesThoseOfItsInstrumentInTheirOrder) {
    EXPECT_THAT(words_of({mbo('A', 12, 'B', 5000, 1), mbo('A', 30, 'B', 5000, 2),
                          mbo('A', 20, 'A', 5100, 3), mbo('A', 40, 'A', 5100, 4, kLastFlag, kDef),
                          mbo('R', 0, 'N', protocols::dbn::kUndefinedPrice / 100'000, 0),
                          mbo('A', 12, 'B', 5000, 1)}),
                ElementsAre("A 12 B1@5000", "A 30 B2@5000", "A 31 S3@5100", "R 2: DEF", "H 2: T",
                            "A 2: 40 S4@5100", "D 12", "D 30", "D 31", "A 41 B1@5000"));
}

TEST(DbnOrders, OfADatasetOfTheItchFamilyKeepTheirIds) {
    DbnFileOptions options = dbn_day_options();
    options.dataset = "XNAS.ITCH";
    const DbnReadBack read = read_dbn(dbn_file<MboMsg>(
        {mbo('A', 12, 'B', 5000, 1), mbo('A', 5, 'B', 5000, 2), mbo('M', 12, 'B', 5000, 3)},
        options));
    EXPECT_THAT(read.words, ElementsAre("A 12 B1@5000", "A 5 B2@5000", "U 12 13 3@5000"));
}

TEST(DbnOrders, OfTwoInstrumentsMayHaveOneId) {
    EXPECT_THAT(words_of({mbo('A', 10, 'B', 5000, 1), mbo('A', 10, 'B', 6000, 2, kLastFlag, kDef),
                          mbo('C', 10, 'B', 6000, 2, kLastFlag, kDef)}),
                ElementsAre("A 10 B1@5000", "R 2: DEF", "H 2: T", "A 2: 11 B2@6000", "D 2: 11"));
}

TEST(DbnOrders, ATopOfBookReplacesItsSide) {
    EXPECT_THAT(
        words_of({mbo('A', 0, 'B', 5000, 10, kTop), mbo('A', 0, 'A', 5100, 10, kTop),
                  mbo('A', 0, 'B', 5001, 20, kTop), mbo('M', 0, 'A', 5101, 7, kTop)}),
        ElementsAre("A 1 B10@5000", "A 2 S10@5100", "D 1", "A 3 B20@5001", "D 2", "A 4 S7@5101"));
}

TEST(DbnOrders, ATopOfBookWithoutAPriceEmptiesItsSide) {
    MboMsg none = mbo('A', 0, 'B', 0, 0, kTop);
    none.store_price(protocols::dbn::kUndefinedPrice);
    EXPECT_THAT(words_of({mbo('A', 0, 'B', 5000, 10, kTop), none}),
                ElementsAre("A 1 B10@5000", "D 1"));
    EXPECT_THAT(words_of({mbo('A', 0, 'B', 5000, 10, kTop), mbo('C', 0, 'B', 5000, 10, kTop)}),
                ElementsAre("A 1 B10@5000", "D 1"));
}

TEST(DbnOrders, ARecordWithoutAnActionChangesNothing) {
    EXPECT_THAT(words_of({mbo('N', 10, 'N', 5000, 1)}), IsEmpty());
}

TEST(DbnOrders, OfNoSharesAreCounted) {
    const DbnReadBack read = read_dbn(dbn_file<MboMsg>(
        {mbo('A', 10, 'B', 5000, 1), mbo('C', 10, 'B', 5000, 0), mbo('T', 0, 'B', 5000, 0)}));
    EXPECT_THAT(read.words, ElementsAre("A 10 B1@5000"));
    EXPECT_EQ(read.stats.skipped_events, 2U);
}

TEST(DbnOrders, ARecordThatCannotBeIsAnErrorThatNamesIt) {
    const MboMsg open = mbo('A', 10, 'B', 5000, 30);
    EXPECT_THAT(error_of({open, open}), HasSubstr("day.dbn: record 2 (mbo, instrument 7, byte "));
    EXPECT_THAT(error_of({open, open}), HasSubstr("order 10 is added, and is open already"));
    EXPECT_THAT(error_of({open, mbo('C', 10, 'B', 5000, 31)}),
                HasSubstr("31 of order 10 are canceled, and only 30 are open"));
    EXPECT_THAT(error_of({open, mbo('M', 10, 'A', 5000, 31)}), HasSubstr("changes its side"));
    EXPECT_THAT(error_of({open, mbo('M', 10, 'B', 4000, 0)}), HasSubstr("size 0 of order 10"));
    EXPECT_THAT(error_of({mbo('A', 10, 'B', 5000, 0)}), HasSubstr("size 0 of order 10"));
    EXPECT_THAT(error_of({mbo('A', 10, 'B', 5000, 0xFFFF'FFFF)}), HasSubstr("must be 1 to"));
    EXPECT_THAT(error_of({mbo('A', 10, 'N', 5000, 1)}), HasSubstr("side 'N' of an order"));
    EXPECT_THAT(error_of({mbo('A', 10, 'N', 5000, 1, kTop)}), HasSubstr("side 'N' of an order"));
    EXPECT_THAT(error_of({mbo('Z', 10, 'B', 5000, 1)}), HasSubstr("action 'Z' must be"));
}

TEST(DbnOrders, APriceThatDoesNotFitIsAnErrorThatNamesTheRecord) {
    const auto at = [](char action, std::int64_t price) {
        MboMsg record = mbo(action, 10, 'B', 0, 1);
        record.store_price(price);
        return error_of({record});
    };
    EXPECT_THAT(at('A', 1'007'812'500), HasSubstr("record 1 (mbo, instrument 7, byte "));
    EXPECT_THAT(at('A', 1'007'812'500), HasSubstr("price 1.0078125 is not a multiple of 0.0001"));
    EXPECT_THAT(at('M', -250'000'000), HasSubstr("price -0.25 must be 0 to 429496.7295"));
    EXPECT_THAT(at('T', 429'496'729'600'000), HasSubstr("price 429496.7296 must be"));
    EXPECT_THAT(at('F', protocols::dbn::kUndefinedPrice), HasSubstr("the price is undefined"));
    EXPECT_THAT(at('A', protocols::dbn::kUndefinedPrice), HasSubstr("the price is undefined"));
    EXPECT_EQ(at('A', 429'496'729'500'000), "");
}

TEST(DbnOrders, ABookThatIsCrossedAfterAnEventIsAnError) {
    const std::vector<MboMsg> records{mbo('A', 10, 'B', 5000, 1), mbo('A', 11, 'A', 4999, 1)};
    EXPECT_THAT(error_of(records), HasSubstr("record 2 (mbo, instrument 7, byte "));
    EXPECT_THAT(error_of(records),
                HasSubstr("the book of ABC is crossed: bid 0.5 above ask 0.4999"));
    EXPECT_EQ(error_of({mbo('A', 10, 'B', 5000, 1), mbo('A', 11, 'A', 5000, 1)}), "") << "locked";
    EXPECT_EQ(error_of({mbo('A', 10, 'B', 5000, 1), mbo('A', 11, 'A', 4999, 1, 0),
                        mbo('C', 10, 'B', 5000, 1)}),
              "")
        << "within an event";
}

TEST(DbnOrders, ABookMayBeCrossedBeforeTradingBegins) {
    for (const std::uint16_t state : std::initializer_list<std::uint16_t>{1, 7}) {
        DbnFile file(dbn_day_options());
        auto status = of_day<protocols::dbn::StatusMsg>();
        status.store_action(state);
        file.add(status);
        file.add(mbo('A', 10, 'B', 5000, 1));
        file.add(mbo('A', 11, 'A', 4999, 1));
        EXPECT_EQ(read_dbn(file).error.empty(), state == 1);
    }
}

TEST(DbnOrders, AnEventOfTooManyTradesIsAnError) {
    std::vector<MboMsg> records;
    for (std::int64_t price = 1; price <= 5'000; ++price) {
        records.push_back(mbo('T', 0, 'B', price, 1, 0));
    }
    EXPECT_THAT(error_of(records), HasSubstr("record 4097 "));
    EXPECT_THAT(error_of(records), HasSubstr("more than 4096 trades"));
}

TEST(DbnOrders, IdsThatLeaveNoNumberAreAnError) {
    constexpr std::uint64_t kLargest = ~std::uint64_t{0};
    EXPECT_THAT(error_of({mbo('A', kLargest, 'B', 5000, 1), mbo('A', 5, 'B', 5000, 1)}),
                HasSubstr("record 2 "));
}

}  // namespace
}  // namespace hotpath::capture::dbn
