// Any bytes as a command to a trader and as its answer: refused, or the same bytes when encoded
// again.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/trader/operator_command.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
    using namespace hotpath;
    const Bytes received{reinterpret_cast<const std::byte*>(bytes), length};
    std::array<std::byte, trader::kOperatorAnswerLength> room{};
    trader::OperatorCommand command;
    if (trader::decode(received, command) == protocols::DecodeStatus::Ok) {
        HOTPATH_ASSERT(std::ranges::equal(trader::encode(command, room), received),
                       "a decoded command must encode to the same bytes");
        HOTPATH_ASSERT(trader::name(command.action) != "none", "every action must have a name");
    }
    trader::OperatorAnswer answer;
    if (trader::decode(received, answer) == protocols::DecodeStatus::Ok) {
        HOTPATH_ASSERT(std::ranges::equal(trader::encode(answer, room), received),
                       "a decoded answer must encode to the same bytes");
    }
    return 0;
}
