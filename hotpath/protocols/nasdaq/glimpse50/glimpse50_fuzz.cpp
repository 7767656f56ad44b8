// Any bytes, read as the end of a GLIMPSE snapshot: a number that is read is, written again, the
// same number.

#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hotpath;
    using namespace hotpath::protocols;
    using namespace hotpath::protocols::nasdaq::glimpse50;
    const Bytes message = std::as_bytes(std::span(data, size));
    std::uint64_t number = 0;
    if (decode_end_of_snapshot(message, number) != DecodeStatus::Ok) {
        HOTPATH_ASSERT(number == 0, "a refused message must set nothing");
        return 0;
    }
    HOTPATH_ASSERT(number > 0, "sequence numbers must begin at 1");
    EndOfSnapshot end;
    end.store_itch_sequence_number(to_characters(number));
    std::uint64_t again = 0;
    HOTPATH_ASSERT(decode_end_of_snapshot(end.bytes(), again) == DecodeStatus::Ok,
                   "an encoded end of snapshot must decode");
    HOTPATH_ASSERT(again == number, "the decoded number must be the encoded one");
    return 0;
}
