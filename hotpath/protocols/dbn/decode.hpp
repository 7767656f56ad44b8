#pragma once
/// Bytes of one DBN record to one call of a listener.
///
///   struct Volume : dbn::NullListener {
///       using NullListener::on_record;
///       void on_record(const TradeMsg& m) { shares += m.load_size(); }
///       std::uint64_t shares = 0;
///   };
///
/// The version decides which layout a definition, a symbol mapping and the gateway's texts have. The
/// length must be exactly the layout's, or eight bytes more in a file with ts_out; values are not
/// checked. Threads: any. Allocation: none. Complexity: one switch, two comparisons. Source: the
/// crate dbn 0.73.0.

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/dbn/codes.hpp"
#include "hotpath/protocols/dbn/definitions.hpp"
#include "hotpath/protocols/dbn/records.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::protocols::dbn {

/// The metadata that applies to all records of a file.
struct RecordFormat {
    std::uint8_t version = kVersionMax;
    bool has_ts_out = false;  // the gateway's time of sending behind each record
};

inline constexpr std::size_t kTsOutLength = 8;
inline constexpr std::size_t kRecordLengthMax = 255 * kWordLength;

/// Does nothing on every record. Derive from it and redefine on_record for the types wanted.
struct NullListener {
    template <class Any>
    void on_record(const Any&) noexcept {}
};

namespace detail {

template <class M>
[[nodiscard]] DecodeStatus deliver(Bytes record, RecordFormat format, auto& listener) {
    const std::size_t expected = M::kLength + (format.has_ts_out ? kTsOutLength : 0);
    if (record.size() != expected) [[unlikely]] {
        return compare_length(record.size(), expected);
    }
    listener.on_record(M::at(record.data()));
    return DecodeStatus::Ok;
}

/// The same of a type that version 2 changed.
template <class V1, class V2>
[[nodiscard]] DecodeStatus deliver(Bytes record, RecordFormat format, auto& listener) {
    return format.version < 2 ? deliver<V1>(record, format, listener)
                              : deliver<V2>(record, format, listener);
}

}  // namespace detail

/// Calls on_record for this record; not called unless the result is Ok.
template <class Listener>
[[nodiscard]] DecodeStatus decode(Bytes record, RecordFormat format, Listener& listener) {
    using detail::deliver;
    if (record.size() < RecordHeader::kLength) {
        return DecodeStatus::Truncated;
    }
    const RecordHeader& header = RecordHeader::at(record.data());
    if (header.record_length() != record.size()) {
        return DecodeStatus::Malformed;
    }
    switch (header.load_rtype()) {
        case rtype::kMbo:
            return deliver<MboMsg>(record, format, listener);
        case rtype::kTrade:
            return deliver<TradeMsg>(record, format, listener);
        case rtype::kMbp1:
            return deliver<Mbp1Msg>(record, format, listener);
        case rtype::kMbp10:
            return deliver<Mbp10Msg>(record, format, listener);
        case rtype::kStatus:
            return deliver<StatusMsg>(record, format, listener);
        case rtype::kInstrumentDef:
            return format.version < kVersionMax
                       ? deliver<InstrumentDefMsgV1, InstrumentDefMsgV2>(record, format, listener)
                       : deliver<InstrumentDefMsgV3>(record, format, listener);
        case rtype::kError:
            return deliver<ErrorMsgV1, ErrorMsgV2>(record, format, listener);
        case rtype::kSymbolMapping:
            return deliver<SymbolMappingMsgV1, SymbolMappingMsgV2>(record, format, listener);
        case rtype::kSystem:
            return deliver<SystemMsgV1, SystemMsgV2>(record, format, listener);
        default:
            return DecodeStatus::UnknownType;
    }
}

/// The record at the front of `bytes`: Ok when it is whole, Truncated when more bytes are needed,
/// Malformed when its length is below that of a header.
struct NextRecord {
    DecodeStatus status = DecodeStatus::Truncated;
    Bytes record;  // of Ok
};

[[nodiscard]] inline NextRecord next_record(Bytes bytes) noexcept {
    if (bytes.empty()) {
        return {};
    }
    const std::size_t length = std::to_integer<std::size_t>(bytes.front()) * kWordLength;
    if (length < RecordHeader::kLength) {
        return {.status = DecodeStatus::Malformed, .record = {}};
    }
    return bytes.size() < length ? NextRecord{} : NextRecord{DecodeStatus::Ok, bytes.first(length)};
}

}  // namespace hotpath::protocols::dbn
