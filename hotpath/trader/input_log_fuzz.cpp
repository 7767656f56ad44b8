// Any bytes as a record of a trader's journal: refused, or the same bytes when encoded again.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/trader/input_log.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::trader;

template <class Head>
std::vector<std::byte> joined(const Head& head, Bytes rest) {
    std::vector<std::byte> bytes(head.begin(), head.end());
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
}

struct Again {
    std::vector<std::byte> operator()(const Start& start) const {
        return joined(encode(start, has_more),
                      std::as_bytes(std::span(start.text.data(), start.text.size())));
    }
    std::vector<std::byte> operator()(const Input& input) const {
        HOTPATH_ASSERT(name(kind_of(input.event)) != "none", "every kind must have a name");
        const LogHead head = encode(input, has_more);
        if (const auto* command = std::get_if<OperatorCommand>(&input.event)) {
            std::array<std::byte, kOperatorCommandLength> of_command{};
            return joined(head, encode(*command, of_command));
        }
        const auto* connected = std::get_if<event::Connected>(&input.event);
        if (connected != nullptr && connected->start != SessionStart{}) {
            SessionStartRoom room{};
            return joined(head, encode(connected->start, room));
        }
        return joined(head, bytes_of(input.event));
    }
    std::vector<std::byte> operator()(const Output& output) const {
        return joined(encode(output), output.bytes);
    }
    std::vector<std::byte> operator()(const Why& why) const {
        return joined(encode(why), std::as_bytes(std::span(why.text.data(), why.text.size())));
    }
    template <class Other>
    std::vector<std::byte> operator()(const Other& other) const {
        return joined(encode(other), {});
    }
    bool has_more;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
    if (length == 0) {
        return 0;
    }
    const auto type = static_cast<LogType>(kStartRecord + bytes[0] % 8);
    const Bytes payload{reinterpret_cast<const std::byte*>(bytes) + 1, length - 1};
    LogRecord record;
    if (decode(type, {7}, payload, record) == protocols::DecodeStatus::Ok) {
        HOTPATH_ASSERT(
            std::ranges::equal(std::visit(Again{record.has_more}, record.entry), payload),
            "a decoded entry must encode to the same bytes");
    }
    return 0;
}
