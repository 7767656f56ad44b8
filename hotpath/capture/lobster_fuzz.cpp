// Any text as a LOBSTER message file behind one good line: each line is an event or ends the file
// with an error.
#include <cstdint>
#include <string>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/memory_source.hpp"

using namespace hotpath;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text = "34200.015105074,1,16113575,18,5853300,1\n";
    text.append(reinterpret_cast<const char*>(data), size);
    const Bytes file = std::as_bytes(std::span(text));
    auto stream =
        capture::open(std::make_unique<capture::MemorySource>("FUZZ_message_1.csv", file));
    if (!stream) {
        __builtin_trap();  // the first line is an event
    }
    for (auto block = (*stream)->next_block(); block && !block->empty();
         block = (*stream)->next_block()) {
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message);) {
            if (protocols::nasdaq::itch50::message_length(std::to_integer<char>(message.front())) !=
                message.size()) {
                __builtin_trap();  // only ITCH messages are made
            }
        }
    }
    return 0;
}
