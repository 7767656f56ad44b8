#include "hotpath/sim/session/session_ends.hpp"

#include <string_view>
#include <type_traits>

#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"

namespace hotpath::sim::session {

namespace {

using protocols::nasdaq::soupbintcp::Credentials;

[[nodiscard]] Credentials account() {
    return Credentials::of(kTraderName, protocols::kHiddenPassword);
}

[[nodiscard]] Credentials copies() {
    constexpr std::string_view kName = "COPIES";
    return Credentials::of(kName, protocols::kHiddenPassword);
}

}  // namespace

const OrderEnds& order_ends(std::size_t orders) noexcept {
    static constexpr auto kEnds =
        protocols::OrderEntries::each([]<class P>(std::type_identity<P>) { return &P::simulated; });
    return kEnds[orders]();
}

const FeedEnds& feed_ends(std::size_t feed) noexcept {
    static constexpr auto kEnds =
        protocols::MarketFeeds::each([]<class P>(std::type_identity<P>) { return &P::simulated; });
    return kEnds[feed]();
}

trader::TraderOptions trader_end(const SessionProtocols& protocols,
                                 const engine::EngineOptions& engine) {
    trader::TraderOptions options;
    options.engine = engine;
    options.account = account();
    options.retry_min = Nanos{1};  // a log-on takes no time
    options.timer_interval = Nanos{1};
    if (protocols.has_drop_copy) {
        options.drop_copy = copies();
    }
    order_ends(protocols.orders).set_trader(options);
    feed_ends(protocols.feed).set_trader(options);
    return options;
}

ServedVenueOptions venue_end(const SessionProtocols& protocols, const book::BooksOptions& books,
                             std::uint32_t replies_max) {
    constexpr std::uint64_t kReplyBytes = 80;
    ServedVenueOptions options{.protocols = protocols};
    exchange::VenueServerOptions& server = options.server;
    server.exchange.books = books;
    server.exchange.session_orders_max = 4'096;  // many times what one trader may have open
    server.gate = {.bytes_max = std::size_t{96} << 20U, .outputs_max = std::size_t{128} << 10U};
    server.snapshots.snapshots_max = 1;
    server.soup.behind_max = replies_max;
    server.users = {account()};
    if (protocols.has_drop_copy) {
        server.drop_copy_users = {copies()};
    }
    server.connections_max = 4;
    server.replies = {.messages_max = replies_max, .bytes_max = kReplyBytes * replies_max};
    server.feed = {.messages_max = 1, .bytes_max = 512};  // nothing is lost on the way
    server.joins_packets = false;
    order_ends(protocols.orders).set_venue(options, replies_max);
    return options;
}

}  // namespace hotpath::sim::session
