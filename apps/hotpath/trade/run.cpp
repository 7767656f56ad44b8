#include "apps/hotpath/trade/run.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/console/client_note_text.hpp"
#include "apps/hotpath/console/day_clock.hpp"
#include "apps/hotpath/console/output_thread.hpp"
#include "apps/hotpath/top/telemetry_channel.hpp"
#include "apps/hotpath/trade/arbitrage_run.hpp"
#include "apps/hotpath/trade/book_sums.hpp"
#include "apps/hotpath/trade/course.hpp"
#include "apps/hotpath/trade/journal.hpp"
#include "apps/hotpath/trade/operators.hpp"
#include "apps/hotpath/trade/ports.hpp"
#include "apps/hotpath/trade/report.hpp"
#include "apps/hotpath/trade/strategies.hpp"
#include "apps/hotpath/trade/telemetry.hpp"
#include "hotpath/queue/seqlock.hpp"
#include "hotpath/trader/input_recorder.hpp"
#include "hotpath/trader/observed_trader.hpp"
#include "hotpath/trader/telemetry_observer.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

template <strategy::Strategy S>
class TradeRunOf : public TradeRun {
  public:
    using Recorder = trader::InputRecorder<InputChannelEnd>;
    using Telemetry = trader::TelemetryObserver<LiveTicks>;
    using Observer = trader::Observers<Recorder, Telemetry>;
    using Trader = trader::ObservedTrader<S, LiveTicks, Observer>;

    [[nodiscard]] static Expected<std::unique_ptr<TradeRun>> create(const TradeConfig& config,
                                                                    const fs::path& json,
                                                                    S strategy) {
        auto channel = open_if_wanted(config.telemetry);
        if (!channel) {
            return std::unexpected(channel.error());
        }
        const LiveTicks ticks = *channel ? LiveTicks((*channel)->clock()) : LiveTicks();
        auto trader = Trader::create(
            config.trader, std::move(strategy), ticks,
            Observer(Recorder(), Telemetry(*channel ? &(*channel)->publisher() : nullptr, ticks)));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        auto waiter = net::Waiter::create();
        if (!waiter) {
            return std::unexpected(waiter.error());
        }
        std::unique_ptr<TradeRunOf> run(
            new TradeRunOf(config, json, std::move(*trader), std::move(*waiter)));
        run->channel_ = std::move(*channel);
        auto ports = TradePorts::open(config, run->waiter_);
        if (!ports) {
            return std::unexpected(ports.error());
        }
        run->ports_.emplace(std::move(*ports));
        if (config.operator_port) {
            auto operators = TradeOperators::open(config, run->waiter_);
            if (!operators) {
                return std::unexpected(operators.error());
            }
            run->operators_.emplace(std::move(*operators));
        }
        if (config.journal) {
            auto journal = TradeJournal::open(config);
            if (!journal) {
                return std::unexpected(journal.error());
            }
            run->journal_ = std::move(*journal);
        }
        return run;
    }

    [[nodiscard]] Expected<void> run(const TradeSignals& signals) override {
        publish(now());  // the first report may be due before the first turn
        // Before take_core(): the output's thread would inherit the trading thread's core.
        output_.emplace(OutputThread::Options{.program = "hotpath trade",
                                              .json = json_,
                                              .source = [this] { return report(status_.load()); },
                                              .every = config_.health_every});
        if (auto taken = take_core(config_); !taken) {
            return taken;
        }
        if (journal_ && !begin_journal()) {
            return fail("the journal channel is full: no room for the configuration");
        }
        take_over_latch();
        say_ready();
        if (operators_) {
            operators_->start(now());
        }
        publish(now());
        while (!trader_.is_stopped()) {
            turn(signals);
        }
        return finish();
    }

  private:
    TradeRunOf(const TradeConfig& config, fs::path json, Trader trader, net::Waiter waiter)
        : config_(config),
          json_(std::move(json)),
          trader_(std::move(trader)),
          waiter_(std::move(waiter)),
          title_(fmt::format("{} {}", config.account, name(config.strategy.kind))) {}

    [[nodiscard]] Nanos now() const { return clock_.now(); }

    /// A stop by an earlier process holds until an operator opens.
    void take_over_latch() {
        if (!journal_ || !journal_->last_latch()) {
            return;
        }
        const trader::ModeChange& latch = *journal_->last_latch();
        const bool is_killed = latch.mode == risk::TradingMode::Killed;
        trader_.on_operator({.action = is_killed ? trader::OperatorAction::Kill
                                                 : trader::OperatorAction::ReduceOnly,
                             .origin = trader::OperatorOrigin::Restart,
                             .reason = latch.reason},
                            now());
        output_->print(fmt::format("trade: still {} since the last run: {}\n",
                                   is_killed ? "killed" : "reduce-only", stop_name(latch.reason)));
    }

    [[nodiscard]] bool begin_journal() {
        Recorder& recorder = trader_.observer().template get<0>();
        recorder = Recorder(journal_->end());
        return recorder.start(journal_->start(now()));
    }

