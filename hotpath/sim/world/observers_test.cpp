// The observers of a world must find faults: each observer is given one.

#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"
#include "hotpath/sim/world/feed_ledger.hpp"
#include "hotpath/sim/world/repeater.hpp"
#include "hotpath/sim/world/reply_ledger.hpp"
#include "hotpath/sim/world/risk_observer.hpp"
#include "hotpath/sim/world/trader_host.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::sim::world {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
namespace soup = protocols::nasdaq::soupbintcp;
using support::view_of;

constexpr InstrumentId kFirst{1};

[[nodiscard]] int found(const Verdict& verdict) {
    return verdict.finding() ? static_cast<int>(verdict.finding()->invariant) : 0;
}

[[nodiscard]] ouch50::OrderAccepted accepted(std::uint32_t number, std::uint32_t qty,
                                             char side = ouch50::side::kBuy) {
    ouch50::OrderAccepted m;
    m.store_user_ref_num(number);
    m.store_side(side);
    m.store_quantity(qty);
    m.store_symbol(symbol_of(kFirst));
    m.store_order_state(ouch50::order_state::kLive);
    return m;
}

[[nodiscard]] ouch50::OrderExecuted executed(std::uint32_t number, std::uint32_t qty,
                                             std::uint64_t match) {
    ouch50::OrderExecuted m;
    m.store_user_ref_num(number);
    m.store_quantity(qty);
    m.store_price(500'000);
    m.store_match_number(match);
    return m;
}

[[nodiscard]] ouch50::EnterOrder enter(std::uint32_t number, std::uint32_t qty,
                                       char side = ouch50::side::kBuy) {
    ouch50::EnterOrder m;
    m.store_user_ref_num(number);
    m.store_side(side);
    m.store_quantity(qty);
    m.store_symbol(symbol_of(kFirst));
    m.store_price(500'000);
    return m;
}

// ---- what an account was reported

struct ReplyLedgerTest : testing::Test {
    Verdict verdict;
    ReplyLedger ledger{"account", verdict};
};

TEST_F(ReplyLedgerTest, AnExecutionIsSharesAndMoney) {
    ledger.on_told(1, accepted(1, 100).bytes());
    ledger.on_told(2, executed(1, 40, 7).bytes());
    EXPECT_EQ(ledger.after(2).shares[0], SignedQty{40});
    EXPECT_EQ(ledger.after(2).cash[0], Money{-40 * 500'000});
    EXPECT_EQ(ledger.find(1)->open, 60);
    ledger.on_told(2, executed(1, 40, 7).bytes());  // over another connection
    EXPECT_EQ(found(verdict), 0);
}

TEST_F(ReplyLedgerTest, AReplyThatChangesIsFound) {
    ledger.on_told(1, accepted(1, 100).bytes());
    ledger.on_told(1, accepted(2, 100).bytes());
    EXPECT_EQ(found(verdict), 1);
}

TEST_F(ReplyLedgerTest, AReplyThatIsGoneAfterARestartIsFound) {
    ledger.on_told(1, accepted(1, 100).bytes());
    const auto empty = protocols::SequencedStore::create({.messages_max = 10, .bytes_max = 1'000});
    ledger.check_kept(*empty);
    EXPECT_EQ(found(verdict), 1);
}

TEST_F(ReplyLedgerTest, AnExecutionUnderASecondNumberIsFound) {
    ledger.on_told(1, accepted(1, 100).bytes());
    ledger.on_told(2, executed(1, 40, 7).bytes());
    ledger.on_told(3, executed(1, 40, 7).bytes());
    EXPECT_EQ(found(verdict), 2);
}

TEST_F(ReplyLedgerTest, MoreThanWasEnteredIsFound) {
    ledger.on_told(1, accepted(1, 100).bytes());
    ledger.on_told(2, executed(1, 101, 7).bytes());
    EXPECT_EQ(found(verdict), 8);
}

TEST_F(ReplyLedgerTest, AnOrderThatEndsTwiceIsFound) {
    ledger.on_told(1, accepted(1, 100).bytes());
    ledger.on_told(2, executed(1, 100, 7).bytes());
    EXPECT_EQ(ledger.open_orders(), 0U);
    ledger.on_told(3, executed(1, 1, 8).bytes());
    EXPECT_EQ(found(verdict), 7);
}

TEST_F(ReplyLedgerTest, OrdersThatOutliveTheirDayAreOpenInTheNext) {
    ouch50::OrderAccepted kept = accepted(2, 70);
    kept.store_time_in_force(ouch50::time_in_force::kGtc);
    ledger.on_told(1, accepted(1, 100).bytes());
    ledger.on_told(2, kept.bytes());
    ledger.on_told(3, executed(2, 30, 7).bytes());
    EXPECT_EQ(ledger.open_orders(), 2U);
    EXPECT_EQ(ledger.open_orders_of_day(), 1U);
    ReplyLedger next("account", verdict);
    next.carry_over(ledger);
    EXPECT_EQ(next.open_orders(), 1U);
    EXPECT_EQ(next.open_orders_of_day(), 0U);
    EXPECT_EQ(next.after(0).shares[0], SignedQty{}) << "what was traded is of the day before";
    next.on_told(1, executed(2, 40, 7).bytes());
    EXPECT_EQ(found(verdict), 0) << "match numbers begin anew";
    EXPECT_EQ(next.after(1).shares[0], SignedQty{40});
    next.on_told(2, executed(1, 100, 8).bytes());
    EXPECT_EQ(found(verdict), 7) << "an order of the day before";
}

// ---- what a trader sends

struct RiskObserverTest : testing::Test {
    void sends(const ouch50::EnterOrder& order) { observer.on_request(order.bytes(), now); }

    Verdict verdict;
    engine::EngineOptions options = trader_engine_options();
    RiskObserver observer{"trader", options, verdict};
    Time now{1'000'000'000};
};

TEST_F(RiskObserverTest, AQuantityIsAllowedUpToItsLimit) {
    const std::uint32_t limit = options.limits.order_qty_max.value;
    sends(enter(1, limit - 1));
    EXPECT_EQ(found(verdict), 0);
    RiskObserver another("trader", options, verdict);
    another.on_request(enter(1, limit).bytes(), now);
    EXPECT_EQ(found(verdict), 0);
    another.on_request(enter(2, limit + 1).bytes(), now);
    EXPECT_EQ(found(verdict), 6);
}

TEST_F(RiskObserverTest, APositionCountsWhatIsHeldAndWhatIsOpen) {
    observer.on_reply(accepted(1, 100).bytes());
    observer.on_reply(executed(1, 100, 7).bytes());  // holds 100
    sends(enter(2, 200));
    const auto left = static_cast<std::uint32_t>(options.limits.position_max.value - 300);
    sends(enter(3, left));
    EXPECT_EQ(found(verdict), 0) << "the limit itself";
    sends(enter(4, 1));
    EXPECT_EQ(found(verdict), 6);
}

TEST_F(RiskObserverTest, WhatNeverArrivedDoesNotCountBehindTheNextAnswer) {
    sends(enter(1, 250));
    sends(enter(2, 200));
    observer.on_reply(ouch50::AccountQueryResponse().bytes());
    sends(enter(3, 250));
    EXPECT_EQ(found(verdict), 0);
}

TEST_F(RiskObserverTest, AnUncoveredSellMustSaySo) {
    sends(enter(1, 10, ouch50::side::kSellShort));
    EXPECT_EQ(found(verdict), 0);
    sends(enter(2, 10, ouch50::side::kSell));
    EXPECT_EQ(found(verdict), 6);
}

TEST_F(RiskObserverTest, MessagesAreCountedInEveryWindow) {
    options.limits.order_qty_max = {1'000'000};
    options.limits.position_max = {1'000'000};
    options.limits.open_orders_max = 1'000;
    options.account.open_orders_max = 1'000;
    RiskObserver observer_of_pace("trader", options, verdict);
    const std::uint32_t limit = options.limits.messages_max;
    for (std::uint32_t n = 1; n <= limit; ++n) {
        observer_of_pace.on_request(enter(n, 1).bytes(), now);
    }
    observer_of_pace.on_request(enter(limit + 1, 1).bytes(), now + options.pace.instrument_window);
    EXPECT_EQ(found(verdict), 0) << "the window has gone on";
    for (std::uint32_t n = 2; n <= limit + 1; ++n) {
        observer_of_pace.on_request(enter(limit + n, 1).bytes(),
                                    now + options.pace.instrument_window);
    }
    EXPECT_EQ(found(verdict), 6);
}

// ---- what was published, and what a trader was given

[[nodiscard]] ByteString packet_of(std::uint64_t number, const std::string& message) {
    protocols::nasdaq::moldudp64::DownstreamHeader header;
    header.store_session({'S', 'I', 'M', ' ', ' ', ' ', ' ', ' ', ' ', ' '});
    header.store_sequence_number(number);
    header.store_message_count(1);
    ByteString packet(header.bytes().begin(), header.bytes().end());
    packet.push_back(std::byte{0});
    packet.push_back(static_cast<std::byte>(message.size()));
    const Bytes text = view_of(message);
    packet.insert(packet.end(), text.begin(), text.end());
    return packet;
}

TEST(FeedLedger, AMessageThatChangesIsFound) {
    Verdict verdict;
    FeedLedger ledger(verdict);
    ledger.on_published(packet_of(1, "one"));
    ledger.on_published(packet_of(1, "one"));
    EXPECT_EQ(found(verdict), 0);
    ledger.on_published(packet_of(1, "another"));
    EXPECT_EQ(found(verdict), 1);
}

TEST(FeedLedger, AVenueThatComesBackGoesOnBehindWhatIsOut) {
    Verdict verdict;
    FeedLedger ledger(verdict);
    ledger.on_published(packet_of(1, "one"));
    ledger.check_kept(2);
    EXPECT_EQ(found(verdict), 0);
    ledger.check_kept(1);
    EXPECT_EQ(found(verdict), 1);
}

TEST(Sight, ReachesToTheFirstMessageThatNothingHasBrought) {
    Sight sight;
    sight.on_packet(packet_of(1, "one"));
    sight.on_packet(packet_of(3, "three"));
    EXPECT_EQ(sight.reach(), 2U);
    sight.on_packet(packet_of(2, "two"));
    EXPECT_EQ(sight.reach(), 4U);
    sight.on_packet(packet_of(11, "eleven"));
    sight.on_snapshot(10);
    EXPECT_EQ(sight.reach(), 10U);
    sight.on_packet(packet_of(10, "ten"));
    EXPECT_EQ(sight.reach(), 12U);
}

// ---- who tells replies twice

[[nodiscard]] ByteString login_accepted(std::uint64_t number) {
    soup::LoginAccepted m;
    m.store_sequence_number(protocols::to_digits<soup::kSequenceNumberLength>(number));
    return {m.bytes().begin(), m.bytes().end()};
}

[[nodiscard]] ByteString sequenced(char text) {
    return {std::byte{0}, std::byte{2}, std::byte{soup::SequencedData::kType},
            static_cast<std::byte>(text)};
}

/// The texts of sequenced messages, from number `first` of the client on.
struct Session {
    std::string reported(std::uint64_t first_of_client, const std::string& all) {
        soup::LoginRequest login;
        login.store_requested_sequence_number(
            protocols::to_digits<soup::kSequenceNumberLength>(first_of_client));
        repeater.on_connection();
        const ByteString asked = repeater.from_client(login.bytes());
        const std::uint64_t number = *protocols::to_number(
            soup::LoginRequest::at(asked.data()).load_requested_sequence_number());
        const ByteString answer = repeater.from_venue(login_accepted(number));
        EXPECT_EQ(
            *protocols::to_number(soup::LoginAccepted::at(answer.data()).load_sequence_number()),
            first_of_client);
        std::string texts;
        for (std::size_t n = number - 1; n < all.size(); ++n) {
            const ByteString reported = repeater.from_venue(sequenced(all[n]));
            for (std::size_t at = soup::kHeaderLength; at < reported.size();
                 at += soup::kHeaderLength + 1) {
                texts += static_cast<char>(reported[at]);
            }
        }
        return texts;
    }
    Repeater repeater{5};
};

TEST(Repeater, EveryConnectionIsToldTheSame) {
    std::string all;
    for (char text = '0'; text < 'z'; ++text) {
        all += text;
    }
    Session session;
    const std::string whole = session.reported(1, all);
    EXPECT_GT(whole.size(), all.size());
    for (std::size_t first = 1; first < whole.size(); ++first) {
        if (whole[first] != whole[first - 1]) {  // a client has heard both copies or none
            EXPECT_EQ(session.reported(first + 1, all), whole.substr(first)) << first;
        }
    }
}

/// How many copies of a reply come out.
[[nodiscard]] std::size_t copies(Repeater& repeater, const auto& reply) {
    ByteString packet{std::byte{0}, static_cast<std::byte>(1 + reply.bytes().size()),
                      std::byte{soup::SequencedData::kType}};
    packet.insert(packet.end(), reply.bytes().begin(), reply.bytes().end());
    return repeater.from_venue(packet).size() / packet.size();
}

TEST(Repeater, ACancelThatLeavesItsOrderOpenComesOnce) {
    Repeater repeater{5};
    repeater.on_connection();
    static_cast<void>(repeater.from_venue(login_accepted(1)));
    std::size_t whole_twice = 0;
    for (std::uint32_t number = 1; number <= 100; ++number) {
        static_cast<void>(copies(repeater, accepted(number, 100)));
        ouch50::OrderCanceled canceled;
        canceled.store_user_ref_num(number);
        canceled.store_quantity(40);
        EXPECT_EQ(copies(repeater, canceled), 1U) << number;
        canceled.store_quantity(60);
        whole_twice += copies(repeater, canceled) == 2 ? 1U : 0U;
    }
    EXPECT_GT(whole_twice, 5U);
}

}  // namespace
}  // namespace hotpath::sim::world
