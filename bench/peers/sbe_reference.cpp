#include "bench/peers/sbe_reference.hpp"

#include "every_little/Incremental.h"
#include "every_little/MessageHeader.h"

namespace hotpath::bench::peers {

namespace tool = every::little;

namespace {

/// The tool's code takes a buffer that may be written, and only reads it here.
char* as_chars(Bytes bytes) {
    return const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
}

std::uint64_t sum_of(Bytes bytes) {
    tool::MessageHeader header(as_chars(bytes), bytes.size());
    if (header.templateId() != tool::Incremental::sbeTemplateId()) {
        return 0;
    }
    tool::Incremental message;
    message.wrapForDecode(as_chars(bytes), tool::MessageHeader::encodedLength(),
                          header.blockLength(), header.version(), bytes.size());
    std::uint64_t sum = message.transactTime();
    auto& entries = message.noMDEntries();
    while (entries.hasNext()) {
        entries.next();
        const std::int64_t mantissa = entries.mDEntryPx().mantissa();
        sum += mantissa == tool::OptionalPrice::mantissaNullValue()
                   ? 0
                   : static_cast<std::uint64_t>(mantissa);
        const std::int32_t size = entries.mDEntrySize();
        sum += size == tool::Incremental::NoMDEntries::mDEntrySizeNullValue()
                   ? 0
                   : static_cast<std::uint64_t>(size);
        sum += static_cast<std::uint64_t>(entries.securityID());
        sum += static_cast<std::uint64_t>(entries.sideRaw());
    }
    auto& orders = message.noOrderIDEntries();
    while (orders.hasNext()) {
        orders.next();
        sum += orders.orderID();
        const std::uint8_t reference = orders.referenceID();
        sum += reference == tool::Incremental::NoOrderIDEntries::referenceIDNullValue() ? 0
                                                                                        : reference;
    }
    return sum;
}

}  // namespace

std::uint64_t reference_decode_sbe(Bytes frames) {
    std::uint64_t sum = 0;
    wire::FrameCursor cursor(frames);
    for (Bytes message; cursor.next(message);) {
        sum += sum_of(message);
    }
    return sum;
}

std::size_t reference_encode_sbe(const SbeUpdate& update, MutableBytes room) {
    tool::Incremental message;
    message.wrapAndApplyHeader(reinterpret_cast<char*>(room.data()), 0, room.size());
    message.transactTime(update.time);
    message.matchEvent().clear();
    const auto count = static_cast<std::uint16_t>(update.entries);
    auto& entries = message.noMDEntriesCount(count);
    for (std::size_t i = 0; i < update.entries; ++i) {
        const SbeEntry& of = update.of[i];
        entries.next();
        entries.mDEntryPx().mantissa(of.price).exponent(-9);
        entries.mDEntrySize(of.size).securityID(of.security);
        entries.side(tool::Side::get(of.side)).addedPriority(of.order);
    }
    auto& orders = message.noOrderIDEntriesCount(static_cast<std::uint8_t>(count));
    for (std::size_t i = 0; i < update.entries; ++i) {
        orders.next().orderID(update.of[i].order).referenceID(static_cast<std::uint8_t>(i));
    }
    message.addedGroupCount(0);
    return static_cast<std::size_t>(message.encodedLength()) + tool::MessageHeader::encodedLength();
}

}  // namespace hotpath::bench::peers
