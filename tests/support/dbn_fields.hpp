#pragma once
/// Every field of every DBN record, by the specification's name: kDbnFields<M>, and all records:
/// kDbnRecords.
///
/// For tests that visit all fields (tables, round trips, dumps). A field left out here is found by
/// the test that the fields of a record cover each of its bytes once. Threads: constants. Tests
/// only.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/protocols/dbn/decode.hpp"
#include "tests/support/dbn_definition_fields.hpp"
#include "tests/support/dbn_field.hpp"

namespace hotpath::support {

template <>
inline constexpr auto kDbnFields<protocols::dbn::MboMsg> = [] {
    using M = protocols::dbn::MboMsg;
    return dbn_fields<M>(dbn_field<&M::load_order_id, &M::store_order_id>("order_id"),
                         dbn_field<&M::load_price, &M::store_price>("price"),
                         dbn_field<&M::load_size, &M::store_size>("size"),
                         dbn_field<&M::load_flags, &M::store_flags>("flags"),
                         dbn_field<&M::load_channel_id, &M::store_channel_id>("channel_id"),
                         dbn_field<&M::load_action, &M::store_action>("action"),
                         dbn_field<&M::load_side, &M::store_side>("side"),
                         dbn_field<&M::load_ts_recv, &M::store_ts_recv>("ts_recv"),
                         dbn_field<&M::load_ts_in_delta, &M::store_ts_in_delta>("ts_in_delta"),
                         dbn_field<&M::load_sequence, &M::store_sequence>("sequence"));
}();

template <>
inline constexpr auto kDbnFields<protocols::dbn::StatusMsg> = [] {
    using M = protocols::dbn::StatusMsg;
    return dbn_fields<M>(
        dbn_field<&M::load_ts_recv, &M::store_ts_recv>("ts_recv"),
        dbn_field<&M::load_action, &M::store_action>("action"),
        dbn_field<&M::load_reason, &M::store_reason>("reason"),
        dbn_field<&M::load_trading_event, &M::store_trading_event>("trading_event"),
        dbn_field<&M::load_is_trading, &M::store_is_trading>("is_trading"),
        dbn_field<&M::load_is_quoting, &M::store_is_quoting>("is_quoting"),
        dbn_field<&M::load_is_short_sell_restricted, &M::store_is_short_sell_restricted>(
            "is_short_sell_restricted"),
        dbn_field<&M::load_reserved, &M::store_reserved>("reserved"));
}();

template <>
inline constexpr auto kDbnFields<protocols::dbn::ErrorMsgV1> = [] {
    using M = protocols::dbn::ErrorMsgV1;
    return dbn_fields<M>(dbn_field<&M::load_err, &M::store_err>("err"));
}();

template <>
inline constexpr auto kDbnFields<protocols::dbn::ErrorMsgV2> = [] {
    using M = protocols::dbn::ErrorMsgV2;
    return dbn_fields<M>(dbn_field<&M::load_err, &M::store_err>("err"),
                         dbn_field<&M::load_code, &M::store_code>("code"),
                         dbn_field<&M::load_is_last, &M::store_is_last>("is_last"));
}();

template <>
inline constexpr auto kDbnFields<protocols::dbn::SymbolMappingMsgV1> = [] {
    using M = protocols::dbn::SymbolMappingMsgV1;
    return dbn_fields<M>(
        dbn_field<&M::load_stype_in_symbol, &M::store_stype_in_symbol>("stype_in_symbol"),
        dbn_field<&M::load_stype_out_symbol, &M::store_stype_out_symbol>("stype_out_symbol"),
        dbn_field<&M::load_dummy, &M::store_dummy>("dummy"),
        dbn_field<&M::load_start_ts, &M::store_start_ts>("start_ts"),
        dbn_field<&M::load_end_ts, &M::store_end_ts>("end_ts"));
}();

template <>
inline constexpr auto kDbnFields<protocols::dbn::SymbolMappingMsgV2> = [] {
    using M = protocols::dbn::SymbolMappingMsgV2;
    return dbn_fields<M>(
        dbn_field<&M::load_stype_in, &M::store_stype_in>("stype_in"),
        dbn_field<&M::load_stype_in_symbol, &M::store_stype_in_symbol>("stype_in_symbol"),
        dbn_field<&M::load_stype_out, &M::store_stype_out>("stype_out"),
        dbn_field<&M::load_stype_out_symbol, &M::store_stype_out_symbol>("stype_out_symbol"),
        dbn_field<&M::load_start_ts, &M::store_start_ts>("start_ts"),
        dbn_field<&M::load_end_ts, &M::store_end_ts>("end_ts"));
}();

template <>
inline constexpr auto kDbnFields<protocols::dbn::SystemMsgV1> = [] {
    using M = protocols::dbn::SystemMsgV1;
    return dbn_fields<M>(dbn_field<&M::load_msg, &M::store_msg>("msg"));
}();

template <>
inline constexpr auto kDbnFields<protocols::dbn::SystemMsgV2> = [] {
    using M = protocols::dbn::SystemMsgV2;
    return dbn_fields<M>(dbn_field<&M::load_msg, &M::store_msg>("msg"),
                         dbn_field<&M::load_code, &M::store_code>("code"));
}();

// ---- Records with levels ----

template <class M, std::size_t Index, auto kLoad, auto kStore>
constexpr DbnField level_field(std::string_view name) {
    using V = DbnValue<decltype((std::declval<protocols::dbn::BidAskPair>().*kLoad)())>;
    return {
        .name = name,
        .is_number = V::kIsNumber,
        .copy =
            [](const std::byte* from, std::byte* to) {
                (M::at(to).level(Index).*kStore)((M::at(from).level(Index).*kLoad)());
            },
        .fill = [](std::byte* record,
                   std::uint8_t byte) { (M::at(record).level(Index).*kStore)(V::filled(byte)); },
        .store_one = [](std::byte* record) { (M::at(record).level(Index).*kStore)(V::one()); },
        .text =
            [](const std::byte* record) { return V::text((M::at(record).level(Index).*kLoad)()); }};
}

inline constexpr std::array<std::array<std::string_view, 6>, 10> kLevelNames{{
    {"bid_px_00", "ask_px_00", "bid_sz_00", "ask_sz_00", "bid_ct_00", "ask_ct_00"},
    {"bid_px_01", "ask_px_01", "bid_sz_01", "ask_sz_01", "bid_ct_01", "ask_ct_01"},
    {"bid_px_02", "ask_px_02", "bid_sz_02", "ask_sz_02", "bid_ct_02", "ask_ct_02"},
    {"bid_px_03", "ask_px_03", "bid_sz_03", "ask_sz_03", "bid_ct_03", "ask_ct_03"},
    {"bid_px_04", "ask_px_04", "bid_sz_04", "ask_sz_04", "bid_ct_04", "ask_ct_04"},
    {"bid_px_05", "ask_px_05", "bid_sz_05", "ask_sz_05", "bid_ct_05", "ask_ct_05"},
    {"bid_px_06", "ask_px_06", "bid_sz_06", "ask_sz_06", "bid_ct_06", "ask_ct_06"},
    {"bid_px_07", "ask_px_07", "bid_sz_07", "ask_sz_07", "bid_ct_07", "ask_ct_07"},
    {"bid_px_08", "ask_px_08", "bid_sz_08", "ask_sz_08", "bid_ct_08", "ask_ct_08"},
    {"bid_px_09", "ask_px_09", "bid_sz_09", "ask_sz_09", "bid_ct_09", "ask_ct_09"},
}};

template <class M, std::size_t Index>
constexpr std::array<DbnField, 6> dbn_level() {
    using L = protocols::dbn::BidAskPair;
    constexpr const auto& kNames = kLevelNames[Index];
    return {level_field<M, Index, &L::load_bid_px, &L::store_bid_px>(kNames[0]),
            level_field<M, Index, &L::load_ask_px, &L::store_ask_px>(kNames[1]),
            level_field<M, Index, &L::load_bid_sz, &L::store_bid_sz>(kNames[2]),
            level_field<M, Index, &L::load_ask_sz, &L::store_ask_sz>(kNames[3]),
            level_field<M, Index, &L::load_bid_ct, &L::store_bid_ct>(kNames[4]),
            level_field<M, Index, &L::load_ask_ct, &L::store_ask_ct>(kNames[5])};
}

template <class M>
constexpr auto mbp_fields() {
    const std::array own =
        dbn_fields<M>(dbn_field<&M::load_price, &M::store_price>("price"),
                      dbn_field<&M::load_size, &M::store_size>("size"),
                      dbn_field<&M::load_action, &M::store_action>("action"),
                      dbn_field<&M::load_side, &M::store_side>("side"),
                      dbn_field<&M::load_flags, &M::store_flags>("flags"),
                      dbn_field<&M::load_depth, &M::store_depth>("depth"),
                      dbn_field<&M::load_ts_recv, &M::store_ts_recv>("ts_recv"),
                      dbn_field<&M::load_ts_in_delta, &M::store_ts_in_delta>("ts_in_delta"),
                      dbn_field<&M::load_sequence, &M::store_sequence>("sequence"));
    std::array<DbnField, own.size() + 6 * M::kLevels> fields{};
    std::ranges::copy(own, fields.begin());
    [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
        (std::ranges::copy(dbn_level<M, kIndex>(),
                           fields.begin() + static_cast<std::ptrdiff_t>(own.size() + 6 * kIndex)),
         ...);
    }(std::make_index_sequence<M::kLevels>());
    return fields;
}

template <>
inline constexpr auto kDbnFields<protocols::dbn::TradeMsg> = mbp_fields<protocols::dbn::TradeMsg>();
template <>
inline constexpr auto kDbnFields<protocols::dbn::Mbp1Msg> = mbp_fields<protocols::dbn::Mbp1Msg>();
template <>
inline constexpr auto kDbnFields<protocols::dbn::Mbp10Msg> = mbp_fields<protocols::dbn::Mbp10Msg>();

struct DbnRecord {
    std::string_view versions;  // "1", "2", "3", "2-3", "1-3"
    std::uint8_t rtype = 0;
    std::size_t length = 0;
    std::span<const DbnField> fields;
    std::vector<std::byte> (*make)() = nullptr;  // the bytes of a new record

