// The FIX port without a server: a session's messages and numbers are inputs, and what a crash could
// take back does not leave.

#include "hotpath/protocols/fix/venue/fix_port.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/body_text.hpp"
#include "tests/support/fix_session_pair.hpp"
#include "tests/support/port_bench.hpp"
#include "tests/support/venue_fix_client.hpp"

namespace hotpath::exchange {
namespace {

using support::fix_order;
using support::fix_venue_server;
using support::PortBench;
using FixPortBench = PortBench<FixPort>;
using support::PortLines;

struct FixPortLogin {
    std::string comp_id = "CLIENT0";
    std::string password = "SECRET0";
    Port port = kFixOrders;
};

struct FixPortClient : protocols::fix::NullSessionListener {
    explicit FixPortClient(FixPortBench& at, const FixPortLogin& login = {})
        : bench(at),
          store(*protocols::fix::MemoryStore::create({})),
          session(*protocols::fix::Session::create(options_of(login), support::fix44(), store)),
          id(bench.connect(login.port)) {
        session.on_connected(bench.now, *this);
        run();
    }
    static protocols::fix::SessionOptions options_of(const FixPortLogin& login) {
        protocols::fix::SessionOptions options = support::fix_initiator();
        options.sender_comp_id = login.comp_id;
        options.password = login.password;
        return options;
    }
    /// Nothing becomes durable.
    void run() {
        for (support::ByteString bytes = out(); !bytes.empty(); bytes = out()) {
            session.on_written(bytes.size(), bench.now);
            bench.give(id, bytes);
            take();
        }
        take();
    }
    [[nodiscard]] support::ByteString out() { return support::to_bytes(session.output()); }
    void take() {
        if (const support::ByteString bytes =
                bench.is_closed(id) ? support::ByteString{} : bench.take(id);
            !bytes.empty()) {
            session.on_bytes(bytes, bench.now, *this);
        }
    }
    /// And everything so far is durable.
    void settle() {
        for (int turn = 0; turn < 4; ++turn) {
            bench.make_durable();
            run();
        }
    }
    void send(std::string_view body) {
        const std::string whole = support::with_soh(body);
        const auto split = protocols::fix::split_body(whole);
        ASSERT_TRUE(split);
        protocols::fix::MessageWriter& writer = session.begin(split->msg_type, bench.now);
        writer.add_time(protocols::fix::tag::kTransactTime, bench.now,
                        protocols::fix::TimePrecision::Milliseconds);
        writer.add_fields(split->fields);
        EXPECT_EQ(session.send(), protocols::fix::SendStatus::Sent);
        run();
    }
    void on_logged_on() noexcept { is_logged_on = true; }
    void on_message(const protocols::fix::Inbound& inbound) {
        reports.emplace_back(inbound.fields.value(protocols::fix::tag::kExecType).value_or("-"));
    }

