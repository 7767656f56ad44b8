// A trader with its sessions sends the orders of an engine alone: the same OUCH messages at the same
// times, whatever the strategy; and it trades over every protocol.
#include "hotpath/sim/session/connected_trader.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/session/served_venue.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/strategy/momentum.hpp"

namespace hotpath::sim::session {
namespace {

constexpr std::uint16_t kMost = 100;
constexpr std::uint16_t kInstruments = 3;
constexpr book::BooksOptions kBooks{
    .orders_max = 100'000, .levels_max = 20'000, .instruments_max = kMost};
constexpr std::uint32_t kReplies = 100'000;

[[nodiscard]] engine::EngineOptions engine_options() {
    engine::EngineOptions options;
    options.books = kBooks;
    return options;
}

/// A message of order entry as it left the trader or the venue.
struct Sent {
    Time time{};
    std::vector<std::byte> message{};
    friend bool operator==(const Sent&, const Sent&) = default;
};

/// The messages that crossed between trader and venue, without the framing of sessions.
struct Crossed {
    std::vector<Sent> orders{};
    std::vector<Sent> replies{};
    std::uint64_t packets = 0;  // with messages
    std::int64_t position = 0;
    std::uint64_t executions = 0;
    bool books_agree = false;
};

/// The time is that of the session's last delivery.
template <bool kHasSessions>
struct Wiretap {
    template <class T>
    void on_packet(const T&, Time) {}
    template <class T>
    void on_reply(const T&, Time) {}
    void on_order_sent(Bytes message) { keep(message, to->orders); }
    void on_reply_sent(Bytes message) { keep(message, to->replies); }
    void on_feed_sent(Bytes packet) {
        const Bytes bytes = kHasSessions ? bytes_of_piece(packet) : packet;
        using Header = protocols::nasdaq::moldudp64::DownstreamHeader;
        to->packets += Header::at(bytes.data()).load_message_count() != 0 ? 1U : 0U;
    }
    void keep(Bytes message, std::vector<Sent>& into) const {
        namespace soup = protocols::nasdaq::soupbintcp;
        if (kHasSessions) {
            const PieceHead head = PieceHead::of(message);
            const Bytes packet = bytes_of_piece(message);
            if (head.port != trader::Port::OrderEntry || head.kind != PieceKind::Bytes) {
                return;
            }
            ASSERT_EQ(protocols::nasdaq::soup_framing().length(packet), packet.size())
                << "a message each";
            const char type = soup::type_of(packet);
            if (type != soup::UnsequencedData::kType && type != soup::SequencedData::kType) {
                return;
            }
            message = soup::payload_of(packet);
        }
        const char ouch_type = std::to_integer<char>(message.front());
        if (ouch_type !=
            protocols::nasdaq::ouch50::AccountQueryRequest::kType) {  // its answer has the same
            into.push_back({.time = *now, .message = {message.begin(), message.end()}});
        }
    }

