// Any bytes, read as an OUCH 5.0 message of each direction: what is delivered has, stored again
// field by field and element by element, the bytes that came in.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "tests/support/ouch50_fields.hpp"
#include "tests/support/wire_listeners.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::protocols;
using namespace hotpath::protocols::nasdaq::ouch50;

void append(std::vector<std::byte>& bytes, Appendage appendage) {
    for (TagValue element; appendage.next(element);) {
        bytes.push_back(static_cast<std::byte>(element.value.size() + 1));
        bytes.push_back(std::byte{element.tag});
        bytes.insert(bytes.end(), element.value.begin(), element.value.end());
    }
}

/// Loading an option never reads beyond its element, whatever the tags are.
void load_every_option(Appendage appendage) {
    Options::for_each([&]<class Option>() {
        const auto value = appendage.load<Option>();
        HOTPATH_ASSERT(!value || appendage.bytes().size() >= 2 + Option::kLength,
                       "an option must lie within the appendage");
    });
}

template <class M>
std::vector<std::byte> stored_again(const M& delivered, auto... appendage) {
    std::vector<std::byte> bytes =
        support::stored_again(support::kMessageType<M>, delivered.bytes().data());
    (append(bytes, appendage), ...);
    (load_every_option(appendage), ...);
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes message = std::as_bytes(std::span(data, size));
    std::size_t heard = 0;
    const auto hear = [&](const auto& delivered, auto... appendage) {
        ++heard;
        HOTPATH_ASSERT(std::ranges::equal(stored_again(delivered, appendage...), message),
                       "stored fields must equal the loaded ones");
    };
    support::Ouch50RequestListener requests{hear};
    support::Ouch50ReplyListener replies{hear};
    std::size_t ok = decode_request(message, requests) == DecodeStatus::Ok ? 1 : 0;
    ok += decode_reply(message, replies) == DecodeStatus::Ok ? 1 : 0;
    HOTPATH_ASSERT(heard == ok, "a message must be delivered once or refused");
    return 0;
}
