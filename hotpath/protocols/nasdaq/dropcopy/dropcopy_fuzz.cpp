// Any bytes, read as a message of the drop copy: what is accepted is, written again, the bytes that
// came in.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hotpath;
    using namespace hotpath::protocols::nasdaq::dropcopy;
    const Bytes message = std::as_bytes(std::span(data, size));
    CopiedReply copied;
    if (decode(message, copied) != protocols::DecodeStatus::Ok) {
        HOTPATH_ASSERT(copied.copy == nullptr, "a refused message must set nothing");
        return 0;
    }
    ReplyCopy copy;
    copy.store_username(copied.copy->load_username());
    copy.store_sequence_number(copied.copy->load_sequence_number());
    std::vector<std::byte> again(size);
    HOTPATH_ASSERT(encode(again, copy, copied.reply) == size,
                   "the encoded size must be the received size");
    HOTPATH_ASSERT(std::ranges::equal(again, message),
                   "a decoded message must encode to the same bytes");
    return 0;
}
