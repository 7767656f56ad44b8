// What is checked after each event and at the end, and the counters of a run.

#include <algorithm>

#include "hotpath/sim/world/simulation.hpp"

namespace hotpath::sim::world {

namespace {

constexpr std::size_t kEventsMax = 200'000;
constexpr std::uint64_t kEventsOfWorldMax = 1'000'000;  // many times those of any world

}  // namespace

void Simulation::check_bounds() {
    if (agenda_.size() > kEventsMax || verdict_.events() > kEventsOfWorldMax) {
        verdict_.find(Invariant::NothingGrows, "too many events are waiting, or have been");
    }
}

bool Simulation::is_all_told() const {
    return std::ranges::all_of(sites_, [](const Site& site) {
        return site.host.is_up() && !site.is_commit_planned &&
               site.observer.is_all_told(site.host.server());
    });
}

void Simulation::check_the_end() {
    for (const Site& site : sites_) {
        check_counts(site);
    }
    for (Site& site : sites_) {
        check_end_of(site);
    }
}

void Simulation::check_end_of(Site& site) {
    if (!site.host.is_up()) {
        return verdict_.find(Invariant::FaultsEndAndAllRecovers, "the venue is not running");
    }
    for (std::size_t n = 0; n < participants_.size(); ++n) {
        const Participant& participant = participants_[n];
        const Seat& seat = participant.seats[site.number];
        if (n < options_.traders.size() && options_.traders[n].is_at(site.number)) {
            if (participant.trader == nullptr) {
                verdict_.find(Invariant::FaultsEndAndAllRecovers, "a trader is not running");
                continue;
            }
            site.observer.check_trader_recovered(n, participant.trader->at(site.number).view(),
                                                 site.host.server());
        } else if (seat.client != nullptr && !seat.connections[0]) {
            verdict_.find(Invariant::FaultsEndAndAllRecovers, "a client is not connected");
        }
    }
    static_cast<void>(site.host.keep_records());
    check_start(site.host.commit(now_));
    const auto replayed = site.host.replayed();
    if (!replayed) {
        return verdict_.find(Invariant::ReplayGivesTheSame, replayed.error().message);
    }
    site.observer.check_venue_at_end(site.host.server(), **replayed);
}

void Simulation::check_counts(const Site& site) {
    const NetworkCounters& c = site.network.counters();
    const std::uint64_t ended = c.delivered + c.lost + c.silenced + c.checksum + c.without_receiver;
    if (c.sent + c.doubled != ended + site.network.datagrams_in_flight()) {
        verdict_.find(Invariant::EverythingIsCounted, "datagrams sent and ended differ");
    }
    if (c.bytes_sent != c.bytes_delivered + c.bytes_lost + site.network.bytes_in_flight()) {
        verdict_.find(Invariant::EverythingIsCounted, "bytes of connections sent and ended differ");
    }
}

/// A journal that does not open, or a disk that does not write, in a world whose disk only forgets.
void Simulation::check_start(const Expected<void>& started) {
    if (!started) {
        verdict_.find(Invariant::ReplayGivesTheSame, started.error().message);
    }
}

void Simulation::note_counters(Outcome& outcome) const {
    outcome.finding = verdict_.finding();
    outcome.trace = trace_.value();
    outcome.events = verdict_.events();
    outcome.virtual_time = now_ - kBegin;
    outcome.by_kind = by_kind_;
    outcome.faults = faults_;
    outcome.venues = sites_.size();
    for (const Site& site : sites_) {
        note_counters_of(site, outcome);
    }
    outcome.commands = commands_;
    outcome.commands_cut = commands_cut_;
}

void Simulation::note_counters_of(const Site& site, Outcome& outcome) const {
    outcome.network += site.network.counters();
    outcome.venue_inputs += site.host.records();
    outcome.records_lost += site.host.records_lost();
    outcome.torn_bytes += site.host.torn_bytes();
    if (site.host.is_up()) {
        outcome.executions += site.host.server().log().exchange().counters().executions;
    }
    for (std::size_t n = 0; n < options_.traders.size(); ++n) {
        const std::uint64_t orders = site.observer.orders_sent(n);
        const std::uint64_t executions = site.observer.executions(n);
        const bool is_at_both = options_.traders[n].is_at_both();
        outcome.trader_orders += orders;
        outcome.trader_executions += executions;
        outcome.orders_of_both[site.number] += is_at_both ? orders : 0;
        outcome.executions_of_both[site.number] += is_at_both ? executions : 0;
    }
    for (const Participant& participant : participants_) {
        const auto& of_replies = participant.seats[site.number]
                                     .repeaters[static_cast<std::size_t>(trader::Port::OrderEntry)];
        outcome.told_twice += of_replies ? of_replies->repeated() : 0;
    }
    outcome.books_compared += site.observer.books_compared();
    outcome.positions_compared += site.observer.positions_compared();
    outcome.late_copies += site.observer.late_copies();
    outcome.doubled_copies += site.observer.doubled_copies();
    outcome.days_ended += site.observer.days_ended();
    outcome.stops_for_day += site.observer.stops_for_day();
    outcome.journals_lost += site.observer.journals_lost();
    outcome.suspensions += site.observer.suspensions();
    outcome.amended += site.observer.amended();
}

}  // namespace hotpath::sim::world
