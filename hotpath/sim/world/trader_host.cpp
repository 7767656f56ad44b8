#include "hotpath/sim/world/trader_host.hpp"

#include <utility>

#include "hotpath/sim/world/venue_host.hpp"
#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/strategy/momentum.hpp"
#include "hotpath/strategy/pairs_trading.hpp"
#include "hotpath/strategy/trend_following.hpp"
#include "hotpath/trader/input_recorder.hpp"
#include "hotpath/trader/observed_trader.hpp"

namespace hotpath::sim::world {

namespace {

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

[[nodiscard]] trader::TraderOptions trader_options(const WorldOptions& options,
                                                   std::size_t number) {
    trader::TraderOptions trader;
    trader.engine = trader_engine_options();
    trader.account = account_of(number);
    if (options.traders[number].has_drop_copy) {
        trader.drop_copy = drop_copy_of(number);
    }
    trader.connection.silence_timeout = {3 * kNanosPerSecond};
    trader.connection.login_timeout = {2 * kNanosPerSecond};
    trader.retry_max = {kNanosPerSecond};
    trader.has_understudy = true;
    trader.stop_within = {2 * kNanosPerSecond};
    trader.reconcile_within = options.reconcile_within;
    return trader;
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
    using Trader = trader::ObservedTrader<AnyStrategy, timing::NoTicks, Recorder>;

    Host(Trader trader, std::unique_ptr<InputDisk> disk)
        : disk_(std::move(disk)), trader_(std::move(trader)) {}

    bool is_wanted(trader::Port port) const override { return trader_.is_wanted(port); }
    bool is_open(trader::Port port) const override { return trader_.is_open(port); }
    Bytes output(trader::Port port) const override { return trader_.output(port); }
    Time next_deadline() const override { return trader_.next_deadline(); }
    void on_connected(trader::Port port, Time now) override { trader_.on_connected(port, now); }
    void on_bytes(trader::Port port, Bytes bytes, Time now) override {
        trader_.on_bytes(port, bytes, now);
    }
    void on_written(trader::Port port, std::size_t bytes, Time now) override {
        trader_.on_written(port, bytes, now);
    }
    void on_disconnected(trader::Port port, Time now) override {
        trader_.on_disconnected(port, now);
    }
    void on_timer(Time now) override { trader_.on_timer(now); }

    /// The owner was idle until then: steps of a rehearsal, which must leave no trace in any check.
    void on_packet(const feed::LinePacket& packet) override {
        constexpr int kSteps = 8;
        for (int n = 0; n < kSteps; ++n) {
            trader_.warm_step(packet.now);
        }
        trader_.on_packet(packet);
    }
    void take_requests(std::vector<ByteString>& requests) override {
        trader_.for_each_request(
            [&](Bytes request) { requests.emplace_back(request.begin(), request.end()); });
    }
    trader::OperatorAnswer obey(const trader::OperatorCommand& command, Time now) override {
        return trader_.on_operator(command, now);
    }
    void stop(Time now) override { trader_.stop(now); }
    void set_journal_room(bool has_room) override { disk_->has_room = has_room; }
    TraderView view() const override;

  private:
    std::unique_ptr<InputDisk> disk_;
    Trader trader_;
};

TraderView Host::view() const {
    const auto& engine = trader_.engine();
    const risk::RiskGate& risk = engine.gateway().risk();
    TraderView view;
    view.orders = &engine.orders();
    view.books = &engine.books();
    view.feed_next = engine.feed().next_sequence_number();
    view.feed_sessions = engine.feed().lines().sessions();
    view.feed_session = engine.feed().lines().session().value_or(view.feed_session);
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
        trader_.session(trader::Port::OrderEntry)->is_logged_in() && !engine.orders().is_in_doubt();
    view.is_reconciled =
        trader_.reconciliation() == nullptr || trader_.reconciliation()->is_settled();
    view.reconciliation = trader_.reconciliation() == nullptr ? trader::Finding::Agrees
                                                              : trader_.reconciliation()->finding();
    view.is_refused = trader_.refused_by().has_value();
    view.has_ended = trader_.has_ended();
    view.is_stopping = trader_.is_stopping();
    view.is_stopped = trader_.is_stopped();
    view.stop_reason = risk.stop_reason();
    view.inputs_lost = disk_->refused;
    return view;
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
    auto strategy = make_strategy(options, number);
    if (!strategy) {
        return std::unexpected(strategy.error());
    }
    auto disk = std::make_unique<InputDisk>();
    auto trader = Host::Trader::create(trader_options(options, number), std::move(*strategy), {},
                                       Host::Recorder(InputChannel(*disk)));
    if (!trader) {
        return std::unexpected(trader.error());
    }
    return std::make_unique<Host>(std::move(*trader), std::move(disk));
}

}  // namespace hotpath::sim::world