    [[nodiscard]] bool is_of(std::uint8_t version) const {
        return versions.front() <= '0' + version && '0' + version <= versions.back();
    }
};

template <class M>
constexpr DbnRecord dbn_record(std::string_view versions) {
    return {versions, M::kRType, M::kLength, kDbnFields<M>, [] {
                const M record;
                return std::vector<std::byte>(record.bytes().begin(), record.bytes().end());
            }};
}

inline constexpr std::array kDbnRecords{
    dbn_record<protocols::dbn::MboMsg>("1-3"),
    dbn_record<protocols::dbn::TradeMsg>("1-3"),
    dbn_record<protocols::dbn::Mbp1Msg>("1-3"),
    dbn_record<protocols::dbn::Mbp10Msg>("1-3"),
    dbn_record<protocols::dbn::StatusMsg>("1-3"),
    dbn_record<protocols::dbn::InstrumentDefMsgV1>("1"),
    dbn_record<protocols::dbn::InstrumentDefMsgV2>("2"),
    dbn_record<protocols::dbn::InstrumentDefMsgV3>("3"),
    dbn_record<protocols::dbn::ErrorMsgV1>("1"),
    dbn_record<protocols::dbn::ErrorMsgV2>("2-3"),
    dbn_record<protocols::dbn::SymbolMappingMsgV1>("1"),
    dbn_record<protocols::dbn::SymbolMappingMsgV2>("2-3"),
    dbn_record<protocols::dbn::SystemMsgV1>("1"),
    dbn_record<protocols::dbn::SystemMsgV2>("2-3"),
};

/// The layout of a record type in a version; nullptr when there is none.
inline const DbnRecord* find_dbn_record(std::uint8_t rtype, std::uint8_t version) {
    const auto found = std::ranges::find_if(kDbnRecords, [&](const DbnRecord& record) {
        return record.rtype == rtype && record.is_of(version);
    });
    return found == kDbnRecords.end() ? nullptr : &*found;
}

}  // namespace hotpath::support
