// What follows an event: the outputs of clients and venues go on the wires, timers are planned, and
// the observers look.

#include <algorithm>

#include "hotpath/sim/world/simulation.hpp"

namespace hotpath::sim::world {

namespace {

constexpr Nanos kSlowCommit{50'000'000};

}  // namespace

/// An input at one venue may have output at another: as many rounds as there are venues.
void Simulation::after_client(std::uint8_t number) {
    Participant& participant = participants_[number];
    const std::size_t rounds = participant.firm ? sites_.size() : 1;
    for (std::size_t round = 0; round < rounds; ++round) {
        for (Site& site : sites_) {
            if (participant.seats[site.number].client != nullptr) {
                serve_seat(site, number);
            }
        }
    }
    for (Site& site : sites_) {
        if (const Client* const client = participant.seats[site.number].client) {
            plan_wake(site, number, client->next_deadline());
        }
    }
    if (participant.trader != nullptr) {
        check_trader(number);
        turn_trader(number);
    }
}

void Simulation::serve_seat(Site& site, std::uint8_t number) {
    if (TraderHost* const trader = participants_[number].trader.get()) {
        std::vector<ByteString> requests;
        trader->at(site.number).take_requests(requests);
        for (const ByteString& request : requests) {
            site.network.send_request(number, request, now_);
        }
    }
    for (const trader::Port port : trader::kAllPorts) {
        serve_port(site, number, port);
    }
}

void Simulation::serve_port(Site& site, std::uint8_t number, trader::Port port) {
    Seat& seat = participants_[number].seats[site.number];
    std::optional<std::uint32_t>& connection = seat.connection(port);
    if (connection && !seat.client->is_open(port)) {
        site.network.close(*connection, End::Client, now_);
        connection.reset();
    }
    if (!connection && seat.client->is_wanted(port)) {
        connection = site.network.open(number, port, now_);
        site.observer.on_connection(number, port);
        if (auto& repeater = seat.repeater(port)) {
            repeater->on_connection();
        }
        seat.client->on_connected(port, now_);
    }
    for (Bytes bytes = seat.client->output(port); connection && !bytes.empty();
         bytes = seat.client->output(port)) {
        site.observer.on_client_bytes(number, port, bytes, now_);
        if (auto& repeater = seat.repeater(port)) {
            site.network.send(*connection, End::Client, repeater->from_client(bytes), now_);
        } else {
            site.network.send(*connection, End::Client, bytes, now_);
        }
        seat.client->on_written(port, bytes.size(), now_);
    }
    if (connection && !seat.client->is_open(port)) {
        site.network.close(*connection, End::Client, now_);
        connection.reset();
    }
}

/// At each of its venues, and at both together.
void Simulation::check_trader(std::uint8_t number) {
    Participant& participant = participants_[number];
    std::vector<const RiskObserver*> risks;
    std::uint64_t open = 0;
    for (Site& site : sites_) {
        if (participant.seats[site.number].client != nullptr) {
            const TraderView view = participant.trader->at(site.number).view();
            site.observer.after_trader(number, view);
            risks.push_back(&site.observer.risk(number));
            open += view.orders->open_orders().size();
        }
    }
    if (participant.firm) {
        participant.firm->check(risks);
        participant.firm->check_reserved(participant.trader->firm_orders(), open, risks.size());
    }
}

void Simulation::after_venue(Site& site) {
    if (site.host.keep_records() && !site.is_commit_planned) {
        site.is_commit_planned = true;
        const auto most = static_cast<std::uint64_t>(site.drawn.commit.value);
        const Nanos usual{static_cast<std::int64_t>(1 + random_.below(most))};
        agenda_.push({.time = now_ + (now_ < site.slow_disk_until ? kSlowCommit : usual),
                      .kind = EventKind::Commit,
                      .venue = site.number,
                      .number = static_cast<std::uint32_t>(site.host.crashes())});
    }
    site.observer.after_venue(site.host.server(), now_ < site.disk_full_until);
    site.host.server().for_each_packet([&](Bytes packet) {
        site.observer.on_published(packet);
        site.network.multicast(packet, site.receivers, now_);
    });
    send_venue_outputs(site);
    site.host.server().for_each_closed([&](exchange::ConnectionId id, auto) {
        site.network.close(*site.at_venue[id.value], End::Venue, now_);
        site.at_venue[id.value].reset();
    });
    plan_wake(site, kVenue, site.host.server().next_deadline());
}

void Simulation::send_venue_outputs(Site& site) {
    for (const std::optional<std::uint32_t>& connection : site.at_venue) {
        if (connection) {
            send_outputs_of(site, *connection);
        }
    }
}

void Simulation::send_outputs_of(Site& site, std::uint32_t connection) {
    exchange::VenueServer& server = site.host.server();
    const exchange::ConnectionId id = *site.network.connection(connection).at_venue;
    for (;;) {
        const Bytes output = server.output(id);
        const std::size_t taken =
            output.empty()
                ? 0
                : std::min(output.size(), site.network.room(connection, End::Venue, now_));
        if (taken == 0) {
            return;
        }
        site.network.send(connection, End::Venue, output.first(taken), now_);
        server.on_written(id, taken, now_);
    }
}

void Simulation::plan_wake(Site& site, std::uint8_t who, Time deadline) {
    if (deadline == kNever) {
        return;
    }
    const Time time = std::max(now_ + Nanos{1}, deadline);
    if (time < wake_at(site, who)) {
        wake_at(site, who) = time;
        agenda_.push({.time = time, .kind = EventKind::Wake, .venue = site.number, .who = who});
    }
}

}  // namespace hotpath::sim::world
