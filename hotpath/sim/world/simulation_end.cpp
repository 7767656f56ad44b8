// What is checked after each event and at the end, and the counters of a run.

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
    return venue_.is_up() && !is_commit_planned_ && observer_.is_all_told(venue_.server());
}

void Simulation::check_the_end() {
    check_counts();
    if (!venue_.is_up()) {
        return verdict_.find(Invariant::FaultsEndAndAllRecovers, "the venue is not running");
    }
    for (std::size_t n = 0; n < participants_.size(); ++n) {
        if (n < options_.traders.size()) {
            if (participants_[n].trader == nullptr) {
                verdict_.find(Invariant::FaultsEndAndAllRecovers, "a trader is not running");
                continue;
            }
            observer_.check_trader_recovered(n, participants_[n].trader->view(), venue_.server());
        } else if (!participants_[n].connections[0]) {
            verdict_.find(Invariant::FaultsEndAndAllRecovers, "a client is not connected");
        }
    }
    static_cast<void>(venue_.keep_records());
    check_start(venue_.commit(now_));
    const auto replayed = venue_.replayed();
    if (!replayed) {
        return verdict_.find(Invariant::ReplayGivesTheSame, replayed.error().message);
    }
    observer_.check_venue_at_end(venue_.server(), **replayed);
}

void Simulation::check_counts() {
    const NetworkCounters& c = network_.counters();
    const std::uint64_t ended = c.delivered + c.lost + c.silenced + c.checksum + c.without_receiver;
    if (c.sent + c.doubled != ended + network_.datagrams_in_flight()) {
        verdict_.find(Invariant::EverythingIsCounted, "datagrams sent and ended differ");
    }
    if (c.bytes_sent != c.bytes_delivered + c.bytes_lost + network_.bytes_in_flight()) {
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
    outcome.network = network_.counters();
    outcome.venue_inputs = venue_.records();
    outcome.records_lost = venue_.records_lost();
    outcome.torn_bytes = venue_.torn_bytes();
    if (venue_.is_up()) {
        const exchange::ExchangeCounters& counters = venue_.server().log().exchange().counters();
        outcome.executions = counters.executions;
    }
    outcome.trader_orders = observer_.orders_sent();
    for (std::size_t n = 0; n < options_.traders.size(); ++n) {
        outcome.trader_executions += observer_.executions(n);
    }
    for (const Participant& participant : participants_) {
        const auto& of_replies =
            participant.repeaters[static_cast<std::size_t>(trader::Port::OrderEntry)];
        outcome.told_twice += of_replies ? of_replies->repeated() : 0;
    }
    outcome.books_compared = observer_.books_compared();
    outcome.positions_compared = observer_.positions_compared();
    outcome.late_copies = observer_.late_copies();
    outcome.doubled_copies = observer_.doubled_copies();
    outcome.commands = commands_;
    outcome.commands_cut = commands_cut_;
    outcome.days_ended = observer_.days_ended();
    outcome.stops_for_day = observer_.stops_for_day();
    outcome.journals_lost = observer_.journals_lost();
}

}  // namespace hotpath::sim::world
