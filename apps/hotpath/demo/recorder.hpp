#pragma once
/// Watches the trader of a demo from outside and keeps what the report shows: latencies, the touch,
/// fills, position and profit and loss.
///
/// Positions are valued at the trader's marks (engine/mark.hpp). A fill is derived from the
/// position: one OUCH message has at most one execution, which is the change between two steps. Of
/// several instruments the touch and the fills are those of the first, the account is of all.
/// With a telemetry channel it publishes its data, as a live trader would. Threads:
/// the trader's. Allocation: the curves at construction, fills as they come. Complexity: O(1) a
/// step; nothing here is inside a stage that is measured.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/hotpath/demo/busiest_instrument.hpp"
#include "apps/hotpath/demo/sampled_series.hpp"
#include "apps/hotpath/demo/stage_latencies.hpp"
#include "hotpath/backtest/stop_recorder.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/live/status/status.hpp"
#include "hotpath/live/status/telemetry.hpp"
#include "hotpath/oms/position.hpp"
#include "hotpath/sim/session/session_ends.hpp"
#include "hotpath/telemetry/telemetry_channel.hpp"
#include "hotpath/trader/telemetry_observer.hpp"

namespace hotpath::app {

using telemetry::TelemetryChannel;

struct FillMark {
    Time time;
    Side side = Side::Buy;
    Price price;
    Qty qty;
};

struct Touch {
    Price bid, ask;
};

struct Account {
    SignedQty position{};  // net
    Money pnl{};           // open positions at their marks, without fees
};

class DemoRecorder {
  public:
    /// `channel` outlives it; nullptr: nothing is published, under `title`.
    /// Where the feed keeps numbers, the instruments have those of `traded`.
    DemoRecorder(const std::vector<TradedInstrument>& traded, const sim::session::FeedEnds& feed,
                 const timing::TscClock& clock, TelemetryChannel* channel, std::string title);

    [[nodiscard]] const StageLatencies& latencies() const noexcept { return latencies_; }
    [[nodiscard]] const SampledSeries<Touch>& touch() const noexcept { return touch_; }
    [[nodiscard]] const SampledSeries<Account>& accounts() const noexcept { return accounts_; }
    [[nodiscard]] const std::vector<FillMark>& fills() const noexcept { return fills_; }
    [[nodiscard]] Account account() const noexcept { return account_of_all(); }
    [[nodiscard]] const std::optional<backtest::TradingStop>& stop() const noexcept {
        return stops_.stop();
    }
    /// The first event; nothing without one.
    [[nodiscard]] std::optional<Time> begun() const noexcept { return begun_; }

    /// `of` has the trader's engine.
    template <class Connected>
    void on_packet(const Connected& of, Time now) {
        const auto& engine = of.engine();
        if (engine.stamps().at(timing::Stage::Rx) != rx_) {
            latencies_.record(engine.stamps());
        }
        begun_ = begun_.value_or(now);
        stops_.look(engine, now);
        for (Leg& leg : legs_) {
            if (!is_known(leg, engine)) {
                continue;
            }
            leg.mark = engine.orders().position(leg.instrument).mark;
            const book::Bbo bbo = engine.books().bbo(leg.instrument);
            if (bbo.is_two_sided() && bbo.bid.price < bbo.ask.price) {
                see_touch(leg, {.bid = bbo.bid.price, .ask = bbo.ask.price}, now);
            }
        }
        publish(telemetry::EventKind::Packet, engine, now);
    }

    template <class Connected>
    void on_reply(const Connected& of, Time now) {
        const auto& engine = of.engine();
        stops_.look(engine, now);
        for (Leg& leg : legs_) {
            if (is_known(leg, engine)) {
                leg.mark = engine.orders().position(leg.instrument).mark;
                see_position(leg, engine.orders().position(leg.instrument), now);
            }
        }
        publish(telemetry::EventKind::Reply, engine, now);
    }

    /// The engine as it is now, when there is a channel.
    template <class Engine>
    void publish_state(const Engine& engine, Time now) const {
        if (channel_ != nullptr) {
            live::TradeStatus status = live::status_of_engine(engine, symbols_);
            status.time = now;
            live::publish_status(channel_->publisher(), status, title_, channel_->clock().ticks());
        }
    }

  private:
    /// The wire has taken what the trader had for it. Nothing when the event was the session's alone.
    template <class Engine>
    void publish(telemetry::EventKind kind, const Engine& engine, Time now) {
        timing::StageStamps stamps = engine.stamps();
        const std::uint64_t rx = stamps.at(timing::Stage::Rx);
        if (std::exchange(rx_, rx) == rx || channel_ == nullptr) {
            return;
        }
        const std::uint64_t sent = trader::messages_sent(engine.gateway().counters());
        if (sent != sent_) {
            stamps.stamp(timing::Stage::Tx, channel_->clock());
        }
        channel_->publisher().publish(
            {.kind = kind,
             .is_sent = sent != sent_,
             .instrument = sent != sent_ ? legs_.front().instrument : InstrumentId{},
             .local_time = now,
             .venue_time = engine.feed().market().counters().last_time},
            stamps);
        sent_ = sent;
        if (channel_->publisher().is_state_due(rx)) {
            publish_state(engine, now);
        }
    }
    struct Leg {
        InstrumentId instrument{};  // 0: the feed has not defined it yet
        Symbol symbol{};
        Touch last_touch{};
        Price mark{};
        oms::Position position{};
    };

    /// A feed that numbers instruments itself has defined them by its first packets.
    template <class Engine>
    [[nodiscard]] static bool is_known(Leg& leg, const Engine& engine) {
        if (leg.instrument.value == 0) [[unlikely]] {
            leg.instrument =
                engine.feed().market().directory().find(leg.symbol).value_or(InstrumentId{});
        }
        return leg.instrument.value != 0;
    }

    void see_touch(Leg& leg, const Touch& touch, Time now);
    void see_position(Leg& leg, const oms::Position& position, Time now);
    [[nodiscard]] bool is_shown(const Leg& leg) const noexcept { return &leg == legs_.data(); }
    [[nodiscard]] Account account_of_all() const noexcept;

    std::vector<Leg> legs_{};  // at least one
    std::vector<Symbol> symbols_{};
    std::string title_;
    StageLatencies latencies_;
    TelemetryChannel* channel_;
    std::uint64_t sent_ = 0;  // messages of the trader's, when it was last looked at
    std::uint64_t rx_ = 0;    // of its engine's last event
    SampledSeries<Touch> touch_;
    SampledSeries<Account> accounts_;
    std::vector<FillMark> fills_;
    std::optional<Time> begun_;
    backtest::StopRecorder stops_;
};

}  // namespace hotpath::app
