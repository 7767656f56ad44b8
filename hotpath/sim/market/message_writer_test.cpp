// MessageWriter: the generator's decisions as ITCH messages, every field of them.

#include "hotpath/sim/market/message_writer.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::sim::market {
namespace {

namespace itch50 = protocols::nasdaq::itch50;

class MessageWriterTest : public testing::Test {
  protected:
    MessageWriterTest() { writer_.stamp({34'200'000'000'001}, {7}, *Symbol::from("ACME")); }

    /// The next message, which is of this type, at the stamp's time and instrument.
    template <class Message>
    Message take() {
        EXPECT_FALSE(writer_.is_empty());
        const Bytes framed = writer_.front();
        EXPECT_EQ(framed.size(), protocols::kFramePrefixLength + Message::kLength);
        EXPECT_EQ(std::to_integer<char>(framed[2]), Message::kType);
        const Message message = Message::at(framed.data() + protocols::kFramePrefixLength);
        EXPECT_EQ(message.load_stock_locate(), 7U);
        EXPECT_EQ(message.load_timestamp(), 34'200'000'000'001U);
        writer_.pop();
        return message;
    }
    [[nodiscard]] static NewLightOrder order(std::uint64_t id, Side side) {
        return {.id = {id}, .instrument = {7}, .side = side, .price = {500'100}, .qty = {300}};
    }

    MessageWriter writer_;
};

TEST_F(MessageWriterTest, OrdersHaveTheirTerms) {
    writer_.add(order(5, Side::Buy), false);
    const auto plain = take<itch50::AddOrder>();
    EXPECT_EQ(plain.load_order_reference_number(), 5U);
    EXPECT_EQ(plain.load_buy_sell_indicator(), 'B');
    EXPECT_EQ(plain.load_shares(), 300U);
    EXPECT_EQ(plain.load_stock(), *Symbol::from("ACME"));
    EXPECT_EQ(plain.load_price(), 500'100U);
    writer_.add(order(6, Side::Sell), true);
    const auto attributed = take<itch50::AddOrderMpid>();
    EXPECT_EQ(attributed.load_buy_sell_indicator(), 'S');
    EXPECT_EQ(attributed.load_attribution(), (std::array{'H', 'P', 'M', 'M'}));
    writer_.replaced({6}, order(8, Side::Sell));
    const auto replaced = take<itch50::OrderReplace>();
    EXPECT_EQ(replaced.load_original_order_reference_number(), 6U);
    EXPECT_EQ(replaced.load_new_order_reference_number(), 8U);
    EXPECT_EQ(replaced.load_shares(), 300U);
    EXPECT_EQ(replaced.load_price(), 500'100U);
    writer_.reduced({8}, {40});
    const auto reduced = take<itch50::OrderCancel>();
    EXPECT_EQ(reduced.load_order_reference_number(), 8U);
    EXPECT_EQ(reduced.load_cancelled_shares(), 40U);
    writer_.deleted({8});
    EXPECT_EQ(take<itch50::OrderDelete>().load_order_reference_number(), 8U);
}

TEST_F(MessageWriterTest, EachTradeHasTheNextMatchNumber) {
    writer_.executed({{5}, {10}});
    const auto executed = take<itch50::OrderExecuted>();
    EXPECT_EQ(executed.load_match_number(), 1U);
    EXPECT_EQ(executed.load_order_reference_number(), 5U);
    EXPECT_EQ(executed.load_executed_shares(), 10U);
    for (const bool is_printable : {true, false}) {
        writer_.executed_at({{{5}, {20}}, {500'000}, is_printable});
        const auto priced = take<itch50::OrderExecutedWithPrice>();
        EXPECT_EQ(priced.load_match_number(), is_printable ? 2U : 3U);
        EXPECT_EQ(priced.load_printable(), is_printable ? 'Y' : 'N');
        EXPECT_EQ(priced.load_execution_price(), 500'000U);
        EXPECT_EQ(priced.load_executed_shares(), 20U);
    }
    writer_.hidden_trade({30}, {499'900});
    const auto hidden = take<itch50::Trade>();
    EXPECT_EQ(hidden.load_match_number(), 4U);
    EXPECT_EQ(hidden.load_order_reference_number(), 0U);
    EXPECT_EQ(hidden.load_buy_sell_indicator(), 'B');
    EXPECT_EQ(hidden.load_shares(), 30U);
    EXPECT_EQ(hidden.load_price(), 499'900U);
    writer_.cross({{5'000'000'000}, {500'000}, 'C'});
    const auto cross = take<itch50::CrossTrade>();
    EXPECT_EQ(cross.load_match_number(), 5U);
    EXPECT_EQ(cross.load_shares(), 5'000'000'000U) << "more than 32 bits";
    EXPECT_EQ(cross.load_cross_type(), 'C');
    EXPECT_EQ(cross.load_cross_price(), 500'000U);
    writer_.broken_trade();
    EXPECT_EQ(take<itch50::BrokenTrade>().load_match_number(), 5U) << "the last one's";
}

TEST_F(MessageWriterTest, AnInstrumentIsListedAsItIs) {
    writer_.directory({.symbol = *Symbol::from("FUND"),
                       .market_category = 'P',
                       .financial_status = ' ',
                       .classification = 'Q',
                       .luld_tier = '1',
                       .is_etp = true});
    const auto fund = take<itch50::StockDirectory>();
    EXPECT_EQ(fund.load_stock(), *Symbol::from("FUND"));
    EXPECT_EQ(fund.load_market_category(), 'P');
    EXPECT_EQ(fund.load_financial_status_indicator(), ' ');
    EXPECT_EQ(fund.load_round_lot_size(), 100U);
    EXPECT_EQ(fund.load_issue_classification(), 'Q');
    EXPECT_EQ(fund.load_luld_reference_price_tier(), '1');
    EXPECT_EQ(fund.load_etp_flag(), 'Y');
    EXPECT_EQ(fund.load_etp_leverage_factor(), 1U);
    writer_.directory({.symbol = *Symbol::from("ACME")});
    const auto stock = take<itch50::StockDirectory>();
    EXPECT_EQ(stock.load_etp_flag(), 'N');
    EXPECT_EQ(stock.load_etp_leverage_factor(), 0U);
    writer_.trading_action('H', {'T', '1', ' ', ' '});
    const auto action = take<itch50::StockTradingAction>();
    EXPECT_EQ(action.load_trading_state(), 'H');
    EXPECT_EQ(action.load_reason(), (std::array{'T', '1', ' ', ' '}));
    EXPECT_EQ(action.load_stock(), *Symbol::from("ACME"));
    writer_.reg_sho();
    EXPECT_EQ(take<itch50::RegShoRestriction>().load_reg_sho_action(), '0');
    writer_.system_event('Q');
    EXPECT_EQ(take<itch50::SystemEvent>().load_event_code(), 'Q');
}

TEST_F(MessageWriterTest, DeclineLevelsAreSevenThirteenAndTwentyPercentBelow) {
    writer_.decline_levels({40'000'000});  // an index of 4,000
    const auto levels = take<itch50::MwcbDeclineLevel>();
    EXPECT_EQ(levels.load_level_1(), 372'000'000'000U) << "3,720 with eight decimals";
    EXPECT_EQ(levels.load_level_2(), 348'000'000'000U);
    EXPECT_EQ(levels.load_level_3(), 320'000'000'000U);
}

TEST_F(MessageWriterTest, AnImbalanceIsAnEighthOfWhatIsPaired) {
    writer_.imbalance({{800}, {500'000}, 'O'}, Side::Sell);
    const auto noii = take<itch50::Noii>();
    EXPECT_EQ(noii.load_paired_shares(), 800U);
    EXPECT_EQ(noii.load_imbalance_shares(), 100U);
    EXPECT_EQ(noii.load_imbalance_direction(), 'S');
    EXPECT_EQ(noii.load_cross_type(), 'O');
    EXPECT_EQ(noii.load_near_price(), 500'000U);
    EXPECT_EQ(noii.load_far_price(), 500'000U);
    EXPECT_EQ(noii.load_current_reference_price(), 500'000U);
}

TEST_F(MessageWriterTest, MessagesWaitInTheirOrderUpToTheMostOfADecision) {
    for (int round = 0; round < 3; ++round) {
        for (std::uint64_t n = 1; n <= MessageWriter::kMessagesMax; ++n) {
            writer_.deleted({n});
        }
        for (std::uint64_t n = 1; n <= MessageWriter::kMessagesMax; ++n) {
            EXPECT_EQ(take<itch50::OrderDelete>().load_order_reference_number(), n);
        }
        EXPECT_TRUE(writer_.is_empty());
    }
    EXPECT_EQ(writer_.written(), 3 * MessageWriter::kMessagesMax);
    EXPECT_EQ(writer_.next_id(), OrderId{1});
    EXPECT_EQ(writer_.next_id(), OrderId{2});
}

}  // namespace
}  // namespace hotpath::sim::market
