#pragma once
/// SessionEnds: the options of a venue and of its trader that speak the same protocols, for a Session
/// with connections.
///
///   SessionProtocols protocols{.orders = protocols::OrderEntries::index_of("fix")};
///   ServedVenue::create(venue_end(protocols, books, replies_max), ...);
///   Trader::create(trader_end(protocols, engine), ...);
///
/// Times are UTC of 1970-01-01. Threads: any. Allocation: the options' texts.

#include <cstddef>
#include <cstdint>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/sim/session/pieces.hpp"
#include "hotpath/sim/session/protocol_ends.hpp"
#include "hotpath/sim/session/session_protocols.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::sim::session {

/// Returns the ends of the protocol at this place in its list.
[[nodiscard]] const OrderEnds& order_ends(std::size_t orders) noexcept;
[[nodiscard]] const FeedEnds& feed_ends(std::size_t feed) noexcept;

struct ServedVenueOptions {
    exchange::VenueServerOptions server{};
    exchange::Port orders = exchange::Port::OrderEntry;
    SessionProtocols protocols{};
};

/// A trader with connections at a ServedVenue with these protocols. Its timer comes when the Session's
/// does.
[[nodiscard]] trader::TraderOptions trader_end(const SessionProtocols& protocols,
                                               const engine::EngineOptions& engine);
/// `replies_max`: messages to the trader, all day.
[[nodiscard]] ServedVenueOptions venue_end(const SessionProtocols& protocols,
                                           const book::BooksOptions& books,
                                           std::uint32_t replies_max);

}  // namespace hotpath::sim::session
