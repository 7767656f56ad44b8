#pragma once
/// A venue server with clients in one thread: bytes go from one to the other when the test says so,
/// and the journal is a list that is as durable as the test wants.
///
///   VenueBench bench(options);
///   BenchClient client(bench, Port::OrderEntry, credentials);
///   client.enter({...}); bench.make_durable(); client.poll(); client.replies
///
/// For tests of a venue: whole connections, whole servers. What one SoupBinTCP connection does that
/// is cut, slowed and chopped at any byte is soup_session.hpp's. Threads: the test's. Allocation:
/// free. Tests only.

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/protocols/nasdaq/itch50/listing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"

namespace hotpath::support {

using ByteString = std::vector<std::byte>;

/// Not inlined: inside a template GCC 12 sees a pointer freed that it never made.
[[nodiscard]] [[gnu::noinline]] inline ByteString to_bytes(Bytes bytes) {
    return {bytes.begin(), bytes.end()};
}

/// Small, so that a test can make hundreds.
[[nodiscard]] inline exchange::VenueServerOptions small_venue(std::size_t users) {
    exchange::VenueServerOptions options{.exchange = {.books = {.orders_max = 20'000,
                                                                .levels_max = 10'000,
                                                                .instruments_max = 3,
                                                                .huge_pages = HugePages::Never},
                                                      .session_orders_max = 1'000,
                                                      .executions_per_command_max = 200},
                                         .connections_max = 8,
                                         .replies = {.messages_max = 20'000},
                                         .feed = {.messages_max = 100'000, .bytes_max = 6'000'000},
                                         .gate = {.bytes_max = 1'000'000, .outputs_max = 8'000}};
    for (std::size_t user = 0; user < users; ++user) {
        options.users.push_back(protocols::nasdaq::soupbintcp::Credentials::of(
            "USER" + std::to_string(user), "SECRET" + std::to_string(user)));
    }
    return options;
}

struct VenueBench {
    using Server = exchange::VenueServer;

    explicit VenueBench(const exchange::VenueServerOptions& with,
                        exchange::BackgroundFlow* flow = nullptr)
        : options(with), created(Server::create(with, flow)), server(*created) {
        server.start(1, now);
        take_records();
        list("AAPL", 1);
        list("GOOG", 2);
        make_durable();
    }

    void list(const char* symbol, std::uint16_t instrument) {
        protocols::nasdaq::itch50::StockDirectory directory;
        directory.store_stock_locate(instrument);
        protocols::nasdaq::itch50::fill_directory(directory, *Symbol::from(symbol));
        server.publish(directory.bytes(), now);
        take_records();
    }

    /// A client that has shown the certificate that the bench has.
    [[nodiscard]] std::optional<exchange::ConnectionId> connect(exchange::Port port) {
        const auto id = server.on_connect(port, now);
        if (id) {
            server.on_certificate(*id, std::vector(certificate));
        }
        return id;
    }

    void take_records() {
        server.for_each_record([&](const exchange::InputRecord& record) {
            EXPECT_EQ(record.seq, records.size() + 1);
            records.push_back(to_bytes(record.bytes));
        });
    }
    void take_outputs() {
        server.for_each_packet([&](Bytes packet) { packets.push_back(to_bytes(packet)); });
        server.for_each_closed([&](exchange::ConnectionId id, Server::CloseReason reason) {
            closed[id.value] = reason;
        });
    }
    void make_durable() { make_durable(records.size()); }
    void make_durable(std::uint64_t seq) {
        server.on_durable(seq, now);
        take_outputs();
    }
    /// A crash and a restart: what was not durable is gone, and so is every connection.
    void restart(std::uint64_t durable_seq) {
        records.resize(durable_seq);
        packets.clear();
        closed.clear();
        std::destroy_at(&server);
        std::construct_at(&server, std::move(*Server::create(options, nullptr)));
        for (std::uint64_t seq = 1; seq <= durable_seq; ++seq) {
            EXPECT_EQ(server.replay(records[seq - 1], seq), exchange::ApplyStatus::Ok);
        }
        server.start(durable_seq + 1, now);
        take_outputs();
    }
    /// Why connections have ended since the last call.
    [[nodiscard]] std::vector<std::string> notes() {
        std::vector<std::string> lines;
        server.for_each_note([&](const protocols::nasdaq::soupbintcp::ClientNote& note) {
            lines.emplace_back(note.why.empty() ? name(note.reason) : note.why);
        });
        return lines;
    }
    /// One turn of the loop, in which no time passes.
    void turn() {
        server.on_timer(now);
        take_records();
        take_outputs();
    }
    /// Time goes on, in steps that no deadline is jumped over with.
    void advance(Nanos time) {
        const Time until = now + time;
        while (now < until) {
            now = std::min(until, std::max(now + Nanos{1}, server.next_deadline()));
            turn();
        }
    }

    exchange::VenueServerOptions options;
    Expected<Server> created;
    Server& server;
    Time now{34'200'000'000'000};
    std::vector<ByteString> records;
    std::vector<ByteString> packets;
    std::map<std::uint16_t, Server::CloseReason> closed;
    std::vector<std::string> certificate;  // names of the clients that connect next
};

/// Why no server is made with these options, changed; empty when one is.
template <class Change>
[[nodiscard]] std::string refusal_of(exchange::VenueServerOptions options, Change&& change) {
    change(options);
    const auto created = exchange::VenueServer::create(options, nullptr);
    return created ? std::string() : created.error().message;
}

[[nodiscard]] inline ByteString state_of(const exchange::VenueServer& server) {
    StateWriter writer;
    server.save(writer);
    return to_bytes(writer.bytes());
}
/// A server that has read this state to its end.
[[nodiscard]] inline Expected<exchange::VenueServer> server_with_state(
    const exchange::VenueServerOptions& options, const ByteString& state) {
    auto server = exchange::VenueServer::create(options, nullptr);
    EXPECT_TRUE(server);
    if (server) {
        StateReader reader(state);
        server->load(reader);
        EXPECT_TRUE(reader.is_done());
    }
    return server;
}

struct OrderText {
    std::uint32_t number = 0;
    char side = 'B';
    std::uint32_t qty = 100;
    std::int64_t price = 500'000;
    const char* symbol = "AAPL";
    char time_in_force = protocols::nasdaq::ouch50::time_in_force::kDay;
};

[[nodiscard]] inline protocols::nasdaq::ouch50::EnterOrder to_message(const OrderText& order) {
    protocols::nasdaq::ouch50::EnterOrder m;
    m.store_user_ref_num(order.number);
    m.store_side(order.side);
    m.store_quantity(order.qty);
    m.store_symbol(*Symbol::from(order.symbol));
    m.store_price(static_cast<std::uint64_t>(order.price));
    m.store_time_in_force(order.time_in_force);
    m.store_display(protocols::nasdaq::ouch50::display::kVisible);
    m.store_cross_type(protocols::nasdaq::ouch50::cross_type::kContinuousMarket);
    return m;
}

/// One client; connected again it resumes where it was.
struct BenchClient : protocols::nasdaq::soupbintcp::NullClientListener {
    BenchClient(VenueBench& at, exchange::Port to_port,
                const protocols::nasdaq::soupbintcp::Credentials& credentials,
                std::uint64_t first = 1)
        : bench(at),
          port(to_port),
          created(protocols::nasdaq::soupbintcp::SoupClient::create(
              {.connection = {}, .credentials = credentials, .sequence_number = first})),
          soup(*created) {
        connect();
    }

    void connect() {
        id = bench.connect(port);
        if (id) {
            bench.closed.erase(id->value);
            soup.on_connected(bench.now);
            poll();
        }
    }
    /// In the session that is on now, from its first message.
    void come_back(const protocols::nasdaq::soupbintcp::Session& session =
                       protocols::nasdaq::soupbintcp::kCurrentSession) {
        soup.on_disconnected();
        soup.begin_session(session, 1);
        replies.clear();
        is_logged_in = has_ended = false;
        connect();
    }
    void disconnect() {
        bench.server.on_disconnect(*id, bench.now);
        bench.take_outputs();
        soup.on_disconnected();
    }
    [[nodiscard]] bool is_cut_off() const { return bench.closed.contains(id->value); }
    [[nodiscard]] auto reason() const { return bench.closed.at(id->value); }

    /// Bytes both ways until nothing moves.
    void poll() {
        for (bool is_moving = true; is_moving;) {
            const bool has_sent = send();
            is_moving = receive() || has_sent;
        }
    }
    bool send() {
        const ByteString bytes = to_bytes(soup.output());
        if (bytes.empty() || is_cut_off()) {
            return false;
        }
        soup.on_written(bytes.size());
        bench.server.on_bytes(*id, bytes, bench.now);
        bench.take_records();
        bench.take_outputs();
        return true;
    }
    bool receive() {
        const ByteString bytes = is_cut_off() ? ByteString{} : to_bytes(bench.server.output(*id));
        if (bytes.empty()) {
            return false;
        }
        bench.server.on_written(*id, bytes.size(), bench.now);
        bench.take_outputs();
        received.insert(received.end(), bytes.begin(), bytes.end());
        soup.on_bytes(bytes, bench.now, *this);
        return true;
    }
    /// Past the client's state machine.
    void send_raw(Bytes bytes) {
        bench.server.on_bytes(*id, bytes, bench.now);
        bench.take_records();
        bench.take_outputs();
    }

    void enter(const OrderText& order) { request(to_message(order).bytes()); }
    void cancel(std::uint32_t number, std::uint32_t left = 0) {
        protocols::nasdaq::ouch50::CancelOrderRequest m;
        m.store_user_ref_num(number);
        m.store_quantity(left);
        request(m.bytes());
    }
    void request(Bytes message) {
        EXPECT_TRUE(soup.try_send(message, bench.now));
        poll();
    }

    /// The types of the replies so far, as in "AAC".
    [[nodiscard]] std::string types() const {
        std::string text;
        for (const ByteString& reply : replies) {
            text += static_cast<char>(reply.front());
        }
        return text;
    }

    void on_logged_in(const protocols::nasdaq::soupbintcp::Session&, std::uint64_t) noexcept {
        is_logged_in = true;
    }
    void on_login_rejected(char code) noexcept { rejected = code; }
    void on_sequenced(std::uint64_t number, Bytes message) noexcept {
        EXPECT_EQ(number, replies.size() + 1) << "each once, in order";
        replies.push_back(to_bytes(message));
    }
    void on_end_of_session() noexcept { has_ended = true; }

    VenueBench& bench;
    exchange::Port port;
    Expected<protocols::nasdaq::soupbintcp::SoupClient> created;
    protocols::nasdaq::soupbintcp::SoupClient& soup;
    std::optional<exchange::ConnectionId> id;
    std::vector<ByteString> replies;
    ByteString received;
    bool is_logged_in = false;
    bool has_ended = false;
    char rejected = ' ';
};

}  // namespace hotpath::support
