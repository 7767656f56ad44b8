#pragma once
/// The port of a venue's market data over FIX: received bytes and the ITCH packets that leave go to
/// the server, its output is sent. No decisions are made here.
///
/// Threads: one owner. Allocation: open() and each connection. Complexity: system calls; O(open
/// connections) a turn, beside exchange::FixDataServer's work.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/live/venue/venue_publisher.hpp"
#include "hotpath/login/client_sockets.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/protocols/fix/venue/data/fix_data_options.hpp"
#include "hotpath/protocols/fix/venue/data/fix_data_server.hpp"

namespace hotpath::protocols::fix {

inline constexpr std::string_view kDataStatusKey = "fix_market_data";

struct FixDataPublisherConfig final : live::PublisherConfig {
    net::Endpoint address{};
    exchange::FixDataOptions server{};
    std::vector<login::StoredHash> hashes{};  // of the n-th user

    [[nodiscard]] std::vector<live::KeyedAddress> ports() const override;
    [[nodiscard]] Expected<std::unique_ptr<live::VenuePublisher>> open(
        const live::VenueSetup& setup, net::Waiter& waiter) const override;
};

class FixDataPorts final : public live::VenuePublisher {
  public:
    /// `waiter` outlives it.
    [[nodiscard]] static Expected<std::unique_ptr<live::VenuePublisher>> open(
        const FixDataPublisherConfig& config, const live::VenueSetup& setup, net::Waiter& waiter);

    [[nodiscard]] Expected<void> begin(const exchange::VenueLog& log, Time now) override;
    void accept(Time now) override;
    void read(Time now) override;
    void on_packet(Bytes packet, Time now) override { server_.on_packet(packet, now); }
    /// Timers, too, and what the packets of the turn have changed.
    void write(Time now) override;
    void close_all(Time now) override;

    [[nodiscard]] Time next_deadline() const noexcept override { return server_.next_deadline(); }
    [[nodiscard]] live::PublisherCounters counters() const noexcept override;
    void for_each_note(const std::function<void(const std::string&)>& log) override;
    [[nodiscard]] std::string ports_text() const override;
    [[nodiscard]] live::PublisherStatus status() const override;

  private:
    FixDataPorts(exchange::FixDataServer&& server, login::ClientSockets&& clients,
                 net::TcpListener&& listener);

    void take(net::TcpConnection&& connection, Time now);
    void read_one(exchange::ConnectionId id, Time now);
    void write_one(exchange::ConnectionId id, Time now);
    /// Sends each its last bytes and closes its socket.
    void close_ended();

    exchange::FixDataServer server_;
    login::ClientSockets
        clients_;  // by ConnectionId; with a limit of handshakes beside the venue's
    net::TcpListener listener_;
};

}  // namespace hotpath::protocols::fix
