#pragma once
/// Frames of an iLink 3 stream as a test writes and reads them.
///
///   ilink_frame<RetransmitRequest>([](auto& m) { m.store_uuid(1); })
///   retransmitted(venue_output) == Lines{"2 messages from 1 of 1000", "1 A1 of 1000 again", ...}
///
/// Threads: the test's. Allocation: free. Tests only.

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/cme/ilink3/frame.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"

namespace hotpath::support {

template <class Message, class Fill>
[[nodiscard]] std::vector<std::byte> ilink_frame(Fill&& fill) {
    namespace ilink3 = protocols::cme::ilink3;
    std::array<std::byte, 1'024> room{};
    const auto encoded =
        Message::encode(MutableBytes(room).subspan(ilink3::kFramingHeaderLength), fill);
    HOTPATH_ASSERT(encoded.status == protocols::cme::sbe::EncodeStatus::Ok,
                   "a test's message must fit");
    const std::size_t length = ilink3::kFramingHeaderLength + encoded.bytes.size();
    ilink3::store_framing_header(room.data(), length);
    return {room.begin(), room.begin() + static_cast<std::ptrdiff_t>(length)};
}

/// Retransmissions, their rejects and ExecutionReportNew in a venue's whole frames, a line each.
[[nodiscard]] inline std::vector<std::string> retransmitted(Bytes stream) {
    namespace ilink3 = protocols::cme::ilink3;
    std::vector<std::string> lines;
    ilink3::FrameAssembler frames(ilink3::kFrameLengthMax);
    for (Bytes message; frames.next(stream, message) == ilink3::FrameStatus::Whole;) {
        static_cast<void>(ilink3::visit_message(message, [&]<class M>(const M& m) {
            if constexpr (std::is_same_v<M, ilink3::Retransmission>) {
                lines.push_back(std::to_string(m.load_msg_count()) + " messages from " +
                                std::to_string(m.load_from_seq_no()) + " of " +
                                std::to_string(m.load_last_uuid().value_or(m.load_uuid())));
            } else if constexpr (std::is_same_v<M, ilink3::RetransmitReject>) {
                lines.emplace_back("rejected");
            } else if constexpr (std::is_same_v<M, ilink3::ExecutionReportNew>) {
                const bool is_again = m.load_poss_retrans_flag() == ilink3::BooleanFlag::True;
                lines.push_back(std::to_string(m.load_seq_num()) + " " +
                                std::string(m.load_cl_ord_id()) + " of " +
                                std::to_string(m.load_uuid()) + (is_again ? " again" : ""));
            }
        }));
    }
    return lines;
}

}  // namespace hotpath::support
