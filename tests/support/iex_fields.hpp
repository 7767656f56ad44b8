#pragma once
/// Every field of every DEEP message, by the specification's name: kFields<M>, all messages:
/// kDeepMessages, and the fields of IEX-TP's header.
///
/// A field left out here is found by the test that the fields of a message cover each of its bytes
/// once. Threads: constants. Tests only.

#include "hotpath/protocols/iex/deep_messages.hpp"
#include "hotpath/protocols/iex/segment.hpp"
#include "tests/support/message_fields.hpp"

namespace hotpath::support {

/// `second` is the field of the second byte, before the timestamp.
template <class M>
constexpr auto deep_fields(Field second, auto... own) {
    return std::array{field<&M::load_message_type, &M::store_message_type>("message_type"), second,
                      field<&M::load_timestamp, &M::store_timestamp>("timestamp"), own...};
}

/// The same of a message of one symbol.
template <class M>
constexpr auto deep_symbol_fields(Field second, auto... own) {
    return deep_fields<M>(second, field<&M::load_symbol, &M::store_symbol>("symbol"), own...);
}

template <>
inline constexpr auto kFields<protocols::iex::SegmentHeader> = [] {
    using M = protocols::iex::SegmentHeader;
    return std::array{
        field<&M::load_version, &M::store_version>("version"),
        field<&M::load_reserved, &M::store_reserved>("reserved"),
        field<&M::load_message_protocol_id, &M::store_message_protocol_id>("message_protocol_id"),
        field<&M::load_channel_id, &M::store_channel_id>("channel_id"),
        field<&M::load_session_id, &M::store_session_id>("session_id"),
        field<&M::load_payload_length, &M::store_payload_length>("payload_length"),
        field<&M::load_message_count, &M::store_message_count>("message_count"),
        field<&M::load_stream_offset, &M::store_stream_offset>("stream_offset"),
        field<&M::load_first_message_sequence_number, &M::store_first_message_sequence_number>(
            "first_message_sequence_number"),
        field<&M::load_send_time, &M::store_send_time>("send_time")};
}();

template <>
inline constexpr auto kFields<protocols::iex::SystemEvent> = [] {
    using M = protocols::iex::SystemEvent;
    return deep_fields<M>(field<&M::load_system_event, &M::store_system_event>("system_event"));
}();

template <>
inline constexpr auto kFields<protocols::iex::SecurityDirectory> = [] {
    using M = protocols::iex::SecurityDirectory;
    return deep_symbol_fields<M>(
        field<&M::load_flags, &M::store_flags>("flags"),
        field<&M::load_round_lot_size, &M::store_round_lot_size>("round_lot_size"),
        field<&M::load_adjusted_poc_price, &M::store_adjusted_poc_price>("adjusted_poc_price"),
        field<&M::load_luld_tier, &M::store_luld_tier>("luld_tier"));
}();

template <>
inline constexpr auto kFields<protocols::iex::TradingStatus> = [] {
    using M = protocols::iex::TradingStatus;
    return deep_symbol_fields<M>(
        field<&M::load_trading_status, &M::store_trading_status>("trading_status"),
        field<&M::load_reason, &M::store_reason>("reason"));
}();

template <>
inline constexpr auto kFields<protocols::iex::RetailLiquidityIndicator> = [] {
    using M = protocols::iex::RetailLiquidityIndicator;
    return deep_symbol_fields<M>(
        field<&M::load_retail_liquidity_indicator, &M::store_retail_liquidity_indicator>(
            "retail_liquidity_indicator"));
}();

template <>
inline constexpr auto kFields<protocols::iex::OperationalHaltStatus> = [] {
    using M = protocols::iex::OperationalHaltStatus;
    return deep_symbol_fields<M>(
        field<&M::load_operational_halt_status, &M::store_operational_halt_status>(
            "operational_halt_status"));
}();

template <>
inline constexpr auto kFields<protocols::iex::ShortSalePriceTestStatus> = [] {
    using M = protocols::iex::ShortSalePriceTestStatus;
    return deep_symbol_fields<M>(
        field<&M::load_short_sale_price_test_status, &M::store_short_sale_price_test_status>(
            "short_sale_price_test_status"),
        field<&M::load_detail, &M::store_detail>("detail"));
}();

template <>
inline constexpr auto kFields<protocols::iex::SecurityEvent> = [] {
    using M = protocols::iex::SecurityEvent;
    return deep_symbol_fields<M>(
        field<&M::load_security_event, &M::store_security_event>("security_event"));
}();

template <Side BookSide>
inline constexpr auto kFields<protocols::iex::PriceLevelUpdate<BookSide>> = [] {
    using M = protocols::iex::PriceLevelUpdate<BookSide>;
    return deep_symbol_fields<M>(field<&M::load_event_flags, &M::store_event_flags>("event_flags"),
                                 field<&M::load_size, &M::store_size>("size"),
                                 field<&M::load_price, &M::store_price>("price"));
}();

template <class M>
constexpr auto deep_trade_fields() {
    return deep_symbol_fields<M>(
        field<&M::load_sale_condition_flags, &M::store_sale_condition_flags>(
            "sale_condition_flags"),
        field<&M::load_size, &M::store_size>("size"),
        field<&M::load_price, &M::store_price>("price"),
        field<&M::load_trade_id, &M::store_trade_id>("trade_id"));
}
template <>
inline constexpr auto kFields<protocols::iex::TradeReport> =
    deep_trade_fields<protocols::iex::TradeReport>();
template <>
inline constexpr auto kFields<protocols::iex::TradeBreak> =
    deep_trade_fields<protocols::iex::TradeBreak>();

template <>
inline constexpr auto kFields<protocols::iex::OfficialPrice> = [] {
    using M = protocols::iex::OfficialPrice;
    return deep_symbol_fields<M>(
        field<&M::load_price_type, &M::store_price_type>("price_type"),
        field<&M::load_official_price, &M::store_official_price>("official_price"));
}();

template <>
inline constexpr auto kFields<protocols::iex::AuctionInformation> = [] {
    using M = protocols::iex::AuctionInformation;
    return deep_symbol_fields<M>(
        field<&M::load_auction_type, &M::store_auction_type>("auction_type"),
        field<&M::load_paired_shares, &M::store_paired_shares>("paired_shares"),
        field<&M::load_reference_price, &M::store_reference_price>("reference_price"),
        field<&M::load_indicative_clearing_price, &M::store_indicative_clearing_price>(
            "indicative_clearing_price"),
        field<&M::load_imbalance_shares, &M::store_imbalance_shares>("imbalance_shares"),
        field<&M::load_imbalance_side, &M::store_imbalance_side>("imbalance_side"),
        field<&M::load_extension_number, &M::store_extension_number>("extension_number"),
        field<&M::load_scheduled_auction_time, &M::store_scheduled_auction_time>(
            "scheduled_auction_time"),
        field<&M::load_auction_book_clearing_price, &M::store_auction_book_clearing_price>(
            "auction_book_clearing_price"),
        field<&M::load_collar_reference_price, &M::store_collar_reference_price>(
            "collar_reference_price"),
        field<&M::load_lower_auction_collar, &M::store_lower_auction_collar>(
            "lower_auction_collar"),
        field<&M::load_upper_auction_collar, &M::store_upper_auction_collar>(
            "upper_auction_collar"));
}();

inline constexpr auto kDeepMessages = message_types(protocols::iex::DeepMessages{});

}  // namespace hotpath::support
