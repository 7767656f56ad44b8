// The gateway with FIX: what leaves for each request, and what the venue's reports do to our
// orders.

#include "hotpath/protocols/fix/trader/fix_gateway.hpp"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/validator.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/gateway_fixture.hpp"

namespace hotpath::protocols::fix {
namespace {

using oms::OrderState;
using Lines = std::vector<std::string>;

class FixGatewayTest : public support::GatewayFixture<FixGateway> {
  protected:
    explicit FixGatewayTest(const FixCodec::Options& codec = {}) : GatewayFixture(codec) {}

    Lines sent() {
        Lines lines;
        gateway.for_each_outgoing([&](Bytes message) {
            std::string line = support::text_of(message);
            for (char& c : line) {
                c = c == protocols::fix::kSoh ? '|' : c;
            }
            lines.push_back(line);
        });
        return lines;
    }
    gateway::Report report(std::string_view body) {
        const std::string message = support::with_soh(body);
        return gateway.on_message(support::view_of(message));
    }
    void accept(std::uint32_t id) {
        const std::string text = std::to_string(id);
        EXPECT_FALSE(report("35=8|11=" + text + "|37=" + std::to_string(1'000 + id) +
                            "|17=1|150=0|39=0|55=ABCD|54=1|38=100|44=10.0000|151=100|14=0|6=0|")
                         .is_trouble());
    }
};

class Fix42GatewayTest : public FixGatewayTest {
  protected:
    Fix42GatewayTest()
        : FixGatewayTest({.dialect = &protocols::fix::kDialect42, .account = "HOT1"}) {}
};

TEST_F(FixGatewayTest, AnEnterBecomesANewOrderSingle) {
    enter(1);
    EXPECT_EQ(sent(), Lines{"35=D|11=1|55=ABCD|54=1|38=100|40=2|44=10.0000|59=0|"});
    EXPECT_EQ(order(1).state, OrderState::PendingNew);
}

TEST_F(FixGatewayTest, TermsAreTimeInForceAndExecInst) {
    enter(1, Side::Buy, TimeInForce::Ioc);
    enter(2, Side::Buy, TimeInForce::Fok);
    enter(3, Side::Buy, TimeInForce::Day, true);
    EXPECT_EQ(sent(), (Lines{"35=D|11=1|55=ABCD|54=1|38=100|40=2|44=10.0000|59=3|",
                             "35=D|11=2|55=ABCD|54=1|38=100|40=2|44=10.0000|59=4|",
                             "35=D|11=3|55=ABCD|54=1|38=100|40=2|44=10.0000|59=0|18=6|"}));
}

TEST_F(FixGatewayTest, ASellThatThePositionDoesNotCoverIsMarkedShort) {
    enter(1, Side::Sell);
    EXPECT_EQ(sent(), Lines{"35=D|11=1|55=ABCD|54=5|38=100|40=2|44=10.0200|59=0|"});
}

TEST_F(Fix42GatewayTest, HasHandlInstAndTheAccount) {
    enter(1);
    EXPECT_EQ(sent(), Lines{"35=D|11=1|21=1|1=HOT1|55=ABCD|54=1|38=100|40=2|44=10.0000|59=0|"});
}

TEST_F(FixGatewayTest, AReplacementCarriesTheTotalQuantity) {
    enter(1);
    accept(1);
    report("35=8|11=1|37=7|17=90|150=F|39=1|32=30|31=10.0000|151=70|14=30|6=10|");
    sent();
    replace(1, 2, 100);
    EXPECT_EQ(sent(), Lines{"35=G|11=2|41=1|55=ABCD|54=1|38=130|40=2|44=10.0100|59=0|"});
    EXPECT_FALSE(
        report("35=8|11=2|41=1|37=8|17=91|150=5|39=1|44=10.0100|38=130|151=100|14=30|6=10|")
            .is_trouble());
    EXPECT_EQ(order(2).state, OrderState::Live);
    EXPECT_EQ(order(2).leaves_qty, Qty{100});
    EXPECT_EQ(order(1).state, OrderState::Replaced);
}

TEST_F(FixGatewayTest, ARefusedReplacementLeavesTheOriginal) {
    enter(1);
    accept(1);
    replace(1, 2, 50);
    const gateway::Report refused = report("35=9|11=2|41=1|37=7|39=0|434=2|102=0|");
    EXPECT_EQ(refused.rejection.by, oms::RejectedBy::Venue);
    EXPECT_EQ(refused.rejection.id, ClOrdId{2});
    EXPECT_EQ(order(1).state, OrderState::Live);
    EXPECT_EQ(order(2).state, OrderState::Rejected);
}

TEST_F(FixGatewayTest, EachCancelHasAnIdOfItsOwn) {
    enter(1);
    enter(2);
    sent();
    cancel(1);
    cancel(2);
    EXPECT_EQ(sent(), (Lines{"35=F|11=1C1|41=1|55=ABCD|54=1|38=100|",
                             "35=F|11=2C2|41=2|55=ABCD|54=1|38=100|"}));
}

TEST_F(FixGatewayTest, ACanceledOrderIsClosed) {
    enter(1);
    accept(1);
    cancel(1);
    EXPECT_FALSE(report("35=8|11=1C1|41=1|37=7|17=92|150=6|39=6|151=100|14=0|6=0|").is_trouble());
    EXPECT_EQ(order(1).state, OrderState::PendingCancel);
    EXPECT_FALSE(report("35=8|11=1C1|41=1|37=7|17=93|150=4|39=4|151=0|14=0|6=0|").is_trouble());
    EXPECT_EQ(order(1).state, OrderState::Canceled);
    EXPECT_EQ(order(1).canceled_qty, Qty{100});
}

TEST_F(FixGatewayTest, ARefusedCancelMayBeSentAgainUnderANewId) {
    enter(1);
    accept(1);
    cancel(1);
    report("35=9|11=1C1|41=1|37=7|39=0|434=1|102=3|");
    EXPECT_EQ(order(1).state, OrderState::Live);
    sent();
    cancel(1);
    EXPECT_EQ(sent(), Lines{"35=F|11=1C2|41=1|55=ABCD|54=1|38=100|"});
}

TEST_F(FixGatewayTest, AReductionKeepsTheOrderAndRenamesIt) {
    enter(1);
    accept(1);
    sent();
    reduce(1, 40);
    EXPECT_EQ(sent(), Lines{"35=G|11=1R1|41=1|55=ABCD|54=1|38=40|40=2|44=10.0000|59=0|"});
    EXPECT_FALSE(
        report("35=8|11=1R1|41=1|37=7|17=94|150=5|39=0|44=10|38=40|151=40|14=0|6=0|").is_trouble());
    EXPECT_EQ(order(1).state, OrderState::Live);
    EXPECT_EQ(order(1).leaves_qty, Qty{40});
    cancel(1);
    EXPECT_EQ(sent(), Lines{"35=F|11=1C2|41=1R1|55=ABCD|54=1|38=100|"});
}

TEST_F(FixGatewayTest, ARefusedReductionGivesTheNameBack) {
    enter(1);
    accept(1);
    reduce(1, 40);
    report("35=9|11=1R1|41=1|37=7|39=0|434=2|102=0|");
    EXPECT_EQ(order(1).state, OrderState::Live);
    sent();
    replace(1, 2, 50);
    EXPECT_EQ(sent(), Lines{"35=G|11=2|41=1|55=ABCD|54=1|38=50|40=2|44=10.0100|59=0|"});
}

TEST_F(FixGatewayTest, AReductionThatExecutionsHaveMadeIsAnswered) {
    enter(1);
    accept(1);
    reduce(1, 40);
    report("35=8|11=1|37=7|17=95|150=F|39=1|32=60|31=10|151=40|14=60|6=10|");
    EXPECT_FALSE(report("35=8|11=1R1|41=1|37=7|17=96|150=5|39=2|44=10|38=60|151=0|14=60|6=10|")
                     .is_trouble());
    EXPECT_EQ(order(1).state, OrderState::Canceled) << "as OUCH: what is left goes";
    EXPECT_EQ(order(1).cum_qty, Qty{60});
}

TEST_F(FixGatewayTest, ACancelOfAnOrderBeingReplacedGoesToBothIds) {
    enter(1);
    accept(1);
    replace(1, 2, 100);
    sent();
    cancel(1);
    EXPECT_EQ(sent(), (Lines{"35=F|11=1C1|41=1|55=ABCD|54=1|38=100|",
                             "35=F|11=2C2|41=2|55=ABCD|54=1|38=100|"}));
    report("35=8|11=2|41=1|37=8|17=97|150=5|39=0|44=10.01|38=100|151=100|14=0|6=0|");
    EXPECT_FALSE(report("35=9|11=1C1|41=1|37=7|39=5|434=1|102=0|").is_trouble());
    EXPECT_EQ(order(2).state, OrderState::PendingCancel);
    EXPECT_FALSE(report("35=8|11=2C2|41=2|37=8|17=98|150=4|39=4|151=0|14=0|6=0|").is_trouble());
    EXPECT_EQ(order(2).state, OrderState::Canceled);
}

TEST_F(FixGatewayTest, RequestNumbersGoOnAfterThoseOfAnEarlierProcess) {
    gateway.begin_recovery();
    accept(4);
    report("35=9|11=4C41|41=4|37=7|39=0|434=1|102=3|");
    gateway.on_reconnected({}, [](const oms::Order&) {});
    EXPECT_EQ(sent(), Lines{"35=F|11=4C42|41=4|55=ABCD|54=1|38=100|"});
}

TEST_F(FixGatewayTest, AReductionOfAnEarlierProcessHasRenamedTheOrder) {
    constexpr std::string_view kReduced =
        "35=8|11=4R41|41=4|37=7|17=94|150=5|39=0|44=10|38=40|151=40|14=0|6=0|";
    gateway.begin_recovery();
    accept(4);
    report("35=8|11=4R40|41=4|37=7|17=93|150=5|39=0|44=10|38=60|151=60|14=0|6=0|");
    report(kReduced);
    report("35=8|11=4R40|41=4|37=7|17=93|150=5|39=0|44=10|38=60|151=60|14=0|6=0|");  // again
    gateway.on_reconnected({}, [](const oms::Order&) {});
    EXPECT_EQ(sent(), Lines{"35=F|11=4C42|41=4R41|55=ABCD|54=1|38=100|"});
}

TEST_F(FixGatewayTest, TheAccountQueryIsATestRequest) {
    gateway.query_account();
    EXPECT_EQ(sent(), Lines{"35=1|112=ACCOUNT|"});
    EXPECT_TRUE(report("35=0|112=ACCOUNT|").is_account_answer);
    EXPECT_FALSE(report("35=0|112=OTHER|").is_account_answer);
    EXPECT_FALSE(report("35=0|").is_account_answer);
}

TEST_F(FixGatewayTest, TheLongestRequestFits) {
    FixCodec codec({.instruments_max = 1, .orders_remembered = 2},
                   {.dialect = &protocols::fix::kDialect42,
                    .price_decimals = 18,
                    .account = std::string(FixCodec::kAccountLengthMax, 'A')});
    codec.allow({1}, *Symbol::from("ABCDEFGH"), 1);
    constexpr ClOrdId kLast{std::numeric_limits<std::uint32_t>::max()};
    const std::string last = "35=9|11=" + std::to_string(kLast.value) + "C4294967293|434=1|";
    EXPECT_EQ(codec.decode(support::view_of(support::with_soh(last)), gateway::NoEvents{}),
              protocols::DecodeStatus::Ok);
    const oms::Order order{.id = kLast,
                           .side = Side::Sell,
                           .time_in_force = TimeInForce::Ioc,
                           .is_post_only = true,
                           .instrument = {1},
                           .price = {std::numeric_limits<std::int64_t>::max()},
                           .qty = {std::numeric_limits<std::uint32_t>::max()},
                           .reduce_to_qty = {std::numeric_limits<std::uint32_t>::max()}};
    gateway::Outbox outbox(4'096);
    codec.encode_reduce(order, outbox);
    codec.encode_reduce(order, outbox);
    codec.encode_cancel(order, outbox);
    std::vector<std::size_t> lengths;
    outbox.drain([&](Bytes message) { lengths.push_back(message.size()); });
    ASSERT_EQ(lengths.size(), 3U);
    EXPECT_LE(lengths[1], FixCodec::kOrderBytesMax);
    EXPECT_GE(lengths[1] + 4, FixCodec::kOrderBytesMax) << "no more room than is needed";
    EXPECT_LE(lengths[2], FixCodec::kCancelBytesMax);
}

TEST(FixCodecOptions, AreChecked) {
    EXPECT_TRUE(FixCodec::validate({}).has_value());
    EXPECT_FALSE(FixCodec::validate({.account = std::string(33, 'A')}).has_value());
    EXPECT_FALSE(FixCodec::validate({.account = "A\x01"
                                                "58=x"})
                     .has_value());
    EXPECT_FALSE(FixCodec::validate({.price_decimals = 19}).has_value());
    EXPECT_FALSE(FixCodec::validate({.dialect = nullptr}).has_value());
}

/// Each request, with the fields that a session adds, keeps to its version's dictionary.
void expect_valid(const protocols::fix::DictionaryTables& tables, const Lines& lines) {
    const auto dictionary = *protocols::fix::Dictionary::create(tables);
    protocols::fix::FieldList fields(dictionary.data_fields());
    protocols::fix::Validator validator(dictionary, {.rejects_unknown_tags = true});
    for (const std::string& line : lines) {
        const std::string type = line.substr(0, line.find('|') + 1);
        const std::string body = type + "34=1|49=A|52=20260102-10:00:00|56=B|" +
                                 line.substr(type.size()) + "60=20260102-10:00:00|";
        const std::string message = support::fix_message(tables.begin_string, body);
        ASSERT_EQ(fields.split(support::view_of(message)), protocols::fix::SplitStatus::Ok);
        EXPECT_EQ(validator.check(fields), protocols::fix::Verdict{}) << line;
    }
}

TEST_F(FixGatewayTest, RequestsKeepToTheDictionaryOf44) {
    enter(1, Side::Sell, TimeInForce::Day, true);
    accept(1);
    reduce(1, 40);
    enter(2, Side::Sell);
    cancel(2);
    const Lines lines = sent();
    ASSERT_EQ(lines.size(), 4U);
    expect_valid(protocols::fix::kFix44, lines);
}

TEST_F(Fix42GatewayTest, RequestsKeepToTheDictionaryOf42) {
    enter(1, Side::Sell, TimeInForce::Day, true);
    EXPECT_FALSE(report("35=8|11=1|37=7|17=1|20=0|150=0|39=0|55=ABCD|54=5|38=100|44=10.02|151=100|"
                        "14=0|6=0|")
                     .is_trouble());
    reduce(1, 40);
    enter(2, Side::Sell);
    cancel(2);
    const Lines lines = sent();
    ASSERT_EQ(lines.size(), 4U);
    expect_valid(protocols::fix::kFix42, lines);
}

}  // namespace
}  // namespace hotpath::protocols::fix
