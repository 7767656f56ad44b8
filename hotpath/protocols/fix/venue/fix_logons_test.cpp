// A FIX port accepts a log-on, or sends the reason for its refusal.

#include "hotpath/protocols/fix/venue/fix_logons.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/venue/fix_ports.hpp"
#include "tests/support/port_bench.hpp"
#include "tests/support/quiet_port.hpp"
#include "tests/support/venue_fix_client.hpp"

namespace hotpath::exchange {
namespace {

using support::CoreBench;
using support::PortLines;

class FixLogonsTest : public testing::Test {
  protected:
    FixLogonsTest() {
        bench.core.add(port_, std::array{kFixOrders, kFixDropCopy}, {});
        bench.start();
    }
    [[nodiscard]] ConnectionId connect(Port port = kFixOrders) {
        const ConnectionId id = bench.connect(port);
        logons.on_connected(id, bench.now);
        return id;
    }
    [[nodiscard]] static std::string logon(std::string_view comp_id, std::string_view password) {
        return support::fix_message("FIX.4.4",
                                    "35=A|34=1|49=" + std::string(comp_id) +
                                        "|52=20261126-09:30:00.000|56=VENUE|98=0|108=30|554=" +
                                        std::string(password) + "|");
    }
    [[nodiscard]] FixLogons::Admitted give(ConnectionId id, std::string_view text) {
        Bytes bytes = support::view_of(text);
        return logons.on_bytes(id, bytes, bench.now);
    }
    [[nodiscard]] std::string_view last_words(ConnectionId id) const {
        return as_text(logons.last_words(id));
    }

    CoreBench bench{support::with_fix_copies(support::fix_venue_server(2, 2))};
    FixSessions sessions{*FixSessions::create(bench.core.options())};
    FixLogons logons{bench.core, sessions};

  private:
    support::QuietPort port_;
};

TEST_F(FixLogonsTest, ALogonGetsTheSessionThatItNamesWithItsFirstMessage) {
    const ConnectionId id = connect();
    const std::string text = logon("CLIENT1", "SECRET1");
    EXPECT_EQ(give(id, text.substr(0, 20)).end, nullptr);
    const FixLogons::Admitted admitted = give(id, text.substr(20));
    ASSERT_NE(admitted.end, nullptr);
    EXPECT_EQ(admitted.end->user.comp_id, "CLIENT1");
    EXPECT_EQ(as_text(admitted.first), text);
    EXPECT_EQ(bench.core.sessions()[{1}].connection, id);
    EXPECT_EQ(last_words(id), "");
}

TEST_F(FixLogonsTest, AWrongPasswordAndAnUnknownNameAreAnsweredInTheSameWords) {
    for (const std::string& text : {logon("CLIENT0", "GUESS"), logon("STRANGER", "SECRET0")}) {
        const ConnectionId id = connect();
        EXPECT_EQ(give(id, text).end, nullptr);
        EXPECT_TRUE(bench.is_closed(id));
        EXPECT_NE(last_words(id).find(kLogonRefused), std::string_view::npos);
    }
    EXPECT_EQ(bench.core.counters().logins_refused, 2U);
}

TEST_F(FixLogonsTest, ADropCopyLogsOnAtItsPortAlone) {
    const ConnectionId elsewhere = connect(kFixOrders);
    EXPECT_EQ(give(elsewhere, logon("COPIES", "COPYPASS")).end, nullptr);
    EXPECT_TRUE(bench.is_closed(elsewhere));
    const FixLogons::Admitted admitted = give(connect(kFixDropCopy), logon("COPIES", "COPYPASS"));
    ASSERT_NE(admitted.end, nullptr);
    EXPECT_TRUE(admitted.end->user.is_drop_copy);
}

TEST_F(FixLogonsTest, ALogonWaitsForTheReportsThatAreOnTheirWayToTheJournal) {
    FixEnd& end = *sessions.find(bench.core.options().users[0].username);
    end.reports_waiting = 1;
    const ConnectionId id = connect();
    EXPECT_EQ(give(id, logon("CLIENT0", "SECRET0")).end, nullptr);
    EXPECT_FALSE(bench.is_closed(id));
    end.reports_waiting = 0;
    EXPECT_EQ(give(id, "").end, &end);
}

TEST_F(FixLogonsTest, WhatIsNoFixIsMalformedAndNotAnswered) {
    const ConnectionId id = connect();
    EXPECT_EQ(give(id, "GET / HTTP/1.1\r\n\r\n").end, nullptr);
    EXPECT_TRUE(bench.is_closed(id));
    EXPECT_EQ(bench.core.counters().malformed, 1U);
    EXPECT_EQ(last_words(id), "");
}

}  // namespace
}  // namespace hotpath::exchange
