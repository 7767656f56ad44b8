// Lines of `hotpath order`: what is read of them, what is refused and how, and the bytes they
// become.

#include "hotpath/order_entry/command.hpp"

#include <string>

#include <gtest/gtest.h>

#include "hotpath/messages/message_fields.hpp"
#include "hotpath/messages/protocol_text.hpp"
#include "hotpath/protocols/nasdaq/by_hand/ouch_replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/appendage.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"

namespace hotpath::order_entry {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
using OrderKind = OrderCommand::Kind;

OrderCommand command_of(std::string_view line) {
    const auto command = parse_order_command(line);
    EXPECT_TRUE(command) << command.error().message;
    return command.value_or(OrderCommand{});
}

std::string refusal_of(std::string_view line) {
    const auto command = parse_order_command(line);
    EXPECT_FALSE(command) << line;
    return command ? "" : command.error().message;
}

std::string request_words(std::string_view line) {
    return messages::ouch_request_text(request_of(command_of(line), 7));
}

TEST(OrderCommandLine, BecomesTheRequestThatItSays) {
    EXPECT_EQ(request_words("enter buy 100 AAPL 499.50 ioc"),
              "enter order 7: buy 100 AAPL at 499.50, ioc");
    EXPECT_EQ(request_words("  enter\tshort 1 MSFT market "),
              "enter order 7: sell short 1 MSFT at the market, day");
    EXPECT_EQ(request_words("replace 3 50 499.4001"), "replace order 3 by 7: 50 at 499.4001, day");
    EXPECT_EQ(request_words("cancel 3"), "cancel order 3 to 0");
    EXPECT_EQ(request_words("cancel 3 40"), "cancel order 3 to 40");
    EXPECT_EQ(command_of("cancel last").number, 0U);
    EXPECT_EQ(command_of("wait 1500").wait, Nanos{1'500'000'000});
    EXPECT_EQ(command_of("quit").kind, OrderKind::Quit);
}

struct EnteredOptions : ouch50::NullRequestListener {
    void on_enter_order(const ouch50::EnterOrder& m, const ouch50::Appendage& options) {
        display = m.load_display();
        time_in_force = m.load_time_in_force();
        min_qty = options.load<ouch50::option::MinQty>().value_or(0);
        shown = options.load<ouch50::option::MaxFloor>().value_or(0);
        group = options.load<ouch50::option::GroupId>().value_or(0);
        post_only = options.load<ouch50::option::PostOnly>().value_or(' ');
        stop = options.load<ouch50::extension::StopPrice>().value_or(0);
        firm = options.load<ouch50::option::Firm>().value_or(firm);
    }
    char display = ' ';
    char time_in_force = ' ';
    std::uint32_t min_qty = 0;
    std::uint32_t shown = 0;
    std::uint16_t group = 0;
    char post_only = ' ';
    std::uint64_t stop = 0;
    std::array<char, 4> firm{};
};

TEST(OrderCommandLine, WishesAreOptionsOfTheRequest) {
    EnteredOptions entered;
    const auto request = request_of(
        command_of("enter sell 100 A 1 min=10 show=20 group=65535 post-only stop=0.9 firm=AB"), 1);
    ASSERT_EQ(ouch50::decode_request(request, entered), protocols::DecodeStatus::Ok);
    EXPECT_EQ(entered.display, 'A');
    EXPECT_EQ(entered.min_qty, 10U);
    EXPECT_EQ(entered.shown, 20U);
    EXPECT_EQ(entered.group, 65'535U);
    EXPECT_EQ(entered.post_only, 'P');
    EXPECT_EQ(entered.stop, 9'000U);
    EXPECT_EQ(entered.firm, (std::array{'A', 'B', ' ', ' '}));
}

TEST(OrderCommandLine, FillOrKillIsImmediateWithAMinimumOfAllItsShares) {
    EnteredOptions entered;
    const auto request = request_of(command_of("enter buy 300 AAPL 499.50 fok"), 1);
    ASSERT_EQ(ouch50::decode_request(request, entered), protocols::DecodeStatus::Ok);
    EXPECT_EQ(entered.min_qty, 300U);
    EXPECT_EQ(entered.time_in_force, ouch50::time_in_force::kIoc);
    EXPECT_EQ(refusal_of("enter buy 300 AAPL 499.50 fok min=100"),
              "fok must be without min=, it is all or nothing");
    EXPECT_EQ(refusal_of("replace 3 50 499.40 fok"),
              "fok must be an option of enter: replace takes ioc min=QTY");
}

TEST(OrderCommandLine, SaysWhatIsAllowed) {
    EXPECT_EQ(refusal_of("enter buy 0 AAPL 1"), "quantity must be 1 to 999999, got 0");
    EXPECT_EQ(refusal_of("enter buy 1000000 AAPL 1"), "quantity must be 1 to 999999, got 1000000");
    EXPECT_EQ(refusal_of("enter buy -5 AAPL 1"), "quantity must be 1 to 999999, got -5");
    EXPECT_EQ(refusal_of("enter buy 99999999999999999999 AAPL 1"),
              "quantity must be 1 to 999999, got 99999999999999999999");
    EXPECT_EQ(refusal_of("enter hold 1 AAPL 1"),
              "side must be one of buy, sell, short, short-exempt, got hold");
    EXPECT_EQ(refusal_of("enter buy 1 MUCHTOOLONG 1"),
              "symbol must be 1 to 8 characters, got MUCHTOOLONG");
    for (const std::string price :
         {"0", "-1", "200000.0001", "1.00001", "1.", ".5", "1e3", "nan", "99999999999999999999"}) {
        EXPECT_EQ(refusal_of("enter buy 1 A " + price),
                  "price must be 0.0001 to 200000 dollars with up to 4 decimals, or market, got " +
                      price);
    }
    EXPECT_EQ(refusal_of("enter buy 1 A 1 group=0"), "group must be 1 to 65535, got 0");
    EXPECT_EQ(refusal_of("enter buy 1 A 1 firm=toolong"),
              "firm must be 1 to 4 capital letters or digits, got toolong");
    EXPECT_EQ(refusal_of("enter buy 1 A 1 soon"), "unknown order option soon; see help");
    EXPECT_EQ(refusal_of("enter buy 1 A 1 size=3"), "unknown order option size=; see help");
    EXPECT_EQ(refusal_of("cancel 0"), "order number must be 1 to 4294967295, got 0");
    EXPECT_EQ(refusal_of("cancel"), "cancel takes NUMBER [QTY]");
    EXPECT_EQ(refusal_of("replace 1 2"), "replace takes NUMBER QTY PRICE");
    EXPECT_EQ(refusal_of("wait 3600001"), "wait must be 1 to 3600000, got 3600001");
    EXPECT_EQ(refusal_of("buy 1 A 1"), "unknown command buy; see help");
    EXPECT_EQ(refusal_of("quit now"), "unexpected word now");
    EXPECT_EQ(refusal_of(" \t"), "a command must not be empty; see help");
}

TEST(OrderReplies, AreOneObjectEach) {
    ouch50::WithAppendage<ouch50::OrderAccepted> accepted;
    accepted.message().store_user_ref_num(3);
    accepted.message().store_side('B');
    accepted.message().store_quantity(100);
    accepted.message().store_symbol(*Symbol::from("AAPL"));
    accepted.message().store_price(4'995'000);
    accepted.message().store_time_in_force('0');
    accepted.message().store_display('A');
    accepted.message().store_order_state('L');
    accepted.append<ouch50::option::Firm>({'A', 'B', ' ', ' '});
    accepted.append<ouch50::option::MinQty>(10);
    const auto json = messages::ouch_reply_fields(accepted.bytes());
    EXPECT_EQ(json["message"], "Order Accepted");
    EXPECT_EQ(json["user_ref_num"], 3);
    EXPECT_EQ(json["price"], "499.50");
    EXPECT_EQ(json["display"], "attributable");
    EXPECT_EQ(json["order_state"], "live");
    EXPECT_EQ(json["firm"], "AB");
    EXPECT_EQ(json["min_qty"], 10);
    EXPECT_EQ(messages::ouch_reply_text(accepted.bytes()),
              "order 3 accepted: buy 100 AAPL at 499.50, firm AB, min_qty 10");

    ouch50::AiqCanceled prevented;
    prevented.store_user_ref_num(3);
    prevented.store_decrement_shares(100);
    prevented.store_reason('Q');
    prevented.store_quantity_prevented(30);
    prevented.store_execution_price(4'990'000);
    prevented.store_liquidity_flag('R');
    prevented.store_aiq_strategy('W');
    EXPECT_EQ(messages::ouch_reply_fields(prevented.bytes())["quantity_prevented"], 30);
    EXPECT_EQ(messages::ouch_reply_text(prevented.bytes()),
              "order 3 canceled: 100 off, it met an order of the same owner: 30 at 499.00 did not "
              "trade, cancel newest");
    ouch50::OrderRejected rejected;
    rejected.store_user_ref_num(4);
    rejected.store_reason(0x17);
    EXPECT_EQ(messages::ouch_reply_text(rejected.bytes()),
              "order 4 rejected: unknown symbol (0x17)");
    rejected.store_reason(0x77);
    EXPECT_EQ(messages::ouch_reply_fields(rejected.bytes())["reason"], "0x77");
    EXPECT_EQ(messages::ouch_reply_fields(rejected.bytes().first(5))["message"], "no OUCH reply");
}

TEST(OrderReplies, MakeUpWhatIsOpen) {
    OrderBookkeeping kept;
    ouch50::OrderAccepted accepted;
    accepted.store_user_ref_num(1);
    accepted.store_quantity(100);
    accepted.store_order_state('L');
    keep_ouch_reply(accepted.bytes(), kept);
    ouch50::OrderExecuted executed;
    executed.store_user_ref_num(1);
    executed.store_quantity(40);
    keep_ouch_reply(executed.bytes(), kept);
    EXPECT_EQ(kept.open().at(1).open_qty, 60U);
    ouch50::OrderReplaced replaced;
    replaced.store_orig_user_ref_num(1);
    replaced.store_user_ref_num(2);
    replaced.store_quantity(30);
    replaced.store_order_state('L');
    keep_ouch_reply(replaced.bytes(), kept);
    EXPECT_FALSE(kept.open().contains(1));
    ouch50::AiqCanceled prevented;
    prevented.store_user_ref_num(2);
    prevented.store_decrement_shares(30);
    keep_ouch_reply(prevented.bytes(), kept);
    EXPECT_TRUE(kept.open().empty());
    ouch50::AccountQueryResponse answer;
    answer.store_next_user_ref_num(3);
    keep_ouch_reply(answer.bytes(), kept);
    EXPECT_EQ(kept.next_number(), 3U);
}

}  // namespace
}  // namespace hotpath::order_entry
