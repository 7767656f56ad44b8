// Any bytes as a file of unknown format: recognised or refused, and if recognised read to the end
// or to an error.
#include <cstdint>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/protocols/framing.hpp"
#include "tests/support/memory_source.hpp"

using namespace hotpath;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file = std::as_bytes(std::span(data, size));
    auto stream = capture::open(std::make_unique<capture::MemorySource>("fuzz", file));
    if (!stream) {
        return 0;
    }
    std::uint64_t messages = 0;
    for (auto block = (*stream)->next_block(); block && !block->empty();
         block = (*stream)->next_block()) {
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message); ++messages) {
        }
        if (frames.is_truncated()) {
            __builtin_trap();  // blocks are whole messages
        }
    }
    if (messages != (*stream)->stats().messages) {
        __builtin_trap();  // what is counted is what was handed out
    }
    return 0;
}
