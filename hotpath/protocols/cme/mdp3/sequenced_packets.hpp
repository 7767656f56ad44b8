#pragma once
/// Mdp3Packets: MDP 3.0 packets as a sequence for LineArbiter: a packet is numbered, and is the
/// message. The session is the week.
///
/// Threads: any. Allocation: none. Complexity: O(messages of the packet): their sizes are checked.

#include <concepts>
#include <cstdint>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/cme/mdp3/packet_header.hpp"
#include "hotpath/protocols/cme/mdp3/packet_reader.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::protocols::cme::mdp3 {

struct Mdp3Packets {
    using Session = TradingWeek;
    using Header = PacketHeader;

    /// Packets that are missing: CME's TCP replay is asked by number.
    struct Request {
        std::uint64_t first = 0;
        std::uint16_t packets = 0;

        friend bool operator==(const Request&, const Request&) = default;
    };

    /// A sequence of one.
    class OneMessage {
      public:
        explicit OneMessage(Bytes packet) noexcept : packet_(packet) {}

        [[nodiscard]] bool next(Bytes& message) noexcept {
            message = std::exchange(packet_, {});
            return !message.empty();
        }

      private:
        Bytes packet_;
    };

    class Reader {
      public:
        [[nodiscard]] protocols::DecodeStatus open(Bytes packet) noexcept {
            return packet_.open(packet);
        }
        [[nodiscard]] Session session() const noexcept {
            return Session::of(packet_.sending_time());
        }
        [[nodiscard]] bool is_of(const Session& session) const noexcept {
            return session.contains(packet_.sending_time());
        }
        [[nodiscard]] std::uint64_t sequence_number() const noexcept {
            return packet_.msg_seq_num();
        }
        [[nodiscard]] std::uint64_t next_sequence_number() const noexcept {
            return sequence_number() + 1;
        }
        [[nodiscard]] static std::uint16_t message_count() noexcept { return 1; }
        /// No packet ends a week.
        [[nodiscard]] static bool is_end_of_session() noexcept { return false; }
        [[nodiscard]] OneMessage messages() const noexcept { return OneMessage(packet_.bytes()); }

      private:
        PacketReader packet_;
    };

    [[nodiscard]] static bool has_header(Bytes packet) noexcept {
        return packet.size() >= Header::kLength;
    }
    [[nodiscard]] static std::uint64_t number_of(Bytes packet) noexcept {
        return Header::at(packet.data()).load_msg_seq_num();
    }
    [[nodiscard]] static bool is_of(Bytes packet, const Session& session) noexcept {
        return session.contains(Header::at(packet.data()).load_sending_time());
    }
    [[nodiscard]] static Bytes only_message(Bytes packet) noexcept {
        return PacketReader().open(packet) == protocols::DecodeStatus::Ok ? packet : Bytes{};
    }
    /// A heartbeat is a message in a packet with a number.
    [[nodiscard]] static bool is_heartbeat(Bytes) noexcept { return false; }

    [[nodiscard]] static Request make_request(const Session&, std::uint64_t number,
                                              std::uint16_t count) noexcept {
        return {.first = number, .packets = count};
    }
};

}  // namespace hotpath::protocols::cme::mdp3
