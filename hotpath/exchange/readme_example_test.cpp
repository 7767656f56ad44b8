#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"

namespace hotpath {
namespace {

TEST(ExchangeReadme, ItsExampleAnswersAndPublishes) {
    using exchange::SessionId;
    protocols::nasdaq::itch50::StockDirectory stock_directory;
    stock_directory.store_stock_locate(1);
    stock_directory.store_stock(*Symbol::from("AAPL"));
    protocols::nasdaq::ouch50::EnterOrder enter_order;
    enter_order.store_user_ref_num(1);
    int replies = 0;
    int packets = 0;
    const auto to_session = [&](SessionId, Bytes) { ++replies; };
    const auto to_multicast = [&](Bytes) { ++packets; };
    const Time now{};

    auto venue =
        exchange::OuchExchange::create({.books = {.orders_max = 100'000, .levels_max = 50'000}});
    ASSERT_TRUE(venue);

    venue->publish(stock_directory.bytes());
    venue->on_order_bytes(SessionId{0}, enter_order.bytes(), now);
    for (const exchange::Reply& reply : venue->replies()) {
        to_session(reply.session, reply.message);
    }
    for (const Bytes packet : venue->feed_packets()) {
        to_multicast(packet);
    }
    venue->clear_replies();
    venue->clear_feed();

    EXPECT_EQ(packets, 1);
    EXPECT_EQ(replies, 1);  // a rejection: the order says nothing but its number
}

}  // namespace
}  // namespace hotpath
