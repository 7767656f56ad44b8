// Any bytes, read as framed OUCH requests of two sessions: the exchange survives them, no book is
// crossed, and every open order has its session.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/wire/framing.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace {

using namespace hotpath;

exchange::Exchange make_exchange() {
    auto venue = std::move(*exchange::Exchange::create({.books = {.orders_max = 64,
                                                                  .levels_max = 64,
                                                                  .instruments_max = 2,
                                                                  .huge_pages = HugePages::Never},
                                                        .sessions_max = 2,
                                                        .session_orders_max = 32,
                                                        .executions_per_command_max = 16}));
    wire::itch50::StockDirectory directory;
    directory.store_stock_locate(1);
    directory.store_stock(*Symbol::from("AAPL"));
    venue.publish(directory.bytes());
    return venue;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
    exchange::Exchange venue = make_exchange();
    wire::FrameCursor requests({reinterpret_cast<const std::byte*>(bytes), length});
    std::uint16_t session = 0;
    for (Bytes request; requests.next(request); session ^= 1U) {
        venue.on_order_bytes({session}, request, {});
        venue.clear_feed();
        venue.clear_replies();
        const book::Bbo bbo = venue.books().bbo({1});
        HOTPATH_ASSERT(!bbo.is_two_sided() || bbo.bid.price < bbo.ask.price, "never crossed");
    }
    HOTPATH_ASSERT(venue.session_orders() >= venue.books().open_orders(),
                   "every open order has its session, displayed or not");
    return 0;
}
