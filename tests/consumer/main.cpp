// Adds one order to a book, decodes one message to it, asks the capture library for a file that
// is not there, and reads a message of a schema of this project.
#include <array>
#include <cstdio>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "venue_messages/heartbeats.hpp"

namespace {

bool reads_its_heartbeat() {
    using venue::heartbeats::Heartbeat;
    std::array<std::byte, 100> room;
    const auto sent = Heartbeat::encode(room, [](auto& heartbeat) { heartbeat.store_number(5); });
    Heartbeat received;
    return received.open(sent.bytes) == hotpath::protocols::DecodeStatus::Ok &&
           received.load_number() == 5;
}

}  // namespace

int main() {
    auto feed = hotpath::feed::ItchBooks::create({.orders_max = 10,
                                                  .levels_max = 10,
                                                  .instruments_max = 10,
                                                  .huge_pages = hotpath::HugePages::Never});
    if (!feed) {
        return 1;
    }
    hotpath::protocols::nasdaq::itch50::AddOrder add;
    add.store_stock_locate(1);
    add.store_order_reference_number(7);
    add.store_buy_sell_indicator('B');
    add.store_shares(100);
    add.store_price(1'234'500);
    hotpath::feed::NullListener listener;
    const auto status = feed->on_message(add.bytes(), listener);
    const hotpath::book::Level best =
        feed->books().best(hotpath::InstrumentId{1}, hotpath::Side::Buy);
    const auto missing = hotpath::capture::open("/no/such/file");
    std::printf("best bid %lld x %llu; %s\n", static_cast<long long>(best.price.value),
                static_cast<unsigned long long>(best.qty.value),
                missing ? "?" : missing.error().message.c_str());
    const bool is_right = status == hotpath::protocols::DecodeStatus::Ok &&
                          best.price.value == 1'234'500 && !missing && reads_its_heartbeat();
    return is_right ? 0 : 1;
}
