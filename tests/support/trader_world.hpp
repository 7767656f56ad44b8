#pragma once
/// A trader at a venue, all in one thread under simulated time: every packet and every connection
/// is there to be lost, cut and tampered with.
///
///   TraderWorld world;
///   world.run_until_idle();                        bytes move until nothing does
///   world.advance({kNanosPerSecond});      time passes, timers fire when they are due
///   world.cut(trader::Port::OrderEntry);
///   world.venue.restart(durable_seq);
///
/// Threads: the test's. Allocation: free. Tests only.

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/core/checksum.hpp"
#include "hotpath/protocols/cme/feed/mdp3_feed.hpp"
#include "hotpath/protocols/cme/venue/ilink_ports.hpp"
#include "hotpath/protocols/cme/venue/mdp3_identities.hpp"
#include "hotpath/protocols/fix/venue/fix_ports.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/trader/trader.hpp"
#include "tests/support/mdp3_venue_lines.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::support {

inline constexpr InstrumentId kAapl{1};

[[nodiscard]] inline exchange::VenueServerOptions venue_of_traders() {
    exchange::VenueServerOptions options = small_venue(2);
    options.drop_copy_users = {protocols::nasdaq::soupbintcp::Credentials::of("RISK", "WATCH")};
    return options;
}

[[nodiscard]] inline trader::TraderOptions trader_at_the_venue() {
    trader::TraderOptions options;
    options.engine.books = {.orders_max = 20'000,
                            .levels_max = 10'000,
                            .instruments_max = 3,
                            .huge_pages = HugePages::Never};
    options.engine.orders = {
        .orders_remembered = 4'096, .open_orders_max = 64, .executions_remembered = 4'096};
    options.engine.symbols = {*Symbol::from("AAPL")};
    options.engine.feed.lines.store.messages_max = 256;
    options.account = protocols::nasdaq::soupbintcp::Credentials::of("USER0", "SECRET0");
    options.drop_copy = protocols::nasdaq::soupbintcp::Credentials::of("RISK", "WATCH");
    return options;
}

/// The same, or another, whose market data comes over MDP 3.0.
[[nodiscard]] inline trader::TraderOptions mdp3_trader_at_the_venue(
    feed::Mdp3Depth depth, trader::TraderOptions options = trader_at_the_venue()) {
    options.market_data = feed::Mdp3Options{.depth = depth, .has_midnight_of_arrival = true};
    options.engine.feed = feed::mdp3_feed_options();
    options.engine.feed.lines.store.messages_max = 256;
    return options;
}

template <class TraderOfMarketMaker>
class BasicTraderWorld {
  public:
    using Trader = TraderOfMarketMaker;
    using Port = trader::Port;

    explicit BasicTraderWorld(const trader::TraderOptions& of_trader = trader_at_the_venue(),
                              const exchange::VenueServerOptions& of_venue = venue_of_traders())
        : venue(of_venue), options(of_trader), other(venue, exchange::Port::OrderEntry, user(1)) {
        protocols::nasdaq::itch50::StockTradingAction action;
        action.store_stock_locate(kAapl.value);
        action.store_stock(*Symbol::from("AAPL"));
        action.store_trading_state('T');
        venue.server.publish(action.bytes(), venue.now);
        venue.take_records();
        make_durable();
        if (const auto* const mdp3 = options.data<feed::Mdp3Options>()) {
            channel_.emplace(mdp3->depth == feed::Mdp3Depth::ByOrder);
            begin_channel();
        }
        start_trader();
    }

    [[nodiscard]] static protocols::nasdaq::soupbintcp::Credentials user(int number) {
        return protocols::nasdaq::soupbintcp::Credentials::of("USER" + std::to_string(number),
                                                              "SECRET" + std::to_string(number));
    }

    /// Another process: its connections are new, what it knew is gone.
    void start_trader() {
        for (const Port port : trader::kAllPorts) {
            cut(port);
        }
        trader_.emplace(std::move(*Trader::create(
            options, strategy::MarketMaker({.instruments_max = 3, .quote_qty = {100}}))));
        started(*trader_);
    }
    /// FIX, iLink 3: the next process begins with a new file of numbers.
    void lose_numbers() { start_ = {}; }
    [[nodiscard]] Trader& trader() { return *trader_; }
    [[nodiscard]] std::int64_t position() {
        return trader_->engine().orders().position(kAapl).position.value;
    }
    /// Records up to here are safe from a crash.
    [[nodiscard]] std::uint64_t durable() const { return durable_; }
    [[nodiscard]] std::size_t open_orders() {
        return trader_->engine().orders().open_orders().size();
    }

