#include "hotpath/live/run/trade_run.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/files/output_file.hpp"
#include "hotpath/jitter/host_settings.hpp"
#include "hotpath/jitter/loop_watch.hpp"
#include "hotpath/live/run/at_venue.hpp"
#include "hotpath/live/run/course.hpp"
#include "hotpath/live/run/journal.hpp"
#include "hotpath/live/run/operators.hpp"
#include "hotpath/live/status/report.hpp"
#include "hotpath/live/status/status_steps.hpp"
#include "hotpath/live/status/stop_words.hpp"
#include "hotpath/live/status/telemetry.hpp"
#include "hotpath/process/client_note_text.hpp"
#include "hotpath/process/output_thread.hpp"
#include "hotpath/queue/seqlock.hpp"
#include "hotpath/strategy/any_legs.hpp"
#include "hotpath/strategy/own_types.hpp"
#include "hotpath/telemetry/telemetry_channel.hpp"
#include "hotpath/timing/day_clock.hpp"
#include "hotpath/trader/input_recorder.hpp"
#include "hotpath/trader/telemetry_observer.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::live {

namespace {

using process::OutputThread;
using telemetry::LiveTicks;

template <class S>
class TradeRunOf : public TradeRun {
  public:
    using Recorder = trader::InputRecorder<InputChannelEnd>;
    using Telemetry = trader::TelemetryObserver<LiveTicks>;
    using Observer = trader::Observers<Recorder, trader::VenueObservers<Telemetry>>;
    using Trader = trader::Trader<S, LiveTicks, Observer>;

