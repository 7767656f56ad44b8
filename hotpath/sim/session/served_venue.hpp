#pragma once
/// ServedVenue: exchange::VenueServer, with its sessions, as the venue of a Session. The other end of
/// the wires is a ConnectedTrader.
///
///   market message ──> RecordedFlow ─┐
///   pieces of order entry ───────────┴──> VenueServer ──> pieces of order entry, datagrams
///                                              └──> VenueFeed, in the place of ITCH
///
/// Every input counts as durable at once. The venue starts with the market's first message. A piece
/// that came at once is answered at once. Threads: one owner. Allocation: create(); buffers grow to
/// the most that one event sends. Complexity: the server's, and a copy of what it sends.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/protocols/nasdaq/sim/soup_framing.hpp"
#include "hotpath/sim/flow/background.hpp"
#include "hotpath/sim/session/pieces.hpp"
#include "hotpath/sim/session/session_ends.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::sim::session {

class ServedVenue {
  public:
    [[nodiscard]] static Expected<ServedVenue> create(const ServedVenueOptions& options,
                                                      flow::RecordedFlow&& flow);
    ServedVenue(ServedVenue&& other) noexcept;
    ServedVenue& operator=(ServedVenue&& other) noexcept;
    ~ServedVenue();

    [[nodiscard]] const exchange::VenueServer& server() const noexcept { return *server_; }
    [[nodiscard]] const exchange::Exchange& exchange() const noexcept {
        return server_->log().exchange();
    }
    [[nodiscard]] const flow::RecordedFlow& flow() const noexcept { return flow_->flow(); }
    [[nodiscard]] const book::L3Books& books() const noexcept { return exchange().books(); }

    /// An ITCH message of the market.
    void on_market(Bytes message, Time now);

    // A Session's venue.
    [[nodiscard]] bool is_heartbeat(Bytes piece) const noexcept {
        const PieceHead head = PieceHead::of(piece);
        return head.kind == PieceKind::Bytes &&
               framing_of_port(head.port).is_heartbeat(bytes_of_piece(piece));
    }
    [[nodiscard]] static bool is_at_once(Bytes piece) noexcept {
        return PieceHead::of(piece).is_at_once;
    }
    /// Messages of the market in a datagram.
    [[nodiscard]] std::size_t messages_in(Bytes packet) const noexcept;
    /// When on_timer() must be called, besides the Session's timer.
    [[nodiscard]] Time wakes_at() const noexcept { return wakes_at_; }
    void on_timer(Time now);
    void on_order_bytes(exchange::SessionId session, Bytes piece, Time now);
    [[nodiscard]] std::span<const exchange::Reply> replies();
    void clear_replies() noexcept { pieces_.clear(); }
    [[nodiscard]] std::span<const Bytes> feed_packets();
    void clear_feed() noexcept { packets_.clear(); }

  private:
    class Memory;

    ServedVenue(const ServedVenueOptions& options, std::unique_ptr<Memory> memory,
                std::unique_ptr<flow::Background> flow,
                std::unique_ptr<exchange::VenueServer> server, std::unique_ptr<VenueFeed> feed);

    [[nodiscard]] exchange::Port at_venue(trader::Port port) const noexcept;
    [[nodiscard]] const Framing& framing_of_port(trader::Port port) const noexcept {
        return port == trader::Port::OrderEntry ? framing_ : protocols::nasdaq::soup_framing();
    }
    [[nodiscard]] std::optional<exchange::ConnectionId>& connection(trader::Port port) noexcept {
        return connections_[static_cast<std::size_t>(port)];
    }
    void start(Time now);
    /// Takes all outputs of what was done.
    void settle(Time now);
    void publish(Bytes packet, Time now);
    [[nodiscard]] bool take_output(trader::Port port, Time now);
    void take_closed();

    exchange::Port orders_;
    Framing framing_;
    std::unique_ptr<Memory> memory_;          // of the server's streams
    std::unique_ptr<flow::Background> flow_;  // the server points to it
    std::unique_ptr<exchange::VenueServer> server_;
    std::unique_ptr<VenueFeed> feed_;  // nullptr: the server's packets
    std::array<std::optional<exchange::ConnectionId>, trader::kPorts> connections_{};
    bool has_started_ = false;
    bool is_at_once_ = false;  // the input
    Time wakes_at_ = kNever;
    PieceBuffer pieces_;
    PieceBuffer packets_;
    std::vector<std::byte> output_;  // of one port
    std::vector<exchange::Reply> replies_;
    std::vector<Bytes> packet_list_;
};

/// The flow of a Session with a ServedVenue, which has the RecordedFlow.
struct ServedFlow {
    static void on_message(Bytes message, ServedVenue& venue, Time now) {
        venue.on_market(message, now);
    }
};

}  // namespace hotpath::sim::session
