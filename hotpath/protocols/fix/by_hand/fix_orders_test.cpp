// `hotpath order` over FIX: commands as requests, and what a venue's messages say of orders, in both
// versions.

#include "hotpath/protocols/fix/by_hand/fix_orders.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/fix_messages.hpp"

namespace hotpath::order_entry {
namespace {

using support::with_soh;

[[nodiscard]] std::string with_bars(std::string text) {
    std::ranges::replace(text, '\x01', '|');
    return text;
}

struct FixOrdersTest : testing::Test {
    [[nodiscard]] std::string ask(const std::string& line) {
        const auto command = parse_order_command(line);
        EXPECT_TRUE(command) << line;
        return with_bars(orders.request_of(*command));
    }
    /// What is shown of a message of the venue's; "": nothing.
    std::string hear(const std::string& message) {
        const std::string bytes = with_soh(message);
        shown = orders.on_message(std::as_bytes(std::span(bytes)));
        return shown ? shown->words : "";
    }
    void enter_one() {
        EXPECT_EQ(ask("enter buy 100 AAPL 10 ioc"),
                  "35=D|11=1|55=AAPL|54=1|38=100|40=2|44=10.0000|59=3|");
        EXPECT_EQ(hear("35=8|37=7|11=1|17=R1|150=0|39=0|55=AAPL|54=1|38=100|40=2|44=10.0000|59=0|"
                       "151=100|14=0|6=0|60=20261126-14:30:00.000|"),
                  "order 1 accepted: buy 100 AAPL at 10.00");
    }

