// Which replies are executions, and by which number the drop copy has them.

#include "hotpath/protocols/trader/own_executions.hpp"

#include <optional>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/cme/trader/request_id.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/ilink_messages.hpp"

namespace hotpath::protocols {
namespace {

using Found = std::optional<OwnExecution>;
using Executions = OwnExecutions;

Found in_fix(const std::string& begin_string, const std::string& body) {
    Executions executions(fix::FixAccount{.begin_string = begin_string});
    const std::string message = support::fix_message(begin_string, body);
    return executions.find(9, std::as_bytes(std::span(message)));
}

TEST(OwnExecutions, AnExecutionOfOuchHasItsReplysNumber) {
    Executions executions(nasdaq::OuchAccount{});
    nasdaq::ouch50::OrderExecuted executed;
    executed.store_user_ref_num(17);
    EXPECT_EQ(executions.find(9, executed.bytes()), (Found{{.order = {17}, .number = 9}}));
    nasdaq::ouch50::BrokenTrade broken;
    broken.store_user_ref_num(17);
    EXPECT_EQ(executions.find(10, broken.bytes()), (Found{{.order = {17}, .number = 10}}));
    EXPECT_EQ(executions.find(11, nasdaq::ouch50::OrderAccepted{}.bytes()), std::nullopt);
    EXPECT_EQ(executions.find(11, executed.bytes().first(5)), std::nullopt);
    EXPECT_EQ(executions.find(11, {}), std::nullopt);
}

TEST(OwnExecutions, ATradeOfFixHasItsExecId) {
    EXPECT_EQ(in_fix("FIX.4.4", "35=8|34=2|11=17|17=42|150=F|"),
              (Found{{.order = {17}, .number = 42}}));
    EXPECT_EQ(in_fix("FIX.4.4", "35=8|34=2|11=17R3|17=42|150=F|"),
              (Found{{.order = {17}, .number = 42}}))
        << "after a reduction";
    EXPECT_EQ(in_fix("FIX.4.2", "35=8|34=2|11=17|17=42|20=0|150=1|"),
              (Found{{.order = {17}, .number = 42}}));
    EXPECT_EQ(in_fix("FIX.4.4", "35=8|34=2|11=17|17=50|19=42|150=H|"),
              (Found{{.order = {17}, .number = 42}}))
        << "a canceled trade has the trade's";
}

TEST(OwnExecutions, OtherReportsOfFixAreNone) {
    EXPECT_EQ(in_fix("FIX.4.4", "35=8|34=2|11=17|17=R1|150=0|"), std::nullopt);
    EXPECT_EQ(in_fix("FIX.4.4", "35=8|34=2|11=17|17=0|150=I|39=1|"), std::nullopt);
    EXPECT_EQ(in_fix("FIX.4.4", "35=9|34=2|11=17|150=F|"), std::nullopt);
    EXPECT_EQ(in_fix("FIX.4.4", "35=8|34=2|58|150=F|"), std::nullopt) << "it cannot be split";
}

TEST(OwnExecutions, ATradeOfIlinkHasItsExecId) {
    Executions executions(cme::IlinkAccount{});
    const auto trade = support::ilink_bytes<cme::ilink3::ExecutionReportTradeOutright>([](auto& m) {
        m.store_exec_id("42");
        m.store_order_request_id(cme::to_order_request_id(
            {.order = {17}, .kind = RequestId::Kind::Reduce, .number = 3}));
    });
    EXPECT_EQ(executions.find(9, trade.view()), (Found{{.order = {17}, .number = 42}}));
    EXPECT_EQ(executions.find(9, trade.view().first(trade.length - 1)), std::nullopt);
    const auto other = support::ilink_bytes<cme::ilink3::ExecutionReportNew>(
        [](auto& m) { m.store_exec_id("R1"); });
    EXPECT_EQ(executions.find(9, other.view()), std::nullopt);
}

}  // namespace
}  // namespace hotpath::protocols
