// ReplyLedger: each reply's meaning for an account, and what contradicts the replies before it.

#include "hotpath/sim/world/reply_ledger.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"

namespace hotpath::sim::world {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

class RepliesOfAnAccount : public testing::Test {
  protected:
    static constexpr InstrumentId kSecondStock{2};

    template <class Message>
    void hear(const Message& message) {
        ledger_.on_told(++heard_, message.bytes());
    }
    /// To buy or sell so many of the second instrument.
    void accept(std::uint32_t number, std::uint32_t qty, char side = ouch50::side::kBuy,
                char state = ouch50::order_state::kLive) {
        ouch50::OrderAccepted m;
        m.store_user_ref_num(number);
        m.store_side(side);
        m.store_quantity(qty);
        m.store_symbol(symbol_of(kSecondStock));
        m.store_order_state(state);
        hear(m);
    }
    void replace(std::uint32_t original, std::uint32_t number, std::uint32_t qty) {
        ouch50::OrderReplaced m;
        m.store_orig_user_ref_num(original);
        m.store_user_ref_num(number);
        m.store_side(ouch50::side::kBuy);
        m.store_quantity(qty);
        m.store_symbol(symbol_of(kSecondStock));
        m.store_order_state(ouch50::order_state::kLive);
        hear(m);
    }
    void execute(std::uint32_t number, std::uint32_t qty, std::uint64_t price,
                 std::uint64_t match) {
        ouch50::OrderExecuted m;
        m.store_user_ref_num(number);
        m.store_quantity(qty);
        m.store_price(price);
        m.store_match_number(match);
        hear(m);
    }
    void cancel(std::uint32_t number, std::uint32_t qty) {
        ouch50::OrderCanceled m;
        m.store_user_ref_num(number);
        m.store_quantity(qty);
        hear(m);
    }
    void modify(std::uint32_t number, std::uint32_t open) {
        ouch50::OrderModified m;
        m.store_user_ref_num(number);
        m.store_quantity(open);
        hear(m);
    }
    void break_trade(std::uint32_t number, std::uint64_t match) {
        ouch50::BrokenTrade m;
        m.store_user_ref_num(number);
        m.store_match_number(match);
        hear(m);
    }
    void correct_trade(std::uint32_t number, std::uint64_t match, std::uint64_t price) {
        ouch50::TradeCorrection m;
        m.store_user_ref_num(number);
        m.store_match_number(match);
        m.store_price(price);
        hear(m);
    }
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> holding() const {
        const Holdings& now = ledger_.after(ledger_.applied());
        return {now.shares[1].value, now.cash[1].value};
    }
    /// "7: words" of the finding; "" of none.
    [[nodiscard]] std::string finding() const {
        return verdict_.is_good()
                   ? ""
                   : std::to_string(static_cast<int>(verdict_.finding()->invariant)) + ": " +
                         verdict_.finding()->words;
    }

