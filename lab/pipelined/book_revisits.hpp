#pragma once
/// BookRevisits: instruments that a book stage shows again without a message.
///
/// The rules of Revisits, driven by the gateway's feedback. Threads: the stage's. Allocation: at
/// construction. Complexity: O(1); O(instruments) after a session or a command, and for what is
/// due.

#include <variant>

#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/engine/revisits.hpp"
#include "hotpath/engine/volatility_guard.hpp"
#include "hotpath/engine/watch_list.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "lab/pipelined/event.hpp"

namespace hotpath::engine::pipelined {

class BookRevisits {
  public:
    explicit BookRevisits(const EngineOptions& options)
        : revisits_(options.revisit_interval, options.books.instruments_max) {}

    void look_at_all(const WatchList& watch_list, Time due) noexcept {
        for (const InstrumentId instrument : watch_list.traded()) {
            revisits_.look_at(instrument, due);
        }
    }
    void note_pause(InstrumentId instrument, const VolatilityGuard& guard, Time now) noexcept {
        if (guard.is_paused(instrument, now)) {
            revisits_.look_at(instrument, guard.paused_until(instrument));
        }
    }
    /// The feedback does not list the orders lost with a session: assume any instrument.
    void on_feedback(const Feedback& feedback, const WatchList& watch_list, Time now) noexcept {
        if (const auto* refused = std::get_if<Refused>(&feedback.what)) {
            if (watch_list.is_traded(refused->rejection.instrument)) {
                revisits_.on_refused(refused->rejection.instrument, now);
            }
        } else if (std::holds_alternative<Resumed>(feedback.what)) {
            for (const InstrumentId instrument : watch_list.traded()) {
                revisits_.on_refused(instrument, now);
            }
        } else if (watch_list.is_traded(feedback.decide)) {
            if (const auto* event = std::get_if<oms::VenueEvent>(&feedback.what)) {
                on_venue(*event, feedback.decide, now);
            }
        }
    }
    void take_due(Time now, WatchList& watch_list) noexcept {
        revisits_.take_due(now, [&](InstrumentId due) { watch_list.touch(due); });
    }
    void forget() noexcept { revisits_.forget(); }

  private:
    void on_venue(const oms::VenueEvent& event, InstrumentId instrument, Time now) noexcept {
        if (std::holds_alternative<oms::Rejected>(event)) {
            revisits_.on_refused(instrument, now);
        } else if (std::holds_alternative<oms::Accepted>(event) ||
                   std::holds_alternative<oms::Replaced>(event)) {
            // The send time is not available here: an answer soon after a refusal may be about an
            // order of the same decision.
            if (revisits_.is_refusal_old(instrument, now)) {
                revisits_.on_sent(instrument);
            }
        }
    }

    Revisits revisits_;
};

}  // namespace hotpath::engine::pipelined