    /// The market that the trader quotes in, by the other user; again, and it stands behind the
    /// trader's quotes.
    void make_market() {
        const std::uint32_t before = std::exchange(market_, other_number_ + 1);
        other_enters('B', 499'000, 100);
        other_enters('S', 501'000, 100);
        if (before != 0) {
            other.cancel(before);
            other.cancel(before + 1);
        }
    }
    /// The order's number.
    std::uint32_t other_enters(char side, std::int64_t price, std::uint32_t qty,
                               char time_in_force = '0') {
        other.enter({.number = ++other_number_,
                     .side = side,
                     .qty = qty,
                     .price = price,
                     .time_in_force = time_in_force});
        return other_number_;
    }
    /// Trades with the trader's quote, as far as it goes.
    void other_takes(char side, std::uint32_t qty) {
        make_market();
        other_enters(side, side == 'B' ? 510'000 : 490'000, qty,
                     protocols::nasdaq::ouch50::time_in_force::kIoc);
    }

    /// A fill, messages that both lines lose until they are asked for again, a new session.
    void trade_with_faults() {
        make_market();
        advance_ms(500);
        other_takes('S', 60);
        run_until_idle();
        loses = [](feed::Line) { return true; };
        other_enters('B', 499'500, 100);
        run_until_idle();
        loses = [](feed::Line) { return false; };
        advance_ms(3'000);
        cut(Port::OrderEntry);
        advance_ms(1'000);
    }

    /// The connection breaks, with what was on its way; both ends notice.
    void cut(Port port) {
        std::optional<exchange::ConnectionId>& id = ids_[index(port)];
        if (id) {
            venue.server.on_disconnect(*id, venue.now);
            venue.take_records();
            venue.take_outputs();
            id.reset();
        }
        if (trader_ && trader_->is_open(port)) {
            trader_->on_disconnected(port, venue.now);
        }
    }
    /// The venue's process dies and comes back with what was durable.
    void restart_venue(std::uint64_t durable_seq) {
        for (std::optional<exchange::ConnectionId>& id : ids_) {
            id.reset();
        }
        fed_ = 0;
        durable_ = durable_seq;
        venue.restart(durable_seq);
        if (channel_) {
            begin_channel();
        }
        for (const Port port : trader::kAllPorts) {
            if (trader_->is_open(port)) {
                trader_->on_disconnected(port, venue.now);
            }
        }
        other.soup.on_disconnected();
        other.connect();
    }

    /// Bytes move until nothing does; no time passes.
    void run_until_idle() {
        for (bool is_moving = true; is_moving;) {
            is_moving = hear_packets();
            for (const Port port : trader::kAllPorts) {
                is_moving = move(port) || is_moving;
            }
            other.poll();
        }
    }
    void advance(Nanos time) {
        const Time until = venue.now + time;
        run_until_idle();
        while (venue.now < until) {
            const Time due =
                std::min({trader_->next_deadline(), venue.server.next_deadline(),
                          channel_ && is_venue_up ? channel_->next_deadline() : kNever});
            venue.now = std::min(until, std::max(venue.now + Nanos{1}, due));
            trader_->on_timer(venue.now);
            run_until_idle();
        }
    }
    /// Delivers the venue's published packets; no connection moves. False when there were none.
    bool hear_packets() {
        venue.turn();
        make_durable();
        return feed();
    }
    void advance_ms(std::int64_t ms) { advance({ms * 1'000'000}); }

    bool send(Port port) {
        const std::optional<exchange::ConnectionId> id = ids_[index(port)];
        if (trader_->output(port).empty() || !id) {
            return false;
        }
        if (const trader::OrderLink* const link = trader_->at(0).session(port)->link()) {
            start_ = link->next_start();
        }
        take(trader_->output(port));
        trader_->on_written(port, moving_.size(), venue.now);
        sent.add(moving_);
        tap(port, moving_);
        venue.server.on_bytes(*id, moving_, venue.now);
        venue.take_records();
        venue.take_outputs();
        return true;
    }
    bool receive(Port port) {
        const std::optional<exchange::ConnectionId> id = ids_[index(port)];
        if (!id || venue.closed.contains(id->value) || venue.server.output(*id).empty()) {
            return false;
        }
        take(venue.server.output(*id));
        venue.server.on_written(*id, moving_.size(), venue.now);
        venue.take_outputs();
        if (tamper(port, moving_)) {
            trader_->on_bytes(port, moving_, venue.now);
        }
        return true;
    }

    /// Called with each trader but the first, before anything happens to it.
    std::function<void(Trader&)> started = [](Trader&) {};
    VenueBench venue;
    trader::TraderOptions options;
    BenchClient other;
    /// Called for each packet of each line: true loses it.
    std::function<bool(feed::Line)> loses = [](feed::Line) { return false; };
    /// With MDP 3.0: the same for each packet of a loop that the trader wants.
    std::function<bool(feed::FeedLoop)> loses_loop = [](feed::FeedLoop) { return false; };
    /// Called for the bytes that come to a port: false keeps them away.
    std::function<bool(Port, MutableBytes)> tamper = [](Port, MutableBytes) { return true; };
    /// Sees all bytes that the trader sends, as they leave.
    std::function<void(Port, Bytes)> tap = [](Port, Bytes) {};
    bool is_venue_up = true;
    bool answers_requests = true;
    Checksum sent;  // of all that the trader sent on its connections

    void make_durable() {
        venue.make_durable();
        durable_ = venue.records.size();
    }

  private:
    void begin_channel() {
        const exchange::VenueLog& log = venue.server.log();
        channel_->begin(log.exchange(), venue.now, exchange::mdp3_identities(log));
    }
    [[nodiscard]] static std::size_t index(Port port) { return static_cast<std::size_t>(port); }
    [[nodiscard]] exchange::Port at_venue(Port port) const {
        constexpr std::array kOrderPorts{exchange::Port::OrderEntry, exchange::kFixOrders,
                                         exchange::kIlinkOrders};
        const exchange::Port orders = kOrderPorts[options.order_entry.index()];
        return port == Port::OrderEntry ? orders
               : port == Port::Glimpse  ? exchange::Port::Glimpse
                                        : exchange::Port::DropCopy;
    }
    /// With FIX and iLink 3; the numbers are kept as the trader's process does, for the next one.
    [[nodiscard]] protocols::SessionStart start_of(Port port) {
        if (port != Port::OrderEntry || options.order_entry.index() == 0) {
            return {};
        }
        start_.utc = venue.now;
        if (options.entry<protocols::cme::IlinkAccount>() && start_.uuid == 0) {
            start_.uuid = static_cast<std::uint64_t>(venue.now.value / 1'000);
        }
        return start_;
    }

    void take(Bytes bytes) { moving_.assign(bytes.begin(), bytes.end()); }

    void deliver(const ByteString& packet) {
        for (const feed::Line line : {feed::Line::A, feed::Line::B}) {
            if (!loses(line)) {
                trader_->on_packet({.line = line, .bytes = packet, .now = venue.now});
            }
        }
    }
    bool feed_channel() {
        for (; fed_ < venue.packets.size(); ++fed_) {
            channel_->on_packet(venue.packets[fed_], venue.now);
        }
        if (is_venue_up) {
            channel_->on_timer(venue.now);
        }
        const auto packets = channel_->take();
        for (const auto& [group, packet] : packets) {
            if (group == exchange::Mdp3Group::Incremental) {
                deliver(packet);
                continue;
            }
            const feed::FeedLoop loop = loop_of(group);
            if (trader_->is_wanted(loop) && !loses_loop(loop)) {
                trader_->on_loop_packet(loop, packet, venue.now);
            }
        }
        return !packets.empty();
    }
    [[nodiscard]] feed::FeedLoop loop_of(exchange::Mdp3Group group) const {
        const bool is_by_order =
            options.data<feed::Mdp3Options>()->depth == feed::Mdp3Depth::ByOrder;
        return group == exchange::Mdp3Group::Definitions             ? feed::FeedLoop::Definitions
               : group == exchange::Mdp3Group::Levels && is_by_order ? feed::FeedLoop::States
                                                                     : feed::FeedLoop::Snapshots;
    }

    bool feed() {
        if (channel_) {
            return feed_channel();
        }
        const bool has_news = fed_ < venue.packets.size();
        for (; fed_ < venue.packets.size(); ++fed_) {
            deliver(ByteString(venue.packets[fed_]));
        }
        std::vector<ByteString> requests;
        trader_->for_each_request([&](Bytes request) { requests.push_back(to_bytes(request)); });
        for (const ByteString& request : requests) {
            const ByteString answer = to_bytes(venue.server.on_request(request));
            if (!answer.empty() && answers_requests) {
                trader_->on_packet(
                    {.line = feed::Line::Replies, .bytes = answer, .now = venue.now});
            }
        }
        return has_news || !requests.empty();
    }

    bool move(Port port) {
        std::optional<exchange::ConnectionId>& id = ids_[index(port)];
        if (trader_->is_wanted(port)) {
            trader_->on_connected(port, venue.now, start_of(port));
            id = is_venue_up ? venue.server.on_connect(at_venue(port), venue.now) : std::nullopt;
            if (!id) {
                trader_->on_disconnected(port, venue.now);
                return false;
            }
            venue.closed.erase(id->value);
        }
        const bool has_sent = send(port);
        const bool has_received = receive(port);
        note_ends(port);
        return has_sent || has_received;
    }
    void note_ends(Port port) {
        std::optional<exchange::ConnectionId>& id = ids_[index(port)];
        if (id && venue.closed.contains(id->value)) {
            id.reset();
            trader_->on_disconnected(port, venue.now);
        } else if (id && !trader_->is_open(port)) {
            venue.server.on_disconnect(*id, venue.now);
            venue.take_records();
            venue.take_outputs();
            id.reset();
        }
    }

    std::optional<Trader> trader_;
    std::optional<Mdp3VenueLines> channel_;  // in the place of the ITCH lines
    std::array<std::optional<exchange::ConnectionId>, 3> ids_{};
    ByteString moving_;  // from one end to the other
    std::uint64_t durable_ = 0;
    protocols::SessionStart start_{};  // of the next connection of order entry
    std::size_t fed_ = 0;              // of the venue's packets
    std::uint32_t other_number_ = 0;
    std::uint32_t market_ = 0;  // the number of its bid, before that of its ask
};

using TraderWorld = BasicTraderWorld<trader::Trader<strategy::MarketMaker>>;

}  // namespace hotpath::support
