#pragma once
/// What the FIX and the iLink 3 clients over TCP have in common: the connection, which the test breaks
/// and makes again, and the reports so far; and a run of both through kills of their venue.
///
///   class FixClient : public TcpSessionClient<FixClient> { ... };
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "tests/venue/soup_connection.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {

/// `Client` is derived from it and has session(), whose output() is what it sends, is_logged_on(), and
/// at_connect(), at_disconnect(), at_timer(), at_written(bytes), at_bytes(bytes), which pass these
/// events to the session.
template <class Client>
class TcpSessionClient {
  public:
    TcpSessionClient(const TcpSessionClient&) = delete;
    TcpSessionClient& operator=(const TcpSessionClient&) = delete;

    /// A line each, in order.
    [[nodiscard]] const std::vector<std::string>& reports() const { return reports_; }
    [[nodiscard]] bool is_in_order() const { return is_in_order_; }

    /// Until it is logged on, or not; at most kPatience.
    [[nodiscard]] bool log_on(const net::Endpoint& to) {
        disconnect();
        auto connected = net::TcpConnection::connect(to);
        if (!connected) {
            return false;
        }
        connection_.emplace(std::move(*connected));
        client().at_connect();
        const Time until = steady_now() + kPatience;
        while (!client().is_logged_on() && poll() && steady_now() < until) {
            pause_before_looking_again();
        }
        return client().is_logged_on();
    }
    void disconnect() {
        if (std::exchange(connection_, std::nullopt)) {
            client().at_disconnect();
        }
    }
    /// Bytes both ways, once; false when the connection is over.
    bool poll() {
        if (!connection_) {
            return false;
        }
        client().at_timer();
        auto& session = client().session();
        while (!session.output().empty() &&
               connection_->send(session.output()) == net::SendStatus::Ok) {
            client().at_written(session.output().size());
        }
        static_cast<void>(connection_->flush());
        const net::TcpReceived received = connection_->receive();
        client().at_bytes(received.bytes);
        if (received.status == net::ReceiveStatus::Closed || session.is_closed()) {
            disconnect();
        }
        return connection_.has_value();
    }
    /// For so many reports, at most kPatience.
    bool wait_for(std::size_t reports) {
        const Time until = steady_now() + kPatience;
        while (reports_.size() < reports && poll() && steady_now() < until) {
            pause_before_looking_again();
        }
        return reports_.size() >= reports;
    }

  protected:
    TcpSessionClient() = default;
    ~TcpSessionClient() = default;

    std::vector<std::string> reports_;
    bool is_in_order_ = true;

  private:
    [[nodiscard]] Client& client() { return static_cast<Client&>(*this); }

    std::optional<net::TcpConnection> connection_;
};

/// Two clients of a venue that is killed, and the reports of all orders that they have entered.
template <class Client>
struct KilledVenue {
    VenueProcess& venue;
    Client& alice;
    Client& bob;
    std::vector<std::string> expected_alice{};
    std::vector<std::string> expected_bob{};

    /// Six kills, with orders of both clients before each; then the venue is on again.
    /// log_on(client) is a testing::AssertionResult, report_of(id) the report of an order.
    template <class LogOn, class ReportOf>
    void run(Random& random, LogOn&& log_on, ReportOf&& report_of) {
        for (int life = 0; life < 6; ++life) {
            ASSERT_TRUE(venue.start()) << venue.output();
            ASSERT_TRUE(log_on(alice)) << venue.output();
            ASSERT_TRUE(log_on(bob)) << venue.output();
            for (int n = 0; n < 150; ++n) {
                const bool is_alice = random.one_in(2);
                Client& client = is_alice ? alice : bob;
                auto& expected = is_alice ? expected_alice : expected_bob;
                const std::string id = (is_alice ? "A" : "B") + std::to_string(expected.size());
                client.enter(id);
                expected.push_back(report_of(id));
                if (random.one_in(4)) {
                    alice.poll();
                    bob.poll();
                }
            }
            venue.kill_hard();
            while (alice.poll() || bob.poll()) {  // what had been sent
            }
        }
        ASSERT_TRUE(venue.start()) << venue.output();
        ASSERT_TRUE(log_on(alice)) << venue.output();
        ASSERT_TRUE(log_on(bob)) << venue.output();
    }
};

}  // namespace hotpath::venue_tests
