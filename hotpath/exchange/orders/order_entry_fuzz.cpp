// Any bytes, read as framed OUCH requests of two sessions, of which one does not trade with itself:
// the exchange survives them, its replies and its feed can be read, no book is crossed, and every
// open order has its session.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/wire/framing.hpp"
#include "hotpath/wire/itch50/decode.hpp"
#include "hotpath/wire/itch50/messages.hpp"
#include "hotpath/wire/moldudp64/packet_reader.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace {

using namespace hotpath;

exchange::Exchange make_exchange() {
    auto venue = std::move(*exchange::Exchange::create({.books = {.orders_max = 64,
                                                                  .levels_max = 64,
                                                                  .instruments_max = 2,
                                                                  .huge_pages = HugePages::Never},
                                                        .sessions_max = 2,
                                                        .session_orders_max = 32,
                                                        .executions_per_command_max = 16,
                                                        .takes_extensions = true}));
    wire::itch50::StockDirectory directory;
    directory.store_stock_locate(1);
    directory.store_stock(*Symbol::from("AAPL"));
    venue.publish(directory.bytes());
    venue.set_self_match({1}, exchange::SelfMatch::Decrement);
    return venue;
}

void read_outputs(exchange::Exchange& venue) {
    for (const exchange::Reply& reply : venue.replies()) {
        wire::ouch50::NullReplyListener nothing;
        HOTPATH_ASSERT(wire::ouch50::decode_reply(reply.message, nothing) == wire::DecodeStatus::Ok,
                       "every reply must be an OUCH message");
    }
    for (const Bytes bytes : venue.feed_packets()) {
        wire::moldudp64::PacketReader packet;
        HOTPATH_ASSERT(packet.open(bytes) == wire::DecodeStatus::Ok,
                       "every feed packet must decode");
        wire::FrameCursor messages = packet.messages();
        for (Bytes message; messages.next(message);) {
            wire::itch50::NullListener nothing;
            HOTPATH_ASSERT(wire::itch50::decode(message, nothing) == wire::DecodeStatus::Ok,
                           "every feed message must be an ITCH message");
        }
    }
    venue.clear_feed();
    venue.clear_replies();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
    exchange::Exchange venue = make_exchange();
    wire::FrameCursor requests({reinterpret_cast<const std::byte*>(bytes), length});
    std::uint16_t session = 0;
    for (Bytes request; requests.next(request); session ^= 1U) {
        venue.on_order_bytes({session}, request, {});
        read_outputs(venue);
        const book::Bbo bbo = venue.books().bbo({1});
        HOTPATH_ASSERT(!bbo.is_two_sided() || bbo.bid.price < bbo.ask.price,
                       "the book must not be crossed");
    }
    HOTPATH_ASSERT(venue.session_orders() >= venue.books().open_orders(),
                   "every open order, displayed or not, must belong to a session");
    return 0;
}
