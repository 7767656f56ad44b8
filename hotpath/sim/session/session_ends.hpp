#pragma once
/// SessionEnds: the options of a venue and of its trader that speak the same protocols, for a Session
/// with connections.
///
///   const SessionEnds ends = make_ends({.orders = OrderProtocol::Fix}, {.engine = ..., .books = ...});
///   ServedVenue::create(ends.venue);  Trader::create(ends.trader, ...)
///
/// There is one account, and no secret: its password is the one that journals have in the place of
/// passwords, and signatures are zeros. Times are UTC of 1970-01-01. Threads: any. Allocation: the
/// options' texts.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/cme/venue/mdp3_venue_feed.hpp"
#include "hotpath/sim/session/pieces.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::sim::session {

enum class OrderProtocol : std::uint8_t { Ouch, Fix, Ilink };
enum class FeedProtocol : std::uint8_t { Itch, Mdp3 };
/// The names are written on a command line and in a configuration, by enumerator.
inline constexpr std::array<std::string_view, 3> kOrderProtocolNames{"ouch", "fix", "ilink"};
inline constexpr std::array<std::string_view, 2> kFeedProtocolNames{"itch", "mdp3"};

struct SessionProtocols {
    OrderProtocol orders = OrderProtocol::Ouch;
    FeedProtocol feed = FeedProtocol::Itch;
    friend constexpr bool operator==(const SessionProtocols&, const SessionProtocols&) = default;
};

[[nodiscard]] const Framing& framing_of(OrderProtocol protocol) noexcept;
/// SoupBinTCP's: snapshots and drop copies have it, too.
[[nodiscard]] inline const Framing& soup_framing() noexcept {
    return framing_of(OrderProtocol::Ouch);
}

struct ServedVenueOptions {
    exchange::VenueServerOptions server{};
    exchange::Port orders = exchange::Port::OrderEntry;
    Framing framing = soup_framing();                      // of order entry
    std::optional<exchange::Mdp3VenueFeedOptions> mdp3{};  // in the place of ITCH
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
