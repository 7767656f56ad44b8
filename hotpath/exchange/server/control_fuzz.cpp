// Any bytes as a command and as an answer: refused, or the same bytes when encoded again.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/server/control.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
    using namespace hotpath;
    const Bytes received{reinterpret_cast<const std::byte*>(bytes), length};
    std::array<std::byte, exchange::kControlAnswerLengthMax> room{};
    exchange::Control control;
    if (exchange::decode(received, control) == protocols::DecodeStatus::Ok) {
        HOTPATH_ASSERT(std::ranges::equal(exchange::encode(control, room), received),
                       "a decoded command must encode to the same bytes");
        HOTPATH_ASSERT(exchange::name(control.action) != "none", "every action must have a name");
    }
    exchange::ControlAnswer answer;
    if (exchange::decode(received, answer) == protocols::DecodeStatus::Ok) {
        HOTPATH_ASSERT(std::ranges::equal(exchange::encode(answer, room), received),
                       "a decoded answer must encode to the same bytes");
    }
    return 0;
}
