// Any bytes, read as framed OUCH requests of two sessions, of which one does not trade with itself:
// the exchange survives them, its replies and its feed can be read, no book is crossed, and every
// open order has its session.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "tests/support/fuzzed_venue.hpp"

namespace {

using namespace hotpath;

exchange::OuchExchange make_exchange() {
    auto venue = std::move(*exchange::OuchExchange::create(support::fuzzed_exchange()));
    venue.publish(support::fuzzed_listing().bytes());
    venue.set_self_match({1}, exchange::SelfMatch::Decrement);
    return venue;
}

void read_outputs(exchange::OuchExchange& venue) {
    for (const exchange::Reply& reply : venue.replies()) {
        protocols::nasdaq::ouch50::NullReplyListener nothing;
        HOTPATH_ASSERT(protocols::nasdaq::ouch50::decode_reply(reply.message, nothing) ==
                           protocols::DecodeStatus::Ok,
                       "every reply must be an OUCH message");
    }
    for (const Bytes bytes : venue.feed_packets()) {
        protocols::nasdaq::moldudp64::PacketReader packet;
        HOTPATH_ASSERT(packet.open(bytes) == protocols::DecodeStatus::Ok,
                       "every feed packet must decode");
        protocols::FrameCursor messages = packet.messages();
        for (Bytes message; messages.next(message);) {
            protocols::nasdaq::itch50::NullListener nothing;
            HOTPATH_ASSERT(
                protocols::nasdaq::itch50::decode(message, nothing) == protocols::DecodeStatus::Ok,
                "every feed message must be an ITCH message");
        }
    }
    venue.clear_feed();
    venue.clear_replies();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
    exchange::OuchExchange venue = make_exchange();
    protocols::FrameCursor requests({reinterpret_cast<const std::byte*>(bytes), length});
    std::uint16_t session = 0;
    for (Bytes request; requests.next(request); session ^= 1U) {
        venue.on_order_bytes({session}, request, {});
        read_outputs(venue);
        support::check_not_crossed(venue.books());
    }
    HOTPATH_ASSERT(venue.session_orders() >= venue.books().open_orders(),
                   "every open order, displayed or not, must belong to a session");
    return 0;
}
