#pragma once
/// A venue matcher's events as lines of text, so that a test states all that a command did, in order.
///
/// Quantities are written 100@10000 (quantity at price); "leaves 0, 40" is what the resting and then
/// the incoming order have left. Threads: any. Allocation: the strings'.

#include <array>
#include <cstddef>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "tests/reference/venue_event_log.hpp"

namespace hotpath::match {

class VenueEventText {
  public:
    [[nodiscard]] static std::string of(const VenueEvent& event) {
        VenueEventText text;
        std::visit([&](const auto& each) { text.write(each); }, event);
        return text.out_.str();
    }

  private:
    template <std::size_t N, class Enum>
    [[nodiscard]] static const char* name(const std::array<const char*, N>& names, Enum value) {
        const auto index = static_cast<std::size_t>(value);
        return index < N ? names[index] : "?";
    }
    [[nodiscard]] static const char* name(Side side) { return side == Side::Buy ? "buy" : "sell"; }
    [[nodiscard]] static const char* name(Standing standing) {
        return name(std::array{"displayed", "hidden", "pegged", "stopped", "crossing"}, standing);
    }
    [[nodiscard]] static const char* name(SelfTrade choice) {
        return name(std::array{"cancel newest", "cancel oldest", "decrement"}, choice);
    }
    [[nodiscard]] static const char* name(CrossKind kind) {
        return name(std::array{"no", "opening", "halt", "closing"}, kind);
    }
    [[nodiscard]] static const char* name(CancelReason reason) {
        return name(
            std::array{"requested", "immediate", "book full", "sweep limit", "post-only", "minimum",
                       "self-trade", "price band", "band moved", "cross ended", "end of day"},
            reason);
    }

    void write(const book::OrderView& order) {
        out_ << order.id.value << ' ' << name(order.side) << ' ' << order.leaves_qty.value << '@'
             << order.price.value;
    }
    void write(const HeldOrder& order) {
        out_ << order.id.value << ' ' << name(order.standing) << ' ' << name(order.side) << ' '
             << order.leaves_qty.value;
        if (order.reserve_qty != Qty{}) {
            out_ << '+' << order.reserve_qty.value;
        }
        out_ << '@' << order.price.value;
        if (order.place != order.id) {
            out_ << " at place " << order.place.value;
        }
    }
    void write(const Cancellation& taken) {
        out_ << taken.qty.value << " of ";
        write(taken.order);
        out_ << " (" << name(taken.reason) << ')';
    }
    void write(const HeldReduction& taken) {
        out_ << taken.qty.value;
        if (taken.displayed_qty != Qty{}) {
            out_ << " (displayed " << taken.displayed_qty.value << ')';
        }
        out_ << " of ";
        write(taken.order);
        out_ << " (" << name(taken.reason) << ')';
    }

    void write(const Added& event) { out_ << "add ", write(event.order); }
    void write(const Execution& trade) {
        out_ << trade.incoming.value << " trades " << trade.qty.value << '@' << trade.price.value
             << " with " << trade.resting.value << ", leaves " << trade.resting_leaves_qty.value
             << ", " << trade.incoming_leaves_qty.value;
    }
    void write(const Canceled& event) { out_ << "cancel ", write(event.cancellation); }
    void write(const Reduced& event) { out_ << "reduce ", write(event.cancellation); }
    void write(const Replaced& event) {
        out_ << "replace ", write(event.original), out_ << " by ", write(event.now);
    }
    void write(const HeldEvent& event) {
        out_ << name(std::array{"hold ", "refresh ", "trigger "}, event.kind), write(event.order);
    }
    void write(const HeldExecuted& event) {
        write(event.execution), out_ << "; it was ", write(event.resting);
    }
    void write(const HeldCanceled& event) { out_ << "cancel ", write(event.canceled); }
    void write(const HeldReduced& event) { out_ << "reduce ", write(event.reduced); }
    void write(const HeldReplaced& event) {
        out_ << "replace ", write(event.original), out_ << " by ", write(event.now);
    }
    void write(const IncomingReduced& event) { out_ << "incoming loses ", write(event.reduced); }
    void write(const PreventedTrade& event) {
        out_ << "prevent " << event.qty.value << '@' << event.price.value << " of "
             << event.newer.value << " and " << name(event.older_standing) << ' '
             << event.older.value << " (" << name(event.choice) << ')';
    }
    void write(const CrossTrade& trade) {
        out_ << "cross " << trade.qty.value << '@' << trade.price.value << " of ";
        write(trade.buy), out_ << " and ", write(trade.sell);
    }
    void write(const CrossParty& party) {
        out_ << name(party.standing) << ' ' << party.id.value;
        if (party.place != party.id) {
            out_ << " at place " << party.place.value;
        }
        out_ << " leaves " << party.leaves_qty.value;
    }
    void write(const CrossResult& result) {
        out_ << name(result.kind) << " cross ended " << result.qty.value << '@'
             << result.price.value;
    }
    void write(const LimitStateChanged& event) {
        out_ << name(std::array{"no limit state", "bid at upper band", "ask at lower band"},
                     event.state);
    }

    std::ostringstream out_;
};

}  // namespace hotpath::match
