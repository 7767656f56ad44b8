// Any bytes as the records of a DBN recording of any version: read to the end or to an error, and
// the messages are whole, and are of orders that are open.
#include <cstdint>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "tests/support/dbn_day.hpp"
#include "tests/support/itch_open_orders.hpp"
#include "tests/support/memory_source.hpp"

using namespace hotpath;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    constexpr std::uint16_t kSchemas[] = {0, 1, 2, 3, 4, 9, 11, 0xFFFF};
    support::DbnFileOptions options = support::dbn_day_options(kSchemas[data[1] % 8]);
    options.version = static_cast<std::uint8_t>(1 + data[0] % 3);
    options.has_ts_out = data[0] >= 128;
    support::DbnFile file(options);
    file.add_bytes(std::as_bytes(std::span(data, size)).subspan(2));
    auto stream = capture::open(std::make_unique<capture::MemorySource>("fuzz.dbn", file.bytes()));
    HOTPATH_ASSERT(stream.has_value(), "the metadata must be readable");
    support::ItchOpenOrders orders;
    std::uint64_t messages = 0;
    for (auto block = (*stream)->next_block(); block && !block->empty();
         block = (*stream)->next_block()) {
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message); ++messages) {
            HOTPATH_ASSERT(
                protocols::nasdaq::itch50::decode(message, orders) == protocols::DecodeStatus::Ok,
                "messages must be ITCH 5.0");
        }
        HOTPATH_ASSERT(!frames.is_truncated(), "a block must have whole messages");
    }
    HOTPATH_ASSERT(messages == (*stream)->stats().messages,
                   "messages counted must be those handed out");
    return 0;
}