    [[nodiscard]] static Expected<std::unique_ptr<TradeRun>> create(const TradeConfig& config,
                                                                    const TradeFiles& files,
                                                                    auto make) {
        auto channels = open_channels(config);
        if (!channels) {
            return std::unexpected(channels.error());
        }
        const LiveTicks ticks =
            channels->empty() ? LiveTicks() : LiveTicks((*channels)[0]->clock());
        auto trader = make_trader<Trader>(
            config, make, ticks, Observer(Recorder(), telemetry_of(config, *channels, ticks)));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        auto waiter = net::Waiter::create();
        if (!waiter) {
            return std::unexpected(waiter.error());
        }
        std::unique_ptr<TradeRunOf> run(new TradeRunOf(config, files, std::move(*channels),
                                                       std::move(*trader), std::move(*waiter)));
        for (std::size_t n = 0; n < venues_count(config); ++n) {
            auto ports = TradePorts::open(venue_config(config, n), run->waiter_);
            if (!ports) {
                return std::unexpected(ports.error());
            }
            run->venues_.push_back({.ports = std::move(*ports),
                                    .title = fmt::format("{} {}", venue_config(config, n).account,
                                                         strategy_name(config))});
        }
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
                                              .json = files_.json,
                                              .source = [this] { return report(status_.load()); },
                                              .every = config_.health_every});
        if (auto taken = take_core(config_); !taken) {
            return taken;
        }
        if (auto watched = open_watch(); !watched) {
            return watched;
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
    /// The inputs of one venue as they arrive. What they make the strategy send at another venue
    /// leaves at once, and not after all that has arrived here.
    class Arriving : public trader::VenueInputs<Trader> {
        using Inputs = trader::VenueInputs<Trader>;

      public:
        Arriving(TradeRunOf& run, std::size_t venue)
            : Inputs(run.trader_, static_cast<trader::Venue>(venue)), run_(run), venue_(venue) {}

        void on_packet(const feed::LinePacket& packet) {
            take(jitter::Work::Packet, [&] { Inputs::on_packet(packet); });
        }
        void on_loop_packet(feed::FeedLoop loop, Bytes bytes, Time time) {
            take(jitter::Work::Packet, [&] { Inputs::on_loop_packet(loop, bytes, time); });
        }
        void on_bytes(trader::Port port, Bytes bytes, Time time) {
            take(jitter::Work::Reply, [&] { Inputs::on_bytes(port, bytes, time); });
        }
        void on_timer(Time time) {
            take(jitter::Work::Timer, [&] { Inputs::on_timer(time); });
        }

      private:
        template <class Fn>
        void take(jitter::Work work, Fn&& fn) {
            if (run_.watching_ == nullptr) [[likely]] {
                fn();
            } else {
                watch(work, fn);
            }
            run_.write_where_acted();
        }
        /// Own code alone, without what is sent of it.
        template <class Fn>
        [[gnu::noinline]] void watch(jitter::Work work, Fn& fn) {
            const auto& engine = run_.trader_.at(venue_).engine();
            jitter::OwnCode own(run_.watching_, work);
            const std::uint64_t sent = trader::messages_sent(engine.gateway().counters());
            fn();
            own.note(trader::messages_sent(engine.gateway().counters()) != sent, engine.stamps());
        }

        TradeRunOf& run_;
        std::size_t venue_;
    };

    TradeRunOf(const TradeConfig& config, TradeFiles files, TelemetryChannels channels,
               Trader trader, net::Waiter waiter)
        : config_(config),
          files_(std::move(files)),
          channels_(std::move(channels)),
          trader_(std::move(trader)),
          waiter_(std::move(waiter)) {}

    [[nodiscard]] static trader::VenueObservers<Telemetry> telemetry_of(
        const TradeConfig& config, const TelemetryChannels& channels, const LiveTicks& ticks) {
        std::vector<Telemetry> observers;
        observers.reserve(venues_count(config));
        for (std::size_t n = 0; n < venues_count(config); ++n) {
            observers.emplace_back(channels.empty() ? nullptr : &channels[n]->publisher(), ticks);
        }
        return trader::VenueObservers<Telemetry>(std::move(observers));
    }

    [[nodiscard]] Time now() const { return clock_.now(); }

    /// A stop by an earlier process holds until an operator opens.
    void take_over_latch() {
        if (!journal_ || !journal_->last_latch()) {
            return;
        }
        const LatchedStop& latch = *journal_->last_latch();
        trader_.on_operator(latch.command(), now());
        output_->print(stop_words_.take_over(latch));
    }

    [[nodiscard]] bool begin_journal() {
        Recorder& recorder = trader_.observer().template get<0>();
        recorder = Recorder(journal_->end());
        return recorder.start(journal_->start(now()));
    }

    void turn(const TradeSignals& signals) {
        if (watching_ != nullptr) [[unlikely]] {
            watching_->begin_turn();
        }
        const bool has_news = take_inputs();
        const Time time = now();
        obey(signals, time);
        serve_operators(time);
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            write(n);
        }
        if (is_publishing()) {
            check_journal(time);
            publish_next();
        } else if (time >= status_at_ + (has_news ? config_.telemetry.state_every : Nanos{})) {
            take_status_step(time);
        }
        if (!has_news) {
            use_idle_time(time);
        }
        if (watching_ != nullptr) [[unlikely]] {
            watching_->end_turn(has_news);
        }
        if (!has_news && !is_publishing() && !status_steps_.is_begun()) {
            const Time next = operators_
                                  ? std::min(trader_.next_deadline(), operators_->next_deadline())
                                  : trader_.next_deadline();
            rest(config_.idle, waiter_, next - time);
        }
    }

