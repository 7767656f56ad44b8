#include "hotpath/telemetry/decode.hpp"

#include <cstring>

namespace hotpath::telemetry {

namespace {

/// A tick of a thousandth of a nanosecond to one of a second; and the ratio's terms leave room to
/// multiply.
constexpr std::uint64_t kRatioTermMax = std::uint64_t{1} << 48U;

template <class Record>
[[nodiscard]] RecordStatus copy(Bytes bytes, Record& into) noexcept {
    const DecodedHeader decoded = decode_header(bytes);
    if (decoded.status != RecordStatus::Ok) {
        return decoded.status;
    }
    if (decoded.header.kind != Record{}.header.kind || bytes.size() != sizeof(Record)) {
        return RecordStatus::Damaged;
    }
    std::memcpy(&into, bytes.data(), sizeof(Record));
    return RecordStatus::Ok;
}

/// A stranger's bytes never reach a terminal as they are.
template <std::size_t N>
void make_printable(std::array<char, N>& characters) noexcept {
    for (char& c : characters) {
        c = c == '\0' || (c >= ' ' && c <= '~') ? c : '?';
    }
}

void make_printable(Symbol& symbol) noexcept {
    for (char& c : symbol.characters) {
        c = c >= ' ' && c <= '~' ? c : '?';
    }
}

[[nodiscard]] bool is_sound(const timing::TickRatio& ratio) noexcept {
    return ratio.ticks > 0 && ratio.nanos > 0 && ratio.ticks <= kRatioTermMax &&
           ratio.nanos <= kRatioTermMax;
}

}  // namespace

DecodedHeader decode_header(Bytes bytes) noexcept {
    DecodedHeader decoded;
    if (bytes.size() < sizeof(RecordHeader)) {
        return decoded;
    }
    std::memcpy(&decoded.header, bytes.data(), sizeof(RecordHeader));
    const auto kind = static_cast<std::uint16_t>(decoded.header.kind);
    const bool is_known = kind >= static_cast<std::uint16_t>(RecordKind::Stages) &&
                          kind <= static_cast<std::uint16_t>(RecordKind::Instrument);
    if (!is_known || decoded.header.version != kRecordVersion) {
        decoded.status = RecordStatus::Unknown;
    } else if (decoded.header.bytes == bytes.size()) {
        decoded.status = RecordStatus::Ok;
    }
    return decoded;
}

RecordStatus decode(Bytes bytes, StageRecord& into) noexcept {
    if (const RecordStatus status = copy(bytes, into); status != RecordStatus::Ok) {
        return status;
    }
    return static_cast<std::size_t>(into.event) < kEventKinds && into.is_sent <= 1
               ? RecordStatus::Ok
               : RecordStatus::Damaged;
}

RecordStatus decode(Bytes bytes, StateRecord& into) noexcept {
    if (const RecordStatus status = copy(bytes, into); status != RecordStatus::Ok) {
        return status;
    }
    make_printable(into.name.characters);
    make_printable(into.doing.characters);
    make_printable(into.feed_state.characters);
    make_printable(into.stop_reason.characters);
    make_printable(into.drop_copy.characters);
    return is_sound(into.tick_ratio) && into.mode <= TradingMode::Killed && into.is_stale <= 1 &&
                   into.is_in_doubt <= 1 && into.rows <= kInstrumentsMax
               ? RecordStatus::Ok
               : RecordStatus::Damaged;
}

RecordStatus decode(Bytes bytes, InstrumentRecord& into) noexcept {
    if (const RecordStatus status = copy(bytes, into); status != RecordStatus::Ok) {
        return status;
    }
    make_printable(into.symbol);
    return into.row < into.rows && into.rows <= kInstrumentsMax ? RecordStatus::Ok
                                                                : RecordStatus::Damaged;
}

}  // namespace hotpath::telemetry
