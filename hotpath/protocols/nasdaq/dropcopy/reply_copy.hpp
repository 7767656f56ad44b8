#pragma once
/// The drop copy's one message: a reply of the venue to one of a firm's sessions, and whose it was.
///
///   0   'C'
///   1   username, 6 characters: the account that the order-entry session logged in with
///   7   sequence number, u64: of the reply within that session's own stream
///   15  the OUCH 5.0 reply, byte for byte as it was sent
///
/// The messages travel as the sequenced data of a SoupBinTCP session of the firm, in the order in
/// which the venue made the replies. Ours: docs/reference/drop-copy.md. Threads: views and values.
/// Allocation: none. Complexity: O(1), one copy to write.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/message.hpp"

namespace hotpath::protocols::nasdaq::dropcopy {

struct ReplyCopy : Message<ReplyCopy, 15> {
    static constexpr char kType = 'C';
    static constexpr std::string_view kName = "Reply Copy";
    HOTPATH_FIELD(Char, 0, type)
    HOTPATH_FIELD(Alpha<6>, 1, username)
    HOTPATH_FIELD(Uint64, 7, sequence_number)

    ReplyCopy() noexcept { store_type(kType); }
};

/// A copy as it lies in a message.
struct CopiedReply {
    const ReplyCopy* copy = nullptr;
    Bytes reply;  // for ouch50::decode_reply, which judges it
};

/// `copied` is set only when the result is Ok. Truncated: no reply after the prefix.
[[nodiscard]] inline DecodeStatus decode(Bytes message, CopiedReply& copied) noexcept {
    if (message.empty()) {
        return DecodeStatus::Truncated;
    }
    if (std::to_integer<char>(message.front()) != ReplyCopy::kType) {
        return DecodeStatus::UnknownType;
    }
    if (message.size() <= ReplyCopy::kLength) {
        return DecodeStatus::Truncated;
    }
    copied = {&ReplyCopy::at(message.data()), message.subspan(ReplyCopy::kLength)};
    return DecodeStatus::Ok;
}

/// Writes the copy of `reply` to the front of `room`: the bytes used, 0 when it does not fit.
[[nodiscard]] inline std::size_t encode(MutableBytes room, const ReplyCopy& copy,
                                        Bytes reply) noexcept {
    const std::size_t length = ReplyCopy::kLength + reply.size();
    if (reply.empty() || room.size() < length) {
        return 0;
    }
    std::memcpy(room.data(), copy.bytes().data(), ReplyCopy::kLength);
    std::memcpy(room.data() + ReplyCopy::kLength, reply.data(), reply.size());
    return length;
}

}  // namespace hotpath::protocols::nasdaq::dropcopy
