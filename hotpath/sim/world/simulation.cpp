#include "hotpath/sim/world/simulation.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/core/assert.hpp"

namespace hotpath::sim::world {

namespace {

constexpr Nanos kScriptsBegin{2'000'000};
constexpr Nanos kSlowCommit{50'000'000};
constexpr Nanos kQuietEnd{3 * kNanosPerSecond};
// A trader may act in a quiet market, too: what is on its way at the end arrives.
constexpr Nanos kLastWords{kNanosPerSecond};
constexpr std::uint64_t kCopiesTwiceOneIn = 150;
constexpr Nanos kNotRead{200'000};  // until the venue looks again whether it may read

[[nodiscard]] std::size_t index_of(trader::Port port) {
    return static_cast<std::size_t>(port);
}

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

Simulation::Simulation(const WorldOptions& options, Tracer* tracer)
    : options_(options),
      tracer_(tracer),
      random_(options.seed ^ 0x51a7e0ULL),  // unrelated to what the options were drawn with
      agenda_(4'096),
      network_(options_, agenda_, random_),
      venue_(venue_options(options, options.traders.size() + kScripts), options.seed),
      at_venue_(kVenuePlaces),
      now_(kBegin),
      observer_(options_, kScripts, verdict_) {}

Simulation::~Simulation() = default;

Expected<void> Simulation::add_participants() {
    participants_.resize(options_.traders.size());
    for (std::size_t n = 0; n < participants_.size(); ++n) {
        if (options_.traders[n].hears_twice) {
            participants_[n].repeaters[index_of(trader::Port::OrderEntry)].emplace(options_.seed +
                                                                                   n);
        }
        if (options_.traders[n].copies_twice) {
            participants_[n].repeaters[index_of(trader::Port::DropCopy)].emplace(options_.seed + n,
                                                                                 kCopiesTwiceOneIn);
        }
    }
    for (std::size_t n = 0; n < kScripts; ++n) {
        auto session = ScriptedClient::make_session(participants_.size());
        if (!session) {
            return std::unexpected(session.error());
        }
        auto script = std::make_unique<ScriptedClient>(
            participants_.size(), options_.turn.keeps_orders, std::move(*session), mood_, random_);
        Participant& participant = participants_.emplace_back();
        participant.script = script.get();
        participant.client = std::move(script);
    }
    return {};
}

void Simulation::plan_everything() {
    agenda_.push({.time = kBegin, .kind = EventKind::Start});
    for (std::size_t n = 0; n < participants_.size(); ++n) {
        const auto who = static_cast<std::uint8_t>(n);
        if (participants_[n].script != nullptr) {
            agenda_.push({.time = kBegin + kScriptsBegin, .kind = EventKind::Act, .who = who});
        } else {
            const Time joins = kBegin + options_.traders[n].joins_at;
            agenda_.push({.time = joins, .kind = EventKind::Start, .who = who});
        }
    }
    for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
        plan_fault(static_cast<FaultKind>(kind));
    }
    agenda_.push({.time = kBegin + options_.faults_for, .kind = EventKind::Relief});
    plan_day_turn();
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
                   std::uint64_t{event.what} << 16U | std::uint64_t{event.number} << 24U);
        trace_.add(Bytes(event.bytes));
        ++by_kind_[static_cast<std::size_t>(event.kind)];
        if (tracer_ != nullptr) {
            tracer_->on_event(verdict_.events(), event);
        }
        set_venue_room();
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
    TraderHost* const trader = participants_[event.who].trader;
    network_.note_arrival(trader != nullptr);
    if (trader == nullptr) {
        return;
    }
    observer_.on_packet(event.who, event.bytes);
    trader->on_packet(
        {.line = static_cast<feed::Line>(event.what), .bytes = event.bytes, .now = now_});
    after_client(event.who);
}

void Simulation::on_request(const Event& event) {
    network_.note_arrival(venue_.is_up());
    if (!venue_.is_up()) {
        return;
    }
    if (const Bytes answer = venue_.server().on_request(event.bytes); !answer.empty()) {
        observer_.on_published(answer);
        network_.send_reply(event.who, answer, now_);
    }
}

void Simulation::on_connect(const Event& event) {
    Connection& connection = network_.connection(event.number);
    if (connection.is_vanished || connection.is_cut || !connection.up(End::Client)) {
        return;
    }
    const bool is_away = connection.port == trader::Port::Glimpse && now_ < snapshots_away_until_;
    if (!venue_.is_up() || is_away) {
        return network_.refuse(event.number, now_);
    }
    connection.at_venue = venue_.server().on_connect(at_venue(connection.port), now_);
    if (!connection.at_venue) {
        return network_.refuse(event.number, now_);
    }
    connection.up(End::Venue) = true;
    at_venue_[connection.at_venue->value] = event.number;
    after_venue();
}

void Simulation::on_piece(const Event& event) {
    const End at = static_cast<End>(event.what);
    if (at == End::Venue && venue_.is_up() && !venue_.server().may_read()) {
        agenda_.push({.time = now_ + kNotRead,
                      .kind = EventKind::Piece,
                      .who = event.who,
                      .what = event.what,
                      .number = event.number});
        return;
    }
    const std::optional<ByteString> piece = network_.take_piece(event.number, at, now_);
    if (!piece) {
        return;
    }
    trace_.add(Bytes(*piece));
    const Connection& connection = network_.connection(event.number);
    if (at == End::Venue) {
        venue_.server().on_bytes(*connection.at_venue, *piece, now_);
        return after_venue();
    }
    deliver(event.number, *piece);
    if (connection.up(End::Venue)) {
        send_outputs_of(event.number);  // there is room again
    }
}

/// Our traders' replies one by one, as far as the connection lasts.
void Simulation::deliver(std::uint32_t number, Bytes bytes) {
    const std::uint8_t client = network_.connection(number).client;
    const trader::Port port = network_.connection(number).port;
    const bool is_one_by_one =
        participants_[client].trader != nullptr && port == trader::Port::OrderEntry;
    while (!bytes.empty() && network_.connection(number).up(End::Client)) {
        const std::size_t length =
            is_one_by_one ? observer_.up_to_packet_end(client, bytes) : bytes.size();
        observer_.on_venue_bytes(client, port, bytes.first(length));
        Participant& participant = participants_[client];
        if (auto& repeater = participant.repeaters[index_of(port)]) {
            const ByteString given = repeater->from_venue(bytes.first(length));
            if (port == trader::Port::DropCopy) {
                observer_.on_copies_given(client, given);
            }
            participant.client->on_bytes(port, given, now_);
        } else {
            participant.client->on_bytes(port, bytes.first(length), now_);
        }
        bytes = bytes.subspan(length);
        after_client(client);
    }
}

void Simulation::on_break(const Event& event) {
    Connection& connection = network_.connection(event.number);
    const End at = static_cast<End>(event.what);
    if (!std::exchange(connection.up(at), false)) {
        return;
    }
    if (at == End::Venue) {
        venue_.server().on_disconnect(*connection.at_venue, now_);
        return after_venue();
    }
    Participant& participant = participants_[connection.client];
    participant.connections[index_of(connection.port)].reset();
    participant.client->on_disconnected(connection.port, now_);
    after_client(connection.client);
}

Time& Simulation::wake_at(std::uint8_t who) noexcept {
    return who == kVenue ? venue_wake_at_ : participants_[who].wake_at;
}

void Simulation::on_wake(const Event& event) {
    if (event.time != wake_at(event.who)) {
        return;  // it was planned again
    }
    wake_at(event.who) = kNever;
    if (event.who == kVenue) {
        venue_.server().on_timer(now_);
        return after_venue();
    }
    participants_[event.who].client->on_timer(now_);
    after_client(event.who);
}

void Simulation::on_commit(const Event& event) {
    if (!venue_.is_up() || event.number != venue_.crashes()) {
        return;
    }
    is_commit_planned_ = false;
    check_start(venue_.commit(now_));
    after_venue();
}

void Simulation::on_act(const Event& event) {
    Participant& participant = participants_[event.who];
    participant.script->act(now_);
    if (now_ > kBegin + options_.faults_for + options_.calm_for - kQuietEnd) {
        return after_client(event.who);  // so that every client receives everything before the end
    }
    // In the calm just enough to see that all is well.
    const std::uint64_t slower = has_faults_ ? 1 : 8;
    const auto mean = slower * static_cast<std::uint64_t>(options_.request_every.value);
    const Time next = now_ + Nanos{static_cast<std::int64_t>(1 + random_.below(2 * mean))};
    agenda_.push({.time = next, .kind = EventKind::Act, .who = event.who});
    after_client(event.who);
}

void Simulation::on_start(const Event& event) {
    if (event.who == kVenue) {
        check_start(venue_.start(now_));
        if (verdict_.is_good()) {
            if (venue_.crashes() != 0) {
                observer_.on_venue_restarted(venue_.server());
            }
            if (venue_.records() == 0) {
                venue_.list_instruments(now_);
            }
            after_venue();
            begin_day_again();
        }
        return;
    }
    Participant& participant = participants_[event.who];
    auto trader = TraderHost::create(options_, event.who);
    HOTPATH_ASSERT(trader.has_value(), "the simulated trader's options must be valid");
    participant.trader = trader->get();
    participant.client = std::move(*trader);
    participant.operator_link.emplace();
    observer_.on_trader_started(event.who);
    after_client(event.who);
}

void Simulation::after_client(std::uint8_t number) {
    Participant& participant = participants_[number];
    if (participant.trader != nullptr) {
        std::vector<ByteString> requests;
        participant.trader->take_requests(requests);
        for (const ByteString& request : requests) {
            network_.send_request(number, request, now_);
        }
    }
    for (const trader::Port port : trader::kAllPorts) {
        serve_port(number, port);
    }
    plan_wake(number, participant.client->next_deadline());
    if (participant.trader != nullptr) {
        observer_.after_trader(number, participant.trader->view());
        turn_trader(number);
    }
}

void Simulation::serve_port(std::uint8_t number, trader::Port port) {
    Participant& participant = participants_[number];
    std::optional<std::uint32_t>& connection = participant.connections[index_of(port)];
    if (connection && !participant.client->is_open(port)) {
        network_.close(*connection, End::Client, now_);
        connection.reset();
    }
    if (!connection && participant.client->is_wanted(port)) {
        connection = network_.open(number, port, now_);
        observer_.on_connection(number, port);
        if (auto& repeater = participant.repeaters[index_of(port)]) {
            repeater->on_connection();
        }
        participant.client->on_connected(port, now_);
    }
    for (Bytes bytes = participant.client->output(port); connection && !bytes.empty();
         bytes = participant.client->output(port)) {
        observer_.on_client_bytes(number, port, bytes, now_);
        if (auto& repeater = participant.repeaters[index_of(port)]) {
            network_.send(*connection, End::Client, repeater->from_client(bytes), now_);
        } else {
            network_.send(*connection, End::Client, bytes, now_);
        }
        participant.client->on_written(port, bytes.size(), now_);
    }
    if (connection && !participant.client->is_open(port)) {
        network_.close(*connection, End::Client, now_);
        connection.reset();
    }
}

void Simulation::after_venue() {
    if (venue_.keep_records() && !is_commit_planned_) {
        is_commit_planned_ = true;
        const auto most = static_cast<std::uint64_t>(options_.commit.value);
        const Nanos usual{static_cast<std::int64_t>(1 + random_.below(most))};
        agenda_.push({.time = now_ + (now_ < slow_disk_until_ ? kSlowCommit : usual),
                      .kind = EventKind::Commit,
                      .number = static_cast<std::uint32_t>(venue_.crashes())});
    }
    observer_.after_venue(venue_.server(), now_ < disk_full_until_);
    venue_.server().for_each_packet([&](Bytes packet) {
        observer_.on_published(packet);
        network_.multicast(packet, static_cast<std::uint8_t>(options_.traders.size()), now_);
    });
    send_venue_outputs();
    venue_.server().for_each_closed([&](exchange::ConnectionId id, auto) {
        network_.close(*at_venue_[id.value], End::Venue, now_);
        at_venue_[id.value].reset();
    });
    plan_wake(kVenue, venue_.server().next_deadline());
}

void Simulation::send_venue_outputs() {
    for (const std::optional<std::uint32_t>& connection : at_venue_) {
        if (connection) {
            send_outputs_of(*connection);
        }
    }
}

void Simulation::send_outputs_of(std::uint32_t connection) {
    exchange::VenueServer& server = venue_.server();
    const exchange::ConnectionId id = *network_.connection(connection).at_venue;
    for (;;) {
        const Bytes output = server.output(id);
        const std::size_t taken =
            output.empty() ? 0
                           : std::min(output.size(), network_.room(connection, End::Venue, now_));
        if (taken == 0) {
            return;
        }
        network_.send(connection, End::Venue, output.first(taken), now_);
        server.on_written(id, taken, now_);
    }
}

void Simulation::plan_wake(std::uint8_t who, Time deadline) {
    if (deadline == kNever) {
        return;
    }
    const Time time = std::max(now_ + Nanos{1}, deadline);
    if (time < wake_at(who)) {
        wake_at(who) = time;
        agenda_.push({.time = time, .kind = EventKind::Wake, .who = who});
    }
}

}  // namespace hotpath::sim::world
