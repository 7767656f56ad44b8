// The venue's answers beyond accepted, executed and canceled: the options that it took, a trade
// with oneself that it prevented, the new place of a triggered stop; and how the feed shows the
// firm of an attributed order.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/state_bytes.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "tests/support/exchange_text.hpp"

namespace hotpath::exchange {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
namespace option = protocols::nasdaq::ouch50::option;
using support::drain_feed;
using support::drain_replies;
using support::Lines;

constexpr InstrumentId kApple{13};
constexpr Time kNow{34'200'000'000'000};
constexpr SessionId kUs{0};
constexpr SessionId kThem{1};
constexpr std::array<char, 4> kFirm{'G', 'S', 'C', 'O'};
constexpr std::array<char, 4> kShortFirm{'H', 'P', ' ', ' '};

using Order = ouch50::WithAppendage<ouch50::EnterOrder>;
using Replacement = ouch50::WithAppendage<ouch50::ReplaceOrderRequest>;

class OrderAnswersTest : public testing::Test {
  protected:
    [[nodiscard]] static ExchangeOptions options(SelfMatch self_match = SelfMatch::Allowed) {
        return {.books = {.orders_max = 1'000,
                          .levels_max = 1'000,
                          .instruments_max = 20,
                          .huge_pages = HugePages::Never},
                .sessions_max = 2,
                .session_orders_max = 100,
                .executions_per_command_max = 50,
                .self_match = self_match,
                .takes_extensions = true};
    }
    [[nodiscard]] static OuchExchange listing_apple(const ExchangeOptions& options) {
        OuchExchange exchange = std::move(*OuchExchange::create(options));
        protocols::nasdaq::itch50::StockDirectory directory;
        directory.store_stock_locate(kApple.value);
        directory.store_stock(*Symbol::from("AAPL"));
        exchange.publish(directory.bytes());
        exchange.clear_feed();
        return exchange;
    }

