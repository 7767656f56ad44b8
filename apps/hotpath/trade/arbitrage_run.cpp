#include "apps/hotpath/trade/arbitrage_run.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/console/day_clock.hpp"
#include "apps/hotpath/console/output_thread.hpp"
#include "apps/hotpath/trade/book_sums.hpp"
#include "apps/hotpath/trade/course.hpp"
#include "apps/hotpath/trade/ports.hpp"
#include "apps/hotpath/trade/report.hpp"
#include "hotpath/queue/seqlock.hpp"
#include "hotpath/risk/shared_limits.hpp"
#include "hotpath/strategy/latency_arbitrage.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using strategy::LatencyArbitrage;
using Trader = trader::Trader<strategy::ArbitrageLeg>;

constexpr Nanos kStatusEvery{50'000'000};
constexpr std::array<std::string_view, strategy::kVenues> kVenueNames{"first venue",
                                                                      "second venue"};
/// Both engines are on this thread: nothing is gained by fetching much at once, and a limit would
/// bind early.
constexpr risk::FirmLimits kBlock{.open_orders_max = 1, .open_value_max = 1, .messages_max = 1};

/// One venue's trader and its sockets.
struct At {
    Trader trader;
    TradePorts ports;
    TradeStatus stopped_for{};  // as it was when the stop began
    BookSums sums{};
    FeedAlarm feed_alarm{};
};

/// Everything but the sockets, at its place: the engines point to it.
struct Shared {
    explicit Shared(const TradeConfig& config)
        : firm(config.firm), arbitrage(config.strategy.arbitrage) {}

    risk::SharedLimits firm;
    std::array<risk::FirmShare, strategy::kVenues> shares{{{firm, kBlock}, {firm, kBlock}}};
    LatencyArbitrage arbitrage;
};

class ArbitrageRun : public TradeRun {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<TradeRun>> create(const TradeConfig& config,
                                                                    const fs::path& json) {
        auto waiter = net::Waiter::create();
        if (!waiter) {
            return std::unexpected(waiter.error());
        }
        std::unique_ptr<ArbitrageRun> run(new ArbitrageRun(config, json, std::move(*waiter)));
        for (std::size_t n = 0; n < strategy::kVenues; ++n) {
            if (auto added = run->add(n); !added) {
                return std::unexpected(added.error());
            }
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
        say_ready();
        publish(now());
        while (!venues_[0].trader.is_stopped() || !venues_[1].trader.is_stopped()) {
            turn(signals);
        }
        return finish();
    }

  private:
    /// A venue's trader as its ports see it: what its packets and replies mean for the other venue
    /// is done at once, and not after all that has arrived here.
    class Turning {
      public:
        Turning(ArbitrageRun& run, std::size_t venue) : run_(run), venue_(venue) {}

        void on_packet(const feed::LinePacket& packet) {
            trader().on_packet(packet);
            run_.after_event(venue_, packet.now);
        }
        void on_bytes(trader::Port port, Bytes bytes, Nanos time) {
            trader().on_bytes(port, bytes, time);
            run_.after_event(venue_, time);
        }
        // The rest is nothing that a leg decides on.
        void on_connected(trader::Port port, Nanos time) { trader().on_connected(port, time); }
        void on_disconnected(trader::Port port, Nanos time) {
            trader().on_disconnected(port, time);
        }
        [[nodiscard]] bool is_wanted(trader::Port port) { return trader().is_wanted(port); }
        [[nodiscard]] bool is_open(trader::Port port) { return trader().is_open(port); }
        [[nodiscard]] Bytes output(trader::Port port) { return trader().output(port); }
        void on_written(trader::Port port, std::size_t bytes, Nanos time) {
            trader().on_written(port, bytes, time);
        }

      private:
        [[nodiscard]] Trader& trader() { return run_.venues_[venue_].trader; }

        ArbitrageRun& run_;
        std::size_t venue_;
    };

    ArbitrageRun(const TradeConfig& config, fs::path json, net::Waiter waiter)
        : config_(config), json_(std::move(json)), waiter_(std::move(waiter)), shared_(config) {}

    [[nodiscard]] Expected<void> add(std::size_t n) {
        const VenueConfig& venue = n == 0 ? config_ : *config_.second;
        trader::TraderOptions options = venue.trader;
        options.engine.firm = &shared_.shares[n];
        auto trader = Trader::create(
            options, strategy::ArbitrageLeg(shared_.arbitrage, static_cast<strategy::Venue>(n)));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        auto ports = TradePorts::open(venue, waiter_);
        if (!ports) {
            return std::unexpected(ports.error());
        }
        venues_.push_back({.trader = std::move(*trader), .ports = std::move(*ports)});
        return {};
    }

    [[nodiscard]] Nanos now() const { return clock_.now(); }

    void turn(const TradeSignals& signals) {
        const auto clock = [this] { return now(); };
        bool has_news = false;
        Nanos due = kNever;
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            At& at = venues_[n];
            Turning turning(*this, n);
            has_news = at.ports.poll(turning, clock) || has_news;
            if (const Nanos time = now(); time >= at.trader.next_deadline()) {
                at.trader.on_timer(time);
                after_event(n, time);
            }
        }
        const Nanos time = now();
        obey(signals, time);
        for (At& at : venues_) {
            at.ports.write(at.trader, clock);
            due = std::min(due, at.trader.next_deadline());
        }
        if (time >= status_at_) {
            publish(time);
        }
        if (!has_news) {
            for (At& at : venues_) {
                at.sums.make_next(symbols(), at.trader.engine().feed());
            }
            warmth_.keep(time, venues_[0].trader, venues_[1].trader);
            rest(config_.idle, waiter_, due - time);
        }
    }

