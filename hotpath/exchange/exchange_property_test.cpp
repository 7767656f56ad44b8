// Sessions and background at random, and what must hold whatever they do: every client can account
// for each share from its replies, the feed builds the venue's books, no book is crossed, sessions
// get reports of all their trades and no others.

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/ouch50/appendage.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::exchange {
namespace {

namespace itch50 = protocols::nasdaq::itch50;
namespace ouch50 = protocols::nasdaq::ouch50;

constexpr std::uint16_t kInstruments = 2;
constexpr std::uint16_t kSessions = 3;
constexpr book::BooksOptions kBooks{.orders_max = 4'096,
                                    .levels_max = 1'024,
                                    .instruments_max = kInstruments,
                                    .huge_pages = HugePages::Never};
constexpr std::string_view kSides = "BSTE";
constexpr std::array<const char*, kInstruments + 1> kSymbols{"", "AAPL", "GOOG"};

/// What one client knows of its orders, from its replies alone.
struct Client : ouch50::NullReplyListener {
    struct Order {
        std::uint32_t leaves_qty = 0;
        std::uint64_t id = 0;
        char side = 0;
        std::array<char, 4> attribution{};
    };

    void on_order_accepted(const ouch50::OrderAccepted& m, const ouch50::Appendage& options) {
        note(m, options);
    }
    void on_order_replaced(const ouch50::OrderReplaced& m, const ouch50::Appendage& options) {
        EXPECT_EQ(open.erase(m.load_orig_user_ref_num()), 1U);
        note(m, options);
    }
    void on_order_canceled(const ouch50::OrderCanceled& m) {
        take(m.load_user_ref_num(), m.load_quantity());
    }
    void on_aiq_canceled(const ouch50::AiqCanceled& m) {
        EXPECT_EQ(m.load_reason(), 'Q');
        EXPECT_GE(m.load_decrement_shares(), m.load_quantity_prevented());
        EXPECT_GE(m.load_execution_price(), 500'000U);
        take(m.load_user_ref_num(), m.load_decrement_shares());
        ++prevented;
    }
    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
        take(m.load_user_ref_num(), m.load_quantity());
        executed_qty += m.load_quantity();
        ++executions;
    }
    void on_order_modified(const ouch50::OrderModified& m) {
        Order& order = open.at(m.load_user_ref_num());
        order.leaves_qty = m.load_quantity();
        expect_known(m.load_side());
        EXPECT_EQ(m.load_side() == 'B', order.side == 'B');
        order.side = m.load_side();
    }

    template <class Message>
    void note(const Message& m, const ouch50::Appendage& options) {
        expect_known(m.load_side());
        const bool is_attributed = m.load_display() == 'A';
        EXPECT_TRUE(!is_attributed || options.load<ouch50::option::Firm>());
        const auto firm = options.load<ouch50::option::Firm>().value_or(Attribution{}.mpid);
        open[m.load_user_ref_num()] = {m.load_quantity(), m.load_order_reference_number(),
                                       m.load_side(), is_attributed ? firm : Attribution{}.mpid};
    }
    static void expect_known(char side) { EXPECT_TRUE(kSides.contains(side)) << side; }

    void take(std::uint32_t user_ref_num, std::uint32_t qty) {
        ASSERT_TRUE(open.contains(user_ref_num)) << "UserRefNum " << user_ref_num;
        Order& order = open[user_ref_num];
        ASSERT_GE(order.leaves_qty, qty);
        order.leaves_qty -= qty;
        if (order.leaves_qty == 0) {
            open.erase(user_ref_num);
        }
    }

    std::map<std::uint32_t, Order> open;  // by UserRefNum
    std::uint64_t executed_qty = 0;
    std::uint64_t executions = 0;
    std::uint64_t prevented = 0;
};

/// The books of a reader of the feed, and the match numbers seen.
struct Spectator : itch50::NullListener {
    void on_add_order(const itch50::AddOrder& m) { add(m); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) {
        add(m);
        attributions[m.load_order_reference_number()] = m.load_attribution();
    }
    template <class Add>
    void add(const Add& m) {
        expect_ok(books.add({.id = {m.load_order_reference_number()},
                             .instrument = {m.load_stock_locate()},
                             .side = itch50::to_side(m.load_buy_sell_indicator()),
                             .price = itch50::to_price(m.load_price()),
                             .leaves_qty = {m.load_shares()}}));
    }
    void on_order_executed(const itch50::OrderExecuted& m) {
        expect_ok(books.execute({m.load_order_reference_number()}, {m.load_executed_shares()}));
        EXPECT_TRUE(match_numbers.insert(m.load_match_number()).second);
    }
    void on_order_cancel(const itch50::OrderCancel& m) {
        expect_ok(books.reduce({m.load_order_reference_number()}, {m.load_cancelled_shares()}));
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        expect_ok(books.remove({m.load_order_reference_number()}));
    }
    void on_order_replace(const itch50::OrderReplace& m) {
        if (const auto found = attributions.find(m.load_original_order_reference_number());
            found != attributions.end()) {
            attributions[m.load_new_order_reference_number()] = found->second;
        }
        expect_ok(books.replace({m.load_original_order_reference_number()},
                                {.id = {m.load_new_order_reference_number()},
                                 .qty = {m.load_shares()},
                                 .price = itch50::to_price(m.load_price())}));
    }
    static void expect_ok(const book::BookUpdate& update) {
        EXPECT_EQ(update.status, book::BookStatus::Ok);
    }

    book::L3Books books = std::move(*book::L3Books::create(kBooks));
    [[nodiscard]] std::array<char, 4> attribution(std::uint64_t id) const {
        const auto found = attributions.find(id);
        return found == attributions.end() ? Attribution{}.mpid : found->second;
    }

    std::set<std::uint64_t> match_numbers;
    std::map<std::uint64_t, std::array<char, 4>> attributions;  // by reference number
};

class Market {
  public:
    explicit Market(std::uint64_t seed) : random_(seed) {
        for (std::uint16_t n = 1; n <= kInstruments; ++n) {
            itch50::StockDirectory directory;
            directory.store_stock_locate(n);
            directory.store_stock(*Symbol::from(kSymbols[n]));
            exchange_.publish(directory.bytes());
        }
        exchange_.set_self_match({1}, SelfMatch::CancelOldest);
        exchange_.set_self_match({2}, SelfMatch::Decrement);
    }

    void step() {
        switch (random_.below(10)) {
            case 0:
            case 1:
            case 2:
                return enter_background();
            case 3:
                static_cast<void>(exchange_.cancel(background_id(), {}));
                return;
            case 4:
                return trading_action();
            case 5:
            case 6:
                return send(enter_message());
            case 7:
                return send(replace_message());
            case 8:
                return send(cancel_message());
            default:
                return send(modify_message());
        }
    }

    void drain_and_check() {
        read_replies();
        read_feed();
        ASSERT_EQ(spectator_.books.checksum(), exchange_.books().checksum());
        std::size_t open_orders = 0;
        for (const Client& client : clients_) {
            open_orders += client.open.size();
            for (const auto& [user_ref_num, order] : client.open) {
                const auto found = exchange_.books().find({order.id});
                ASSERT_TRUE(found) << "UserRefNum " << user_ref_num;
                ASSERT_EQ(found->leaves_qty, Qty{order.leaves_qty});
                ASSERT_EQ(spectator_.attribution(order.id), order.attribution);
            }
        }
        ASSERT_EQ(open_orders, exchange_.session_orders());
        for (std::uint16_t n = 1; n <= kInstruments; ++n) {
            const book::Bbo bbo = exchange_.books().bbo({n});
            ASSERT_TRUE(!bbo.is_two_sided() || bbo.bid.price < bbo.ask.price);
        }
    }

    [[nodiscard]] const OuchExchange& exchange() const { return exchange_; }
    [[nodiscard]] const Spectator& spectator() const { return spectator_; }
    [[nodiscard]] std::uint64_t prevented() const {
        return clients_[1].prevented + clients_[2].prevented;
    }
    [[nodiscard]] std::uint64_t client_executions() const {
        std::uint64_t executions = 0;
        for (const Client& client : clients_) {
            executions += client.executions;
        }
        return executions;
    }

  private:
    void enter_background() {
        background_ += 1 + random_.below(3);
        const auto instrument = static_cast<std::uint16_t>(1 + random_.below(kInstruments));
        static_cast<void>(exchange_.enter({.id = background_order_id(background_),
                                           .instrument = {instrument},
                                           .symbol = *Symbol::from(kSymbols[instrument]),
                                           .side = random_.one_in(2) ? Side::Buy : Side::Sell,
                                           .qty = {qty()},
                                           .price = ouch50::to_price(price())},
                                          {}));
    }

    void trading_action() {
        itch50::StockTradingAction m;
        const auto instrument = static_cast<std::uint16_t>(1 + random_.below(kInstruments));
        m.store_stock_locate(instrument);
        m.store_stock(*Symbol::from(kSymbols[instrument]));
        m.store_trading_state(random_.one_in(20) ? 'H' : 'T');
        exchange_.publish(m.bytes());
    }

    template <class Message>
    void send(const Message& m) {
        exchange_.on_order_bytes({static_cast<std::uint16_t>(random_.below(kSessions))}, m.bytes(),
                                 {});
    }

    /// Displayed with its firm's name, without, or, which is refused, with the name of none.
    template <class Message>
    void attribute(ouch50::WithAppendage<Message>& request) {
        request.message().store_display(random_.one_in(3) ? 'A' : 'Y');
        if (random_.one_in(2)) {
            request.template append<ouch50::option::Firm>(
                random_.one_in(20)  ? std::array{' ', 'X', ' ', ' '}
                : random_.one_in(2) ? std::array{'G', 'S', 'C', 'O'}
                                    : std::array{'H', 'P', ' ', ' '});
        }
    }

    [[nodiscard]] ouch50::WithAppendage<ouch50::EnterOrder> enter_message() {
        ouch50::WithAppendage<ouch50::EnterOrder> request;
        ouch50::EnterOrder& m = request.message();
        m.store_user_ref_num(next_user_ref_num());
        m.store_side(side());
        m.store_quantity(qty());
        m.store_symbol(*Symbol::from(kSymbols[1 + random_.below(kInstruments)]));
        m.store_price(random_.one_in(20) ? 0x7FFF'FFFF : price());
        m.store_time_in_force(random_.one_in(4) ? '3' : '0');
        m.store_cross_type('N');
        attribute(request);
        return request;
    }
    [[nodiscard]] ouch50::WithAppendage<ouch50::ReplaceOrderRequest> replace_message() {
        ouch50::WithAppendage<ouch50::ReplaceOrderRequest> request;
        ouch50::ReplaceOrderRequest& m = request.message();
        m.store_orig_user_ref_num(recent_user_ref_num());
        m.store_user_ref_num(next_user_ref_num());
        m.store_quantity(qty());
        m.store_price(random_.one_in(20) ? 0x7FFF'FFFF : price());
        m.store_time_in_force(random_.one_in(4) ? '3' : '0');
        attribute(request);
        return request;
    }
    [[nodiscard]] ouch50::CancelOrderRequest cancel_message() {
        ouch50::CancelOrderRequest m;
        m.store_user_ref_num(recent_user_ref_num());
        m.store_quantity(random_.one_in(2) ? 0 : qty());
        return m;
    }
    [[nodiscard]] ouch50::ModifyOrderRequest modify_message() {
        ouch50::ModifyOrderRequest m;
        m.store_user_ref_num(recent_user_ref_num());
        m.store_side(side());
        m.store_quantity(qty());
        return m;
    }

    void read_replies() {
        for (const Reply& reply : exchange_.replies()) {
            ASSERT_EQ(ouch50::decode_reply(reply.message, clients_[reply.session.value]),
                      protocols::DecodeStatus::Ok);
        }
        exchange_.clear_replies();
    }
    void read_feed() {
        for (const Bytes bytes : exchange_.feed_packets()) {
            protocols::nasdaq::moldudp64::PacketReader packet;
            ASSERT_EQ(packet.open(bytes), protocols::DecodeStatus::Ok);
            ASSERT_EQ(packet.sequence_number(), next_seq_);
            next_seq_ = packet.next_sequence_number();
            protocols::FrameCursor messages = packet.messages();
            for (Bytes message; messages.next(message);) {
                ASSERT_EQ(itch50::decode(message, spectator_), protocols::DecodeStatus::Ok);
            }
        }
        exchange_.clear_feed();
    }

    [[nodiscard]] std::uint32_t next_user_ref_num() {
        user_ref_num_ += 1;
        return random_.one_in(50) ? user_ref_num_ - 1 : user_ref_num_;
    }
    [[nodiscard]] std::uint32_t recent_user_ref_num() {
        return user_ref_num_ - static_cast<std::uint32_t>(
                                   random_.below(std::min<std::uint32_t>(user_ref_num_, 30)));
    }
    [[nodiscard]] OrderId background_id() {
        return background_order_id(background_ -
                                   random_.below(std::min<std::uint64_t>(background_, 60)));
    }
    [[nodiscard]] std::uint32_t qty() {
        return random_.one_in(50) ? 0 : static_cast<std::uint32_t>(1 + random_.below(300));
    }
    /// Now and then one that there is not.
    [[nodiscard]] char side() {
        return random_.one_in(20) ? static_cast<char>(random_.below(256))
                                  : kSides[random_.below(kSides.size())];
    }
    [[nodiscard]] std::uint64_t price() { return 500'000 + 100 * random_.below(12); }

    Random random_;
    OuchExchange exchange_ = std::move(*OuchExchange::create({.books = kBooks,
                                                              .sessions_max = kSessions,
                                                              .session_orders_max = 500,
                                                              .executions_per_command_max = 100}));
    std::array<Client, kSessions> clients_;
    Spectator spectator_;
    std::uint64_t next_seq_ = 1;
    std::uint64_t background_ = 1;
    std::uint32_t user_ref_num_ = 1;
};

TEST(ExchangeProperty, ClientsSpectatorsAndTheVenueAgreeAfterEveryCommand) {
    Market market(support::seed_of_this_test(99));
    const int commands = support::is_long_run() ? 1'000'000 : 30'000;
    for (int n = 0; n < commands; ++n) {
        market.step();
        market.drain_and_check();
        ASSERT_FALSE(testing::Test::HasFailure()) << "command " << n;
    }
    const ExchangeCounters& counters = market.exchange().counters();
    EXPECT_GT(counters.session_executions, 1'000U);
    EXPECT_GT(counters.executions, counters.session_executions);
    EXPECT_EQ(counters.executions, market.spectator().match_numbers.size());
    EXPECT_GE(market.client_executions(), counters.session_executions);
    EXPECT_LE(market.client_executions(), 2 * counters.session_executions);
    EXPECT_GT(market.prevented(), 100U);
    EXPECT_GT(market.spectator().attributions.size(), 100U);
    EXPECT_GT(counters.rejected, 100U);
    EXPECT_GT(counters.ignored, 100U);
}

}  // namespace
}  // namespace hotpath::exchange