    [[nodiscard]] bool take_inputs() {
        const bool is_whole = config_.idle == Idle::Wait;  // it has few turns
        bool has_news = false;
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            Arriving arriving(*this, n);
            has_news = venues_[n].ports.poll(arriving, clock(), is_whole) || has_news;
            if (const Time due = now(); due >= trader_.at(n).next_deadline()) {
                arriving.on_timer(due);
            }
        }
        return has_news;
    }

    void serve_operators(Time time) {
        if (!operators_) {
            return;
        }
        operators_->poll(time, [&](const trader::OperatorCommand& command) {
            is_journal_lost_ = is_journal_lost_ && command.action != trader::OperatorAction::Resume;
            return trader_.on_operator(command, now());
        });
        operators_->for_each_note([this](const protocols::nasdaq::soupbintcp::ClientNote& note) {
            output_->log(fmt::format("hotpath trade: {}\n", process::note_text(note, "operator")));
        });
    }

    void use_idle_time(Time time) {
        // A loop that sleeps has few idle turns, and is not waited for.
        const bool is_whole = config_.idle == Idle::Wait;
        const std::uint32_t visits_max = is_whole ? BookSums::kWholeBook : BookSums::kVisitsMax;
        {
            const jitter::OwnCode own(watching_, jitter::Work::BookSums);
            for (std::size_t n = 0; n < venues_.size(); ++n) {
                venues_[n].sums.step(symbols(), trader_.at(n).engine(), visits_max);
            }
        }
        if (warmth_.is_due(time)) {
            const jitter::OwnCode own(watching_, jitter::Work::Practice);
            warmth_.play(time, trader_, is_whole);
        }
    }

    [[nodiscard]] auto clock() const {
        return [this] { return now(); };
    }
    [[nodiscard]] const std::vector<Symbol>& symbols() const {
        return config_.trader.engine.symbols;
    }
    void write(std::size_t venue) {
        trader::VenueInputs<Trader> inputs(trader_, static_cast<trader::Venue>(venue));
        venues_[venue].ports.write(inputs, clock());
    }
    void write_where_acted() {
        for (std::size_t n = 0; venues_.size() > 1 && n < venues_.size(); ++n) {
            if (trader_.has_acted(n)) [[unlikely]] {
                write(n);
            }
        }
    }

    void obey(const TradeSignals& signals, Time time) {
        if (signals.kill.load(std::memory_order_relaxed) && !is_killed_) {
            is_killed_ = true;
            trader_.on_operator(
                {.action = trader::OperatorAction::Kill, .origin = trader::OperatorOrigin::Signal},
                time);
        }
        if (trader_.is_stopping()) {
            return;
        }
        bool is_over = signals.stop.load(std::memory_order_relaxed);
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            is_over = is_over || is_hopeless(trader_.at(n));
        }
        if (is_over) {
            for (std::size_t n = 0; n < venues_.size(); ++n) {
                venues_[n].note_stop(status_of(trader_.at(n), symbols()), stop_words_.before());
            }
            trader_.stop(time);
        }
    }

    /// Without the process that empties it the channel would take a while to be full.
    void check_journal(Time time) {
        if (journal_ && !is_journal_lost_ && !journal_->is_alive()) {
            is_journal_lost_ = true;
            trader_.stop_trading(
                {.mode = risk::TradingMode::Killed, .reason = risk::StopReason::Journal}, time);
        }
    }

    /// No turn is long: the status is taken in steps, one a turn without input, and handed to one
    /// reader in each turn after them. When inputs have begun it again for as long as a status may
    /// be old, it is taken in one turn.
    [[nodiscard]] bool is_publishing() const { return readers_left_ > 0; }
    void take_status_step(Time time) {
        const jitter::OwnCode own(watching_, jitter::Work::Status);
        const bool is_late = time >= status_at_ + config_.telemetry.state_every;
        bool is_taken = is_status_taken(time);
        while (is_late && !is_taken) {
            is_taken = is_status_taken(time);
        }
    }
    [[nodiscard]] bool is_status_taken(Time time) {
        const StatusSources of{trader_, symbols(), trader_.inputs()};
        if (!status_steps_.step(of, taken_, [&](std::size_t n, TradeStatus& status) {
                venues_[n].sums.begin_when_due(time, config_.health_every);
                venues_[n].sums.note(status);
                status.stopped_before = stop_words_.before();
                status.time = time;
            })) {
            return false;
        }
        if (journal_) {
            taken_.venues[0].journal_waiting = journal_->waiting();
            taken_.venues[0].journal_slots = journal_->slots();
            stop_words_.keep(trader_.observer().template get<0>(), trader_.inputs(), taken_);
        }
        status_at_ = time + config_.telemetry.state_every;
        readers_left_ = 1 + channels_.size();
        return true;
    }
    void publish_next() {
        const jitter::OwnCode own(watching_, jitter::Work::Status);
        if (const std::size_t n = --readers_left_; n < channels_.size()) {
            publish_status(channels_[n]->publisher(), taken_.venues[n], venues_[n].title,
                           channels_[n]->clock().ticks());
            return;
        }
        status_.store_first(taken_, used_bytes(taken_));
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            for (const std::string& line : venues_[n].news(taken_.venues[n].feed)) {
                output_->log(line);
            }
        }
        watch_when_trading(taken_);
    }
    /// To all at once: before the first turn and after the last.
    void publish(Time time) {
        while (!is_status_taken(time)) {
        }
        while (is_publishing()) {
            publish_next();
        }
    }

    /// The watch begins when the loop has recovered and trades: what comes before is no loop yet.
    [[nodiscard]] Expected<void> open_watch() {
        if (files_.gaps.empty()) {
            return {};
        }
        auto watch = jitter::LoopWatch::create(
            {.core = *config_.core, .is_virtual = jitter::is_virtual_machine(jitter::HostFiles())});
        if (!watch) {
            return std::unexpected(watch.error());
        }
        watch_.emplace(std::move(*watch));
        return {};
    }
    void watch_when_trading(const RunStatus& status) {
        if (!watch_ || watching_ != nullptr) {
            return;
        }
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            if (doing(status.venues[n]) != "trading") {
                return;
            }
        }
        watch_->start();
        watching_ = &*watch_;
    }
    [[nodiscard]] Expected<void> write_gaps() {
        return watch_ ? files::write_file(files_.gaps, watch_->json().dump(2) + "\n")
                      : Expected<void>();
    }

    void say_ready() {
        std::string text = ready_text(config_);
        if (operators_) {
            text += fmt::format("trade: operators at {}\n", operators_->endpoint().to_string());
        }
        output_->print(text);
    }

    /// Called by the output's thread, too.
    [[nodiscard]] OutputThread::Report report(RunStatus status) const {
        status.venues[0].lines_lost = output_->lines_lost();
        return {.line = losses_of_numbers(venues_) + fmt::format("trade: {}\n", run_health(status)),
                .json = files_.json.empty() ? std::string() : run_json(config_, status)};
    }

    /// A journal that is not whole is the first error: a report that cannot be written does not
    /// hide it.
    [[nodiscard]] Expected<void> finish() {
        watching_ = nullptr;  // no turns any more
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            venues_[n].sums.make_all(symbols(), trader_.at(n).engine().feed());
        }
        publish(now());
        const RunStatus status = status_.load();
        const auto kept = journal_ ? journal_->finish() : Expected<void>();
        OutputThread::Report last = report(status);
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            last.line += positions_text(status.venues[n]);
        }
        const auto written = output_->finish(std::move(last));
        const auto gaps = write_gaps();
        return !kept ? kept : !written ? written : !gaps ? gaps : judge(status);
    }

    [[nodiscard]] Expected<void> judge(const RunStatus& status) const {
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            auto end = judge_end(trader_.at(n), status.venues[n], venues_[n].stopped_for);
            if (!end) {
                return venues_.size() == 1
                           ? end
                           : fail(fmt::format("{}: {}", venue_name(n), end.error().message));
            }
        }
        return {};
    }

    TradeConfig config_;
    TradeFiles files_;
    TelemetryChannels channels_;             // outlive the trader, which publishes to them
    std::unique_ptr<TradeJournal> journal_;  // outlives the trader, which writes to it
    Trader trader_;
    net::Waiter waiter_;
    std::vector<AtVenue> venues_;
    std::optional<TradeOperators> operators_;
    queue::Seqlock<RunStatus> status_;
    timing::DayClock clock_;
    RunStatus taken_{};             // the last status, for the readers that are left
    StatusSteps status_steps_{};    // of the one that is being taken
    std::size_t readers_left_ = 0;  // the output's thread is the first, telemetry's channels follow
    Time status_at_{};
    Warmth warmth_{config_.warm_every};
    bool is_killed_ = false;  // by the operator
    bool is_journal_lost_ = false;
    StopWords stop_words_{};
    std::optional<jitter::LoopWatch> watch_{};  // when gaps are wanted
    jitter::LoopWatch* watching_ = nullptr;     // it, once it has begun
    std::optional<OutputThread> output_{};      // while it runs; its thread reads status_
};

}  // namespace

Expected<std::unique_ptr<TradeRun>> make_trade_run(const TradeConfig& config,
                                                   const TradeFiles& files) {
#ifdef HOTPATH_OWN_TYPES
    if (config.strategies.size() == 1) {
        if (auto made = strategy::make_own<std::unique_ptr<TradeRun>>(
                strategy::OwnTypes{}, config.strategies.front().choice,
                [&]<class S>(std::type_identity<S>, auto make) {
                    return TradeRunOf<S>::create(config, files, make);
                })) {
            return std::move(*made);
        }
    }
#endif
    return TradeRunOf<strategy::AnyLegs>::create(config, files, [&] {
        return strategy::make_legs_of(config.strategies,
                                      config.trader.engine.books.instruments_max);
    });
}

}  // namespace hotpath::live
