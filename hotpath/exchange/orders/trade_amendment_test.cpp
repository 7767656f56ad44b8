// A trade of the day that is broken or corrected, as bytes of the venue's journal and back.

#include "hotpath/exchange/orders/trade_amendment.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

namespace hotpath::exchange {
namespace {

class TradeAmendmentTest : public testing::Test {
  protected:
    using Stored = std::array<std::byte, kTradeAmendmentLength>;

    static TradeAmendment amendment() {
        TradeAmendment trade{.match = {0x0102030405060708},
                             .reason = AmendmentReason::Consent,
                             .standing = TradeAmendment::Standing::Broken,
                             .price = {500'000},
                             .corrected = {490'000},
                             .qty = {300},
                             .count = 2};
        trade.parties_of[0] = {.session = {3},
                               .user_ref_num = {70'000},
                               .current = {70'001},
                               .order_id = {0x1122334455667788},
                               .side = OrderSide::SellShort,
                               .liquidity = Liquidity::AddedHidden,
                               .text = {'A', 'B', 'C'},
                               .has_labels = true};
        trade.parties_of[0].labels.back() = std::byte{9};
        trade.parties_of[1].session = {4};
        trade.parties_of[1].user_ref_num = {5};
        return trade;
    }
    static Stored stored(const TradeAmendment& trade) {
        Stored bytes{};
        store(trade, bytes.data());
        return bytes;
    }
    static bool loads(const Stored& bytes) {
        TradeAmendment trade;
        return load(bytes.data(), trade);
    }
};

TEST_F(TradeAmendmentTest, EachFieldIsTheSameAfterALoad) {
    TradeAmendment again;
    ASSERT_TRUE(load(stored(amendment()).data(), again));
    EXPECT_EQ(again.match.value, 0x0102030405060708U);
    EXPECT_EQ(again.reason, AmendmentReason::Consent);
    EXPECT_EQ(again.standing, TradeAmendment::Standing::Broken);
    EXPECT_EQ(again.price, Price{500'000});
    EXPECT_EQ(again.corrected, Price{490'000});
    EXPECT_EQ(again.qty, Qty{300});
    ASSERT_EQ(again.parties().size(), 2U);
    const TradeParty& first = again.parties()[0];
    EXPECT_EQ(first.session, SessionId{3});
    EXPECT_EQ(first.user_ref_num, ClOrdId{70'000});
    EXPECT_EQ(first.current, ClOrdId{70'001});
    EXPECT_EQ(first.order_id, OrderId{0x1122334455667788});
    EXPECT_EQ(first.side, OrderSide::SellShort);
    EXPECT_EQ(first.liquidity, Liquidity::AddedHidden);
    EXPECT_EQ(first.text, (ClientText{'A', 'B', 'C'}));
    EXPECT_TRUE(first.has_labels);
    EXPECT_EQ(first.labels, amendment().parties_of[0].labels);
    EXPECT_FALSE(again.parties()[1].has_labels);
    EXPECT_EQ(stored(again), stored(amendment()));
}

TEST_F(TradeAmendmentTest, EveryReasonAndStandingIsLoaded) {
    for (const AmendmentReason reason : {AmendmentReason::Erroneous, AmendmentReason::Consent,
                                         AmendmentReason::Supervisory, AmendmentReason::External}) {
        TradeAmendment trade = amendment();
        trade.reason = reason;
        EXPECT_TRUE(loads(stored(trade)));
    }
    for (int standing = 0; standing <= 4; ++standing) {
        TradeAmendment trade = amendment();
        trade.standing = static_cast<TradeAmendment::Standing>(standing);
        EXPECT_EQ(loads(stored(trade)), standing <= 3) << standing;
    }
}

TEST_F(TradeAmendmentTest, ValuesThatNoCommandHasAreRefused) {
    TradeAmendment other_reason = amendment();
    other_reason.reason = AmendmentReason{'N'};
    EXPECT_FALSE(loads(stored(other_reason)));
    for (const std::int64_t price : {std::int64_t{-1}, std::int64_t{1} << 40U}) {
        TradeAmendment trade = amendment();
        trade.price = {price};
        EXPECT_FALSE(loads(stored(trade))) << price;
        trade = amendment();
        trade.corrected = {price};
        EXPECT_FALSE(loads(stored(trade))) << price;
    }
    TradeAmendment three = amendment();
    three.count = 3;
    EXPECT_FALSE(loads(stored(three)));
    three.count = 0;
    EXPECT_TRUE(loads(stored(three)));
    constexpr std::size_t kHead = 31;
    constexpr std::size_t kHasLabelsAt = 2 + 4 + 4 + 8 + 1 + 1 + 14;
    for (std::size_t party = 0; party < 2; ++party) {
        Stored bytes = stored(amendment());
        bytes[kHead + party * kTradePartyLength + kHasLabelsAt] = std::byte{2};
        EXPECT_FALSE(loads(bytes)) << "neither true nor false";
    }
}

TEST_F(TradeAmendmentTest, APartyIsFoundBySessionAndNumberAmongThoseThatCount) {
    TradeAmendment trade = amendment();
    ASSERT_NE(trade.find({4}, {5}), nullptr);
    EXPECT_EQ(trade.find({4}, {5}), &trade.parties_of[1]);
    EXPECT_EQ(trade.find({3}, {5}), nullptr);
    EXPECT_EQ(trade.find({4}, {6}), nullptr);
    trade.count = 1;
    EXPECT_EQ(trade.find({4}, {5}), nullptr);
}

}  // namespace
}  // namespace hotpath::exchange
