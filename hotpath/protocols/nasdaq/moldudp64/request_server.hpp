#pragma once
/// The re-request server of a MoldUDP64 feed: a request packet in, one downstream packet out.
///
///   const Bytes answer = server.on_request(packet);
///   if (!answer.empty()) { send_to(peer, answer); }
///
/// The answer begins with the message asked for and holds as many of those wanted as exist and fit
/// into one packet; the receiver asks again for the rest. What cannot be answered is not: it is
/// counted by its reason. The end of the session changes nothing. The stream is the publisher's own
/// store. Threads: one owner. Allocation: create() only. Complexity: one packet's copy a request.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::protocols::nasdaq::moldudp64 {

struct RequestCounters {
    std::uint64_t requests = 0;
    std::uint64_t messages_wanted = 0;
    std::uint64_t messages_sent = 0;
    // Not answered.
    std::uint64_t malformed = 0;
    std::uint64_t other_session = 0;
    std::uint64_t nothing_wanted = 0;  // a count of 0
    std::uint64_t out_of_range = 0;    // number 0, or none that exists
};

class RequestServer {
  public:
    /// `stream` outlives the server. A packet holds its longest message, or it is an error.
    [[nodiscard]] static Expected<RequestServer> create(
        const SequencedStore& stream, const Session& session,
        std::size_t packet_length_max = kPacketLengthMax) {
        if (packet_length_max < room_for(stream.message_length_max())) {
            return fail("a MoldUDP64 packet must hold the stream's longest message");
        }
        return RequestServer(stream, session, packet_length_max);
    }

    /// The stream is another session's from here on.
    void begin_session(const Session& session) noexcept { session_ = session; }

    [[nodiscard]] const RequestCounters& counters() const noexcept { return counters_; }

    /// The answer, valid until the next call; empty when there is none.
    [[nodiscard]] Bytes on_request(Bytes packet) noexcept {
        ++counters_.requests;
        RequestPacket request;
        if (decode_request(packet, request) != DecodeStatus::Ok) {
            ++counters_.malformed;
            return {};
        }
        if (request.load_session() != session_) {
            ++counters_.other_session;
            return {};
        }
        const std::uint64_t wanted = request.load_requested_message_count();
        if (wanted == 0) {
            ++counters_.nothing_wanted;
            return {};
        }
        counters_.messages_wanted += wanted;
        if (!stream_->contains(request.load_sequence_number())) {
            ++counters_.out_of_range;
            return {};
        }
        return answer(request.load_sequence_number(), wanted);
    }

  private:
    RequestServer(const SequencedStore& stream, const Session& session,
                  std::size_t packet_length_max)
        : stream_(&stream), session_(session), buffer_(packet_length_max) {}

    [[nodiscard]] Bytes answer(std::uint64_t first, std::uint64_t wanted) noexcept {
        PacketWriter writer(buffer_.items(), session_, first);
        const std::uint64_t exist = stream_->next_sequence_number() - first;
        const std::uint64_t end = first + std::min(wanted, exist);
        for (std::uint64_t number = first; number < end; ++number) {
            if (!writer.try_append(stream_->at(number))) {
                break;
            }
        }
        counters_.messages_sent += writer.message_count();
        return writer.finish();
    }

    const SequencedStore* stream_;
    Session session_;
    FixedArray<std::byte> buffer_;
    RequestCounters counters_;
};

}  // namespace hotpath::protocols::nasdaq::moldudp64
