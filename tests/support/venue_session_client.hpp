#pragma once
/// What the FIX and the iLink 3 clients of a VenueBench have in common: the connection, whose bytes go
/// to the server when the test says so; and the fixture of both protocols' tests.
///
///   class FixBenchClient : public SessionBenchClient<FixBenchClient> { ... };
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/venue_clients.hpp"

namespace hotpath::support {

/// `Client` is derived from it and has session(), whose output() is what it sends, put(message), and
/// at_connect(), at_disconnect(), at_written(bytes), at_bytes(bytes), which pass these events to the
/// session.
template <class Client>
class SessionBenchClient {
  public:
    Client& connect() {
        id = bench_.connect(port_);
        if (id) {
            bench_.closed.erase(id->value);
            client().at_connect();
        }
        return client();
    }
    /// Until it is logged on, or refused.
    Client& log_on() {
        connect();
        turn();
        return client();
    }
    void disconnect() {
        if (!is_cut_off()) {
            bench_.server.on_disconnect(*id, bench_.now);
            bench_.take_outputs();
        }
        client().at_disconnect();
    }
    [[nodiscard]] bool is_cut_off() const { return !id || bench_.closed.contains(id->value); }

    template <class Message>
    void send(const Message& message) {
        client().put(message);
        turn();
    }
    /// Both ends' bytes, all inputs durable, until nothing moves.
    void turn() {
        for (bool is_moving = true; is_moving;) {
            const bool has_sent = give();
            bench_.take_records();  // also those of the last make_durable()
            bench_.make_durable();
            is_moving = take() || has_sent;
        }
    }
    /// What the client has goes to the venue.
    bool give() {
        const ByteString bytes = to_bytes(client().session().output());
        if (bytes.empty() || is_cut_off()) {
            return false;
        }
        client().at_written(bytes.size());
        give_raw(bytes);
        return true;
    }
    void give_raw(Bytes bytes) {
        bench_.server.on_bytes(*id, bytes, bench_.now);
        bench_.take_records();
        bench_.take_outputs();
    }
    /// What the venue has goes to the client.
    bool take() {
        const ByteString bytes = is_cut_off() ? ByteString{} : to_bytes(bench_.server.output(*id));
        if (bytes.empty()) {
            return false;
        }
        bench_.server.on_written(*id, bytes.size(), bench_.now);
        bench_.take_outputs();
        client().at_bytes(bytes);
        return true;
    }
    /// What a connection that was closed still sends.
    void take_last() {
        for (const Bytes piece : bench_.server.last_output(*id)) {
            client().at_bytes(piece);
        }
    }

  protected:
    SessionBenchClient(VenueBench& at, exchange::Port port) : bench_(at), port_(port) {}

    VenueBench& bench_;

  private:
    [[nodiscard]] Client& client() { return static_cast<Client&>(*this); }

    exchange::Port port_;

  public:
    std::optional<exchange::ConnectionId> id;
};

/// A venue whose disconnects cancel no orders.
class VenueSessionTest : public testing::Test {
  protected:
    explicit VenueSessionTest(const exchange::VenueServerOptions& options) : bench_(options) {}

    [[nodiscard]] static exchange::VenueServerOptions without_cancels(
        exchange::VenueServerOptions options) {
        options.cancel_on_disconnect_after = kForever;
        return options;
    }
    [[nodiscard]] std::uint32_t open(std::uint16_t session) const {
        return bench_.server.log().exchange().session_orders({session});
    }
    /// By OUCH, three times ten shares at 50, by the user who has no other session.
    void sell_three_times() {
        BenchClient seller(bench_, exchange::Port::OrderEntry, bench_.options.users[2]);
        for (std::uint32_t n = 1; n <= 3; ++n) {
            seller.enter({.number = n, .side = 'S', .qty = 10, .price = 500'000});
        }
        bench_.make_durable();
    }
    /// The control, and what follows from it.
    void start_day() {
        ASSERT_TRUE(
            bench_.server.try_control({.action = exchange::ControlAction::StartDay}, bench_.now));
        for (int turn = 0; turn < 5; ++turn) {
            bench_.turn();
            bench_.make_durable();
        }
    }

    VenueBench bench_;
};

}  // namespace hotpath::support
