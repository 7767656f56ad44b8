#pragma once
/// IEX-TP segments and DEEP messages made by tests, and the words of what they become.
///
///   deep_level<Side::Buy>("ABC", 100, 25'0000)        flags, time: by default an event of 09:30
///   iex_segment({message, message}, {.first = 7})
///
/// The day is 2023-10-02, in New York's summer time. Threads: any. Allocation: free. Tests only.

#include <cstdint>
#include <string_view>
#include <vector>

#include "hotpath/protocols/iex/deep_messages.hpp"
#include "hotpath/protocols/iex/segment.hpp"
#include "tests/support/capture_files.hpp"

namespace hotpath::support {

inline constexpr std::int64_t kIexMidnight = 1'696'219'200'000'000'000;  // 04:00 UTC
inline constexpr std::int64_t kIexNineThirty = kIexMidnight + 34'200'000'000'000;

inline OwnedBytes owned(const auto& message) {
    return {message.bytes().begin(), message.bytes().end()};
}

/// Fields that the messages of a symbol share.
template <class M>
M deep_message(std::string_view symbol, std::int64_t after_open = 0) {
    M message;
    message.store_timestamp(kIexNineThirty + after_open);
    message.store_symbol(*Symbol::from(symbol));
    return message;
}

struct DeepEvent {
    std::int64_t after_open = 0;  // nanoseconds
    bool is_complete = true;
};

/// `price` in 1/10,000 dollar.
template <Side BookSide>
OwnedBytes deep_level(std::string_view symbol, std::uint32_t size, std::int64_t price,
                      const DeepEvent& event = {}) {
    auto message =
        deep_message<protocols::iex::PriceLevelUpdate<BookSide>>(symbol, event.after_open);
    message.store_event_flags(event.is_complete ? 1 : 0);
    message.store_size(size);
    message.store_price(price);
    return owned(message);
}

template <class M = protocols::iex::TradeReport>
OwnedBytes deep_trade(std::string_view symbol, std::uint32_t size, std::int64_t price,
                      std::int64_t trade_id, std::int64_t after_open = 0) {
    auto message = deep_message<M>(symbol, after_open);
    message.store_size(size);
    message.store_price(price);
    message.store_trade_id(trade_id);
    return owned(message);
}

inline OwnedBytes deep_status(std::string_view symbol, char status, std::int64_t after_open = 0) {
    auto message = deep_message<protocols::iex::TradingStatus>(symbol, after_open);
    message.store_trading_status(status);
    message.store_reason({'T', '1', ' ', ' '});
    return owned(message);
}

struct IexSegmentShape {
    std::int64_t first = 1;
    std::uint16_t protocol = protocols::iex::protocol_id::kDeep;
    std::uint32_t session = 1'286'602'752;
    std::int64_t send_time = kIexNineThirty + 1'000'000'000;
};

inline OwnedBytes iex_segment(const std::vector<OwnedBytes>& messages,
                              const IexSegmentShape& shape = {}) {
    OwnedBytes payload;
    for (const OwnedBytes& message : messages) {
        OwnedBytes length(2);
        store_le(length.data(), static_cast<std::uint16_t>(message.size()));
        append(payload, length + message);
    }
    protocols::iex::SegmentHeader header;
    header.store_version(protocols::iex::kVersion);
    header.store_message_protocol_id(shape.protocol);
    header.store_channel_id(1);
    header.store_session_id(shape.session);
    header.store_payload_length(static_cast<std::uint16_t>(payload.size()));
    header.store_message_count(static_cast<std::uint16_t>(messages.size()));
    header.store_first_message_sequence_number(shape.first);
    header.store_send_time(shape.send_time);
    return owned(header) + payload;
}

}  // namespace hotpath::support