    Crossed* to = nullptr;
    const Time* now = nullptr;
};

using strategy::AnyStrategy;

[[nodiscard]] AnyStrategy quoting() {
    return AnyStrategy(strategy::MarketMaker({.instruments_max = kMost}));
}
[[nodiscard]] AnyStrategy taking() {
    return AnyStrategy(std::move(*strategy::Momentum::create({.instruments_max = kMost,
                                                              .qty = {200},
                                                              .lookback = 10,
                                                              .sample_every = {1'000'000},
                                                              .entry_bps = {2},
                                                              .exit_bps = {1}})));
}

[[nodiscard]] std::vector<std::vector<std::byte>> market_of(std::uint64_t seed) {
    std::vector<std::vector<std::byte>> messages;
    auto market = market::MarketGenerator::create(
        {.seed = seed, .messages = 20'000, .instruments = kInstruments});
    for (Bytes message = market->next(); !message.empty(); message = market->next()) {
        messages.emplace_back(message.begin(), message.end());
    }
    return messages;
}

template <class Session>
void feed(Session& session, const std::vector<std::vector<std::byte>>& market, Time& now) {
    for (const auto& message : market) {
        session.on_message(message);
        now = session.now();
    }
    session.finish();
}

template <class Engine, class Venue>
void note_end(const Engine& engine, const Venue& venue, Crossed& to) {
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        to.position += engine.orders().position(InstrumentId{id}).position.value;
    }
    to.executions = engine.orders().counters().executions;
    to.books_agree =
        engine.books().checksum(InstrumentId{1}) == venue.books().checksum(InstrumentId{1});
}

[[nodiscard]] Crossed run_engine(const std::vector<std::vector<std::byte>>& market,
                                 AnyStrategy strategy) {
    Crossed crossed;
    Time now{};
    using Engine = protocols::nasdaq::NasdaqEngine<AnyStrategy>;
    Session<Engine, Wiretap<false>> session(
        {}, {.venue = exchange::OuchExchange::create({.books = kBooks}).value(),
             .flow = flow::RecordedFlow::create(kBooks).value(),
             .trader = Engine::create(engine_options(), std::move(strategy)).value(),
             .observer = {.to = &crossed, .now = &now}});
    feed(session, market, now);
    note_end(session.trader(), session.venue(), crossed);
    return crossed;
}

using Trader = trader::Trader<AnyStrategy>;
template <class Observer>
using Connected = Session<ConnectedTrader<Trader>, Observer, ServedVenue, ServedFlow>;

template <class Observer>
[[nodiscard]] Connected<Observer> connect(const SessionProtocols& protocols, AnyStrategy strategy,
                                          Observer observer) {
    auto venue = ServedVenue::create(venue_end(protocols, kBooks, kReplies),
                                     flow::RecordedFlow::create(kBooks).value());
    EXPECT_TRUE(venue) << venue.error().message;
    auto trader = Trader::create(trader_end(protocols, engine_options()), std::move(strategy));
    EXPECT_TRUE(trader) << trader.error().message;
    return Connected<Observer>({}, {.venue = std::move(*venue),
                                    .flow = {},
                                    .trader = ConnectedTrader<Trader>(std::move(*trader)),
                                    .observer = std::move(observer)});
}

[[nodiscard]] Crossed run_connected(const std::vector<std::vector<std::byte>>& market,
                                    AnyStrategy strategy) {
    Crossed crossed;
    Time now{};
    auto session = connect({}, std::move(strategy), Wiretap<true>{.to = &crossed, .now = &now});
    feed(session, market, now);
    EXPECT_TRUE(session.trader().is_ready());
    note_end(session.trader().engine(), session.venue(), crossed);
    return crossed;
}

void expect_same(const Crossed& engine, const Crossed& connected) {
    EXPECT_EQ(engine.orders.size(), connected.orders.size());
    EXPECT_TRUE(engine.orders == connected.orders);
    EXPECT_EQ(engine.replies.size(), connected.replies.size());
    EXPECT_TRUE(engine.replies == connected.replies);
    EXPECT_EQ(engine.packets, connected.packets);
    EXPECT_EQ(engine.position, connected.position);
    EXPECT_EQ(engine.executions, connected.executions);
    EXPECT_TRUE(connected.books_agree);
}

class ConnectedTraderOfSeed : public ::testing::TestWithParam<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(Seeds, ConnectedTraderOfSeed, ::testing::Range<std::uint64_t>(1, 4));

TEST_P(ConnectedTraderOfSeed, SendsTheOrdersOfAnEngineAlone) {
    const auto market = market_of(GetParam());
    const Crossed engine = run_engine(market, quoting());
    ASSERT_GT(engine.orders.size(), 100U);
    ASSERT_GT(engine.executions, 0U);
    expect_same(engine, run_connected(market, quoting()));
    const Crossed taker = run_engine(market, taking());
    ASSERT_GT(taker.orders.size(), 10U);
    expect_same(taker, run_connected(market, taking()));
}

using Levels = std::vector<std::pair<Price, TotalQty>>;

[[nodiscard]] Levels levels_of(const book::L3Books& books, InstrumentId instrument, Side side) {
    Levels all;
    std::vector<book::Level> best(1'000);
    best.resize(books.depth(instrument, side, best));
    for (const book::Level& level : best) {
        all.emplace_back(level.price, level.qty);
    }
    return all;
}

struct NoTap {
    template <class T>
    void on_packet(const T&, Time) const {}
    template <class T>
    void on_reply(const T&, Time) const {}
};

class ConnectedTraderOver : public ::testing::TestWithParam<SessionProtocols> {};

[[nodiscard]] std::vector<SessionProtocols> every_protocol() {
    std::vector<SessionProtocols> all;
    for (std::size_t feed = 0; feed < protocols::MarketFeeds::kCount; ++feed) {
        for (std::size_t orders = 0; orders < protocols::OrderEntries::kCount; ++orders) {
            all.push_back({.orders = orders, .feed = feed});
        }
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(EveryProtocol, ConnectedTraderOver, ::testing::ValuesIn(every_protocol()),
                         [](const auto& over) {
                             return std::string(protocols::OrderEntries::kKeys[over.param.orders]) +
                                    "_" +
                                    std::string(protocols::MarketFeeds::kKeys[over.param.feed]);
                         });

TEST_P(ConnectedTraderOver, TradesAndTheVenueHasItsOrders) {
    auto session = connect(GetParam(), quoting(), NoTap{});
    Time now{};
    feed(session, market_of(1), now);
    const auto& engine = session.trader().engine();
    EXPECT_TRUE(session.trader().is_ready());
    EXPECT_FALSE(engine.is_killed());
    EXPECT_GT(engine.orders().counters().entered, 10U);
    EXPECT_GT(engine.orders().counters().executions, 0U);
    EXPECT_EQ(engine.orders().open_orders().size(),
              session.venue().exchange().session_orders(exchange::SessionId{0}));
    EXPECT_TRUE(session.is_quiet());
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        const auto ours = engine.feed().market().directory().find(
            session.venue().exchange().symbol(InstrumentId{id}));
        ASSERT_TRUE(ours);
        for (const Side side : {Side::Buy, Side::Sell}) {
            EXPECT_EQ(levels_of(engine.books(), *ours, side),
                      levels_of(session.venue().books(), InstrumentId{id}, side));
        }
    }
}

}  // namespace
}  // namespace hotpath::sim::session
