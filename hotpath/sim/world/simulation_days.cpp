// A venue ends its day and begins the next one; the traders' processes end with it, and a
// supervisor starts them for the next.

#include <algorithm>

#include "hotpath/exchange/server/control.hpp"
#include "hotpath/sim/world/simulation.hpp"

namespace hotpath::sim::world {

namespace {

enum class DayStep : std::uint32_t { Turn, Crash };

}  // namespace

void Simulation::plan_day_turn(const Site& site) {
    const DayTurn& turn = site.drawn.turn;
    if (!turn.happens()) {
        return;
    }
    const auto push = [&](Nanos after, DayStep step) {
        agenda_.push({.time = kBegin + after,
                      .kind = EventKind::Day,
                      .venue = site.number,
                      .number = static_cast<std::uint32_t>(step)});
    };
    push(turn.at, DayStep::Turn);
    if (turn.crash_at != Nanos{}) {
        push(turn.crash_at, DayStep::Crash);
    }
}

void Simulation::on_day(const Event& event) {
    Site& site = sites_[event.venue];
    if (static_cast<DayStep>(event.number) == DayStep::Crash) {
        return site.drawn.turn.is_crash_of_venue ? crash_venue(site) : crash_trader(any_trader());
    }
    site.is_day_ordered = true;
    if (site.host.is_up()) {
        static_cast<void>(
            site.host.server().try_control({.action = exchange::ControlAction::StartDay}, now_));
        after_venue(site);
    }
}

/// A venue that comes back has finished a turn that its journal has; one that it has not, its
/// operator orders again.
void Simulation::begin_day_again(Site& site) {
    const exchange::VenueLog& log = site.host.server().log();
    const bool is_known = log.exchange().day().number > 1 || log.desk().unfinished();
    if (site.is_day_ordered && !is_known) {
        agenda_.push({.time = now_ + while_of(1, 100),
                      .kind = EventKind::Day,
                      .venue = site.number,
                      .number = static_cast<std::uint32_t>(DayStep::Turn)});
    }
}

/// As the loop of `hotpath trade`: when the day is over at a venue the trader stops, and when it has
/// stopped at all its process ends. Another one begins from nothing.
void Simulation::turn_trader(std::uint8_t number) {
    Participant& participant = participants_[number];
    TraderHost& trader = *participant.trader;
    if (trader.is_stopped()) {
        return end_process(number, true);
    }
    const auto has_ended = [&](const Site& site) {
        return participant.seats[site.number].client != nullptr &&
               trader.at(site.number).view().has_ended;
    };
    if (trader.is_stopping() || std::ranges::none_of(sites_, has_ended)) {
        return;
    }
    for (Site& site : sites_) {
        if (participant.seats[site.number].client != nullptr) {
            site.observer.on_trader_stops(number, has_ended(site));
        }
    }
    trader.stop(now_);
    after_client(number);
}

/// `is_told`: its connections are closed; else they are silent.
void Simulation::end_process(std::uint8_t number, bool is_told) {
    Participant& participant = participants_[number];
    for (Site& site : sites_) {
        Seat& seat = participant.seats[site.number];
        end_connections(site, seat, is_told);
        seat.client = nullptr;
        seat.wake_at = kNever;
    }
    participant.trader.reset();
    participant.operator_link.reset();
    agenda_.push({.time = now_ + while_of(1, 1'000), .kind = EventKind::Start, .who = number});
}

void Simulation::end_connections(Site& site, Seat& seat, bool is_told) {
    for (auto& connection : seat.connections) {
        if (!connection) {
            continue;
        }
        site.network.close(*connection, End::Client, now_);
        if (!is_told) {
            site.network.vanish(*connection);
        }
        connection.reset();
    }
}

}  // namespace hotpath::sim::world