    OrderBookkeeping kept;
    FixOrders orders{protocols::fix::kDialect44, kept};
    std::optional<EntryReply> shown;
};

TEST_F(FixOrdersTest, CommandsBecomeRequestsWithIdsOfTheirOrders) {
    enter_one();
    EXPECT_EQ(
        ask("replace 1 60 10.01 post-only min=5 show=10 stop=9.5"),
        "35=G|11=2|41=1|55=AAPL|54=1|38=60|40=4|44=10.0100|99=9.5000|59=0|18=6|110=5|111=10|");
    EXPECT_EQ(ask("cancel 1"), "35=F|11=1C1|41=1|55=AAPL|54=1|38=100|");
    EXPECT_EQ(ask("cancel 1 40"), "35=G|11=1R2|41=1|55=AAPL|54=1|38=40|40=2|44=10.0000|59=0|");
    EXPECT_EQ(ask("cancel 1 100"), "") << "nothing would be taken off";
    EXPECT_EQ(ask("enter short 5 MSFT market fok"), "35=D|11=2|55=MSFT|54=5|38=5|40=1|59=4|");
    EXPECT_EQ(ask("enter short-exempt 5 MSFT market gtc stop=3"),
              "35=D|11=2|55=MSFT|54=6|38=5|40=3|99=3.0000|59=1|");
}

TEST_F(FixOrdersTest, Fix42HasHandlInst) {
    FixOrders old(protocols::fix::kDialect42, kept);
    const auto command = parse_order_command("enter sell 1 AAPL 2");
    EXPECT_EQ(with_bars(old.request_of(*command)),
              "35=D|11=1|21=1|55=AAPL|54=2|38=1|40=2|44=2.0000|59=0|");
}

TEST_F(FixOrdersTest, WhatFixHasNoFieldForIsRefused) {
    for (const std::string option : {"hidden", "gtx", "firm=AB", "group=3"}) {
        const auto command = parse_order_command("enter buy 1 AAPL 1 " + option);
        const auto checked = check_fix_command(*command);
        ASSERT_FALSE(checked) << option;
        EXPECT_EQ(checked.error().message,
                  "order option " + option.substr(0, option.find('=') + 1) +
                      (option.find('=') == std::string::npos ? option : "") +
                      " needs --protocol ouch");
    }
    EXPECT_TRUE(check_fix_command(*parse_order_command("enter buy 9 AAPL 1 ioc min=3 show=2")));
}

TEST_F(FixOrdersTest, ARequestIsAnsweredByItsReportAndThenByAStatus) {
    static_cast<void>(ask("enter buy 100 AAPL 10"));
    EXPECT_FALSE(orders.is_answered());
    EXPECT_NE(hear("35=8|11=9|150=0|39=0|55=AAPL|54=1|38=1|44=1|151=1|14=0|"), "");
    EXPECT_FALSE(orders.is_answered()) << "another order's";
    EXPECT_NE(hear("35=8|11=1|150=0|39=0|55=AAPL|54=1|38=100|44=10|151=100|14=0|"), "");
    EXPECT_TRUE(orders.is_answered());
    EXPECT_EQ(with_bars(orders.status_request()), "35=H|11=1|55=AAPL|54=1|");
    EXPECT_EQ(hear("35=8|11=1|17=1|150=F|39=1|32=40|31=10|151=60|14=40|"),
              "order 1 executed: 40 at 10.00, execution 1");
    EXPECT_FALSE(orders.is_answered()) << "a trade is no answer to it";
    EXPECT_EQ(hear("35=8|11=1|17=0|150=I|39=1|151=60|14=40|"), "");
    EXPECT_TRUE(orders.is_answered());
    static_cast<void>(ask("cancel 1"));
    EXPECT_NE(hear("35=9|11=1C1|41=1|39=2|102=0|434=1|58=too late|"), "");
    EXPECT_TRUE(orders.is_answered());
    static_cast<void>(orders.status_request());
    EXPECT_EQ(hear("35=j|372=H|379=1|380=3|58=no such message|"), "");
    EXPECT_TRUE(orders.is_answered()) << "a venue without status requests";
    EXPECT_EQ(kept.rejected(), 1U) << "of the cancel alone";
}

TEST_F(FixOrdersTest, ReportsMakeUpWhatIsOpen) {
    enter_one();
    EXPECT_EQ(hear("35=8|11=1|17=71|150=F|39=1|32=30|31=10.0000|851=2|151=70|14=30|"),
              "order 1 executed: 30 at 10.00, removed, execution 71");
    EXPECT_EQ(shown->fields["exec_id"], "71");
    EXPECT_EQ(kept.open_qty(1), 70U);
    EXPECT_EQ(hear("35=8|11=1R1|41=1|150=5|39=1|55=AAPL|54=1|38=50|44=10|151=20|14=30|"),
              "order 1 canceled: 50 off, by request");
    EXPECT_EQ(ask("cancel 1"), "35=F|11=1C2|41=1R1|55=AAPL|54=1|38=50|") << "by its new name";
    EXPECT_EQ(hear("35=8|11=2|41=1R1|150=5|39=1|55=AAPL|54=1|38=80|40=2|44=11|151=50|14=30|"),
              "order 1 replaced by 2: buy 50 AAPL at 11.00");
    EXPECT_FALSE(kept.open().contains(1));
    EXPECT_EQ(kept.next_number(), 3U);
    EXPECT_EQ(hear("35=8|11=2|150=D|39=1|378=5|151=40|14=30|58=band|"),
              "order 2 canceled: 10 off, band");
    EXPECT_EQ(hear("35=8|11=2C3|41=2|150=4|39=4|151=0|14=30|"),
              "order 2 canceled: 40 off, by request");
    EXPECT_TRUE(kept.open().empty());
}

TEST_F(FixOrdersTest, RefusalsNameTheirReason) {
    EXPECT_EQ(hear("35=8|11=1|150=8|39=8|103=1|58=unknown symbol|55=NONE|54=1|151=0|14=0|"),
              "order 1 rejected: unknown symbol (103=1)");
    EXPECT_EQ(shown->fields["message"], "Rejected");
    EXPECT_EQ(hear("35=9|11=3|41=2|39=0|102=2|434=2|"), "order 3 rejected: (102=2)");
    EXPECT_EQ(hear("35=9|11=2R7|41=2|39=0|102=0|434=2|58=closed|"),
              "cancel of order 2 rejected: closed (102=0)");
    EXPECT_EQ(hear("35=j|372=D|379=4|380=5|58=a field|"), "order 4 rejected: a field (380=5)");
    EXPECT_EQ(kept.rejected(), 4U);
    EXPECT_EQ(kept.next_number(), 5U);
    EXPECT_EQ(ask("enter buy 1 AAPL 1"), "35=D|11=5|55=AAPL|54=1|38=1|40=2|44=1.0000|59=0|");
}

TEST_F(FixOrdersTest, AnotherProgramsOrdersAreShownAndNotKept) {
    EXPECT_EQ(hear("35=8|11=ORD-1|150=0|39=0|55=AAPL|54=2|38=5|44=3|151=5|14=0|"),
              "order ORD-1 accepted: sell 5 AAPL at 3.00");
    EXPECT_EQ(hear("35=8|11=ORD-2|41=ORD-1|150=4|39=4|38=5|151=0|14=2|"),
              "order ORD-2 canceled: 3 off, by the venue");
    EXPECT_TRUE(kept.open().empty());
    EXPECT_EQ(kept.next_number(), 1U);
}

TEST_F(FixOrdersTest, TradesAreBrokenAndOrdersExpire) {
    enter_one();
    EXPECT_EQ(hear("35=8|11=1|19=71|150=H|39=0|151=100|14=0|"), "order 1: execution 71 broken");
    EXPECT_EQ(hear("35=8|11=1|19=71|150=G|39=0|151=100|14=0|"), "order 1: execution 71 corrected");
    EXPECT_EQ(hear("35=8|11=1|150=6|39=6|151=100|14=0|"), "") << "pending";
    EXPECT_EQ(hear("35=8|11=1|150=C|39=C|151=0|14=0|"),
              "order 1 canceled: 100 off, end of the day");
    EXPECT_EQ(hear("35=B|148=news|"), "");
    EXPECT_EQ(hear("no message"), "");
}

TEST_F(FixOrdersTest, Fix42SaysTheKindInTwoFields) {
    FixOrders old(protocols::fix::kDialect42, kept);
    const std::string trade =
        with_soh("35=8|11=1|17=71|20=0|150=1|39=1|32=30|31=10.5|151=70|14=30|");
    EXPECT_EQ(old.on_message(std::as_bytes(std::span(trade)))->words,
              "order 1 executed: 30 at 10.50, execution 71");
    const std::string status = with_soh("35=8|11=1|17=0|20=3|150=1|39=1|151=70|14=30|");
    EXPECT_FALSE(old.on_message(std::as_bytes(std::span(status))));
}

}  // namespace
}  // namespace hotpath::order_entry
