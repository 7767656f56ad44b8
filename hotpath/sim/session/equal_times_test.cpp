// What is due at one instant is delivered in one documented order (docs/guide/backtest.md, case 23).
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/sim/session/session.hpp"

namespace hotpath::sim::session {
namespace {

namespace itch50 = protocols::nasdaq::itch50;
namespace ouch50 = protocols::nasdaq::ouch50;

using Deliveries = std::vector<std::string>;

/// Sends an order after each of its first two packets.
class TwoOrders {
  public:
    explicit TwoOrders(Deliveries& log) : log_(&log) {}

    void on_packet(Bytes, Time) {
        log_->push_back("packet");
        has_order_ = ++packets_ <= 2;
    }
    void on_order_bytes(Bytes, Time) { log_->push_back("reply"); }
    void on_timer(Time) { log_->push_back("timer"); }

    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        if (has_order_) {
            ouch50::EnterOrder m;
            m.store_user_ref_num(packets_);
            m.store_side('B');
            m.store_quantity(100);
            m.store_symbol(*Symbol::from("ABC"));
            m.store_price(10'000);
            m.store_time_in_force(ouch50::time_in_force::kDay);
            m.store_display(ouch50::display::kVisible);
            m.store_capacity(ouch50::capacity::kPrincipal);
            m.store_iso_eligibility(ouch50::iso_eligibility::kNotEligible);
            m.store_cross_type(ouch50::cross_type::kContinuousMarket);
            sink(m.bytes());
            has_order_ = false;
        }
    }

  private:
    Deliveries* log_;
    std::uint32_t packets_ = 0;
    bool has_order_ = false;
};

/// Sees what the venue is given: an order by its answer, the market's message by its publication.
struct VenueWatcher {
    Deliveries* log = nullptr;

    void on_packet(const auto&, Time) {}
    void on_reply(const auto&, Time) {}
    void on_venue_reply(const exchange::Exchange&, Bytes) { log->push_back("order"); }
    void on_feed_sent(Bytes packet) {
        constexpr std::size_t kTypeAt = protocols::nasdaq::moldudp64::DownstreamHeader::kLength + 2;
        if (packet.size() > kTypeAt &&
            std::to_integer<char>(packet[kTypeAt]) == itch50::StockTradingAction::kType) {
            log->push_back("market");
        }
    }
};

template <class Message>
Message of_abc(std::uint64_t time) {
    Message m;
    m.store_stock_locate(1);
    m.store_timestamp(time);
    m.store_stock(*Symbol::from("ABC"));
    return m;
}

itch50::StockTradingAction trading_at(std::uint64_t time) {
    auto m = of_abc<itch50::StockTradingAction>(time);
    m.store_trading_state('T');
    return m;
}

TEST(Session, Case23OfOneInstantAreOrdersRepliesPacketsTimersAndThenTheMarket) {
    constexpr book::BooksOptions kFewBooks{
        .orders_max = 100, .levels_max = 100, .instruments_max = 4};
    Deliveries log;
    // All at 10,000 ns: the second order (9,500 + 500), the answer to the first (9,100 + 500 + 400),
    // the third packet (1,000 + 9,000), the timer (100 + 9,900) and a message of the market.
    Session<TwoOrders, VenueWatcher> session(
        {.feed_latency = {{9'000}},
         .entry_latency = {{500}},
         .response_latency = {{400}},
         .timer_interval = {9'900}},
        {.venue = std::move(*exchange::OuchExchange::create({.books = kFewBooks})),
         .flow = std::move(*flow::RecordedFlow::create(kFewBooks)),
         .trader = TwoOrders(log),
         .observer = {.log = &log}});
    session.on_message(of_abc<itch50::StockDirectory>(100).bytes());
    session.on_message(trading_at(500).bytes());
    session.on_message(trading_at(1'000).bytes());
    session.on_message(trading_at(9'999).bytes());
    EXPECT_EQ(log, (Deliveries{"market", "market", "packet", "packet", "order", "market"}));
    log.clear();
    session.on_message(trading_at(10'000).bytes());
    EXPECT_EQ(log, (Deliveries{"order", "reply", "packet", "timer", "market"}));
}

}  // namespace
}  // namespace hotpath::sim::session
