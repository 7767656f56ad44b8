#pragma once
/// Bytes of a telemetry channel as a record, or why they are none. What passes can be used without
/// another look: enumerations are known ones, counts are within their bounds, ticks have a
/// duration, texts are printable.
/// A process with write access to the channel can still publish wrong values: numbers are only
/// displayed. Stamps are checked where they are subtracted (latencies.hpp). Threads: any.
/// Allocation: none. Complexity: O(1).

#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/telemetry/records.hpp"

namespace hotpath::telemetry {

enum class RecordStatus : std::uint8_t {
    Ok,
    Unknown,  // an unknown kind or version
    Damaged,  // valid header, invalid contents
};

struct DecodedHeader {
    RecordStatus status = RecordStatus::Damaged;
    RecordHeader header{};
};

[[nodiscard]] DecodedHeader decode_header(Bytes bytes) noexcept;

/// `into` is unspecified after anything but Ok.
[[nodiscard]] RecordStatus decode(Bytes bytes, StageRecord& into) noexcept;
[[nodiscard]] RecordStatus decode(Bytes bytes, StateRecord& into) noexcept;
[[nodiscard]] RecordStatus decode(Bytes bytes, InstrumentRecord& into) noexcept;

template <class Record, class Hear>
RecordStatus decode_and_hear(Bytes bytes, Hear&& hear) {
    Record record;
    const RecordStatus status = decode(bytes, record);
    if (status == RecordStatus::Ok) {
        hear(record);
    }
    return status;
}

/// Calls listener.on_stages, on_state or on_instrument with the record, if it is one.
template <class Listener>
RecordStatus decode(Bytes bytes, Listener& listener) {
    const DecodedHeader decoded = decode_header(bytes);
    if (decoded.status != RecordStatus::Ok) {
        return decoded.status;
    }
    switch (decoded.header.kind) {
        case RecordKind::Stages:
            return decode_and_hear<StageRecord>(
                bytes, [&](const StageRecord& record) { listener.on_stages(record); });
        case RecordKind::State:
            return decode_and_hear<StateRecord>(
                bytes, [&](const StateRecord& record) { listener.on_state(record); });
        case RecordKind::Instrument:
            return decode_and_hear<InstrumentRecord>(
                bytes, [&](const InstrumentRecord& record) { listener.on_instrument(record); });
    }
    return RecordStatus::Unknown;
}

}  // namespace hotpath::telemetry
