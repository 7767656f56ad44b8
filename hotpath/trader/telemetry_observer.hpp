#pragma once
/// TelemetryObserver: publishes an observed trader's events and their stage times in a telemetry
/// channel.
///
///   Trader::create(options, strategy, clock, TelemetryObserver(publisher, clock))
///
/// An event that sent something is published once the transport has taken the order's bytes, which
/// stamps Tx; every other one at once. The stamps are the engine's of the last packet or reply that
/// one input brought. Without a publisher it does nothing. Threads: the trader's. Allocation: none.
/// Complexity: O(1) an input, and the publisher's.

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "hotpath/core/units.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_gateway.hpp"
#include "hotpath/telemetry/publisher.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"
#include "hotpath/trader/input.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::trader {

/// Messages sent to the venue, or waiting for the session.
[[nodiscard]] inline std::uint64_t messages_sent(const oms::DeskCounters& counters) noexcept {
    return counters.enters + counters.replaces + counters.reduces + counters.cancels;
}

/// Instrument of the newest order if known, else 0.
[[nodiscard]] inline InstrumentId newest_instrument(const oms::Orders& orders) noexcept {
    const oms::Order* newest = orders.find({orders.next_id().value - 1});
    return newest == nullptr ? InstrumentId{} : newest->instrument;
}

template <timing::TickSource T>
class TelemetryObserver {
  public:
    /// `publisher` outlives it; nullptr: nothing is published.
    TelemetryObserver(telemetry::Publisher* publisher, T ticks)
        : publisher_(publisher), ticks_(std::move(ticks)) {}

    void on_input(const Input& input) noexcept {
        const auto* written = std::get_if<event::Written>(&input.event);
        if (written != nullptr && written->port == Port::OrderEntry && pending_count_ > 0) {
            stamp_tx();
        }
    }
    void on_output(const Output&) noexcept {}
    void on_mode(const ModeChange&) noexcept {}
    [[nodiscard]] static constexpr bool must_stop() noexcept { return false; }

    template <class AtVenue>
    void on_done(const Input& input, const AtVenue& trader) noexcept {
        if (publisher_ == nullptr) {
            return;
        }
        if (pending_count_ > 0 && trader.output(Port::OrderEntry).empty()) {
            publish_pending();
        }
        const auto& engine = trader.engine();
        const std::uint64_t sent = messages_sent(engine.gateway().counters());
        const bool is_sent = sent != sent_;
        sent_ = sent;
        const std::uint64_t rx = engine.stamps().at(timing::Stage::Rx);
        if (rx == rx_) {
            return;  // it was no event of the engine
        }
        rx_ = rx;
        const telemetry::Event event{
            .kind = telemetry_kind_of(input.event),
            .is_sent = is_sent,
            .instrument = is_sent ? newest_instrument(engine.orders()) : InstrumentId{},
            .local_time = input.now,
            .venue_time = engine.feed().market().counters().last_time};
        if (is_sent && !trader.output(Port::OrderEntry).empty()) {
            keep(event, engine.stamps());
        } else {
            publisher_->publish(event, engine.stamps());
        }
    }

  private:
    /// Events that sent and wait for the transport: a turn of the owner brings a few.
    static constexpr std::size_t kPendingMax = 16;

    struct Pending {
        telemetry::Event event{};
        timing::StageStamps stamps{};
    };

    [[nodiscard]] static telemetry::EventKind telemetry_kind_of(const Event& event) noexcept {
        using telemetry::EventKind;
        if (const auto* received = std::get_if<event::Received>(&event)) {
            return received->port == Port::Glimpse ? EventKind::Snapshot : EventKind::Reply;
        }
        return std::holds_alternative<event::Packet>(event)       ? EventKind::Packet
               : std::holds_alternative<event::LoopPacket>(event) ? EventKind::Snapshot
               : std::holds_alternative<event::Timer>(event)      ? EventKind::Timer
                                                                  : EventKind::Command;
    }

    void stamp_tx() noexcept {
        for (std::size_t n = 0; n < pending_count_; ++n) {
            pending_[n].stamps.stamp(timing::Stage::Tx, ticks_);
        }
    }
    void publish_pending() noexcept {
        for (std::size_t n = 0; n < pending_count_; ++n) {
            publisher_->publish(pending_[n].event, pending_[n].stamps);
        }
        pending_count_ = 0;
    }
    /// When the transport takes nothing for this long, earlier events are published without Tx.
    void keep(const telemetry::Event& event, const timing::StageStamps& stamps) noexcept {
        if (pending_count_ == kPendingMax) [[unlikely]] {
            publish_pending();
        }
        pending_[pending_count_++] = {event, stamps};
    }

    telemetry::Publisher* publisher_;
    T ticks_;
    std::uint64_t sent_ = 0;
    std::uint64_t rx_ = 0;
    std::size_t pending_count_ = 0;
    std::array<Pending, kPendingMax> pending_{};
};

}  // namespace hotpath::trader
