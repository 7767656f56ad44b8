#pragma once
/// FeedOutbox: packets of the feed that may leave, until the transport takes them; consecutive ones
/// of a session are merged up to the packet length.
///
///   command's packets    | 7 8 | 9 | 10 11 12 | 13 |
///   of one turn          | 7 8   9   10 11 12   13 |     up to kPacketLengthMax, header included
/// Every command makes a packet, and many commands become durable at once: sent unmerged, each
/// would cost a system call a line. Nothing is delayed: appended packets leave with the next
/// for_each(). A heartbeat and the end of a session are packets by themselves. Threads: one owner.
/// Allocation: the constructor, unless more is appended than it was made for. Complexity: one copy
/// of the messages a packet. Source: MoldUDP64 1.00.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"

namespace hotpath::exchange {

class FeedOutbox {
  public:
    /// `joins`: packets are merged; otherwise each leaves as its command made it.
    FeedOutbox(std::size_t packets_max, std::size_t bytes_max, bool joins = true) : joins_(joins) {
        packets_.reserve(packets_max);
        bytes_.reserve(bytes_max);
    }

    /// Packets taken by the transport so far.
    [[nodiscard]] std::uint64_t packets_taken() const noexcept { return packets_taken_; }

    /// A whole packet.
    void append(Bytes packet) {
        using Header = protocols::nasdaq::moldudp64::DownstreamHeader;
        if (!packets_.empty() && joins_ && continues(packet)) {
            Placed& last = packets_.back();
            const Bytes messages = packet.subspan(Header::kLength);
            bytes_.insert(bytes_.end(), messages.begin(), messages.end());
            last.length += messages.size();
            Header& header = Header::at(&bytes_[last.at]);
            header.store_message_count(static_cast<std::uint16_t>(
                header.load_message_count() + Header::at(packet.data()).load_message_count()));
            return;
        }
        packets_.push_back({.at = bytes_.size(), .length = packet.size()});
        bytes_.insert(bytes_.end(), packet.begin(), packet.end());
    }

    /// Calls sink(Bytes) for each packet, in order, and empties the outbox.
    template <class Sink>
    void for_each(Sink&& sink) {
        for (const Placed& packet : packets_) {
            sink(Bytes(bytes_).subspan(packet.at, packet.length));
        }
        packets_taken_ += packets_.size();
        packets_.clear();
        bytes_.clear();
    }

  private:
    struct Placed {
        std::size_t at = 0;
        std::size_t length = 0;
    };

    /// Whether the packet's messages are the next of the last packet's session, and fit there.
    [[nodiscard]] bool continues(Bytes packet) const noexcept {
        using Header = protocols::nasdaq::moldudp64::DownstreamHeader;
        const Placed& last = packets_.back();
        const Header& before = Header::at(&bytes_[last.at]);
        const Header& next = Header::at(packet.data());
        return carries_messages(before) && carries_messages(next) &&
               before.load_session() == next.load_session() &&
               before.load_sequence_number() + before.load_message_count() ==
                   next.load_sequence_number() &&
               last.length + packet.size() - Header::kLength <=
                   protocols::nasdaq::moldudp64::kPacketLengthMax;
    }

    [[nodiscard]] static bool carries_messages(
        const protocols::nasdaq::moldudp64::DownstreamHeader& header) noexcept {
        const std::uint16_t count = header.load_message_count();
        return count != 0 && count != protocols::nasdaq::moldudp64::kEndOfSession;
    }

    bool joins_;
    std::vector<Placed> packets_;
    std::vector<std::byte> bytes_;  // of the packets, one after the other
    std::uint64_t packets_taken_ = 0;
};

}  // namespace hotpath::exchange
