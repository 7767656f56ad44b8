#pragma once
/// The trader's end of a telemetry channel: on the trading thread, after the order has left.
///
///   Publisher publisher(*writer, {.clock = clock, .session = started_at});
///   publisher.publish({.event = EventKind::Packet, .is_sent = true, .stamps = stamps, ...});
///   if (publisher.is_state_due(stamps.at(Stage::Rx))) { publisher.publish(state, rows); }
///
/// A store of some words into a ring that is never full: no system call, no wait, independent of
/// readers. The ring and its writer are the caller's and stay where they are. Threads: the trading
/// thread. Allocation: none. Complexity: O(1) an event, O(rows) a state.

#include <cstdint>
#include <span>

#include "hotpath/core/units.hpp"
#include "hotpath/queue/broadcast_writer.hpp"
#include "hotpath/telemetry/records.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_scale.hpp"

namespace hotpath::telemetry {

/// The events whose stages are published.
enum class EventChoice : std::uint8_t { All, Sent };  // Sent: those because of which an order left

/// The run that publishes, its ticks, and how much it publishes.
struct PublisherOptions {
    std::uint64_t session = 0;       // differs from every run before: when it began
    timing::TickRatio tick_ratio{};  // of the clock that makes the stamps
    std::uint64_t state_every_ticks = 0;
    EventChoice events = EventChoice::All;
};

/// One event of the trading loop: what it was, and its times.
struct Event {
    EventKind kind = EventKind::Packet;
    bool is_sent = false;
    InstrumentId instrument{};  // of the newest order that left
    Time local_time{};
    Time venue_time{};
};

class Publisher {
  public:
    /// Publishes by `writer`, which must outlive this object.
    Publisher(queue::BroadcastWriter& writer, const PublisherOptions& options) noexcept
        : writer_(&writer), options_(options) {}

    /// Returns the number of events so far, including those not published.
    [[nodiscard]] std::uint64_t events() const noexcept { return events_; }
    /// Returns true if state_every_ticks have passed since the last published state.
    [[nodiscard]] bool is_state_due(std::uint64_t ticks) const noexcept {
        return ticks - state_at_ >= options_.state_every_ticks;
    }

    /// Publishes the stages of one event, if options.events includes it.
    void publish(const Event& event, const timing::StageStamps& stamps) noexcept {
        const std::uint64_t number = events_++;
        if (options_.events == EventChoice::Sent && !event.is_sent) {
            return;
        }
        StageRecord record{.local_time = event.local_time,
                           .venue_time = event.venue_time,
                           .instrument = event.instrument,
                           .event = event.kind,
                           .is_sent = event.is_sent ? std::uint8_t{1} : std::uint8_t{0}};
        record.header.number = number;
        for (const timing::Stage stage : timing::kAllStages) {
            record.stamps[static_cast<std::size_t>(stage)] = stamps.at(stage);
        }
        writer_->write(std::as_bytes(std::span(&record, 1)));
    }

    /// Publishes the state with its rows, at most kInstrumentsMax, all visible at once. Fills in
    /// header, session, ticks and the counts of events and rows.
    void publish(StateRecord& state, std::span<InstrumentRecord> rows,
                 std::uint64_t ticks) noexcept;

  private:
    queue::BroadcastWriter* writer_;
    PublisherOptions options_;
    std::uint64_t events_ = 0;
    std::uint64_t states_ = 0;
    std::uint64_t state_at_ = 0;  // ticks
};

}  // namespace hotpath::telemetry