    void turn(const TradeSignals& signals) {
        const auto clock = [this] { return now(); };
        const bool has_news = ports_->poll(trader_, clock);
        Nanos time = now();
        if (time >= trader_.next_deadline()) {
            trader_.on_timer(time);
        }
        obey(signals, time);
        if (operators_) {
            operators_->poll(time, [&](const trader::OperatorCommand& command) {
                is_journal_lost_ =
                    is_journal_lost_ && command.action != trader::OperatorAction::Resume;
                return trader_.on_operator(command, now());
            });
            operators_->for_each_note([this](const wire::soupbintcp::ClientNote& note) {
                output_->log(fmt::format("hotpath trade: {}\n", note_text(note, "operator")));
            });
        }
        ports_->write(trader_, clock);
        if (time >= status_at_) {
            check_journal(time);
            publish(time);
        }
        if (!has_news) {
            sums_.make_next(config_.trader.engine.symbols, trader_.engine().feed());
            warmth_.keep(time, trader_);
            const Nanos next = operators_
                                   ? std::min(trader_.next_deadline(), operators_->next_deadline())
                                   : trader_.next_deadline();
            rest(config_.idle, waiter_, next - time);
        }
    }

    void obey(const TradeSignals& signals, Nanos time) {
        if (signals.kill.load(std::memory_order_relaxed) && !is_killed_) {
            is_killed_ = true;
            trader_.on_operator(
                {.action = trader::OperatorAction::Kill, .origin = trader::OperatorOrigin::Signal},
                time);
        }
        if (!trader_.is_stopping() &&
            (is_hopeless(trader_) || signals.stop.load(std::memory_order_relaxed))) {
            stopped_for_ = status_of(trader_, config_.trader.engine.symbols);
            trader_.stop(time);
        }
    }

    /// Without the process that empties it the channel would take a while to be full.
    void check_journal(Nanos time) {
        if (journal_ && !is_journal_lost_ && !journal_->is_alive()) {
            is_journal_lost_ = true;
            trader_.stop_trading(
                {.mode = risk::TradingMode::Killed, .reason = risk::StopReason::Journal}, time);
        }
    }

    void publish(Nanos time) {
        status_at_ = time + config_.telemetry.state_every;
        sums_.begin_when_due(time, config_.health_every);
        TradeStatus status = status_of(trader_, config_.trader.engine.symbols);
        sums_.note(status);
        status.time = time;
        if (journal_) {
            status.journal_waiting = journal_->waiting();
            status.journal_slots = journal_->slots();
        }
        status_.store(status);
        if (const std::string alarm = feed_alarm_.note(status.feed); !alarm.empty()) {
            output_->log(alarm);
        }
        if (channel_) {
            publish_status(channel_->publisher(), status, title_, channel_->clock().ticks());
        }
    }

    void say_ready() {
        std::string text = fmt::format(
            "trade: ready: {} trades {} as {} at {}{}{}\n", name(config_.strategy.kind),
            joined(config_.trader.engine.symbols), config_.account, config_.order_entry.to_string(),
            config_.drop_copy ? "" : ", NO DROP COPY: positions are not reconciled",
            config_.journal ? "" : ", NO JOURNAL: a stop ends with this process");
        if (operators_) {
            text += fmt::format("trade: operators at {}\n", operators_->endpoint().to_string());
        }
        output_->print(text);
    }

    /// Called by the output's thread, too.
    [[nodiscard]] OutputThread::Report report(TradeStatus status) const {
        status.lines_lost = output_->lines_lost();
        return {.line = fmt::format("trade: {}\n", trade_health(status)),
                .json = json_.empty() ? std::string() : trade_json(config_, status)};
    }

    /// A journal that is not whole is the first error: a report that cannot be written does not
    /// hide it.
    [[nodiscard]] Expected<void> finish() {
        sums_.make_all(config_.trader.engine.symbols, trader_.engine().feed());
        publish(now());
        const TradeStatus status = status_.load();
        const auto kept = journal_ ? journal_->finish() : Expected<void>();
        OutputThread::Report last = report(status);
        last.line += positions_text(status);
        const auto written = output_->finish(std::move(last));
        return !kept ? kept : !written ? written : judge_end(trader_, status, stopped_for_);
    }

    TradeConfig config_;
    fs::path json_;
    std::unique_ptr<TelemetryChannel> channel_{};  // outlives the trader, who publishes to it
    std::unique_ptr<TradeJournal> journal_;        // outlives the trader, which writes to it
    Trader trader_;
    net::Waiter waiter_;
    std::string title_;  // of the channel's states
    std::optional<TradePorts> ports_;
    std::optional<TradeOperators> operators_;
    queue::Seqlock<TradeStatus> status_;
    DayClock clock_;
    Nanos status_at_{};
    BookSums sums_;
    FeedAlarm feed_alarm_;
    Warmth warmth_{config_.warm_every};
    bool is_killed_ = false;  // by the operator
    bool is_journal_lost_ = false;
    TradeStatus stopped_for_{};             // as it was when the stop began
    std::optional<OutputThread> output_{};  // while it runs; its thread reads status_
};

}  // namespace

Expected<std::unique_ptr<TradeRun>> make_trade_run(const TradeConfig& config,
                                                   const fs::path& json) {
    if (config.strategy.kind == StrategyKind::LatencyArbitrage) {
        return make_arbitrage_run(config, json);
    }
    return with_strategy<std::unique_ptr<TradeRun>>(config.strategy, [&](auto strategy) {
        return TradeRunOf<decltype(strategy)>::create(config, json, std::move(strategy));
    });
}

}  // namespace hotpath::app
