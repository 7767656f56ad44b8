#pragma once
/// The sockets of `hotpath exchange`: received bytes go to the server, the server's output is
/// sent. No decisions are made here.
///
/// Threads: one owner. Allocation: open() and each connection. Complexity: system calls; O(open
/// connections) a turn.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/live/venue/venue_publisher.hpp"
#include "hotpath/login/client_sockets.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/net/waiter.hpp"

namespace hotpath::app {

class ExchangePorts {
  public:
    /// `places`: the server's, of its connections.
    [[nodiscard]] static Expected<ExchangePorts> open(const ExchangeConfig& config,
                                                      std::size_t places, net::Waiter& waiter);

    [[nodiscard]] const net::Endpoint& order_entry() const noexcept {
        return listeners_[0].socket.endpoint();
    }
    [[nodiscard]] const net::Endpoint& glimpse() const noexcept {
        return listeners_[1].socket.endpoint();
    }
    /// nullptr without such a port.
    [[nodiscard]] const net::Endpoint* drop_copy() const noexcept {
        return find(exchange::Port::DropCopy);
    }
    [[nodiscard]] const net::Endpoint* operator_port() const noexcept {
        return find(exchange::Port::Operator);
    }
    [[nodiscard]] const net::Endpoint* find(exchange::Port port) const noexcept {
        const auto found = std::ranges::find(listeners_, port, &Listener::port);
        return found == listeners_.end() ? nullptr : &found->socket.endpoint();
    }
    [[nodiscard]] const net::Endpoint& requests() const noexcept { return requests_.endpoint(); }
    /// Multicast groups.
    [[nodiscard]] const net::Endpoint& line_a() const noexcept { return group_a_; }
    [[nodiscard]] const net::Endpoint& line_b() const noexcept { return group_b_; }
    /// Datagrams of the feed that the kernel did not take.
    [[nodiscard]] std::uint64_t unsent() const noexcept {
        return line_a_.unsent() + line_b_.unsent() +
               of_publishers(&live::PublisherCounters::datagrams_unsent);
    }
    /// When write() must be called next, whatever the server says.
    [[nodiscard]] Time next_deadline() const noexcept {
        Time deadline = kNever;
        for (const auto& publisher : publishers_) {
            deadline = std::min(deadline, publisher->next_deadline());
        }
        return deadline;
    }
    /// Market data of the protocols, as far as it is configured.
    [[nodiscard]] const std::vector<std::unique_ptr<live::VenuePublisher>>& publishers()
        const noexcept {
        return publishers_;
    }

    /// The venue is recovered, in its journal's folder: the publishers begin.
    [[nodiscard]] Expected<void> begin_published(const exchange::VenueServer& server, Time now);
    /// Closes the connections of publishers; the others are the server's to close.
    void close_publishers(Time now) {
        for (const auto& publisher : publishers_) {
            publisher->close_all(now);
        }
    }

    /// Closed for want of a descriptor, or gone before they were taken.
    [[nodiscard]] std::uint64_t connections_not_taken() const noexcept {
        std::uint64_t failures = of_publishers(&live::PublisherCounters::connections_not_taken);
        for (const Listener& listener : listeners_) {
            failures += listener.socket.failures();
        }
        return failures;
    }
    /// Connections that failed to establish TLS, or broke it.
    [[nodiscard]] std::uint64_t tls_failures() const noexcept {
        return clients_.tls_failures() + of_publishers(&live::PublisherCounters::tls_failures);
    }
    /// Connections that were closed before their handshake.
    [[nodiscard]] std::uint64_t handshakes_refused() const noexcept {
        return clients_.handshakes_refused() +
               of_publishers(&live::PublisherCounters::handshakes_refused);
    }
    /// Re-requests from addresses outside of requests_networks.
    [[nodiscard]] std::uint64_t requests_of_other_networks() const noexcept {
        return requests_of_other_networks_;
    }
    /// Logins at publishers that were refused for their certificate.
    [[nodiscard]] std::uint64_t data_certificates_refused() const noexcept {
        return of_publishers(&live::PublisherCounters::certificates_refused);
    }
    /// sink(const ClientNote&) for each of them, of a bounded number a second.
    template <class Sink>
    void for_each_tls_note(Sink&& sink) {
        clients_.for_each_tls_note(sink);
    }

    void accept(exchange::VenueServer& server, Time now);
    /// One read of every connection; after each, `taken()` puts its inputs into the journal.
    template <class Taken>
    [[nodiscard]] Expected<void> read(exchange::VenueServer& server, Time now, Taken&& taken) {
        if (clients_.has_gate() && server.may_read()) {
            clients_.poll_gate(now, [&](std::uint16_t place, Bytes bytes) {
                server.on_bytes({place}, bytes, now);
            });
            if (auto done = taken(); !done) {
                return done;
            }
        }
        for (std::size_t n = 0; n < clients_.places() && server.may_read(); ++n) {
            read_one(server, {static_cast<std::uint16_t>(n)}, now);
            if (auto done = taken(); !done) {
                return done;
            }
        }
        for (const auto& publisher : publishers_) {
            publisher->read(now);
        }
        return {};
    }
    void answer_requests(exchange::VenueServer& server, Time now);
    /// Packets to both lines, output to its connections, ends to those that are over.
    void write(exchange::VenueServer& server, Time now);

  private:
    struct Listener {
        exchange::Port port;
        net::TcpListener socket;
    };

    struct Sockets {
        std::vector<Listener> listeners;
        net::UdpSocket requests;
        net::UdpSocket line_a;
        net::UdpSocket line_b;
    };

    ExchangePorts(const ExchangeConfig& config, login::ClientSockets&& clients, Sockets&& sockets);

    [[nodiscard]] std::uint64_t of_publishers(
        std::uint64_t live::PublisherCounters::* counter) const noexcept {
        std::uint64_t sum = 0;
        for (const auto& publisher : publishers_) {
            sum += publisher->counters().*counter;
        }
        return sum;
    }
    void take(net::TcpConnection&& connection, exchange::Port port, exchange::VenueServer& server,
              Time now);
    /// Sends each its last bytes and closes its socket.
    void close_ended(exchange::VenueServer& server);
    void read_one(exchange::VenueServer& server, exchange::ConnectionId id, Time now);
    void send_feed(exchange::VenueServer& server, Time now);
    [[nodiscard]] bool may_request(net::Ipv4Address address) const noexcept;
    void write_one(exchange::VenueServer& server, exchange::ConnectionId id, Time now);

    std::vector<Listener> listeners_;  // order entry, glimpse, and what else there is
    net::UdpSocket requests_;
    net::UdpSocket line_a_;
    net::UdpSocket line_b_;
    net::Endpoint group_a_;
    net::Endpoint group_b_;
    std::vector<net::Ipv4Network> request_networks_;  // empty: any address
    std::uint64_t requests_of_other_networks_ = 0;
    login::ClientSockets clients_;  // by ConnectionId
    std::vector<std::unique_ptr<live::VenuePublisher>> publishers_;
};

}  // namespace hotpath::app
