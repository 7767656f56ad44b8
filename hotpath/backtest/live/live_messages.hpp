#pragma once
/// The messages of a trader's connection, whole and numbered, out of the bytes of its journal.
///
/// Threads: one owner. Allocation: the constructor. Complexity: O(bytes).

#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packet_assembler.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace hotpath::backtest {

class LiveMessages {
  public:
    LiveMessages() : sent_(kPacketMax), received_(kPacketMax) {}

    void on_connection() {
        sent_.clear();
        received_.clear();
        next_ = 0;
    }
    /// on_request(Bytes) for each message that the trader sent.
    template <class OnRequest>
    void on_output(Bytes bytes, OnRequest&& on_request) {
        namespace soup = protocols::nasdaq::soupbintcp;
        for (Bytes packet; sent_.next(bytes, packet) == soup::AssemblyStatus::Whole;) {
            if (soup::type_of(packet) == soup::UnsequencedData::kType) {
                on_request(soup::payload_of(packet));
            }
        }
    }
    /// on_reply(Bytes) for each message that was not received before.
    template <class OnReply>
    void on_input(Bytes bytes, OnReply&& on_reply) {
        namespace soup = protocols::nasdaq::soupbintcp;
        for (Bytes packet; received_.next(bytes, packet) == soup::AssemblyStatus::Whole;) {
            if (soup::type_of(packet) == soup::LoginAccepted::kType) {
                const auto& login = soup::LoginAccepted::at(packet.data());
                next_ = protocols::to_number(login.load_sequence_number()).value_or(0);
            } else if (soup::type_of(packet) == soup::SequencedData::kType) {
                const std::uint64_t number = next_++;
                if (number >= fresh_) {
                    fresh_ = number + 1;
                    on_reply(soup::payload_of(packet));
                }
            }
        }
    }

  private:
    static constexpr std::size_t kPacketMax = 65'537;

    protocols::nasdaq::soupbintcp::PacketAssembler sent_;
    protocols::nasdaq::soupbintcp::PacketAssembler received_;
    std::uint64_t next_ = 0;   // of the venue's messages on this connection
    std::uint64_t fresh_ = 0;  // the first that has not been received
};

}  // namespace hotpath::backtest
