// Our positions against those of the drop copy: the side ahead waits, a difference stops trading.
#include "hotpath/trader/reconciliation.hpp"

#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/dropcopy/exec_number.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::trader {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

const Symbol kSymbolA = *Symbol::from("AAPL");
const Symbol kSymbolG = *Symbol::from("GOOG");

class Reconciling : public testing::Test {
  protected:
    static ReconciliationOptions small() {
        return {.account = protocols::nasdaq::soupbintcp::Credentials::of("ALICE", "").username,
                .instruments_max = 2,
                .orders_remembered = 8,
                .executions_remembered = 8,
                .waiting_max = 4,
                .within = {1'000}};
    }

    void copy(Bytes reply, const char* account = "ALICE") {
        protocols::nasdaq::dropcopy::ReplyCopy prefix;
        prefix.store_username(protocols::nasdaq::soupbintcp::Credentials::of(account, "").username);
        prefix.store_sequence_number(number);
        number += account == std::string_view("ALICE") ? 1U : 0U;
        std::array<std::byte, 256> room{};
        const std::size_t length = protocols::nasdaq::dropcopy::encode(room, prefix, reply);
        both.on_copy(Bytes(room).first(length), now);
    }
    void copy_accepted(std::uint32_t id, char side, Symbol symbol = kSymbolA) {
        ouch50::OrderAccepted m;
        m.store_user_ref_num(id);
        m.store_side(side);
        m.store_symbol(symbol);
        copy(m.bytes());
    }
    void copy_executed(std::uint32_t id, std::uint32_t qty, std::uint64_t match) {
        ouch50::OrderExecuted m;
        m.store_user_ref_num(id);
        m.store_quantity(qty);
        m.store_match_number(match);
        copy(m.bytes());
    }
    void copy_broken(std::uint32_t id, std::uint64_t match) {
        ouch50::BrokenTrade m;
        m.store_user_ref_num(id);
        m.store_match_number(match);
        copy(m.bytes());
    }
    void own(std::uint64_t seq, std::int64_t position, Symbol symbol = kSymbolA) {
        both.on_own({.number = seq, .symbol = symbol, .position = {position}, .at = now});
    }

    Reconciliation both = std::move(*Reconciliation::create(small()));
    std::uint64_t number = 1;
    Time now{10'000};
};

TEST_F(Reconciling, BothSidesMayBeAhead) {
    own(2, 100);
    EXPECT_FALSE(both.is_settled());
    copy_accepted(1, 'B');
    copy_executed(1, 100, 7);
    EXPECT_TRUE(both.is_settled());
    copy_accepted(2, 'T');
    copy_executed(2, 30, 8);
    EXPECT_FALSE(both.is_settled());
    own(4, 70);
    EXPECT_TRUE(both.is_settled());
    EXPECT_EQ(both.agreed(), 2U);
    EXPECT_EQ(both.finding(), Finding::Agrees);
    EXPECT_EQ(both.position(kSymbolA), SignedQty{70});
    EXPECT_EQ(both.position(kSymbolG), SignedQty{0});
}

TEST_F(Reconciling, AnotherPositionReplyOrInstrumentDiffers) {
    struct Case {
        std::uint64_t seq;
        std::int64_t position;
        Symbol symbol;
        Finding finding;
    };
    for (const Case& c :
         {Case{2, 100, kSymbolA, Finding::Agrees}, Case{2, 99, kSymbolA, Finding::Differs},
          Case{2, 101, kSymbolA, Finding::Differs}, Case{2, -100, kSymbolA, Finding::Differs},
          Case{1, 100, kSymbolA, Finding::Differs}, Case{3, 100, kSymbolA, Finding::Differs},
          Case{2, 100, kSymbolG, Finding::Differs}}) {
        both = std::move(*Reconciliation::create(small()));
        number = 1;
        copy_accepted(1, 'B');
        copy_executed(1, 100, 7);
        own(c.seq, c.position, c.symbol);
        EXPECT_EQ(both.finding(), c.finding) << c.seq << ' ' << c.position;
    }
}

/// An order-entry session over FIX or iLink 3 of a user that the account is not: the copies have passed
/// the execution's match, and none was of the account.
TEST_F(Reconciling, CopiesOfOtherUsersThatPassedAMatchAreAnotherUsersSession) {
    for (const ExecutionNames names : {ExecutionNames::ExecId, ExecutionNames::ReplyNumber}) {
        for (const std::uint64_t last : {7U, 8U}) {
            ReconciliationOptions options = small();
            options.names = names;
            both = std::move(*Reconciliation::create(options));
            number = 1;
            own(protocols::nasdaq::dropcopy::exec_number({7}, Side::Sell), -100);
            copy(ouch50::SystemEvent().bytes());  // the begin of the day, which each session has
            for (std::uint64_t match = 6; match <= last; ++match) {
                ouch50::OrderExecuted executed;
                executed.store_match_number(match);
                copy(executed.bytes(), "BOB");
            }
            EXPECT_EQ(both.waiting(), 1U);
            EXPECT_EQ(both.others_copies(), last - 5);
            both.on_timer(now + Nanos{999});
            EXPECT_EQ(both.finding(), Finding::Agrees);
            both.on_timer(now + Nanos{1'000});
            const bool is_passed = names == ExecutionNames::ExecId && last == 8;
            EXPECT_EQ(both.finding(), is_passed ? Finding::AnotherUser : Finding::Behind);
        }
    }
    EXPECT_EQ(name(Finding::AnotherUser), "another user");
}

TEST_F(Reconciling, WhatWaitsIsCountedWithItsTime) {
    EXPECT_EQ(both.waiting(), 0U);
    EXPECT_EQ(both.waiting_since(), kNever);
    own(2, 100);
    const Time first = now;
    now = now + Nanos{10};
    own(4, 70);
    EXPECT_EQ(both.waiting(), 2U);
    EXPECT_EQ(both.waiting_since(), first);
    copy_accepted(1, 'B');
    copy_executed(1, 100, 7);
    EXPECT_EQ(both.waiting(), 1U);
    EXPECT_EQ(both.waiting_since(), now);
    both.on_timer(now + Nanos{1'000});
    EXPECT_EQ(both.finding(), Finding::Behind) << "there are copies of the account";
}

TEST_F(Reconciling, TheFirstFindingIsKept) {
    copy_accepted(1, 'B');
    copy_executed(1, 100, 7);
    own(2, 99);
    EXPECT_EQ(both.own().position, SignedQty{99});
    EXPECT_EQ(both.copied().position, SignedQty{100});
    copy_executed(9, 1, 8);
    own(3, 100);
    EXPECT_EQ(both.finding(), Finding::Differs);
    EXPECT_EQ(both.own().number, 2U);
    EXPECT_EQ(both.next_deadline(), kNever);
}

TEST_F(Reconciling, ABrokenTradeIsTakenBackOnce) {
    copy_accepted(1, 'B');
    copy_executed(1, 100, 7);
    copy_broken(1, 7);
    copy_broken(1, 7);
    EXPECT_EQ(both.position(kSymbolA), SignedQty{0});
    copy_broken(1, 8);
    EXPECT_EQ(both.finding(), Finding::UnknownOrder);
}

TEST_F(Reconciling, AnExecutionToldTwiceCountsOnce) {
    copy_accepted(1, 'S');
    copy_executed(1, 100, 7);
    copy_executed(1, 100, 7);
    EXPECT_EQ(both.position(kSymbolA), SignedQty{-100});
}

TEST_F(Reconciling, AReplacementIsAnOrder) {
    ouch50::OrderReplaced m;
    m.store_orig_user_ref_num(1);
    m.store_user_ref_num(2);
    m.store_side('B');
    m.store_symbol(kSymbolG);
    copy(m.bytes());
    copy_executed(2, 5, 7);
    EXPECT_EQ(both.position(kSymbolG), SignedQty{5});
}

TEST_F(Reconciling, OthersCopiesAreCountedOnly) {
    ouch50::OrderExecuted m;
    copy(m.bytes(), "BOB");
    EXPECT_EQ(both.others_copies(), 1U);
    EXPECT_EQ(both.finding(), Finding::Agrees);
}

TEST_F(Reconciling, AMissingCopyIsFound) {
    copy_accepted(1, 'B');
    ++number;
    copy_executed(1, 100, 7);
    EXPECT_EQ(both.finding(), Finding::NumbersMissing);
}

TEST_F(Reconciling, AnUnknownOrderIsFound) {
    copy_executed(1, 100, 7);
    EXPECT_EQ(both.finding(), Finding::UnknownOrder);
}

TEST_F(Reconciling, BytesThatAreNoCopyAreFound) {
    both.on_copy({}, now);
    EXPECT_EQ(both.finding(), Finding::Unreadable);
    both = std::move(*Reconciliation::create(small()));
    constexpr std::array<std::byte, 1> kNoReply{std::byte{'?'}};
    copy(kNoReply);
    EXPECT_EQ(both.finding(), Finding::Unreadable);
}

TEST_F(Reconciling, MoreInstrumentsThanPlannedForDiffer) {
    const char* const symbols[] = {"A", "B", "C"};
    for (std::uint32_t n = 0; n < 3; ++n) {
        EXPECT_EQ(both.finding(), Finding::Agrees);
        copy_accepted(n + 1, 'B', *Symbol::from(symbols[n]));
        copy_executed(n + 1, 1, n);
    }
    EXPECT_EQ(both.finding(), Finding::Differs);
}

TEST_F(Reconciling, OneSideMayBeBehindOnlySoLongAndSoFar) {
    own(2, 100);
    EXPECT_EQ(both.next_deadline(), Time{11'000});
    both.on_timer({10'999});
    EXPECT_EQ(both.finding(), Finding::Agrees);
    both.on_timer({11'000});
    EXPECT_EQ(both.finding(), Finding::Behind);

    both = std::move(*Reconciliation::create(small()));
    for (std::uint64_t n = 1; n <= 4; ++n) {
        own(n, 1);
        EXPECT_EQ(both.finding(), Finding::Agrees);
    }
    own(5, 1);
    EXPECT_EQ(both.finding(), Finding::Behind);
}

TEST_F(Reconciling, CopiesAllocateNothing) {
    copy_accepted(1, 'B');
    const NoAllocScope scope;
    copy_executed(1, 100, 7);
    own(2, 100);
    EXPECT_EQ(both.agreed(), 1U);
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST_F(Reconciling, WithFixBothSidesNameAnExecutionByItsExecId) {
    ReconciliationOptions options = small();
    options.names = ExecutionNames::ExecId;
    both = std::move(*Reconciliation::create(options));
    copy_accepted(1, 'B');
    copy_executed(1, 100, 7);
    own(71, 100);  // match 7, a buy
    EXPECT_EQ(both.finding(), Finding::Agrees);
    EXPECT_EQ(both.agreed(), 1U);
    copy_broken(1, 7);
    own(71, 0);
    EXPECT_EQ(both.agreed(), 2U);
    copy_accepted(2, 'S');
    copy_executed(2, 10, 8);
    own(81, -10);  // the other side's
    EXPECT_EQ(both.finding(), Finding::Differs);
}

TEST(ReconciliationOptions, BoundsAreAskedFor) {
    EXPECT_FALSE(Reconciliation::create({.orders_remembered = 3}).has_value());
    EXPECT_FALSE(Reconciliation::create({.waiting_max = 0}).has_value());
    EXPECT_FALSE(Reconciliation::create({.within = {0}}).has_value());
    EXPECT_TRUE(Reconciliation::create({}).has_value());
}

}  // namespace
}  // namespace hotpath::trader
