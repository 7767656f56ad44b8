#include "hotpath/sim/world/network.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"

namespace hotpath::sim::world {

namespace {

constexpr std::array<std::string_view, kEventKinds> kEventNames{
    "datagram", "request", "connect", "piece", "break",  "wake",
    "commit",   "act",     "start",   "fault", "relief", "day"};

constexpr std::uint64_t kTenThousand = 10'000;
constexpr std::size_t kWindow = 65'536;        // of a reader who reads
constexpr std::size_t kSlowWindow = 4'096;     // of one who does not
constexpr std::uint64_t kLateMax = 5'000'000;  // of a datagram out of order

[[nodiscard]] ByteString copy_of(Bytes bytes) {
    return {bytes.begin(), bytes.end()};
}

/// Damage there makes a packet contradict itself, or be of an unknown session; anywhere else only a
/// checksum shows it.
[[nodiscard]] bool is_seen_by_reader(std::size_t byte) {
    constexpr std::size_t kCountAt = 18;
    return byte < protocols::nasdaq::moldudp64::kSessionLength ||
           (byte >= kCountAt && byte < protocols::nasdaq::moldudp64::DownstreamHeader::kLength);
}

}  // namespace

std::string_view name(EventKind kind) noexcept {
    return kEventNames[static_cast<std::size_t>(kind)];
}

NetworkCounters& NetworkCounters::operator+=(const NetworkCounters& other) noexcept {
    for (const auto counter :
         {&NetworkCounters::sent, &NetworkCounters::doubled, &NetworkCounters::delivered,
          &NetworkCounters::lost, &NetworkCounters::silenced, &NetworkCounters::checksum,
          &NetworkCounters::without_receiver, &NetworkCounters::reordered,
          &NetworkCounters::truncated, &NetworkCounters::damaged, &NetworkCounters::connections,
          &NetworkCounters::refused, &NetworkCounters::bytes_sent,
          &NetworkCounters::bytes_delivered, &NetworkCounters::bytes_lost}) {
        this->*counter += other.*counter;
    }
    return *this;
}

Network::Network(const VenueDrawn& options, std::uint8_t venue, Agenda& agenda, Random& random)
    : options_(options),
      venue_(venue),
      agenda_(agenda),
      random_(random),
      faults_(options.packets) {}

void Network::plan(Event event) {
    event.venue = venue_;
    agenda_.push(std::move(event));
}

std::uint64_t Network::bytes_in_flight() const noexcept {
    std::uint64_t bytes = 0;
    for (const Connection& connection : connections_) {
        bytes += connection.pipe(End::Client).bytes + connection.pipe(End::Venue).bytes;
    }
    return bytes;
}

Nanos Network::delay() {
    const auto jitter = static_cast<std::uint64_t>(options_.jitter.value);
    return options_.delay + Nanos{static_cast<std::int64_t>(random_.below(jitter + 1))};
}

bool Network::happens(std::uint32_t in_ten_thousand) {
    return in_ten_thousand != 0 && random_.below(kTenThousand) < in_ten_thousand;
}

void Network::multicast(Bytes packet, std::span<const std::uint8_t> clients, Time now) {
    const bool is_lost = happens(faults_.lost_on_both_lines);
    for (const std::uint8_t client : clients) {
        for (const feed::Line line : {feed::Line::A, feed::Line::B}) {
            send_datagram({.kind = EventKind::Datagram,
                           .who = client,
                           .what = static_cast<std::uint8_t>(line),
                           .bytes = copy_of(packet)},
                          now, is_lost);
        }
    }
}

void Network::intrude(feed::Line line, Bytes packet, std::span<const std::uint8_t> clients,
                      Time now) {
    for (const std::uint8_t client : clients) {
        send_datagram({.kind = EventKind::Datagram,
                       .who = client,
                       .what = static_cast<std::uint8_t>(line),
                       .bytes = copy_of(packet)},
                      now, false);
    }
}

void Network::send_request(std::uint8_t client, Bytes request, Time now) {
    if (now < no_requests_until_) {
        ++counters_.sent;
        ++counters_.silenced;
        return;
    }
    ++counters_.sent;
    if (happens(faults_.lost)) {
        ++counters_.lost;
        return;
    }
    ++in_flight_;
    const Time time = now + delay();
    plan({.time = time, .kind = EventKind::Request, .who = client, .bytes = copy_of(request)});
}

void Network::send_reply(std::uint8_t client, Bytes packet, Time now) {
    send_datagram({.kind = EventKind::Datagram,
                   .who = client,
                   .what = static_cast<std::uint8_t>(feed::Line::Replies),
                   .bytes = copy_of(packet)},
                  now, false);
}

void Network::send_datagram(Event event, Time now, bool is_lost) {
    ++counters_.sent;
    if (now < silent_until_ && event.what != static_cast<std::uint8_t>(feed::Line::Replies)) {
        ++counters_.silenced;
        return;
    }
    if (is_lost || happens(faults_.lost)) {
        ++counters_.lost;
        return;
    }
    if (!spoil(event.bytes)) {
        ++counters_.checksum;
        return;
    }
    event.time = now + delay();
    if (happens(faults_.reordered)) {
        ++counters_.reordered;
        event.time = event.time + Nanos{static_cast<std::int64_t>(random_.below(kLateMax))};
    }
    if (happens(faults_.duplicated)) {
        ++counters_.doubled;
        ++in_flight_;
        Event again = event;
        again.time = again.time + Nanos{static_cast<std::int64_t>(random_.below(kLateMax))};
        plan(std::move(again));
    }
    ++in_flight_;
    plan(std::move(event));
}

void Network::note_arrival(bool is_heard) noexcept {
    --in_flight_;
    ++(is_heard ? counters_.delivered : counters_.without_receiver);
}

bool Network::spoil(ByteString& packet) {
    if (happens(faults_.truncated) && !packet.empty()) {
        ++counters_.truncated;
        packet.resize(random_.below(packet.size()));
        return true;
    }
    return !happens(faults_.damaged) || damage(packet);
}

bool Network::damage(ByteString& packet) {
    if (packet.empty()) {
        return true;
    }
    const bool is_in_header = random_.one_in(2);
    const std::size_t reach =
        is_in_header
            ? std::min(packet.size(), protocols::nasdaq::moldudp64::DownstreamHeader::kLength)
            : packet.size();
    const std::size_t byte = random_.below(reach);
    packet[byte] ^= static_cast<std::byte>(1U << random_.below(8));
    if (!is_seen_by_reader(byte)) {
        return false;
    }
    ++counters_.damaged;
    return true;
}

std::uint32_t Network::open(std::uint8_t client, trader::Port port, Time now) {
    const auto number = static_cast<std::uint32_t>(connections_.size());
    Connection& connection = connections_.emplace_back();
    connection.client = client;
    connection.port = port;
    connection.up(End::Client) = true;
    ++counters_.connections;
    const Time time = now + delay();
    connection.pipe(End::Venue).last = time;
    plan({.time = time, .kind = EventKind::Connect, .who = client, .number = number});
    return number;
}

void Network::refuse(std::uint32_t number, Time now) {
    ++counters_.refused;
    lose(connections_[number].pipe(End::Venue));
    plan_break(number, End::Client, now + delay());
}

void Network::plan_break(std::uint32_t number, End at, Time time) {
    plan({.time = time,
          .kind = EventKind::Break,
          .who = connections_[number].client,
          .what = static_cast<std::uint8_t>(at),
          .number = number});
}

void Network::send(std::uint32_t number, End from, Bytes bytes, Time now) {
    Connection& connection = connections_[number];
    counters_.bytes_sent += bytes.size();
    if (connection.is_vanished || connection.is_cut) {
        counters_.bytes_lost += bytes.size();
        return;
    }
    Pipe& pipe = connection.pipe(other(from));
    while (!bytes.empty()) {
        const bool is_split = random_.one_in(4);
        const std::size_t length = is_split ? 1 + random_.below(bytes.size()) : bytes.size();
        pipe.pieces.push_back(copy_of(bytes.first(length)));
        pipe.bytes += length;
        pipe.last = std::max(pipe.last, now + delay());
        plan({.time = pipe.last,
              .kind = EventKind::Piece,
              .who = connection.client,
              .what = static_cast<std::uint8_t>(other(from)),
              .number = number});
        bytes = bytes.subspan(length);
    }
}

void Network::close(std::uint32_t number, End from, Time now) {
    Connection& connection = connections_[number];
    if (!std::exchange(connection.up(from), false)) {
        return;
    }
    lose(connection.pipe(from));
    if (!connection.is_vanished && !connection.is_cut && connection.up(other(from))) {
        Pipe& pipe = connection.pipe(other(from));
        pipe.last = std::max(pipe.last, now + delay());
        plan_break(number, other(from), pipe.last);
    }
}

std::optional<ByteString> Network::take_piece(std::uint32_t number, End at, Time now) {
    Connection& connection = connections_[number];
    Pipe& pipe = connection.pipe(at);
    if (pipe.pieces.empty()) {
        return std::nullopt;
    }
    if (!connection.up(at)) {
        lose(pipe);
        return std::nullopt;
    }
    if (at == End::Client && now < connection.held_until) {
        pipe.last = std::max(pipe.last, connection.held_until);
        plan({.time = connection.held_until,
              .kind = EventKind::Piece,
              .who = connection.client,
              .what = static_cast<std::uint8_t>(at),
              .number = number});
        return std::nullopt;
    }
    ByteString piece = std::move(pipe.pieces.front());
    pipe.pieces.pop_front();
    pipe.bytes -= piece.size();
    if (connection.is_cut) {
        const std::size_t taken = std::min(piece.size(), pipe.budget);
        counters_.bytes_lost += piece.size() - taken;
        piece.resize(taken);
        pipe.budget -= taken;
        if (pipe.budget == 0) {
            lose(pipe);
            plan_break(number, at, now);
        }
    }
    counters_.bytes_delivered += piece.size();
    return piece;
}

std::size_t Network::room(std::uint32_t number, End from, Time now) const noexcept {
    const Connection& connection = connections_[number];
    if (from == End::Client || connection.is_cut) {
        return ~std::size_t{0};
    }
    const std::size_t window = now < connection.held_until ? kSlowWindow : kWindow;
    const std::size_t used = connection.pipe(End::Client).bytes;
    return used < window && !connection.is_vanished ? window - used : 0;
}

void Network::lose(Pipe& pipe) noexcept {
    counters_.bytes_lost += pipe.bytes;
    pipe.bytes = 0;
    pipe.pieces.clear();
}

void Network::cut(std::uint32_t number, Time now) {
    Connection& connection = connections_[number];
    if (connection.is_cut || connection.is_vanished) {
        return;
    }
    connection.is_cut = true;
    for (const End end : {End::Client, End::Venue}) {
        Pipe& pipe = connection.pipe(end);
        pipe.budget = random_.below(pipe.bytes + 1);
        if (pipe.budget == 0) {
            lose(pipe);
            const Time time = now + delay();
            plan_break(number, end, time);
        }
    }
}

void Network::vanish(std::uint32_t number) noexcept {
    Connection& connection = connections_[number];
    connection.is_vanished = true;
    lose(connection.pipe(End::Client));
    lose(connection.pipe(End::Venue));
}

void Network::hold(std::uint32_t number, Time until) noexcept {
    connections_[number].held_until = until;
}

void Network::heal() noexcept {
    faults_ = {};
    silent_until_ = {};
    no_requests_until_ = {};
}

}  // namespace hotpath::sim::world
