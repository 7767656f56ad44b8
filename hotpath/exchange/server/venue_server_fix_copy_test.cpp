// FIX drop copies at the venue server: what they are sent, who reads them, crashes, full streams.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/venue/fix_arrivals.hpp"
#include "tests/support/venue_fix_client.hpp"

namespace hotpath::exchange {
namespace {

using support::BenchClient;
using support::fix_order;
using support::FixBenchClient;
using support::FixLines;
using support::VenueBench;
using SoupReason = protocols::nasdaq::soupbintcp::CloseReason;

/// USER0 has a FIX session, USER1 and USER2 use OUCH, and RISK reads.
class ServerFixCopy : public testing::Test {
  protected:
    static VenueServerOptions options(const std::vector<std::string>& copied = {}) {
        VenueServerOptions options =
            support::with_fix_copies(support::fix_venue_server(3, 1), copied);
        options.cancel_on_disconnect_after = kForever;
        return options;
    }
    static FixBenchClient reader_of(VenueBench& bench) {
        return {bench, "COPIES", "COPYPASS", kFixDropCopy};
    }
    /// One share is sold at 50.
    void sell_one(BenchClient& seller, std::uint32_t number) {
        seller.enter({.number = number, .side = 'S', .qty = 1, .price = 500'000});
        bench_.make_durable();
        seller.poll();
    }
    VenueBench bench_{options()};
};

TEST_F(ServerFixCopy, OrdersOfBothProtocolsAreCopiedWithTheirUser) {
    FixBenchClient reader = reader_of(bench_);
    reader.log_on();
    ASSERT_TRUE(reader.session().is_logged_on()) << reader.logout;
    FixBenchClient client(bench_, 0);
    client.log_on();
    client.send(fix_order("A1"));
    BenchClient seller(bench_, Port::OrderEntry, bench_.options.users[2]);
    sell_one(seller, 7);
    reader.turn();
    EXPECT_EQ(reader.reports, (FixLines{"A1 0", "7 0", "A1 F", "7 F"}));
    EXPECT_EQ(reader.accounts, (FixLines{"USER0", "USER2", "USER0", "USER2"}));
    EXPECT_EQ(client.accounts.front(), "") << "what the user is sent is no copy";
    client.send("35=F|11=A2|41=A1|55=AAPL|54=1|");
    client.send("35=F|11=A3|41=A1|55=AAPL|54=1|");
    reader.turn();
    EXPECT_EQ(reader.reports.back(), "A2 4");
    EXPECT_EQ(reader.reports.size(), 5U) << "a refusal is no event of an order";
    EXPECT_EQ(bench_.server.log().desk_of<FixProtocol>().copied_orders(), 0U);
}

TEST_F(ServerFixCopy, OnlyTheUsersThatAreNamedAreCopied) {
    VenueBench bench(options({"user2"}));
    FixBenchClient reader = reader_of(bench);
    reader.log_on();
    FixBenchClient client(bench, 0);
    client.log_on();
    client.send(fix_order("A1"));
    BenchClient seller(bench, Port::OrderEntry, bench.options.users[2]);
    seller.enter({.number = 1, .side = 'S', .qty = 100, .price = 500'000});
    bench.make_durable();
    reader.turn();
    EXPECT_EQ(reader.reports, (FixLines{"1 0", "1 F"}));
    EXPECT_EQ(reader.accounts, (FixLines{"USER2", "USER2"}));
}

TEST_F(ServerFixCopy, AReaderThatWasAwayIsSentWhatItMissedInOrder) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    client.send(fix_order("A1"));
    FixBenchClient reader = reader_of(bench_);
    reader.log_on();
    EXPECT_EQ(reader.reports, FixLines{"A1 0"});
    reader.disconnect();
    BenchClient seller(bench_, Port::OrderEntry, bench_.options.users[1]);
    for (std::uint32_t number = 1; number <= 3; ++number) {
        sell_one(seller, number);
    }
    reader.log_on();
    EXPECT_EQ(reader.reports,
              (FixLines{"A1 0", "1 0", "A1 F", "1 F", "2 0", "A1 F", "2 F", "3 0", "A1 F", "3 F"}));
    EXPECT_TRUE(std::ranges::is_sorted(reader.numbers));
}

TEST_F(ServerFixCopy, ALogonDoesNotWaitForReportsOnTheirWay) {
    BenchClient seller(bench_, Port::OrderEntry, bench_.options.users[1]);
    seller.enter({.number = 1, .side = 'S', .qty = 1, .price = 500'000});
    FixBenchClient reader = reader_of(bench_);
    reader.connect();
    ASSERT_TRUE(reader.give());
    reader.turn();
    ASSERT_TRUE(reader.session().is_logged_on());
    EXPECT_EQ(reader.reports, FixLines{"1 0"});
}

TEST_F(ServerFixCopy, ACrashAfterAnyRecordNeitherLosesNorDoublesACopy) {
    for (std::size_t lost = 0; lost < 6; ++lost) {
        SCOPED_TRACE(lost);
        VenueBench bench(options());
        FixBenchClient reader = reader_of(bench);
        reader.log_on();
        FixBenchClient client(bench, 0);
        client.log_on();
        client.send(fix_order("A1"));
        reader.turn();
        BenchClient seller(bench, Port::OrderEntry, bench.options.users[1]);
        bench.take_records();
        bench.make_durable();
        const std::size_t sent = bench.records.size();
        for (std::uint32_t number = 1; number <= 3; ++number) {
            seller.enter({.number = number, .side = 'S', .qty = 1, .price = 500'000});
        }
        bench.advance(Nanos{31 * kNanosPerSecond});  // heartbeats take numbers
        const std::size_t durable =
            bench.records.size() - std::min(lost, bench.records.size() - sent);
        bench.make_durable(durable);
        reader.take();
        bench.restart(durable);
        const std::size_t orders = bench.server.log().exchange().session_orders();
        reader.session().on_disconnected(bench.now);
        client.session().on_disconnected(bench.now);
        reader.log_on();
        client.log_on();
        ASSERT_TRUE(reader.session().is_logged_on()) << reader.logout;
        client.send(fix_order("A2"));
        reader.turn();
        EXPECT_EQ(std::ranges::count(reader.reports, "A1 0"), 1);
        EXPECT_EQ(std::ranges::count(reader.reports, "A2 0"), 1);
        EXPECT_EQ(reader.reports.back(), "A2 0");
        FixLines once = reader.reports;
        std::ranges::sort(once);
        EXPECT_LE(
            std::ranges::count_if(once, [](const std::string& line) { return line[0] != 'A'; }), 6);
        EXPECT_EQ(std::ranges::adjacent_find(
                      once, [](const auto& a, const auto& b) { return a == b && a != "A1 F"; }),
                  once.end());
        EXPECT_TRUE(std::ranges::is_sorted(reader.numbers));
        EXPECT_EQ(bench.server.log().exchange().session_orders(), orders + 1);
    }
}

TEST_F(ServerFixCopy, ARequestIsRefusedAndEntersNoOrder) {
    FixBenchClient reader = reader_of(bench_);
    reader.log_on();
    reader.send(fix_order("X1"));
    EXPECT_EQ(reader.reports, FixLines{"j -"});
    EXPECT_EQ(reader.text, "a drop copy session takes no requests");
    EXPECT_EQ(bench_.server.log().exchange().session_orders(), 0U);
    bench_.restart(bench_.records.size());
    reader.session().on_disconnected(bench_.now);
    reader.log_on();
    FixBenchClient client(bench_, 0);
    client.log_on();
    client.send(fix_order("A1"));
    reader.turn();
    EXPECT_EQ(reader.reports, (FixLines{"j -", "A1 0"})) << "the refusal has its number, too";
}

TEST_F(ServerFixCopy, TheReaderHasNoOtherWayInAndOthersNotThisOne) {
    BenchClient by_ouch(bench_, Port::OrderEntry,
                        protocols::nasdaq::soupbintcp::Credentials::of("RISK", ""));
    EXPECT_FALSE(by_ouch.is_logged_in);
    FixBenchClient at_orders(bench_, "COPIES", "COPYPASS");
    at_orders.log_on();
    EXPECT_TRUE(at_orders.is_cut_off());
    FixBenchClient orders_here(bench_, "CLIENT0", "SECRET0", kFixDropCopy);
    orders_here.log_on();
    EXPECT_TRUE(orders_here.is_cut_off());
    orders_here.take_last();
    EXPECT_EQ(orders_here.logout, kLogonRefused);
    FixBenchClient guesser(bench_, "COPIES", "WRONG", kFixDropCopy);
    guesser.log_on();
    guesser.take_last();
    EXPECT_EQ(guesser.logout, kLogonRefused);
}

TEST_F(ServerFixCopy, AFullOneDisconnectsItsReaderAndKeepsWhatItHas) {
    VenueServerOptions small = options();
    std::get<FixOptions>(small.protocols).copies.messages_max = 2;
    VenueBench bench(small);
    FixBenchClient reader = reader_of(bench);
    reader.log_on();
    FixBenchClient client(bench, 0);
    client.log_on();
    for (const char* id : {"A1", "A2", "A3"}) {
        client.send(fix_order(id));
    }
    EXPECT_EQ(client.reports.size(), 3U) << "the user does not notice";
    EXPECT_EQ(bench.server.counters().copies_not_kept, 1U);
    EXPECT_TRUE(reader.is_cut_off());
    EXPECT_EQ(bench.closed.at(reader.id->value), SoupReason::StreamFull);
    reader.session().on_disconnected(bench.now);
    reader.log_on();
    EXPECT_EQ(reader.reports, (FixLines{"A1 0", "A2 0"}));
}

TEST_F(ServerFixCopy, ASnapshotHasTheCopiesAndTheOpenOrdersByOuch) {
    BenchClient seller(bench_, Port::OrderEntry, bench_.options.users[1]);
    seller.enter({.number = 1, .side = 'S', .qty = 10, .price = 510'000});
    seller.enter({.number = 2, .side = 'S', .qty = 10, .price = 520'000});
    bench_.make_durable();
    const auto loaded =
        support::server_with_state(bench_.options, support::state_of(bench_.server));
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded->log().desk_of<FixProtocol>().copied_orders(), 2U);
    EXPECT_EQ(loaded->log().state_checksum(), bench_.server.log().state_checksum());
}

TEST(ServerFixCopyOptions, WhatContradictsItselfIsRefused) {
    const VenueServerOptions good = support::with_fix_copies(support::fix_venue_server(2, 1));
    EXPECT_TRUE(VenueServer::create(good, nullptr));
    const auto fix_of = [](VenueServerOptions& o) -> auto& {
        return std::get<FixOptions>(o.protocols);
    };
    const auto refusal = [&](auto&& change) { return support::refusal_of(good, change); };
    EXPECT_NE(refusal([&](auto& o) { fix_of(o).desk.has_copies = false; }).find("has_copies"),
              std::string::npos);
    EXPECT_NE(refusal([&](auto& o) { fix_of(o).users.pop_back(); }).find("has_copies"),
              std::string::npos);
    EXPECT_NE(
        refusal([&](auto& o) { fix_of(o).users[1].begin_string = "FIX.4.2"; }).find("FIX.4.4"),
        std::string::npos);
}

}  // namespace
}  // namespace hotpath::exchange