    /// The legs that this event of a venue has called for act, and what the other venue is to get
    /// leaves; the venue's own orders leave from the loop that brought the event.
    void after_event(std::size_t venue, Nanos time) {
        bool has_acted = false;
        take_turns(shared_.arbitrage, [&](const LatencyArbitrage::Turn& turn) {
            venues_[static_cast<std::size_t>(turn.venue)].trader.act(turn.instrument, time);
            has_acted = true;
        });
        if (has_acted) {
            At& other = venues_[1 - venue];
            other.ports.write(other.trader, [this] { return now(); });
        }
    }

    void obey(const TradeSignals& signals, Nanos time) {
        if (signals.kill.load(std::memory_order_relaxed) && !is_killed_) {
            is_killed_ = true;
            for (At& at : venues_) {
                at.trader.kill(time);
            }
        }
        const bool has_no_use = is_hopeless(venues_[0].trader) || is_hopeless(venues_[1].trader);
        if (!venues_[0].trader.is_stopping() &&
            (has_no_use || signals.stop.load(std::memory_order_relaxed))) {
            for (At& at : venues_) {
                at.stopped_for = status_of(at.trader, symbols());
                at.trader.stop(time);
            }
        }
    }

    [[nodiscard]] const std::vector<Symbol>& symbols() const {
        return config_.trader.engine.symbols;
    }
    [[nodiscard]] ArbitrageStatus status() const {
        ArbitrageStatus status{.arbitrage = shared_.arbitrage.counters()};
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            status.venues[n] = status_of(venues_[n].trader, symbols());
            venues_[n].sums.note(status.venues[n]);
        }
        for (const risk::FirmLimit limit : risk::kFirmLimits) {
            status.firm_taken[static_cast<std::size_t>(limit)] = shared_.firm.taken(limit);
        }
        return status;
    }
    void publish(Nanos time) {
        status_at_ = time + kStatusEvery;
        for (At& at : venues_) {
            at.sums.begin_when_due(time, config_.health_every);
        }
        const ArbitrageStatus now = status();
        status_.store(now);
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            if (const std::string alarm = venues_[n].feed_alarm.note(now.venues[n].feed);
                !alarm.empty()) {
                output_->log(alarm);
            }
        }
    }

    void say_ready() {
        output_->print(fmt::format("trade: ready: {} trades {} as {} at {} and as {} at {}\n",
                                   name(config_.strategy.kind), joined(symbols()), config_.account,
                                   config_.order_entry.to_string(), config_.second->account,
                                   config_.second->order_entry.to_string()));
    }

    /// Called by the output's thread, too.
    [[nodiscard]] OutputThread::Report report(ArbitrageStatus status) const {
        status.venues[0].lines_lost = output_->lines_lost();
        return {.line = fmt::format("trade: {}\n", arbitrage_health(status)),
                .json = json_.empty() ? std::string() : arbitrage_json(config_, status)};
    }

    [[nodiscard]] Expected<void> finish() {
        for (At& at : venues_) {
            at.sums.make_all(symbols(), at.trader.engine().feed());
        }
        const ArbitrageStatus ended = status();
        OutputThread::Report last = report(ended);
        last.line += positions_text(ended.venues[0]) + positions_text(ended.venues[1]);
        if (auto written = output_->finish(std::move(last)); !written) {
            return written;
        }
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            const At& at = venues_[n];
            if (auto end = judge_end(at.trader, ended.venues[n], at.stopped_for); !end) {
                return fail(fmt::format("{}: {}", kVenueNames[n], end.error().message));
            }
        }
        return {};
    }

    TradeConfig config_;
    fs::path json_;
    net::Waiter waiter_;
    Shared shared_;
    std::vector<At> venues_;
    queue::Seqlock<ArbitrageStatus> status_;
    DayClock clock_;
    Nanos status_at_{};
    Warmth warmth_{config_.warm_every};
    bool is_killed_ = false;                // by the operator
    std::optional<OutputThread> output_{};  // while it runs; its thread reads status_
};

}  // namespace

Expected<std::unique_ptr<TradeRun>> make_arbitrage_run(const TradeConfig& config,
                                                       const fs::path& json) {
    return ArbitrageRun::create(config, json);
}

}  // namespace hotpath::app
