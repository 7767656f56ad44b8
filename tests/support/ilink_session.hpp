#pragma once
/// Both ends of an iLink 3 session and a connection between them that a test cuts, slows and chops
/// as it likes.
///
///   IlinkPair pair;
///   pair.connect();
///   pair.publish("a report");
///   pair.run_until_idle();
///   EXPECT_EQ(pair.trader.received, ...);
///
/// A message of the venue is an ExecutionReportNew, one of the trader a NewOrderSingle; ClOrdID has
/// the text. The trader's end checks by itself that every message comes in its turn, once. Tests
/// only.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/protocols/cme/ilink3/client.hpp"
#include "hotpath/protocols/cme/ilink3/server.hpp"

namespace hotpath::support {

/// Signs by a checksum of key and text: enough to tell keys apart. hotpath/crypto has the real one.
class ToySigner final : public protocols::cme::ilink3::Signer {
  public:
    explicit ToySigner(std::uint64_t key) : key_(key) {}
    protocols::cme::ilink3::Signature sign(std::string_view text) noexcept override {
        Checksum checksum;
        checksum.add(key_);
        for (const char c : text) {
            checksum.add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
        }
        protocols::cme::ilink3::Signature signature{};
        const std::uint64_t value = checksum.value();
        std::memcpy(signature.data(), &value, sizeof value);
        return signature;
    }

  private:
    std::uint64_t key_;
};

inline std::string cl_ord_id_of(Bytes message) {
    std::string text = "?";
    const protocols::DecodeStatus status =
        protocols::cme::ilink3::visit_message(message, [&](const auto& m) {
            if constexpr (requires { m.load_cl_ord_id(); }) {
                text = m.load_cl_ord_id();
            }
        });
    HOTPATH_ASSERT(status == protocols::DecodeStatus::Ok, "a message is delivered whole");
    return text;
}

struct IlinkProtocol {
    std::expected<protocols::cme::ilink3::VenueSession*, protocols::cme::ilink3::RejectCode> find(
        std::string_view key, std::string_view name, std::string_view firm) {
        using protocols::cme::ilink3::RejectCode;
        if (key != "KEY") {
            return std::unexpected(RejectCode::InvalidAccessKeyId);
        }
        if (name != "ABC" || firm != "00001") {
            return std::unexpected(RejectCode::SessionBlocked);
        }
        return &session;
    }
    void on_established(protocols::cme::ilink3::VenueSession&) { ++established; }
    void on_message(std::uint32_t number, Bytes message) {
        received.emplace_back(number, cl_ord_id_of(message));
    }
    void on_terminated(std::uint16_t code, std::string_view) { terminated.push_back(code); }

    protocols::SequencedStore stream = *protocols::SequencedStore::create(
        {.messages_max = 8'192, .bytes_max = 1 << 22, .message_length_max = 512});
    protocols::SequencedStore former = *protocols::SequencedStore::create(
        {.messages_max = 8'192, .bytes_max = 1 << 22, .message_length_max = 512});
    ToySigner signer{7};
    protocols::cme::ilink3::VenueSession session{
        .stream = &stream, .signer = &signer, .former = &former};
    int established = 0;
    std::vector<std::pair<std::uint32_t, std::string>> received;
    std::vector<std::uint16_t> terminated;
};

struct IlinkTrader : protocols::cme::ilink3::NullIlinkClientListener {
    void on_established(const protocols::cme::ilink3::EstablishmentAck& ack) {
        established_at.push_back(ack.load_next_seq_no());
    }
    void on_rejected(std::uint16_t code, std::string_view) { rejected.push_back(code); }
    void on_message(std::uint32_t number, Bytes message) {
        HOTPATH_ASSERT(number == first + received.size(), "each message in its turn, once");
        received.push_back(cl_ord_id_of(message));
    }
    void on_former_message(std::uint32_t number, Bytes message) {
        HOTPATH_ASSERT(number == former_first + former.size(), "each message in its turn, once");
        HOTPATH_ASSERT(received.empty(), "those of the former UUID come first");
        former.push_back(cl_ord_id_of(message));
    }
    void on_former_lost(std::uint32_t from, std::uint32_t messages) {
        former_lost.emplace_back(from, messages);
    }
    void on_not_applied(std::uint32_t from, std::uint32_t messages) {
        not_applied.emplace_back(from, messages);
    }
    void on_terminated(std::uint16_t code, std::string_view) { terminated.push_back(code); }
    void on_messages_lost(std::uint32_t from, std::uint32_t messages) {
        lost.emplace_back(from, messages);
    }

    std::uint32_t first = 1;
    std::vector<std::uint32_t> established_at;
    std::vector<std::uint16_t> rejected;
    std::vector<std::string> received;
    std::uint32_t former_first = 1;
    std::vector<std::string> former;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> former_lost;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> not_applied;
    std::vector<std::uint16_t> terminated;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> lost;
};

[[nodiscard]] inline protocols::cme::ilink3::IlinkClientOptions ilink_client_options() {
    return {.access_key_id = "KEY", .session = "ABC", .firm = "00001"};
}

class IlinkPair {
  public:
    explicit IlinkPair(
        const protocols::cme::ilink3::IlinkServerOptions& server_options = {},
        const protocols::cme::ilink3::IlinkClientOptions& client_options = ilink_client_options(),
        std::uint64_t key = 7)
        : client_signer(key),
          server(*protocols::cme::ilink3::IlinkServer::create(server_options)),
          client(*protocols::cme::ilink3::IlinkClient::create(client_options, client_signer)) {
        client.begin_session({.uuid = 1'000});
    }

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

    /// Another UUID, after a cut: what is received from here on is of it, or of the former one.
    void begin(const protocols::cme::ilink3::SessionNumbers& numbers) {
        client.begin_session(numbers);
        trader.former_first = client.numbers().former.next;
        trader.received.clear();
        trader.former.clear();
    }

    void publish(std::string_view text) {
        std::array<std::byte, 512> room;
        const auto encoded = protocols::cme::ilink3::ExecutionReportNew::encode(room, [&](auto& m) {
            m.store_seq_num(static_cast<std::uint32_t>(venue.stream.next_sequence_number()));
            m.store_uuid(venue.session.uuid);
            m.store_cl_ord_id(text);
        });
        HOTPATH_ASSERT(venue.stream.try_append(encoded.bytes), "the stream must have room");
        server.on_stream(now);
    }
    [[nodiscard]] bool order(std::string_view text) {
        std::array<std::byte, 512> room;
        const auto encoded = protocols::cme::ilink3::NewOrderSingle::encode(
            room, [&](auto& m) { m.store_cl_ord_id(text); });
        return client.try_send(encoded.bytes, now);
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
    /// Time passes with a connection that carries everything at once.
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
    /// Time passes; timers fire when they are due, and nothing is moved.
    void wait(Nanos duration) {
        const Time end = now + duration;
        while (now < end) {
            const Time due = std::min({server.next_deadline(), client.next_deadline(), end});
            now = std::max(due, now);
            server.on_timer(now);
            client.on_timer(now);
        }
    }

    IlinkProtocol venue;
    IlinkTrader trader;
    ToySigner client_signer;
    protocols::cme::ilink3::IlinkServer server;
    protocols::cme::ilink3::IlinkClient client;
    Time now{1'700'000'000 * kNanosPerSecond};
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
