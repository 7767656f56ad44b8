#pragma once
/// FaultyNetwork: what is between a venue and its trader, and fails by a seed. Datagrams of the two
/// lines and of re-requests are lost, doubled, and held back, so that they come late and in another
/// order; TCP connections are held back and cut, also in the middle of a message.
///
///   FaultyNetwork network(venue, {.tcp = {order_entry, drop_copy}}, seed);
///   TraderProcess trader(folder, network.in_place_of_the_venues(config));
///   network.fail({.lost_percent = 30});      each line by itself
///   network.heal();                          from here on nothing fails
///
/// Threads: its own moves the bytes; the others are the test's. Allocation: free. Tests only.

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hotpath/core/random.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {

struct NetworkFaults {
    std::uint64_t lost_percent = 0;     // of the datagrams
    std::uint64_t doubled_percent = 0;  // of those that are not lost
    std::uint64_t late_percent = 0;     // of datagrams, and of pieces of connections
    Nanos late_max{};                   // how long these are held back at most
    bool cuts = false;                  // a connection ends after so many bytes as the seed says
    bool holds = false;                 // connections are taken, and no byte of them is passed on
};

/// Each number only ever grows.
struct NetworkCounts {
    std::uint64_t taken = 0;    // datagrams that came in
    std::uint64_t doubled = 0;  // made beside those
    std::uint64_t lost = 0;
    std::uint64_t late = 0;  // held back; they are sent, too
    std::uint64_t sent = 0;
    std::uint64_t unsent = 0;  // the kernel did not take them
    std::uint64_t cut = 0;     // connections
};

struct VenuesPorts {
    std::optional<net::Endpoint> requests{};
    std::vector<net::Endpoint> tcp{};
};

class FaultyNetwork {
  public:
    /// In front of the venue's two lines and of what else is named.
    FaultyNetwork(const VenueProcess& venue, const VenuesPorts& also, std::uint64_t seed)
        : random_(seed) {
        lines_.emplace_back(venue.line_a(), beside(venue.line_a()));
        lines_.emplace_back(venue.line_b(), beside(venue.line_b()));
        if (also.requests) {
            requests_.emplace(*also.requests);
        }
        for (const net::Endpoint& port : also.tcp) {
            ports_.emplace_back(port);
        }
        thread_ = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                turn();
                pause_before_looking_again();
            }
        });
    }

    /// A trader's configuration with this network's addresses for those of the venue.
    [[nodiscard]] std::string in_place_of_the_venues(std::string config) const {
        const auto replace = [&](const std::string& theirs, const std::string& ours) {
            for (std::size_t at = 0; (at = config.find('"' + theirs + '"')) != std::string::npos;) {
                config.replace(at + 1, theirs.size(), ours);
            }
        };
        for (const Line& line : lines_) {
            replace(line.from.to_string(), line.to.to_string());
        }
        if (requests_) {
            replace(requests_->to.to_string(), requests_->in.endpoint().to_string());
        }
        for (const Port& port : ports_) {
            replace(port.to.to_string(), port.listener->endpoint().to_string());
        }
        return config;
    }

    void fail(const NetworkFaults& faults) {
        const std::scoped_lock lock(mutex_);
        faults_ = faults;
        for (Port& port : ports_) {
            for (Pair& pair : port.pairs) {
                pair.bytes_left = bytes_until_the_cut();
            }
        }
    }
    void heal() { fail({}); }
    [[nodiscard]] NetworkCounts counts() const {
        const std::scoped_lock lock(mutex_);
        return counts_;
    }

  private:
    /// Datagrams by the time at which they are due.
    using HeldBack = std::multimap<Time, std::vector<std::byte>>;

    struct Line {
        Line(const net::Endpoint& of, const net::Endpoint& other)
            : from(of),
              to(other),
              in(std::move(*net::UdpSocket::join({.group = of}))),
              out(std::move(*net::UdpSocket::send_to_group({.group = other}))) {}
        net::Endpoint from;
        net::Endpoint to;
        net::UdpSocket in;
        net::UdpSocket out;
        HeldBack held;
    };
    /// Of one trader: answers go to where the last request came from.
    struct Requests {
        explicit Requests(const net::Endpoint& venue)
            : to(venue),
              in(std::move(*net::UdpSocket::bind({net::kLoopback, 0}))),
              out(std::move(*net::UdpSocket::bind({net::kLoopback, 0}))) {}
        net::Endpoint to;
        net::UdpSocket in;
        net::UdpSocket out;
        net::Endpoint client;
        HeldBack asked;
        HeldBack answered;
    };
    struct Pair {
        net::TcpConnection client;
        net::TcpConnection server;
        std::uint64_t bytes_left;  // until it is cut
        Time held_until;
    };
    struct Port {
        explicit Port(const net::Endpoint& venue) : to(venue) {}
        net::Endpoint to;
        // GCC 12 takes the error of a listener that is moved out of its Expected for freed twice.
        Expected<net::TcpListener> listener = net::TcpListener::listen({net::kLoopback, 0});
        std::list<Pair> pairs;
    };

    /// The same port of another group.
    [[nodiscard]] static net::Endpoint beside(const net::Endpoint& group) {
        std::string text = group.to_string();
        text.replace(text.find('.') + 1, text.find('.', 4) - 4, "195");
        return *net::Endpoint::parse(text);
    }

    void turn() {
        const std::scoped_lock lock(mutex_);
        for (Line& line : lines_) {
            take(line.in, line.held, [](const net::Endpoint&) {});
            send_due(line.out, line.to, line.held);
        }
        if (requests_) {
            take(requests_->in, requests_->asked,
                 [this](const net::Endpoint& from) { requests_->client = from; });
            send_due(requests_->out, requests_->to, requests_->asked);
            take(requests_->out, requests_->answered, [](const net::Endpoint&) {});
            send_due(requests_->in, requests_->client, requests_->answered);
        }
        for (Port& port : ports_) {
            while (auto accepted = port.listener->accept()) {
                auto server = net::TcpConnection::connect(port.to);
                if (server) {
                    port.pairs.push_back(
                        {std::move(*accepted), std::move(*server), bytes_until_the_cut(), {}});
                }
            }
            std::erase_if(port.pairs, [this](Pair& pair) { return is_over(pair); });
        }
    }

    [[nodiscard]] Time due() {
        const bool is_late =
            faults_.late_max > Nanos{} && random_.below(100) < faults_.late_percent;
        counts_.late += is_late ? 1U : 0U;
        const auto most = static_cast<std::uint64_t>(faults_.late_max.value);
        return steady_now() + Nanos{is_late ? static_cast<std::int64_t>(random_.below(most)) : 0};
    }
    void take(net::UdpSocket& in, HeldBack& held, const auto& look_at_sender) {
        while (const auto datagram = in.receive(room_)) {
            ++counts_.taken;
            look_at_sender(datagram->from);
            if (random_.below(100) < faults_.lost_percent) {
                ++counts_.lost;
                continue;
            }
            const bool is_doubled = random_.below(100) < faults_.doubled_percent;
            counts_.doubled += is_doubled ? 1U : 0U;
            for (int copies = is_doubled ? 2 : 1; copies > 0; --copies) {
                held.emplace(due(), std::vector(datagram->bytes.begin(), datagram->bytes.end()));
            }
        }
    }
    void send_due(net::UdpSocket& out, const net::Endpoint& to, HeldBack& held) {
        const Time now = steady_now();
        while (!held.empty() && held.begin()->first <= now) {
            ++(out.send(held.begin()->second, to) ? counts_.sent : counts_.unsent);
            held.erase(held.begin());
        }
    }

    /// Few bytes are as likely as many: a login is cut as often as a long snapshot.
    [[nodiscard]] std::uint64_t bytes_until_the_cut() {
        return 1 + random_.below(std::uint64_t{1} << (4 + random_.below(12)));
    }
    /// Passes on what came; true at the end of either end, and at the cut.
    [[nodiscard]] bool is_over(Pair& pair) {
        if (faults_.holds || pair.held_until > steady_now()) {
            return false;
        }
        return pass(pair.client, pair.server, pair) || pass(pair.server, pair.client, pair);
    }
    [[nodiscard]] bool pass(net::TcpConnection& from, net::TcpConnection& to, Pair& pair) {
        if (to.flush() == net::SendStatus::Closed) {
            return true;
        }
        if (to.unsent_bytes() != 0) {
            return false;
        }
        const net::TcpReceived received = from.receive();
        if (received.status != net::ReceiveStatus::Bytes) {
            return received.status == net::ReceiveStatus::Closed;
        }
        Bytes bytes = received.bytes;
        const bool is_cut = faults_.cuts && bytes.size() >= pair.bytes_left;
        bytes = is_cut ? bytes.first(pair.bytes_left) : bytes;
        pair.bytes_left -=
            std::min<std::uint64_t>(bytes.size(), faults_.cuts ? pair.bytes_left : 0);
        pair.held_until = due();
        counts_.cut += is_cut ? 1U : 0U;
        return to.send(bytes) == net::SendStatus::Closed || is_cut;
    }

    mutable std::mutex mutex_;
    NetworkFaults faults_;
    NetworkCounts counts_;
    Random random_;
    std::deque<Line> lines_;
    std::optional<Requests> requests_;
    std::deque<Port> ports_;
    std::array<std::byte, 2'048> room_{};
    std::jthread thread_;
};

}  // namespace hotpath::venue_tests
