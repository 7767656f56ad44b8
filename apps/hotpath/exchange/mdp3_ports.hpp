#pragma once
/// The sockets of a venue's MDP 3.0 channel, and the file that keeps its packet numbers: the ITCH
/// packets that leave go in, the channel's packets are sent.
///
/// The file is mdp3.numbers in the journal's folder: a restart goes on with the number that it has.
/// Threads: one owner. Allocation: open(). Complexity: that of exchange::Mdp3VenueFeed and a system
/// call a group and turn.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/mdp3/mdp3_venue_feed.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/store/number_file.hpp"

namespace hotpath::app {

class Mdp3Ports {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<Mdp3Ports>> open(const ExchangeConfig& config);

    [[nodiscard]] std::uint64_t unsent() const noexcept { return socket_.unsent(); }
    [[nodiscard]] Time next_deadline() const noexcept { return feed_.next_deadline(); }
    [[nodiscard]] const net::Endpoint& line_a() const noexcept { return groups_[0]; }
    [[nodiscard]] const net::Endpoint& line_b() const noexcept { return line_b_; }
    [[nodiscard]] std::string loss_of_numbers() const { return numbers_.loss(); }

    /// The venue as it is after its recovery.
    void begin(const exchange::VenueLog& log, Time now);
    /// A packet that leaves on the ITCH lines.
    void on_packet(Bytes packet, Time now);
    /// Sends packets that are due, after the packets of a turn.
    void on_timer(Time now);

  private:
    using Moment = exchange::Mdp3VenueFeed::Moment;

    Mdp3Ports(const Mdp3Config& config, exchange::Mdp3VenueFeed&& feed, store::NumberFile&& numbers,
              net::UdpSocket&& socket);

    [[nodiscard]] static Moment moment(Time now);
    /// Bound to on_... of the feed.
    [[nodiscard]] auto sender() noexcept {
        return [this](exchange::Mdp3Group group, Bytes packet) { send(group, packet); };
    }
    void send(exchange::Mdp3Group group, Bytes packet) noexcept;
    void keep_number() noexcept { numbers_.keep(feed_.next_packet_number()); }

    exchange::Mdp3VenueFeed feed_;
    store::NumberFile numbers_;
    net::UdpSocket socket_;
    net::Endpoint line_b_;
    std::array<net::Endpoint, exchange::kMdp3Groups>
        groups_;  // by Mdp3Group; Incremental is line A
};

}  // namespace hotpath::app