    FixPortBench& bench;
    protocols::fix::MemoryStore store;
    protocols::fix::Session session;
    ConnectionId id;
    bool is_logged_on = false;
    PortLines reports;  // ExecType
};

TEST(FixPort, ALogonLeavesWhenItsNumbersAreInTheJournal) {
    FixPortBench bench(fix_venue_server(2, 1));
    FixPortClient client(bench);
    EXPECT_FALSE(client.is_logged_on);
    EXPECT_EQ(bench.inputs(), PortLines{"FIX numbers"});
    client.settle();
    EXPECT_TRUE(client.is_logged_on);
    EXPECT_EQ(bench.core.counters().logins, 1U);
    EXPECT_EQ(bench.core.sessions()[{0}].connection, client.id);
}

TEST(FixPort, AnOrderIsAnInputAndItsReportWaitsForTheJournal) {
    FixPortBench bench(fix_venue_server(2, 1));
    FixPortClient client(bench);
    client.settle();
    static_cast<void>(bench.inputs());
    client.send(fix_order("A1"));
    EXPECT_EQ(bench.inputs(), PortLines{"FIX message"});
    EXPECT_TRUE(client.reports.empty());
    client.settle();
    EXPECT_EQ(client.reports, PortLines{"0"});
}

TEST(FixPort, AWrongPasswordIsRefusedWithOneAnswerForEveryMistake) {
    FixPortBench bench(fix_venue_server(2, 1));
    FixPortClient wrong(bench, {.password = "GUESS"});
    FixPortClient stranger(bench, {.comp_id = "STRANGER"});
    for (const FixPortClient* const each : {&wrong, &stranger}) {
        EXPECT_TRUE(bench.is_closed(each->id));
        const std::string_view last = as_text(bench.port.last_output(each->id)[0]);
        EXPECT_NE(last.find(kLogonRefused), std::string_view::npos);
    }
    EXPECT_EQ(bench.notes(),
              (PortLines{"logon refused: wrong Username or Password",
                         "logon refused: unknown SenderCompID, TargetCompID or BeginString"}));
    EXPECT_EQ(bench.inputs(), PortLines{});
    EXPECT_EQ(bench.core.counters().logins_refused, 2U);
}

TEST(FixPort, WhatIsNoFixMessageEndsTheConnection) {
    FixPortBench bench(fix_venue_server(1, 1));
    const ConnectionId id = bench.connect(kFixOrders);
    bench.give(id, std::as_bytes(std::span("GET / HTTP/1.1\r\n\r\n")));
    EXPECT_TRUE(bench.is_closed(id));
    EXPECT_EQ(bench.core.counters().malformed, 1U);
}

TEST(FixPort, AConnectionWithoutALogonEndsInItsTime) {
    FixPortBench bench(fix_venue_server(1, 1));
    const ConnectionId id = bench.connect(kFixOrders);
    bench.now = bench.port.next_deadline(id);
    bench.port.on_timer(id, bench.now);
    EXPECT_TRUE(bench.is_closed(id));
}

TEST(FixPort, ADropCopyHasTheReportsOfOthersAndEntersNoOrder) {
    FixPortBench bench(support::with_fix_copies(fix_venue_server(2, 1)));
    EXPECT_TRUE(bench.port.is_only_way_in(protocols::to_alpha<6>("RISK")));
    EXPECT_FALSE(bench.port.is_only_way_in(protocols::to_alpha<6>("USER0")));
    FixPortClient reader(bench,
                         {.comp_id = "COPIES", .password = "COPYPASS", .port = kFixDropCopy});
    reader.settle();
    FixPortClient client(bench);
    client.settle();
    client.send(fix_order("A1"));
    client.settle();
    reader.settle();
    EXPECT_EQ(client.reports, PortLines{"0"});
    EXPECT_EQ(reader.reports, PortLines{"0"});
    const std::size_t orders = bench.core.exchange().session_orders({0});
    reader.send(fix_order("B1"));
    reader.settle();
    EXPECT_EQ(bench.core.exchange().session_orders({2}), 0U);
    EXPECT_EQ(bench.core.exchange().session_orders({0}), orders);
}

TEST(FixPort, AReplayAndASnapshotHaveTheNumbersAgain) {
    const VenueServerOptions options = fix_venue_server(2, 1);
    FixPortBench bench(options);
    FixPortClient client(bench);
    client.settle();
    client.send(fix_order("A1"));
    client.settle();

    FixPortBench replayed(options, FixPortBench::Start::None);
    replayed.replay(bench.records);
    EXPECT_EQ(replayed.state(), bench.state());

    FixPortBench loaded(options, FixPortBench::Start::None);
    const support::ByteString state = bench.state();
    StateReader reader(state);
    loaded.core.load(reader);
    EXPECT_TRUE(reader.is_done());
    EXPECT_EQ(loaded.state(), state);
}

}  // namespace
}  // namespace hotpath::exchange
