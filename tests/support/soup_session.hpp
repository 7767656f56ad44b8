#pragma once
/// Both ends of a SoupBinTCP session and a connection between them that a test cuts, slows and
/// chops as it likes.
///
///   SoupPair pair;
///   pair.connect();
///   pair.publish("message");
///   pair.run_until_idle();
///   EXPECT_EQ(pair.trader.received, ...);
///
/// The trader's end checks by itself that every message comes in its turn, once. Tests only.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/server.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::support {

inline const protocols::nasdaq::soupbintcp::Session kSoupSession =
    protocols::nasdaq::soupbintcp::to_session("S20261122");
inline constexpr auto kSoupCredentials =
    protocols::nasdaq::soupbintcp::Credentials::of("trader", "opensesame");

/// The venue's owner: one account, one stream.
struct SoupVenue : protocols::nasdaq::soupbintcp::NullServerListener {
    protocols::nasdaq::soupbintcp::LoginAnswer on_login(
        const protocols::nasdaq::soupbintcp::LoginRequest& request) {
        using protocols::nasdaq::soupbintcp::LoginAnswer;
        ++logins;
        return is_login_of(request, kSoupCredentials)
                   ? LoginAnswer::accept(stream, session)
                   : LoginAnswer::reject(
                         protocols::nasdaq::soupbintcp::RejectReason::NotAuthorized);
    }
    void on_unsequenced(Bytes message) { received.push_back(text_of(message)); }
    void on_debug(Bytes text) { debug.push_back(text_of(text)); }

    protocols::SequencedStore stream = *protocols::SequencedStore::create(
        {.messages_max = 4'096, .bytes_max = 1 << 18, .message_length_max = 512});
    protocols::nasdaq::soupbintcp::Session session = kSoupSession;
    int logins = 0;
    std::vector<std::string> received;
    std::vector<std::string> debug;
};

struct SoupTrader : protocols::nasdaq::soupbintcp::NullClientListener {
    void on_logged_in(const protocols::nasdaq::soupbintcp::Session&, std::uint64_t number) {
        logged_in_at.push_back(number);
    }
    void on_login_rejected(char reason) { rejected += reason; }
    void on_sequenced(std::uint64_t number, Bytes message) {
        HOTPATH_ASSERT(number == first + received.size(), "each message in its turn, once");
        received.push_back(text_of(message));
    }
    void on_end_of_session() { ++ends; }
    void on_debug(Bytes text) { debug.push_back(text_of(text)); }

    std::uint64_t first = 1;
    std::vector<std::uint64_t> logged_in_at;
    std::vector<std::string> received;
    std::string rejected;
    int ends = 0;
    std::vector<std::string> debug;
};

class SoupPair {
  public:
    explicit SoupPair(const protocols::nasdaq::soupbintcp::SoupServerOptions& server_options = {},
                      protocols::nasdaq::soupbintcp::SoupClientOptions client_options =
                          {.credentials = kSoupCredentials})
        : server(*protocols::nasdaq::soupbintcp::SoupServer::create(server_options)),
          client(*protocols::nasdaq::soupbintcp::SoupClient::create(client_options)) {}

    void connect() {
        to_client.clear();
        to_server.clear();
        server.on_connected(now);
        client.on_connected(now);
    }
    /// The connection breaks: what is on its way is gone.
    void cut() {
        to_client.clear();
        to_server.clear();
        server.on_disconnected();
        client.on_disconnected();
    }

    void publish(std::string_view message) {
        HOTPATH_ASSERT(venue.stream.try_append(view_of(message)), "the stream has room");
        server.on_stream(now);
    }

    /// Moves up to that many bytes out of one end onto the wire.
    template <class End>
    static std::size_t send(End& end, std::vector<std::byte>& pipe, std::size_t bytes_max) {
        const Bytes front = end.output();
        const std::size_t taken = std::min(bytes_max, front.size());
        pipe.insert(pipe.end(), front.begin(), front.begin() + static_cast<std::ptrdiff_t>(taken));
        end.on_written(taken);
        return taken;
    }
    std::size_t server_sends(std::size_t bytes_max = ~std::size_t{0}) {
        return send(server, to_client, bytes_max);
    }
    std::size_t client_sends(std::size_t bytes_max = ~std::size_t{0}) {
        return send(client, to_server, bytes_max);
    }
    /// Moves up to that many bytes off the wire into one end.
    std::size_t client_receives(std::size_t bytes_max = ~std::size_t{0}) {
        const auto bytes = off(to_client, bytes_max);
        client.on_bytes(bytes, now, trader);
        return bytes.size();
    }
    std::size_t server_receives(std::size_t bytes_max = ~std::size_t{0}) {
        const auto bytes = off(to_server, bytes_max);
        server.on_bytes(bytes, now, venue);
        return bytes.size();
    }

    /// Until nothing moves any more.
    void run_until_idle() {
        for (bool moved = true; moved;) {
            std::size_t bytes = client_sends() + server_receives();
            bytes += server_sends() + client_receives();
            moved = bytes > 0;
        }
    }
    /// Time passes; timers fire when they are due, and nothing is moved.
    void wait(Nanos duration) {
        const Time end = now + duration;
        while (now < end) {
            const Time due = std::min(server.next_deadline(), client.next_deadline());
            now = std::clamp(due, now, end);
            server.on_timer(now);
            client.on_timer(now);
            if (due >= end) {
                now = end;
            }
        }
    }
    /// The same, with a connection that carries everything at once.
    void live(Nanos duration) {
        const Time end = now + duration;
        while (now < end) {
            const Time due = std::min({server.next_deadline(), client.next_deadline(), end});
            now = std::max(due, now);
            server.on_timer(now);
            client.on_timer(now);
            run_until_idle();
        }
    }

    SoupVenue venue;
    SoupTrader trader;
    protocols::nasdaq::soupbintcp::SoupServer server;
    protocols::nasdaq::soupbintcp::SoupClient client;
    Time now{1'000'000};
    std::vector<std::byte> to_client;
    std::vector<std::byte> to_server;

  private:
    static std::vector<std::byte> off(std::vector<std::byte>& pipe, std::size_t bytes_max) {
        const auto taken = static_cast<std::ptrdiff_t>(std::min(bytes_max, pipe.size()));
        std::vector<std::byte> bytes(pipe.begin(), pipe.begin() + taken);
        pipe.erase(pipe.begin(), pipe.begin() + taken);
        return bytes;
    }
};

}  // namespace hotpath::support
