#include "hotpath/sim/world/trader_host.hpp"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "hotpath/sim/world/venue_host.hpp"
#include "hotpath/strategy/any_legs.hpp"
#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/latency_arbitrage.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/strategy/momentum.hpp"
#include "hotpath/strategy/multi_venue.hpp"
#include "hotpath/strategy/pairs_trading.hpp"
#include "hotpath/strategy/trend_following.hpp"
#include "hotpath/trader/input_recorder.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::sim::world {

namespace {

using strategy::AnyLegs;
using strategy::AnyStrategy;

constexpr Nanos kSampleEvery{20'000'000};

[[nodiscard]] Expected<AnyStrategy> make(auto created) {
    return created ? Expected<AnyStrategy>(AnyStrategy(std::move(*created)))
                   : std::unexpected(created.error());
}

[[nodiscard]] Expected<AnyStrategy> make_drawn(StrategyKind kind) {
    switch (kind) {
        case StrategyKind::MarketMaker:
            return AnyStrategy(strategy::MarketMaker(
                {.instruments_max = kInstruments, .quote_qty = {100}, .inventory_max = {2'000}}));
        case StrategyKind::Momentum:
            return make(strategy::Momentum::create({.instruments_max = kInstruments,
                                                    .qty = {200},
                                                    .lookback = 10,
                                                    .sample_every = kSampleEvery,
                                                    .entry_bps = {4},
                                                    .exit_bps = {1}}));
        case StrategyKind::TrendFollowing:
            return make(strategy::TrendFollowing::create({.instruments_max = kInstruments,
                                                          .qty = {300},
                                                          .fast = 4,
                                                          .slow = 16,
                                                          .sample_every = kSampleEvery,
                                                          .band_bps = {1}}));
        case StrategyKind::Pairs:
        case StrategyKind::Arbitrage:  // never of one venue
            break;
    }
    return make(strategy::PairsTrading::create({.first = symbol_of({1}),
                                                .second = symbol_of({2}),
                                                .first_qty = {200},
                                                .window = 20,
                                                .sample_every = kSampleEvery,
                                                .entry_z_milli = 1'200}));
}

[[nodiscard]] Expected<AnyStrategy> make_strategy(const WorldOptions& options, std::size_t number) {
    if (!options.strategy) {
        return make_drawn(options.traders[number].strategy);
    }
    strategy::StrategyChoice choice = *options.strategy;
    const std::vector<Symbol> symbols = trader_engine_options().symbols;
    choice.fit({.instruments_max = kInstruments, .symbols = symbols});
    choice.choose_symbols(symbols);
    return strategy::make_strategy(choice);
}

/// Some trades a second: the two books cross all the time.
[[nodiscard]] Expected<strategy::ArbitrageLegs> make_arbitrage() {
    strategy::ArbitrageOptions options{.symbols = trader_engine_options().symbols,
                                       .instruments_max = kInstruments,
                                       .qty_max = {120},
                                       .window = {100'000'000},
                                       .pause = {50'000'000}};
    for (strategy::ArbitrageVenue& venue : options.venues) {
        venue = {.order_latency = {1'000'000}, .position_max = {400}};
    }
    return strategy::ArbitrageLegs::create(options);
}

/// A strategy at each of two venues; they share nothing but the firm's limits.
class TwoStrategies {
  public:
    using Leg = AnyStrategy;

    TwoStrategies(AnyStrategy first, AnyStrategy second) : legs_{} {
        legs_[0].emplace(std::move(first));
        legs_[1].emplace(std::move(second));
    }
    [[nodiscard]] static constexpr std::size_t venues() noexcept { return kVenuesMax; }
    /// Once.
    [[nodiscard]] Leg leg(std::size_t venue) { return std::move(*legs_[venue]); }
    [[nodiscard]] std::optional<strategy::VenueTurn> next_turn() noexcept { return std::nullopt; }

  private:
    std::array<std::optional<AnyStrategy>, kVenuesMax> legs_;
};

[[nodiscard]] trader::TraderOptions trader_options(const WorldOptions& options, std::size_t number,
                                                   const AccountDrawn& account) {
    trader::TraderOptions trader;
    trader.engine = trader_engine_options();
    trader.account = account_of(number);
    if (account.has_drop_copy) {
        trader.drop_copy = drop_copy_of(number);
    }
    trader.connection.silence_timeout = {3 * kNanosPerSecond};
    trader.connection.login_timeout = {2 * kNanosPerSecond};
    trader.retry_max = {kNanosPerSecond};
    trader.stop_within = {2 * kNanosPerSecond};
    trader.reconcile_within = options.reconcile_within;
    return trader;
}

/// As `hotpath trade` makes them of its configuration.
[[nodiscard]] trader::TraderVenues trader_venues(const WorldOptions& options, std::size_t number) {
    std::vector<trader::TraderOptions> venues;
    for (const std::optional<AccountDrawn>& account : options.traders[number].accounts) {
        if (account) {
            venues.push_back(trader_options(options, number, *account));
        }
    }
    return {std::move(venues), options.firm, options.firm_exposure};
}

/// The disk of a trader's journal, which counts and keeps nothing. Room for the last records, that
/// inputs are missing and that trading has stopped, is reserved.
struct InputDisk {
    bool has_room = true;
    std::uint64_t refused = 0;
};

class InputChannel {
  public:
    explicit InputChannel(InputDisk& disk) noexcept : disk_(&disk) {}

    [[nodiscard]] bool try_write(trader::LogType, Time, Bytes, Bytes, std::size_t left) noexcept {
        const bool is_kept = disk_->has_room || left == 0;
        disk_->refused += is_kept ? 0U : 1U;
        return is_kept;
    }

  private:
    InputDisk* disk_;
};

class Host final : public TraderHost {
  public:
    using Recorder = trader::InputRecorder<InputChannel>;
    using Trader = trader::Trader<AnyLegs, timing::NoTicks, Recorder>;

    Host(const TraderOptionsDrawn& drawn, Trader trader, std::unique_ptr<InputDisk> disk)
        : disk_(std::move(disk)), trader_(std::move(trader)) {
        trader::Venue index = 0;  // among the trader's venues
        for (std::size_t venue = 0; venue < kVenuesMax; ++venue) {
            if (drawn.is_at(venue)) {
                seats_[venue].emplace(*this, index++);
            }
        }
    }

    TraderSeat& at(std::size_t venue) override { return *seats_[venue]; }
    std::uint64_t firm_orders() const override {
        return trader_.firm() == nullptr ? 0 : trader_.firm()->taken(risk::FirmLimit::OpenOrders);
    }
    trader::OperatorAnswer obey(const trader::OperatorCommand& command, Time now) override {
        return trader_.on_operator(command, now);
    }
    void stop(Time now) override { trader_.stop(now); }
    bool is_stopping() const override { return trader_.is_stopping(); }
    bool is_stopped() const override { return trader_.is_stopped(); }
    void set_journal_room(bool has_room) override { disk_->has_room = has_room; }

  private:
    class Seat final : public TraderSeat {
      public:
        Seat(Host& host, trader::Venue venue)
            : host_(host), venue_(venue), inputs_(host.trader_, venue) {}

        bool is_wanted(trader::Port port) const override { return inputs_.is_wanted(port); }
        bool is_open(trader::Port port) const override { return inputs_.is_open(port); }
        Bytes output(trader::Port port) const override { return inputs_.output(port); }
        Time next_deadline() const override { return there().next_deadline(); }
        void on_connected(trader::Port port, Time now) override { inputs_.on_connected(port, now); }
        void on_bytes(trader::Port port, Bytes bytes, Time now) override {
            inputs_.on_bytes(port, bytes, now);
        }
        void on_written(trader::Port port, std::size_t bytes, Time now) override {
            inputs_.on_written(port, bytes, now);
        }
        void on_disconnected(trader::Port port, Time now) override {
            inputs_.on_disconnected(port, now);
        }
        void on_timer(Time now) override { inputs_.on_timer(now); }

        /// The owner was idle until then: steps of practice, which must leave no trace in any check.
        void on_packet(const feed::LinePacket& packet) override {
            constexpr int kSteps = 8;
            for (int n = 0; n < kSteps; ++n) {
                host_.trader_.warm_step();
            }
            inputs_.on_packet(packet);
        }
        void take_requests(std::vector<ByteString>& requests) override {
            inputs_.for_each_request(
                [&](Bytes request) { requests.emplace_back(request.begin(), request.end()); });
        }
        TraderView view() const override;

      private:
        [[nodiscard]] const Trader::AtVenue& there() const { return host_.trader_.at(venue_); }

        Host& host_;
        trader::Venue venue_;
        trader::VenueInputs<Trader> inputs_;
    };

    std::unique_ptr<InputDisk> disk_;
    Trader trader_;
    std::array<std::optional<Seat>, kVenuesMax> seats_{};
};

TraderView Host::Seat::view() const {
    const auto& engine = there().engine();
    const risk::RiskGate& risk = engine.gateway().risk();
    const trader::Reconciliation* const reconciliation = there().reconciliation();
    TraderView view;
    view.orders = &engine.orders();
    view.books = &engine.books();
    view.feed_next = engine.feed().next_sequence_number();
    view.feed_sessions = engine.feed().lines().sessions();
    view.feed_session = engine.feed().lines().session().value_or(view.feed_session);
    view.feed_heard = engine.feed().lines().last_heard();
    view.packets = engine.counters().packets;
    for (const feed::Line line : {feed::Line::A, feed::Line::B, feed::Line::Replies}) {
        view.line_packets += engine.feed().lines().counters(line).packets;
    }
    view.is_feed_live = engine.feed().state() == feed::FeedState::Live;
    view.is_in_snapshot = engine.feed().lines().is_held();
    view.is_stale = engine.is_stale();
    view.is_current = engine.is_current();
    view.is_killed = engine.is_killed();
    view.is_recovering = engine.gateway().is_recovering();
    view.is_logged_on =
        there().session(trader::Port::OrderEntry)->is_logged_in() && !engine.orders().is_in_doubt();
    view.is_reconciled = reconciliation == nullptr || reconciliation->is_settled();
    view.reconciliation =
        reconciliation == nullptr ? trader::Finding::Agrees : reconciliation->finding();
    view.is_refused = there().refused_by().has_value();
    view.has_ended = there().has_ended();
    view.stop_reason = risk.stop_reason();
    view.inputs_lost = host_.disk_->refused;
    return view;
}

/// make() returns the strategy; another one is for practice.
template <class Make>
[[nodiscard]] Expected<std::unique_ptr<TraderHost>> make_host(const WorldOptions& options,
                                                              std::size_t number, Make&& make) {
    auto strategy = make();
    auto another = make();
    if (!strategy || !another) {
        return std::unexpected((strategy ? another : strategy).error());
    }
    auto disk = std::make_unique<InputDisk>();
    auto trader =
        Host::Trader::create(trader_venues(options, number), AnyLegs(std::move(*strategy)), {},
                             Host::Recorder(InputChannel(*disk)));
    if (!trader) {
        return std::unexpected(trader.error());
    }
    if (auto practising = trader->practise(AnyLegs(std::move(*another))); !practising) {
        return std::unexpected(practising.error());
    }
    return std::make_unique<Host>(options.traders[number], std::move(*trader), std::move(disk));
}

[[nodiscard]] Expected<TwoStrategies> make_two(const WorldOptions& options, std::size_t number) {
    auto first = make_strategy(options, number);
    auto second = make_strategy(options, number);
    if (!first || !second) {
        return std::unexpected((first ? second : first).error());
    }
    return TwoStrategies(std::move(*first), std::move(*second));
}

}  // namespace

engine::EngineOptions trader_engine_options() {
    engine::EngineOptions options;
    options.books = {.orders_max = 1'000,
                     .levels_max = 1'000,
                     .instruments_max = kInstruments,
                     .huge_pages = HugePages::Never};
    options.orders = {
        .orders_remembered = 4'096, .open_orders_max = 64, .executions_remembered = 2'048};
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        options.symbols.push_back(symbol_of({id}));
    }
    options.feed.lines.store.messages_max = 512;
    options.feed_silence_max = {2 * kNanosPerSecond};
    options.limits.order_qty_max = {250};
    options.limits.position_max = {450};
    options.limits.open_orders_max = 3;
    options.limits.messages_max = 60;
    options.account.open_orders_max = 7;
    options.account.messages_free = 1'000'000;
    options.pace.orders.messages_max = 150;
    return options;
}

Expected<std::unique_ptr<TraderHost>> TraderHost::create(const WorldOptions& options,
                                                         std::size_t number) {
    const TraderOptionsDrawn& drawn = options.traders[number];
    if (!drawn.is_at_both()) {
        return make_host(options, number, [&] { return make_strategy(options, number); });
    }
    if (drawn.strategy == StrategyKind::Arbitrage && !options.strategy) {
        return make_host(options, number, make_arbitrage);
    }
    return make_host(options, number, [&] { return make_two(options, number); });
}

}  // namespace hotpath::sim::world
