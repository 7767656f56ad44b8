#pragma once
/// VenueEventLog: a listener that writes down what a venue matcher tells, for tests that compare
/// two of them or look at the order of events.
///
/// Threads: one owner. Allocation: on growth, so never on a hot path.

#include <cstdint>
#include <variant>
#include <vector>

#include "hotpath/match/venue_events.hpp"
#include "tests/reference/event_log.hpp"

namespace hotpath::match {

/// An event that is told of by a HeldOrder alone.
struct HeldEvent {
    enum class Kind : std::uint8_t { Held, Refreshed, Triggered } kind;
    HeldOrder order;
    friend constexpr bool operator==(const HeldEvent&, const HeldEvent&) = default;
};

struct HeldExecuted {
    Execution execution;
    HeldOrder resting;
    friend constexpr bool operator==(const HeldExecuted&, const HeldExecuted&) = default;
};

struct HeldCanceled {
    HeldReduction canceled;
    friend constexpr bool operator==(const HeldCanceled&, const HeldCanceled&) = default;
};

struct HeldReduced {
    HeldReduction reduced;
    friend constexpr bool operator==(const HeldReduced&, const HeldReduced&) = default;
};

struct HeldReplaced {
    HeldOrder original;
    book::OrderView now;
    friend constexpr bool operator==(const HeldReplaced&, const HeldReplaced&) = default;
};

struct IncomingReduced {
    Cancellation reduced;
    friend constexpr bool operator==(const IncomingReduced&, const IncomingReduced&) = default;
};

struct LimitStateChanged {
    InstrumentId instrument;
    LimitState state;
    friend constexpr bool operator==(const LimitStateChanged&, const LimitStateChanged&) = default;
};

using VenueEvent =
    std::variant<Added, Execution, Canceled, Reduced, Replaced, HeldEvent, HeldExecuted,
                 HeldCanceled, HeldReduced, HeldReplaced, IncomingReduced, PreventedTrade,
                 CrossTrade, CrossResult, LimitStateChanged>;

struct VenueEventLog : BasicEventLog<VenueEvent> {
    /// Places are given from here on.
    explicit VenueEventLog(std::uint64_t first_place) : next(first_place) {}

    [[nodiscard]] OrderId next_place() { return {next++}; }

    void on_held(const HeldOrder& order) { add(HeldEvent::Kind::Held, order); }
    void on_refreshed(const HeldOrder& order) { add(HeldEvent::Kind::Refreshed, order); }
    void on_triggered(const HeldOrder& order) { add(HeldEvent::Kind::Triggered, order); }
    void on_held_executed(const Execution& execution, const HeldOrder& resting) {
        events.emplace_back(HeldExecuted{execution, resting});
    }
    void on_held_canceled(const HeldReduction& canceled) {
        events.emplace_back(HeldCanceled{canceled});
    }
    void on_held_reduced(const HeldReduction& reduced) {
        events.emplace_back(HeldReduced{reduced});
    }
    void on_held_replaced(const HeldOrder& original, const book::OrderView& now) {
        events.emplace_back(HeldReplaced{original, now});
    }
    void on_incoming_reduced(const Cancellation& reduced) {
        events.emplace_back(IncomingReduced{reduced});
    }
    void on_trade_prevented(const PreventedTrade& prevented) { events.emplace_back(prevented); }
    void on_crossed(const CrossTrade& trade) { events.emplace_back(trade); }
    void on_cross(const CrossResult& result) { events.emplace_back(result); }
    void on_limit_state(InstrumentId instrument, LimitState state) {
        events.emplace_back(LimitStateChanged{instrument, state});
    }

    void add(HeldEvent::Kind kind, const HeldOrder& order) {
        events.emplace_back(HeldEvent{kind, order});
    }

    std::uint64_t next;
};

}  // namespace hotpath::match
