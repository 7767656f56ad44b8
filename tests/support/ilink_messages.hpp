#pragma once
/// iLink 3 messages of tests, as bytes in place.
///
///   const IlinkBytes report = ilink_bytes<protocols::cme::ilink3::ExecutionReportNew>([](auto& m) { ... });
///   decode(report.view());
///
/// Threads: values. Allocation: none. Tests only.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"

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
    const protocols::cme::sbe::Encoded encoded = Message::encode(made.room, fill);
    HOTPATH_ASSERT(encoded.status == protocols::cme::sbe::EncodeStatus::Ok,
                   "a message must have room");
    made.length = encoded.bytes.size();
    return made;
}

/// The same message of a sender of version 5, whose blocks end before DiscretionPrice. Groups behind
/// the block stay.
template <class Message>
[[nodiscard]] IlinkBytes of_version_5(IlinkBytes message) {
    constexpr std::size_t kHead = protocols::cme::ilink3::MessageHeader::kLength;
    constexpr std::size_t kBlock = Message::block_length_min(5);
    constexpr std::size_t kShorter = Message::kBlockLength - kBlock;
    static_assert(kShorter > 0);
    auto& header = protocols::cme::ilink3::MessageHeader::at(message.room.data());
    HOTPATH_ASSERT(header.load_block_length() == Message::kBlockLength, "another message");
    header.store_block_length(kBlock);
    header.store_version(5);
    const auto behind = message.room.begin() + kHead + Message::kBlockLength;
    std::copy(behind, message.room.end(), behind - kShorter);
    message.length -= kShorter;
    return message;
}

[[nodiscard]] inline protocols::cme::ilink3::Price price_of_mantissa(std::int64_t mantissa) {
    protocols::cme::ilink3::Price price;
    price.store_mantissa(mantissa);
    return price;
}

/// What a report is about.
struct IlinkSubject {
    std::uint64_t order_id = 0;
    std::uint64_t request_id = 0;
    std::int64_t price_mantissa = 0;  // if the report has a price
};

/// A report with these fields and those that fill(m) stores.
template <class Message, class Fill>
[[nodiscard]] IlinkBytes ilink_report(const IlinkSubject& about, Fill&& fill) {
    return ilink_bytes<Message>([&](auto& m) {
        m.store_order_id(about.order_id);
        m.store_order_request_id(about.request_id);
        if constexpr (requires { m.store_price(protocols::cme::ilink3::Price{}); }) {
            m.store_price(price_of_mantissa(about.price_mantissa));
        }
        fill(m);
    });
}

}  // namespace hotpath::support
