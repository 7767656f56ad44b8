#pragma once
/// The wires between a venue and its clients, with everything that goes wrong on them: datagrams
/// that are lost, doubled, late, cut short or damaged, and connections that break at any byte,
/// stall or silently carry nothing any more.
///
///   venue ── multicast ──> lines A and B of every trader      each copy with its own fate
///   trader ── request ──> venue ── reply ──> trader
///   client <── pieces in order ──> venue                      a connection, two pipes
///
/// Damage that UDP's checksum detects is dropped: a damaged packet arrives only when it contradicts
/// itself. It plans events and never calls anybody. Threads: one owner. Allocation: free.
/// Complexity: O(log events) a datagram or piece.

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/sim/timed_queue.hpp"
#include "hotpath/sim/world/options.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::sim::world {

using ByteString = std::vector<std::byte>;

enum class EventKind : std::uint8_t {
    Datagram,  // on a line of a client
    Request,   // at the re-request server
    Connect,   // at the venue
    Piece,     // of a connection's bytes, at one end
    Break,     // of a connection, as one end learns of it
    Wake,      // a timer of a client or of the venue
    Commit,    // of the venue's journal
    Act,       // of a scripted client
    Start,     // of a client or of the venue
    Fault,
    Relief,  // a fault that lasts is over
    Day,     // the venue turns to the next one; or what happens about then
};
inline constexpr std::size_t kEventKinds = 12;

[[nodiscard]] std::string_view name(EventKind kind) noexcept;

enum class End : std::uint8_t { Client, Venue };

[[nodiscard]] constexpr End other(End end) noexcept {
    return end == End::Client ? End::Venue : End::Client;
}

/// An event's venue among the numbers of clients.
inline constexpr std::uint8_t kVenue = 0xff;

struct Event {
    Time time{};
    EventKind kind = EventKind::Wake;
    std::uint8_t venue = 0;  // where it happens
    std::uint8_t who = kVenue;
    std::uint8_t what = 0;     // Line, End, FaultKind
    std::uint32_t number = 0;  // of a connection; what a fault is about
    ByteString bytes{};
};

using Agenda = TimedQueue<Event>;

struct NetworkCounters {
    // Datagrams: sent + doubled = delivered + lost + silenced + checksum + without_receiver
    // + in flight.
    std::uint64_t sent = 0;
    std::uint64_t doubled = 0;
    std::uint64_t delivered = 0;
    std::uint64_t lost = 0;
    std::uint64_t silenced = 0;          // both lines are dead, or the request server is
    std::uint64_t checksum = 0;          // damage that the receiver's machine notices
    std::uint64_t without_receiver = 0;  // the receiver does not run
    std::uint64_t reordered = 0;
    std::uint64_t truncated = 0;
    std::uint64_t damaged = 0;
    // Connections: bytes sent = delivered + lost + in flight.
    std::uint64_t connections = 0;
    std::uint64_t refused = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_delivered = 0;
    std::uint64_t bytes_lost = 0;

    NetworkCounters& operator+=(const NetworkCounters& other) noexcept;
};

struct Pipe {
    std::deque<ByteString> pieces{};  // in flight, the oldest first
    std::size_t bytes = 0;            // of them
    std::size_t budget = 0;           // of a cut connection: what still arrives
    Time last{};                      // when the newest arrives
};

struct Connection {
    std::uint8_t client = 0;
    trader::Port port = trader::Port::OrderEntry;
    std::optional<exchange::ConnectionId> at_venue{};
    std::array<bool, 2> is_up{};  // by End
    std::array<Pipe, 2> to{};     // by the End where they arrive
    Time held_until{};            // nothing arrives at the client
    bool is_cut = false;
    bool is_vanished = false;

    [[nodiscard]] bool& up(End end) noexcept { return is_up[static_cast<std::size_t>(end)]; }
    [[nodiscard]] bool up(End end) const noexcept { return is_up[static_cast<std::size_t>(end)]; }
    [[nodiscard]] Pipe& pipe(End end) noexcept { return to[static_cast<std::size_t>(end)]; }
    [[nodiscard]] const Pipe& pipe(End end) const noexcept {
        return to[static_cast<std::size_t>(end)];
    }
};

class Network {
  public:
    /// `venue`: its index, in every event. The others outlive the network.
    Network(const VenueDrawn& options, std::uint8_t venue, Agenda& agenda, Random& random);

    [[nodiscard]] const NetworkCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] std::uint64_t datagrams_in_flight() const noexcept { return in_flight_; }
    [[nodiscard]] std::uint64_t bytes_in_flight() const noexcept;
    [[nodiscard]] std::size_t connections() const noexcept { return connections_.size(); }
    /// Stays where it is while others open: an event may open some in the middle of one.
    [[nodiscard]] Connection& connection(std::uint32_t number) { return connections_[number]; }
    [[nodiscard]] const Connection& connection(std::uint32_t number) const {
        return connections_[number];
    }

    // Datagrams.
    /// To lines A and B of these clients.
    void multicast(Bytes packet, std::span<const std::uint8_t> clients, Time now);
    /// The same of somebody else, to one line.
    void intrude(feed::Line line, Bytes packet, std::span<const std::uint8_t> clients, Time now);
    void send_request(std::uint8_t client, Bytes request, Time now);
    void send_reply(std::uint8_t client, Bytes packet, Time now);
    /// A datagram event is due; `is_heard`: it has a receiver.
    void note_arrival(bool is_heard) noexcept;

    // Connections, by their numbers.
    [[nodiscard]] std::uint32_t open(std::uint8_t client, trader::Port port, Time now);
    void refuse(std::uint32_t number, Time now);
    void send(std::uint32_t number, End from, Bytes bytes, Time now);
    /// One end has gone; the other one detects it after all earlier bytes.
    void close(std::uint32_t number, End from, Time now);
    /// The bytes of a Piece event; empty when they were lost or must wait.
    [[nodiscard]] std::optional<ByteString> take_piece(std::uint32_t number, End at, Time now);
    /// Bytes that may be sent without waiting for the reader.
    [[nodiscard]] std::size_t room(std::uint32_t number, End from, Time now) const noexcept;

    // Faults.
    /// Breaks at a random byte in flight, in each direction.
    void cut(std::uint32_t number, Time now);
    void vanish(std::uint32_t number) noexcept;
    void hold(std::uint32_t number, Time until) noexcept;
    void silence(Time until) noexcept { silent_until_ = until; }
    void keep_requests_away(Time until) noexcept { no_requests_until_ = until; }
    /// From here on nothing goes wrong.
    void heal() noexcept;

  private:
    void plan(Event event);
    [[nodiscard]] Nanos delay();
    [[nodiscard]] bool happens(std::uint32_t in_ten_thousand);
    void send_datagram(Event event, Time now, bool is_lost);
    /// False when the receiver's machine drops it.
    [[nodiscard]] bool spoil(ByteString& packet);
    [[nodiscard]] bool damage(ByteString& packet);
    void lose(Pipe& pipe) noexcept;
    void plan_break(std::uint32_t number, End at, Time time);

    const VenueDrawn& options_;
    std::uint8_t venue_;
    Agenda& agenda_;
    Random& random_;
    PacketFaults faults_;
    Time silent_until_{};
    Time no_requests_until_{};
    std::uint64_t in_flight_ = 0;
    std::deque<Connection> connections_;
    NetworkCounters counters_;
};

}  // namespace hotpath::sim::world
