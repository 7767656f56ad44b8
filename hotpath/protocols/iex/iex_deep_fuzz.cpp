// Any bytes as a segment of IEX-TP, and as one message: the decoder agrees with the table of lengths, and
// what it delivers has, stored again field by field, the bytes that came in.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/iex/deep_decode.hpp"
#include "hotpath/protocols/iex/segment.hpp"
#include "tests/support/iex_fields.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::protocols;
using protocols::DecodeStatus;

struct Heard {
    template <class M>
    void on_message(const M& m) {
        ++messages;
        copy = support::stored_again(support::kMessageType<M>, m.bytes().data());
    }

    int messages = 0;
    std::vector<std::byte> copy;
};

DecodeStatus expected_status(Bytes message) {
    if (message.empty()) {
        return DecodeStatus::Truncated;
    }
    const std::size_t length = iex::DeepMessages::length(std::to_integer<char>(message[0]));
    if (length == 0) {
        return DecodeStatus::UnknownType;
    }
    return message.size() < length ? DecodeStatus::Truncated : DecodeStatus::Ok;
}

void check(Bytes message) {
    Heard heard;
    const DecodeStatus status = iex::decode(message, heard);
    HOTPATH_ASSERT(status == expected_status(message), "status must follow from type and length");
    HOTPATH_ASSERT((heard.messages == 1) == (status == DecodeStatus::Ok),
                   "a message must be delivered once or refused");
    HOTPATH_ASSERT(std::ranges::equal(heard.copy, message.first(heard.copy.size())),
                   "stored fields must equal the loaded ones");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes = std::as_bytes(std::span(data, size));
    check(bytes);
    iex::SegmentReader segment;
    if (segment.open(bytes) != DecodeStatus::Ok) {
        return 0;
    }
    std::size_t count = 0;
    iex::MessageCursor messages = segment.messages();
    for (Bytes message; messages.next(message); ++count) {
        check(message);
    }
    HOTPATH_ASSERT(count == segment.header().load_message_count() && !messages.is_truncated(),
                   "a segment must have the messages that it counts");
    return 0;
}
