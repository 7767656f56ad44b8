#pragma once
/// A passive reader of one SoupBinTCP connection: requests one way, numbered messages the other.
///
/// Threads: one owner. Allocation: the constructor. Complexity: O(bytes).

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packet_assembler.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace hotpath::sim::world {

class SoupTap {
  public:
    SoupTap() : to_venue_(kPacketMax), to_client_(kPacketMax) {}

    /// The client asked for the newest message, to learn how many there are: it takes none.
    [[nodiscard]] bool is_probe() const noexcept { return is_probe_; }

    /// The session of the accepted login, named as in the feed; blank before a login.
    [[nodiscard]] const protocols::nasdaq::soupbintcp::Session& session() const noexcept {
        return session_;
    }

    /// How many of these bytes of the venue's end the packet that is under way; all of them when it
    /// goes on behind them.
    [[nodiscard]] std::size_t up_to_packet_end(Bytes bytes) noexcept {
        for (std::size_t n = 0; n < bytes.size(); ++n) {
            if (prefix_bytes_ < protocols::kFramePrefixLength) {
                left_ = left_ << 8U | std::to_integer<std::size_t>(bytes[n]);
                ++prefix_bytes_;
            } else {
                --left_;
            }
            if (prefix_bytes_ == protocols::kFramePrefixLength && left_ == 0) {
                prefix_bytes_ = 0;
                return n + 1;
            }
        }
        return bytes.size();
    }

    /// sink(Bytes) for each unsequenced message.
    template <class Sink>
    void on_client_bytes(Bytes bytes, Sink&& sink) {
        namespace soup = protocols::nasdaq::soupbintcp;
        for (Bytes packet; to_venue_.next(bytes, packet) == soup::AssemblyStatus::Whole;) {
            if (soup::type_of(packet) == soup::UnsequencedData::kType) {
                sink(soup::payload_of(packet));
            } else if (soup::type_of(packet) == soup::LoginRequest::kType) {
                is_probe_ =
                    number_of(
                        soup::LoginRequest::at(packet.data()).load_requested_sequence_number()) ==
                    0;
            }
        }
    }
    /// sink(number, Bytes) for each sequenced message.
    template <class Sink>
    void on_venue_bytes(Bytes bytes, Sink&& sink) {
        namespace soup = protocols::nasdaq::soupbintcp;
        for (Bytes packet; to_client_.next(bytes, packet) == soup::AssemblyStatus::Whole;) {
            if (soup::type_of(packet) == soup::SequencedData::kType) {
                sink(next_++, soup::payload_of(packet));
            } else if (soup::type_of(packet) == soup::LoginAccepted::kType) {
                const soup::LoginAccepted& accepted = soup::LoginAccepted::at(packet.data());
                session_ = protocols::to_alpha<protocols::nasdaq::soupbintcp::kSessionLength>(
                    protocols::without_padding(accepted.load_session()));
                next_ = number_of(accepted.load_sequence_number());
            }
        }
    }

  private:
    static constexpr std::size_t kPacketMax = 2'048;

    template <std::size_t N>
    [[nodiscard]] static std::uint64_t number_of(const std::array<char, N>& digits) {
        return protocols::to_number(digits).value_or(0);
    }

    protocols::nasdaq::soupbintcp::PacketAssembler to_venue_;
    protocols::nasdaq::soupbintcp::PacketAssembler to_client_;
    bool is_probe_ = false;
    protocols::nasdaq::soupbintcp::Session session_ =
        protocols::nasdaq::soupbintcp::kCurrentSession;
    std::size_t prefix_bytes_ = 0;  // of the length of the current packet
    std::size_t left_ = 0;          // of its bytes, once the length is whole
    std::uint64_t next_ = 0;
};

}  // namespace hotpath::sim::world
