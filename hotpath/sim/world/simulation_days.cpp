// The venue ends its day and begins the next one; the traders' processes end with it, and a
// supervisor starts them for the next.

#include "hotpath/exchange/server/control.hpp"
#include "hotpath/sim/world/simulation.hpp"

namespace hotpath::sim::world {

namespace {

enum class DayStep : std::uint32_t { Turn, Crash };

}  // namespace

void Simulation::plan_day_turn() {
    const DayTurn& turn = options_.turn;
    if (!turn.happens()) {
        return;
    }
    const auto push = [&](Nanos after, DayStep step) {
        agenda_.push({.time = kBegin + after,
                      .kind = EventKind::Day,
                      .number = static_cast<std::uint32_t>(step)});
    };
    push(turn.at, DayStep::Turn);
    if (turn.crash_at != Nanos{}) {
        push(turn.crash_at, DayStep::Crash);
    }
}

void Simulation::on_day(const Event& event) {
    if (static_cast<DayStep>(event.number) == DayStep::Crash) {
        return options_.turn.is_crash_of_venue ? crash_venue() : crash_trader(any_trader());
    }
    is_day_ordered_ = true;
    if (venue_.is_up()) {
        static_cast<void>(
            venue_.server().try_control({.action = exchange::ControlAction::StartDay}, now_));
        after_venue();
    }
}

/// A venue that comes back has finished a turn that its journal has; one that it has not, its
/// operator orders again.
void Simulation::begin_day_again() {
    const exchange::VenueLog& log = venue_.server().log();
    const bool is_known = log.exchange().day().number > 1 || log.desk().unfinished();
    if (is_day_ordered_ && !is_known) {
        agenda_.push({.time = now_ + while_of(1, 100),
                      .kind = EventKind::Day,
                      .number = static_cast<std::uint32_t>(DayStep::Turn)});
    }
}

/// As the loop of `hotpath trade`: when the day is over the trader stops, and when it has stopped
/// its process ends. Another one begins from nothing.
void Simulation::turn_trader(std::uint8_t number) {
    TraderHost& trader = *participants_[number].trader;
    const TraderView view = trader.view();
    if (view.is_stopped) {
        return end_process(number, true);
    }
    if (view.has_ended && !view.is_stopping) {
        observer_.on_trader_stops(number);
        trader.stop(now_);
        after_client(number);
    }
}

/// `is_told`: its connections are closed; else they are silent.
void Simulation::end_process(std::uint8_t number, bool is_told) {
    Participant& participant = participants_[number];
    for (auto& connection : participant.connections) {
        if (connection) {
            network_.close(*connection, End::Client, now_);
            if (!is_told) {
                network_.vanish(*connection);
            }
            connection.reset();
        }
    }
    participant.trader = nullptr;
    participant.client.reset();
    participant.operator_link.reset();
    participant.wake_at = kNever;
    agenda_.push({.time = now_ + while_of(1, 1'000), .kind = EventKind::Start, .who = number});
}

}  // namespace hotpath::sim::world
