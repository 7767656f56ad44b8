// Any bytes as a capture file: pcap or pcapng by the first input byte, so that the magic need not
// be guessed.
#include <array>
#include <cstdint>
#include <vector>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/protocols/framing.hpp"
#include "tests/support/memory_source.hpp"

namespace {

using namespace hotpath;

constexpr std::array<std::uint32_t, 5> kMagics{0xA1B2C3D4, 0xD4C3B2A1, 0xA1B23C4D, 0x4D3CB2A1,
                                               0x0A0D0D0A};

void read_all(Bytes file) {
    auto stream = capture::open(std::make_unique<capture::MemorySource>("fuzz", file));
    if (!stream) {
        return;
    }
    for (auto block = (*stream)->next_block(); block && !block->empty();
         block = (*stream)->next_block()) {
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message);) {
        }
        if (frames.is_truncated()) {
            __builtin_trap();  // blocks are whole messages
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    std::vector<std::byte> file(sizeof(std::uint32_t));
    store_be(file.data(), kMagics[data[0] % kMagics.size()]);
    const auto rest = std::as_bytes(std::span(data + 1, size - 1));
    file.insert(file.end(), rest.begin(), rest.end());
    read_all(file);
    return 0;
}
