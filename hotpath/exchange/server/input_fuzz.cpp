// Any bytes as a journal's record: refused, or the same bytes when encoded again.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/server/input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
    using namespace hotpath;
    const Bytes record{reinterpret_cast<const std::byte*>(bytes), length};
    exchange::Input input;
    if (exchange::decode(record, input) != protocols::DecodeStatus::Ok) {
        return 0;
    }
    std::array<std::byte, exchange::kInputLengthMax> room{};
    HOTPATH_ASSERT(std::ranges::equal(exchange::encode(input, room), record),
                   "a decoded input must encode to the same bytes");
    HOTPATH_ASSERT(exchange::name(exchange::kind_of(input.event)) != "none",
                   "every kind must have a name");
    return 0;
}