    Verdict verdict_;
    ReplyLedger ledger_{"account", verdict_};
    std::uint64_t heard_ = 0;
};

using Holding = std::pair<std::int64_t, std::int64_t>;

TEST_F(RepliesOfAnAccount, BuysAndSellsAreSharesAndMoneyOfTheirInstrument) {
    accept(1, 100);
    accept(2, 50, ouch50::side::kSellShort);
    execute(1, 30, 500'000, 7);
    EXPECT_EQ(holding(), (Holding{30, -15'000'000}));
    execute(2, 50, 510'000, 9);
    EXPECT_EQ(holding(), (Holding{-20, 10'500'000}));
    EXPECT_EQ(ledger_.executions(), 2U);
    EXPECT_EQ(ledger_.open_orders(), 1U);
    EXPECT_TRUE(ledger_.find(2)->is_closed);
    EXPECT_EQ(ledger_.find(1)->open, 70);
    EXPECT_EQ(ledger_.find(3), nullptr);
    EXPECT_EQ(ledger_.after(2).shares[1], SignedQty{}) << "the past stays";
    EXPECT_EQ(finding(), "");
}

TEST_F(RepliesOfAnAccount, AReplacementEndsItsOriginal) {
    accept(1, 100);
    execute(1, 30, 500'000, 7);
    replace(1, 2, 90);
    EXPECT_TRUE(ledger_.find(1)->is_closed);
    EXPECT_EQ(ledger_.find(1)->canceled, 70);
    EXPECT_EQ(ledger_.find(2)->open, 90);
    EXPECT_EQ(ledger_.open_orders(), 1U);
    EXPECT_EQ(finding(), "");
    replace(1, 3, 90);
    EXPECT_EQ(finding(), "7: account, order 1: replaced while not open");
}

TEST_F(RepliesOfAnAccount, QuantityLeavesAnOrderInEachWay) {
    accept(1, 100);
    cancel(1, 10);
    ouch50::AiqCanceled prevented;
    prevented.store_user_ref_num(1);
    prevented.store_decrement_shares(20);
    hear(prevented);
    modify(1, 60);
    EXPECT_EQ(ledger_.find(1)->canceled, 40);
    EXPECT_EQ(ledger_.find(1)->open, 60);
    modify(1, 60);
    EXPECT_EQ(ledger_.find(1)->open, 60) << "another kind of sell, of the same size";
    cancel(1, 60);
    EXPECT_EQ(ledger_.open_orders(), 0U);
    EXPECT_EQ(finding(), "");
}

TEST_F(RepliesOfAnAccount, AModificationToMoreIsFound) {
    accept(1, 100);
    modify(1, 101);
    EXPECT_EQ(finding(), "8: account, order 1: -1 of 100 removed, 101 left");
}

TEST_F(RepliesOfAnAccount, ABrokenTradeIsTakenBackOnce) {
    accept(1, 100);
    execute(1, 40, 500'000, 7);
    execute(1, 20, 400'000, 9);
    break_trade(1, 7);
    EXPECT_EQ(holding(), (Holding{20, -8'000'000}));
    EXPECT_EQ(ledger_.amended(), 1U);
    EXPECT_EQ(ledger_.find(1)->open, 40) << "its shares count as executed";
    EXPECT_EQ(finding(), "");
    break_trade(1, 7);
    EXPECT_EQ(finding(),
              "2: account, order 1: match 7 broken or corrected while it does not stand");
    EXPECT_EQ(holding(), (Holding{20, -8'000'000}));
}

TEST_F(RepliesOfAnAccount, ACorrectedTradeHasItsNewPriceAndMayBeBrokenAtIt) {
    accept(1, 100, ouch50::side::kSell);
    execute(1, 10, 500'000, 7);
    EXPECT_EQ(holding(), (Holding{-10, 5'000'000}));
    correct_trade(1, 7, 490'000);
    EXPECT_EQ(holding(), (Holding{-10, 4'900'000}));
    correct_trade(1, 7, 480'000);
    EXPECT_EQ(holding(), (Holding{-10, 4'800'000}));
    break_trade(1, 7);
    EXPECT_EQ(holding(), (Holding{0, 0}));
    EXPECT_EQ(ledger_.amended(), 3U);
    EXPECT_EQ(finding(), "");
    correct_trade(2, 7, 480'000);
    EXPECT_EQ(finding(),
              "2: account, order 2: match 7 broken or corrected while it does not stand");
}

TEST_F(RepliesOfAnAccount, AnOrderThatIsDeadOnArrivalIsNeverOpen) {
    accept(1, 100, ouch50::side::kBuy, ouch50::order_state::kDead);
    EXPECT_EQ(ledger_.open_orders(), 0U);
    EXPECT_EQ(ledger_.find(1)->canceled, 100);
    cancel(1, 100);
    EXPECT_EQ(finding(), "7: account, order 1: event of an order that is not open");
}

TEST_F(RepliesOfAnAccount, AnOrderIsAcceptedOrRejectedAndOnce) {
    ouch50::OrderRejected rejected;
    rejected.store_user_ref_num(4);
    hear(rejected);
    EXPECT_EQ(finding(), "") << "an order that was not accepted";
    accept(4, 100);
    Verdict verdict;
    ReplyLedger other("other", verdict);
    ouch50::OrderAccepted accepted;
    accepted.store_user_ref_num(4);
    accepted.store_quantity(1);
    accepted.store_symbol(symbol_of(kSecondStock));
    accepted.store_order_state(ouch50::order_state::kLive);
    other.on_told(1, accepted.bytes());
    other.on_told(2, accepted.bytes());
    EXPECT_EQ(verdict.finding()->words, "other, order 4: accepted twice");
    hear(rejected);
    EXPECT_EQ(finding(), "7: account, order 4: accepted and then rejected");
}

TEST_F(RepliesOfAnAccount, ReplyNumbersAreAppliedInTheirOrder) {
    ouch50::OrderCanceled canceled;
    canceled.store_user_ref_num(1);
    canceled.store_quantity(100);
    ledger_.on_told(2, canceled.bytes());  // as a copy, ahead of the session
    EXPECT_EQ(ledger_.applied(), 0U);
    accept(1, 100);
    EXPECT_EQ(ledger_.applied(), 1U);
    ledger_.on_told(2, canceled.bytes());
    EXPECT_EQ(ledger_.applied(), 2U);
    EXPECT_EQ(ledger_.open_orders(), 0U);
    EXPECT_EQ(finding(), "");
    canceled.store_quantity(99);
    ledger_.on_told(2, canceled.bytes());
    EXPECT_EQ(finding(), "1: account: reply 2 changed");
}

TEST_F(RepliesOfAnAccount, AfterARestartEachReplyThatWasSentIsThere) {
    auto replies = protocols::SequencedStore::create({.messages_max = 10, .bytes_max = 1'000});
    ASSERT_TRUE(replies.has_value());
    ouch50::OrderCanceled canceled;
    canceled.store_quantity(1);
    ouch50::OrderCanceled another;
    another.store_quantity(2);
    ledger_.on_told(2, canceled.bytes());  // the first was never sent
    EXPECT_TRUE(replies->try_append(another.bytes()));
    EXPECT_TRUE(replies->try_append(canceled.bytes()));
    ledger_.check_kept(*replies);
    EXPECT_EQ(finding(), "");
    replies->clear();
    EXPECT_TRUE(replies->try_append(another.bytes()));
    EXPECT_TRUE(replies->try_append(another.bytes()));
    ledger_.check_kept(*replies);
    EXPECT_EQ(finding(), "1: account: reply 2 was sent and is another after the restart");
    Verdict verdict;
    ReplyLedger other("other", verdict);
    other.on_told(2, canceled.bytes());
    replies->clear();
    EXPECT_TRUE(replies->try_append(canceled.bytes()));
    other.check_kept(*replies);
    EXPECT_EQ(verdict.finding()->words, "other: reply 2 was sent and is gone after the restart");
}

}  // namespace
}  // namespace hotpath::sim::world
