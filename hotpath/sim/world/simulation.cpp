#include "hotpath/sim/world/simulation.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::sim::world {

namespace {

constexpr Nanos kScriptsBegin{2'000'000};
constexpr Nanos kQuietEnd{3 * kNanosPerSecond};
// A trader may act in a quiet market, too: what is on its way at the end arrives.
constexpr Nanos kLastWords{kNanosPerSecond};
constexpr std::uint64_t kCopiesTwiceOneIn = 150;
constexpr std::uint64_t kSeedsApart = 1'000'003;  // of the same thing at two venues
constexpr Nanos kNotRead{200'000};                // until the venue looks again whether it may read

[[nodiscard]] exchange::Port at_venue(trader::Port port) {
    return port == trader::Port::OrderEntry ? exchange::Port::OrderEntry
           : port == trader::Port::Glimpse  ? exchange::Port::Glimpse
                                            : exchange::Port::DropCopy;
}

}  // namespace

Expected<std::unique_ptr<Simulation>> Simulation::create(const WorldOptions& options,
                                                         Tracer* tracer) {
    std::unique_ptr<Simulation> simulation(new Simulation(options, tracer));
    if (auto added = simulation->add_participants(); !added) {
        return std::unexpected(added.error());
    }
    simulation->plan_everything();
    return simulation;
}

Simulation::Site::Site(const WorldOptions& options, std::uint8_t of, Agenda& agenda, Random& random,
                       Verdict& verdict)
    : number(of),
      drawn(options.venues[of]),
      network(drawn, of, agenda, random),
      host(venue_options(options, of), options.seed + of * kSeedsApart),
      observer(options, of, verdict),
      at_venue(kVenuePlaces) {
    for (std::size_t n = 0; n < options.traders.size(); ++n) {
        if (options.traders[n].is_at(of)) {
            receivers.push_back(static_cast<std::uint8_t>(n));
        }
    }
}

Simulation::Simulation(const WorldOptions& options, Tracer* tracer)
    : options_(options),
      tracer_(tracer),
      random_(options.seed ^ 0x51a7e0ULL),  // unrelated to what the options were drawn with
      agenda_(4'096),
      now_(kBegin) {
    for (std::size_t n = 0; n < options_.venues.size(); ++n) {
        sites_.emplace_back(options_, static_cast<std::uint8_t>(n), agenda_, random_, verdict_);
    }
    if (options_.flash_crash_at != Nanos{}) {
        mood_.crash_at(kBegin + options_.flash_crash_at);
    }
}

Simulation::~Simulation() = default;

Expected<void> Simulation::add_participants() {
    for (std::size_t n = 0; n < options_.traders.size(); ++n) {
        Participant& participant = participants_.emplace_back();
        const TraderOptionsDrawn& trader = options_.traders[n];
        if (trader.is_at_both()) {
            participant.firm.emplace(fmt::format("trader {}", n), options_.firm, verdict_);
        }
        for (const Site& site : sites_) {
            Seat& seat = participant.seats[site.number];
            const std::uint64_t seed = options_.seed + n + site.number * kSeedsApart;
            if (trader.is_at(site.number) && trader.accounts[site.number]->hears_twice) {
                seat.repeater(trader::Port::OrderEntry).emplace(seed);
            }
            if (trader.is_at(site.number) && trader.accounts[site.number]->copies_twice) {
                seat.repeater(trader::Port::DropCopy).emplace(seed, kCopiesTwiceOneIn);
            }
        }
    }
    for (const Site& site : sites_) {
        for (std::size_t n = 0; n < kScripts; ++n) {
            auto session = ScriptedClient::make_session(participants_.size());
            if (!session) {
                return std::unexpected(session.error());
            }
            auto script =
                std::make_unique<ScriptedClient>(participants_.size(), site.drawn.turn.keeps_orders,
                                                 std::move(*session), mood_, random_);
            Participant& participant = participants_.emplace_back();
            participant.seats[site.number].client = script.get();
            participant.script = std::move(script);
        }
    }
    return {};
}

void Simulation::plan_everything() {
    for (const Site& site : sites_) {
        agenda_.push({.time = kBegin, .kind = EventKind::Start, .venue = site.number});
    }
    for (std::size_t n = 0; n < participants_.size(); ++n) {
        const auto who = static_cast<std::uint8_t>(n);
        if (participants_[n].script != nullptr) {
            const std::size_t venue = (n - options_.traders.size()) / kScripts;
            agenda_.push({.time = kBegin + kScriptsBegin,
                          .kind = EventKind::Act,
                          .venue = static_cast<std::uint8_t>(venue),
                          .who = who});
        } else {
            const Time joins = kBegin + options_.traders[n].joins_at;
            agenda_.push({.time = joins, .kind = EventKind::Start, .who = who});
        }
    }
    for (const Site& site : sites_) {
        for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
            plan_fault(site, static_cast<FaultKind>(kind));
        }
    }
    agenda_.push({.time = kBegin + options_.faults_for, .kind = EventKind::Relief});
    for (const Site& site : sites_) {
        plan_day_turn(site);
    }
}

Outcome Simulation::run() {
    const Time end = kBegin + options_.faults_for + options_.calm_for;
    const auto goes_on = [&](Time time) {
        return time <= end || (time <= end + kLastWords && !is_all_told());
    };
    while (verdict_.is_good() && goes_on(agenda_.next_time())) {
        Event event = agenda_.pop();
        now_ = event.time;
        verdict_.begin_event(now_ - kBegin);
        trace_.add(static_cast<std::uint64_t>(now_.value));
        trace_.add(static_cast<std::uint64_t>(event.kind) | std::uint64_t{event.who} << 8U |
                   std::uint64_t{event.what} << 16U | std::uint64_t{event.number} << 24U |
                   std::uint64_t{event.venue} << 56U);
        trace_.add(Bytes(event.bytes));
        ++by_kind_[static_cast<std::size_t>(event.kind)];
        if (tracer_ != nullptr) {
            tracer_->on_event(verdict_.events(), event);
        }
        for (Site& site : sites_) {
            set_venue_room(site);
        }
        dispatch(event);
        check_bounds();
    }
    if (verdict_.is_good()) {
        check_the_end();
    }
    Outcome outcome;
    note_counters(outcome);
    return outcome;
}

void Simulation::dispatch(Event& event) {
    switch (event.kind) {
        case EventKind::Datagram:
            return on_datagram(event);
        case EventKind::Request:
            return on_request(event);
        case EventKind::Connect:
            return on_connect(event);
        case EventKind::Piece:
            return on_piece(event);
        case EventKind::Break:
            return on_break(event);
        case EventKind::Wake:
            return on_wake(event);
        case EventKind::Commit:
            return on_commit(event);
        case EventKind::Act:
            return on_act(event);
        case EventKind::Start:
            return on_start(event);
        case EventKind::Fault:
            return on_fault(event);
        case EventKind::Relief:
            return on_relief(event);
        case EventKind::Day:
            return on_day(event);
    }
}

void Simulation::on_datagram(const Event& event) {
    Site& site = sites_[event.venue];
    TraderHost* const trader = participants_[event.who].trader.get();
    site.network.note_arrival(trader != nullptr);
    if (trader == nullptr) {
        return;
    }
    const feed::LinePacket packet{
        .line = static_cast<feed::Line>(event.what), .bytes = event.bytes, .now = now_};
    site.observer.on_packet(event.who, packet);
    trader->at(site.number).on_packet(packet);
    after_client(event.who);
}

void Simulation::on_request(const Event& event) {
    Site& site = sites_[event.venue];
    site.network.note_arrival(site.host.is_up());
    if (!site.host.is_up()) {
        return;
    }
    if (const Bytes answer = site.host.server().on_request(event.bytes); !answer.empty()) {
        site.observer.on_published(answer);
        site.network.send_reply(event.who, answer, now_);
    }
}

void Simulation::on_connect(const Event& event) {
    Site& site = sites_[event.venue];
    Connection& connection = site.network.connection(event.number);
    if (connection.is_vanished || connection.is_cut || !connection.up(End::Client)) {
        return;
    }
    const bool is_away =
        connection.port == trader::Port::Glimpse && now_ < site.snapshots_away_until;
    if (!site.host.is_up() || is_away) {
        return site.network.refuse(event.number, now_);
    }
    connection.at_venue = site.host.server().on_connect(at_venue(connection.port), now_);
    if (!connection.at_venue) {
        return site.network.refuse(event.number, now_);
    }
    connection.up(End::Venue) = true;
    site.at_venue[connection.at_venue->value] = event.number;
    after_venue(site);
}

void Simulation::on_piece(const Event& event) {
    Site& site = sites_[event.venue];
    const End at = static_cast<End>(event.what);
    if (at == End::Venue && site.host.is_up() && !site.host.server().may_read()) {
        agenda_.push({.time = now_ + kNotRead,
                      .kind = EventKind::Piece,
                      .venue = event.venue,
                      .who = event.who,
                      .what = event.what,
                      .number = event.number});
        return;
    }
    const std::optional<ByteString> piece = site.network.take_piece(event.number, at, now_);
    if (!piece) {
        return;
    }
    trace_.add(Bytes(*piece));
    const Connection& connection = site.network.connection(event.number);
    if (at == End::Venue) {
        site.host.server().on_bytes(*connection.at_venue, *piece, now_);
        return after_venue(site);
    }
    deliver(site, event.number, *piece);
    if (connection.up(End::Venue)) {
        send_outputs_of(site, event.number);  // there is room again
    }
}

/// Our traders' replies one by one, as far as the connection lasts.
void Simulation::deliver(Site& site, std::uint32_t number, Bytes bytes) {
    const std::uint8_t client = site.network.connection(number).client;
    const trader::Port port = site.network.connection(number).port;
    const bool is_one_by_one =
        participants_[client].trader != nullptr && port == trader::Port::OrderEntry;
    while (!bytes.empty() && site.network.connection(number).up(End::Client)) {
        const std::size_t length =
            is_one_by_one ? site.observer.up_to_packet_end(client, bytes) : bytes.size();
        site.observer.on_venue_bytes(client, port, bytes.first(length));
        Seat& seat = participants_[client].seats[site.number];
        if (auto& repeater = seat.repeater(port)) {
            const ByteString given = repeater->from_venue(bytes.first(length));
            if (port == trader::Port::DropCopy) {
                site.observer.on_copies_given(client, given);
            }
            seat.client->on_bytes(port, given, now_);
        } else {
            seat.client->on_bytes(port, bytes.first(length), now_);
        }
        bytes = bytes.subspan(length);
        after_client(client);
    }
}

void Simulation::on_break(const Event& event) {
    Site& site = sites_[event.venue];
    Connection& connection = site.network.connection(event.number);
    const End at = static_cast<End>(event.what);
    if (!std::exchange(connection.up(at), false)) {
        return;
    }
    if (at == End::Venue) {
        site.host.server().on_disconnect(*connection.at_venue, now_);
        return after_venue(site);
    }
    Seat& seat = participants_[connection.client].seats[site.number];
    seat.connection(connection.port).reset();
    seat.client->on_disconnected(connection.port, now_);
    after_client(connection.client);
}

Time& Simulation::wake_at(Site& site, std::uint8_t who) noexcept {
    return who == kVenue ? site.wake_at : participants_[who].seats[site.number].wake_at;
}

void Simulation::on_wake(const Event& event) {
    Site& site = sites_[event.venue];
    if (event.time != wake_at(site, event.who)) {
        return;  // it was planned again
    }
    wake_at(site, event.who) = kNever;
    if (event.who == kVenue) {
        site.host.server().on_timer(now_);
        return after_venue(site);
    }
    participants_[event.who].seats[site.number].client->on_timer(now_);
    after_client(event.who);
}

void Simulation::on_commit(const Event& event) {
    Site& site = sites_[event.venue];
    if (!site.host.is_up() || event.number != site.host.crashes()) {
        return;
    }
    site.is_commit_planned = false;
    const auto committed = site.host.commit(now_);
    if (site.host.has_disk_failed()) {
        return crash_venue(site);
    }
    check_start(committed);
    after_venue(site);
}

void Simulation::on_act(const Event& event) {
    Participant& participant = participants_[event.who];
    participant.script->act(now_);
    if (now_ > kBegin + options_.faults_for + options_.calm_for - kQuietEnd) {
        return after_client(event.who);  // so that every client receives everything before the end
    }
    // In the calm just enough to see that all is well.
    const std::uint64_t slower = has_faults_ ? 1 : 8;
    const auto mean =
        slower * static_cast<std::uint64_t>(sites_[event.venue].drawn.request_every.value);
    const Time next = now_ + Nanos{static_cast<std::int64_t>(1 + random_.below(2 * mean))};
    agenda_.push({.time = next, .kind = EventKind::Act, .venue = event.venue, .who = event.who});
    after_client(event.who);
}

void Simulation::on_start(const Event& event) {
    if (event.who == kVenue) {
        return start_venue(sites_[event.venue]);
    }
    Participant& participant = participants_[event.who];
    auto trader = TraderHost::create(options_, event.who);
    HOTPATH_ASSERT(trader.has_value(), "the simulated trader's options must be valid");
    participant.trader = std::move(*trader);
    participant.operator_link.emplace();
    for (Site& site : sites_) {
        if (options_.traders[event.who].is_at(site.number)) {
            participant.seats[site.number].client = &participant.trader->at(site.number);
            site.observer.on_trader_started(event.who);
        }
    }
    after_client(event.who);
}

void Simulation::start_venue(Site& site) {
    auto started = site.host.start(now_);
    if (site.host.is_disk_damaged()) {
        if (started && site.host.durable_lost() != 0) {
            verdict_.find(Invariant::NothingToldIsLost,
                          "a damaged journal was not refused, and records are missing");
        }
        site.host.repair_disk();
        started = started ? std::move(started) : site.host.start(now_);
    }
    check_start(started);
    if (site.host.durable_lost() != 0) {
        verdict_.find(Invariant::NothingToldIsLost, "durable records are missing after a crash");
    }
    if (!verdict_.is_good()) {
        return;
    }
    if (site.host.crashes() != 0) {
        site.observer.on_venue_restarted(site.host.server());
    }
    if (site.host.records() == 0) {
        site.host.list_instruments(now_);
    }
    after_venue(site);
    begin_day_again(site);
}

}  // namespace hotpath::sim::world
