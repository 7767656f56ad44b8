#pragma once
/// iLink 3 messages of tests, as bytes in place.
///
///   const IlinkBytes report = ilink_bytes<wire::ilink3::ExecutionReportNew>([](auto& m) { ... });
///   decode(report.view());
///
/// Threads: values. Allocation: none. Tests only.

#include <array>
#include <cstddef>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/wire/ilink3/generated/messages.hpp"

namespace hotpath::support {

/// A message in place.
struct IlinkBytes {
    std::array<std::byte, 512> room{};
    std::size_t length = 0;

    [[nodiscard]] Bytes view() const { return Bytes(room).first(length); }
};

template <class Message, class Fill>
[[nodiscard]] IlinkBytes ilink_bytes(Fill&& fill) {
    IlinkBytes made;
    const wire::sbe::Encoded encoded = Message::encode(made.room, fill);
    HOTPATH_ASSERT(encoded.status == wire::sbe::EncodeStatus::Ok, "a message must have room");
    made.length = encoded.bytes.size();
    return made;
}

}  // namespace hotpath::support
