// Any bytes, read as frames of ITCH 5.0: the decoder agrees with the table of lengths, and what it
// delivers has, stored again field by field, the bytes that came in.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/itch50/framing.hpp"
#include "tests/support/itch50_fields.hpp"
#include "tests/support/wire_listeners.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::protocols;
using namespace hotpath::protocols::nasdaq;

DecodeStatus expected_status(Bytes message) {
    if (message.empty()) {
        return DecodeStatus::Truncated;
    }
    const std::size_t length = itch50::message_length(std::to_integer<char>(message[0]));
    return length == 0 ? DecodeStatus::UnknownType : compare_length(message.size(), length);
}

void check(Bytes message) {
    int heard = 0;
    support::Itch50Listener listener{[&]<class M>(const M& delivered) {
        ++heard;
        const auto copy = support::stored_again(support::kMessageType<M>, delivered.bytes().data());
        HOTPATH_ASSERT(std::ranges::equal(copy, message),
                       "stored fields must equal the loaded ones");
    }};
    const DecodeStatus status = itch50::decode(message, listener);
    HOTPATH_ASSERT(status == expected_status(message), "status must follow from type and length");
    HOTPATH_ASSERT((heard == 1) == (status == DecodeStatus::Ok),
                   "a message must be delivered once or refused");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes = std::as_bytes(std::span(data, size));
    check(bytes);
    itch50::FrameCursor cursor(bytes);
    std::size_t walked = 0;
    for (Bytes message; cursor.next(message);) {
        check(message);
        walked += kFramePrefixLength + message.size();
    }
    HOTPATH_ASSERT(walked + cursor.rest().size() == size,
                   "every byte must belong to a frame or to the rest");
    return 0;
}