    /// 100 AAPL at so many dollars, Day.
    [[nodiscard]] Order order(char side, std::uint64_t dollars, char display = 'Y') {
        Order order;
        ouch50::EnterOrder& m = order.message();
        m.store_user_ref_num(++user_ref_num_);
        m.store_side(side);
        m.store_quantity(100);
        m.store_symbol(*Symbol::from("AAPL"));
        m.store_price(dollars * 10'000);
        m.store_time_in_force('0');
        m.store_display(display);
        m.store_cross_type('N');
        return order;
    }
    [[nodiscard]] Order attributed(char side, std::uint64_t dollars) {
        Order attributed = order(side, dollars, 'A');
        attributed.append<option::Firm>(kFirm);
        return attributed;
    }
    /// Of the order entered last, by another of 60 shares.
    [[nodiscard]] Replacement replacement(char display) {
        Replacement replacement;
        ouch50::ReplaceOrderRequest& m = replacement.message();
        m.store_orig_user_ref_num(user_ref_num_);
        m.store_user_ref_num(++user_ref_num_);
        m.store_quantity(60);
        m.store_price(500'000);
        m.store_time_in_force('0');
        m.store_display(display);
        return replacement;
    }

    template <class Request>
    Lines send(SessionId session, const Request& request) {
        exchange_.clear_replies();
        exchange_.clear_feed();
        exchange_.on_order_bytes(session, request.bytes(), kNow);
        return drain_replies(exchange_);
    }
    template <class Request>
    Lines send(const Request& request) {
        return send(kUs, request);
    }
    Lines feed() { return drain_feed(exchange_); }

    OuchExchange exchange_ = listing_apple(options());
    std::uint32_t user_ref_num_ = 0;
};

TEST_F(OrderAnswersTest, AcceptedSaysWhichOptionsWereTaken) {
    Order all = order('B', 50);
    all.append<option::SharesLocated>('Y');
    all.append<option::GroupId>(7);
    all.append<option::CustomerType>('R');
    all.append<option::MinQty>(50);
    all.append<option::Firm>(kFirm);
    send(kThem, order('S', 50));
    EXPECT_EQ(send(all).front(), "0 A 1 B 100 @ 500000 id 3 2=GSCO 3=50 4=R 24=7 25=Y");
    Order reserve = order('B', 49);
    reserve.append<option::MaxFloor>(40);
    reserve.append<option::PostOnly>('P');
    EXPECT_EQ(send(reserve), (Lines{"0 A 3 B 100 @ 490000 id 5 5=40 12=P"}));
    Order peg = order('B', 49, 'N');
    peg.append<option::PriceType>('R');
    EXPECT_EQ(send(peg), (Lines{"0 A 4 B 100 @ 490000 id 7 6=R"}));
}

TEST_F(OrderAnswersTest, AnOptionThatComesTwiceIsEchoedOnceAsItCounted) {
    Order twice = order('B', 50);
    twice.append<option::GroupId>(7);
    twice.append<option::GroupId>(8);
    EXPECT_EQ(send(twice), (Lines{"0 A 1 B 100 @ 500000 id 1 24=7"}));
}

TEST_F(OrderAnswersTest, AnOrderWithoutOptionsIsAnsweredWithoutAny) {
    EXPECT_EQ(send(order('B', 50)), (Lines{"0 A 1 B 100 @ 500000 id 1"}));
    EXPECT_EQ(send(replacement('Y')), (Lines{"0 U 1 2 60 @ 500000 id 3"}));
}

TEST_F(OrderAnswersTest, ReplacedSaysWhichOptionsTheNewOrderHas) {
    Order entered = order('B', 50);
    entered.append<option::MaxFloor>(40);
    send(entered);
    Replacement now = replacement('Y');
    now.append<option::PostOnly>('P');
    EXPECT_EQ(send(now), (Lines{"0 U 1 2 60 @ 500000 id 3 12=P"})) << "the reserve is gone";
    EXPECT_EQ(feed(), (Lines{"D 1", "A 3 B 60 @ 500000"}));
}

TEST_F(OrderAnswersTest, TheNewestOfTwoOfOneOwnerIsToldWhatItWouldHaveTraded) {
    exchange_ = listing_apple(options(SelfMatch::CancelNewest));
    Order resting = order('S', 50);
    resting.message().store_quantity(30);
    send(resting);
    EXPECT_EQ(send(order('B', 51)),
              (Lines{"0 A 2 B 100 @ 510000 id 3", "0 D 2 100 Q of 30 @ 500000 R W"}));
    EXPECT_EQ(feed(), Lines{}) << "nothing was displayed of it, and nothing taken off";
}

TEST_F(OrderAnswersTest, TheOldestIsCanceledWithItsReserve) {
    exchange_ = listing_apple(options(SelfMatch::CancelOldest));
    Order resting = order('S', 50);
    resting.append<option::MaxFloor>(40);
    send(resting);
    EXPECT_EQ(send(order('B', 50)),
              (Lines{"0 A 2 B 100 @ 500000 id 3", "0 D 1 100 Q of 40 @ 500000 A O"}));
    Order hidden = order('S', 51, 'N');
    send(hidden);
    EXPECT_EQ(send(order('B', 51)),
              (Lines{"0 A 4 B 100 @ 510000 id 7", "0 D 3 100 Q of 100 @ 510000 J O"}));
}

TEST_F(OrderAnswersTest, BothAreToldOfTheLesserQuantityAndTheRestGoesOn) {
    exchange_ = listing_apple(options(SelfMatch::Decrement));
    send(order('S', 50));
    send(kThem, order('S', 50));
    Order incoming = order('B', 50);
    incoming.message().store_quantity(150);
    EXPECT_EQ(send(incoming), (Lines{"0 A 3 B 150 @ 500000 id 5", "0 D 1 100 Q of 100 @ 500000 A D",
                                     "0 D 3 100 Q of 100 @ 500000 R D", "1 E 2 50 @ 500000 A #1",
                                     "0 E 3 50 @ 500000 R #1"}));
    EXPECT_EQ(feed(), (Lines{"D 1", "E 3 50 #1"}));
}

TEST_F(OrderAnswersTest, AMinimumThatOnlyItsOwnerCouldGiveHasPreventedNothing) {
    exchange_ = listing_apple(options(SelfMatch::Decrement));
    send(order('S', 50));
    Order all_or_none = order('B', 50);
    all_or_none.append<option::MinQty>(100);
    EXPECT_EQ(send(all_or_none),
              (Lines{"0 A 2 B 100 @ 500000 id 3 3=100", "0 D 2 100 Q of 0 @ 0 R D"}));
}

TEST_F(OrderAnswersTest, AnAttributedOrderIsPublishedWithItsFirm) {
    EXPECT_EQ(send(attributed('B', 50)), (Lines{"0 A 1 B 100 @ 500000 id 1 2=GSCO"}));
    EXPECT_EQ(feed(), (Lines{"F 1 B 100 @ 500000 GSCO"}));
    Order named = order('B', 49);
    named.append<option::Firm>(kFirm);
    send(named);
    EXPECT_EQ(feed(), (Lines{"A 3 B 100 @ 490000"})) << "only what asks for it";
}

TEST_F(OrderAnswersTest, AnAttributedReserveIsShownAnewWithItsFirm) {
    Order iceberg = attributed('S', 50);
    iceberg.append<option::MaxFloor>(40);
    send(iceberg);
    EXPECT_EQ(feed(), (Lines{"F 1 S 40 @ 500000 GSCO"}));
    Order taker = order('B', 50);
    taker.message().store_quantity(40);
    send(kThem, taker);
    EXPECT_EQ(feed(), (Lines{"E 1 40 #1", "F 5 S 40 @ 500000 GSCO"}));
}

TEST_F(OrderAnswersTest, AReplacementKeepsTheFirmOfItsOriginal) {
    send(attributed('B', 50));
    EXPECT_EQ(send(replacement('A')), (Lines{"0 U 1 2 60 @ 500000 id 3 2=GSCO"}));
    EXPECT_EQ(feed(), (Lines{"U 1 3 60 @ 500000"})) << "of what U does not name nothing changes";
    EXPECT_EQ(send(replacement('Y')), (Lines{"0 U 2 3 60 @ 500000 id 5 2=GSCO"}));
    EXPECT_EQ(feed(), (Lines{"D 3", "A 5 B 60 @ 500000"})) << "U cannot take the name away";
    Replacement renamed = replacement('A');
    renamed.append<option::Firm>(kShortFirm);
    EXPECT_EQ(send(renamed), (Lines{"0 U 3 4 60 @ 500000 id 7 2=HP  "}));
    EXPECT_EQ(feed(), (Lines{"D 5", "F 7 B 60 @ 500000 HP  "}));
}

TEST_F(OrderAnswersTest, AnAttributedOrderWithoutANameIsRefused) {
    EXPECT_EQ(send(order('B', 50, 'A')), (Lines{"0 J 1 0xc"}));
    for (const std::array<char, 4> no_name :
         {std::array{' ', 'A', 'B', 'C'}, std::array{'g', 's', 'c', 'o'},
          std::array{'A', ' ', 'B', ' '}, std::array{'A', 'B', '\0', '\0'}}) {
        Order named = order('B', 50);
        named.append<option::Firm>(no_name);
        EXPECT_EQ(send(named).front().substr(0, 3), "0 J");
    }
    EXPECT_EQ(feed(), Lines{});
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

TEST_F(OrderAnswersTest, ATriggeredStopIsToldWhereItStandsAndKeepsItsFirm) {
    Order stop = attributed('B', 52);
    stop.append<ouch50::extension::StopPrice>(510'000);
    EXPECT_EQ(send(stop), (Lines{"0 A 1 B 100 @ 520000 id 1 2=GSCO 200=510000"}));
    send(kThem, order('S', 51));
    Order taker = order('B', 51);
    EXPECT_EQ(send(kThem, taker), (Lines{"1 A 3 B 100 @ 510000 id 5", "1 E 2 100 @ 510000 A #1",
                                         "1 E 3 100 @ 510000 R #1", "0 T 1 @ 520000 id 7"}));
    EXPECT_EQ(feed(), (Lines{"E 3 100 #1", "F 7 B 100 @ 520000 GSCO"}));
}

TEST_F(OrderAnswersTest, TheNameOfABackgroundOrderIsOnlyItsOwn) {
    Order stop = order('B', 52);
    stop.append<ouch50::extension::StopPrice>(510'000);
    send(stop);
    send(kThem, order('S', 51));
    exchange_.clear_feed();
    ASSERT_EQ(exchange_.enter({.id = {2},
                               .instrument = kApple,
                               .side = Side::Buy,
                               .qty = {150},
                               .price = {510'000},
                               .attribution = {kFirm}},
                              kNow),
              match::MatchStatus::Ok);
    EXPECT_EQ(feed(), (Lines{"E 3 100 #1", "F 2 B 50 @ 510000 GSCO", "A 5 B 100 @ 520000"}));
}

TEST_F(OrderAnswersTest, AnAttributedOrderGoodTillCanceledIsNamedTheNextDay) {
    Order kept = attributed('B', 50);
    kept.message().store_time_in_force(ouch50::time_in_force::kGtc);
    send(kept);
    const ExchangeOptions same = options();
    StateWriter writer;
    exchange_.save(writer);
    exchange_ = listing_apple(same);
    StateReader reader(writer.bytes());
    exchange_ = std::move(*OuchExchange::create(same));
    exchange_.load(reader);
    ASSERT_TRUE(reader.is_done());
    while (exchange_.start_day({.date = 20'000}, kNow) == match::Progress::More) {
        exchange_.clear_replies();
    }
    const Lines shown = feed();
    EXPECT_EQ(std::ranges::count(shown, "F 1 B 100 @ 500000 GSCO"), 1);
}

TEST_F(OrderAnswersTest, WhoseOrderTradesIsKnownAfterALoadAndInBooksWithDenseIdsToo) {
    const auto answers = [this](std::uint32_t dense_ids, bool is_loaded) {
        ExchangeOptions same = options();
        same.books.dense_ids = dense_ids;
        exchange_ = listing_apple(same);
        user_ref_num_ = 0;
        Order reserve = order('S', 50);
        reserve.append<option::MaxFloor>(40);
        send(reserve);
        send(order('S', 50));
        send(kThem, order('S', 51));
        send(order('S', 52));
        if (is_loaded) {
            StateWriter writer;
            exchange_.save(writer);
            StateReader reader(writer.bytes());
            exchange_ = std::move(*OuchExchange::create(same));
            exchange_.load(reader);
            EXPECT_TRUE(reader.is_done());
        }
        Lines all;
        for (int n = 0; n < 3; ++n) {
            for (const Lines& lines : {send(kThem, order('B', 51)), feed()}) {
                all.insert(all.end(), lines.begin(), lines.end());
            }
        }
        exchange_.clear_replies();
        exchange_.cancel_all(kUs, Canceling::Everything, kNow);
        const Lines canceled = drain_replies(exchange_);
        all.insert(all.end(), canceled.begin(), canceled.end());
        EXPECT_EQ(exchange_.session_orders(), 0U);
        return all;
    };
    const Lines expected = answers(0, false);
    EXPECT_EQ(expected.back(), "0 C 4 100 S");
    EXPECT_EQ(answers(0, true), expected);
    EXPECT_EQ(answers(1'000, false), expected);
    EXPECT_EQ(answers(1'000, true), expected);
}

TEST_F(OrderAnswersTest, TheLongestAnswerFits) {
    Order all = order('B', 50);
    all.append<option::Firm>(kFirm);
    all.append<option::MinQty>(0);
    all.append<option::CustomerType>('R');
    all.append<option::MaxFloor>(100);
    all.append<option::PriceType>('L');
    all.append<option::PegOffset>(0);
    all.append<option::PostOnly>('N');
    all.append<option::GroupId>(1);
    all.append<option::SharesLocated>('N');
    all.append<ouch50::extension::StopPrice>(510'000);
    const Lines answer = send(all);
    EXPECT_EQ(answer.front(),
              "0 A 1 B 100 @ 500000 id 1 2=GSCO 3=0 4=R 5=100 6=L 7=0 12=N 24=1 25=N 200=510000");
}

}  // namespace
}  // namespace hotpath::exchange
