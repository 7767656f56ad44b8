#include "hotpath/trader/input_log.hpp"

#include <algorithm>

#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::trader {

using wire::DecodeStatus;

namespace {

namespace start_at {
constexpr std::size_t kConfigHash = 8;
constexpr std::size_t kVenue = 16;
constexpr std::size_t kSubject = 17;
constexpr std::size_t kMode = 18;
constexpr std::size_t kReason = 19;
constexpr std::size_t kFlags = 20;
constexpr std::size_t kZero = 21;
}  // namespace start_at

/// Offsets of Input; Output, Stamps, Mode and Lost have their venue first.
namespace input_at {
constexpr std::size_t kKind = 8;
constexpr std::size_t kVenue = 9;
constexpr std::size_t kSource = 10;
constexpr std::size_t kFlags = 11;
constexpr std::size_t kValue = 12;
}  // namespace input_at

constexpr std::size_t kVenueAt = 8;
constexpr std::size_t kPortAt = 9;
constexpr std::size_t kModeAt = 9;
constexpr std::size_t kReasonAt = 10;
constexpr std::size_t kModeFlagsAt = 11;

[[nodiscard]] std::uint8_t byte_at(Bytes payload, std::size_t at) noexcept {
    return std::to_integer<std::uint8_t>(payload[at]);
}

[[nodiscard]] bool is_zero(Bytes payload, std::size_t from, std::size_t until) noexcept {
    return std::ranges::all_of(payload.subspan(from, until - from),
                               [](std::byte byte) { return byte == std::byte{0}; });
}

[[nodiscard]] LogHead head_of(std::uint64_t number) noexcept {
    LogHead head{};
    store_le(head.data(), number);
    return head;
}

[[nodiscard]] bool is_mode(std::uint8_t mode, std::uint8_t reason) noexcept {
    return mode <= static_cast<std::uint8_t>(risk::TradingMode::Killed) &&
           reason < risk::kStopReasons;
}

/// Which sources, values and bytes the kinds have.
[[nodiscard]] bool is_possible(const Input& input) noexcept {
    const bool is_command = input.kind == InputKind::Command;
    const bool is_alone = input.kind == InputKind::Timer || input.kind == InputKind::RequestsTaken;
    const std::size_t sources = input.kind == InputKind::Packet ? feed::kLines
                                : is_command                    ? kCommands + 1
                                : is_alone                      ? 1
                                                                : kPorts;
    const bool is_operator = is_command && static_cast<Command>(input.source) == Command::Operator;
    const bool has_bytes =
        input.kind == InputKind::Packet || input.kind == InputKind::Received || is_operator;
    const bool has_value = input.kind == InputKind::Written || is_command;
    return input.source < sources && (!is_command || input.source != 0) &&
           (has_bytes || input.bytes.empty()) && (has_value || input.value == 0);
}

[[nodiscard]] DecodeStatus decode_start(Nanos time, Bytes payload, LogRecord& into) noexcept {
    if (payload.size() < kStartHeadLength) {
        return DecodeStatus::Truncated;
    }
    const std::uint8_t subject = byte_at(payload, start_at::kSubject);
    const std::uint8_t mode = byte_at(payload, start_at::kMode);
    const std::uint8_t reason = byte_at(payload, start_at::kReason);
    const std::uint8_t flags = byte_at(payload, start_at::kFlags);
    if (subject >= kSubjects || !is_mode(mode, reason) || flags > kMore ||
        !is_zero(payload, start_at::kZero, kStartHeadLength)) {
        return DecodeStatus::Malformed;
    }
    const Bytes text = payload.subspan(kStartHeadLength);
    into.entry = Start{.build_id = load_le<std::uint64_t>(payload.data()),
                       .config_hash = load_le<std::uint64_t>(&payload[start_at::kConfigHash]),
                       .now = time,
                       .venue = byte_at(payload, start_at::kVenue),
                       .subject = static_cast<Subject>(subject),
                       .latch = {.mode = static_cast<risk::TradingMode>(mode),
                                 .reason = static_cast<risk::StopReason>(reason)},
                       .text = {reinterpret_cast<const char*>(text.data()), text.size()}};
    into.has_more = flags == kMore;
    return DecodeStatus::Ok;
}

[[nodiscard]] DecodeStatus decode_input(Nanos time, Bytes payload, LogRecord& into) noexcept {
    const std::uint8_t kind = byte_at(payload, input_at::kKind);
    const std::uint8_t flags = byte_at(payload, input_at::kFlags);
    if (kind == 0 || kind > kInputKinds || flags > kMore) {
        return DecodeStatus::Malformed;
    }
    const Input input{.number = load_le<std::uint64_t>(payload.data()),
                      .now = time,
                      .kind = static_cast<InputKind>(kind),
                      .venue = byte_at(payload, input_at::kVenue),
                      .source = byte_at(payload, input_at::kSource),
                      .value = load_le<std::uint32_t>(&payload[input_at::kValue]),
                      .bytes = payload.subspan(kLogHeadLength)};
    if (!is_possible(input) || (flags == kMore && input.bytes.empty())) {
        return DecodeStatus::Malformed;
    }
    into = {.entry = input, .has_more = flags == kMore};
    return DecodeStatus::Ok;
}

[[nodiscard]] DecodeStatus decode_output(Bytes payload, LogRecord& into) noexcept {
    const std::uint8_t port = byte_at(payload, kPortAt);
    if (port >= kOutputPorts || !is_zero(payload, kPortAt + 1, kLogHeadLength)) {
        return DecodeStatus::Malformed;
    }
    into = {.entry = Output{.number = load_le<std::uint64_t>(payload.data()),
                            .venue = byte_at(payload, kVenueAt),
                            .port = static_cast<OutputPort>(port),
                            .bytes = payload.subspan(kLogHeadLength)}};
    return DecodeStatus::Ok;
}

[[nodiscard]] DecodeStatus decode_stamps(Bytes payload, LogRecord& into) noexcept {
    if (!is_zero(payload, kVenueAt + 1, kLogHeadLength)) {
        return DecodeStatus::Malformed;
    }
    Stamps stamps{.number = load_le<std::uint64_t>(payload.data()),
                  .venue = byte_at(payload, kVenueAt)};
    for (std::size_t stage = 0; stage < timing::kStages; ++stage) {
        stamps.ticks[stage] = load_le<std::uint64_t>(&payload[kLogHeadLength + stage * 8]);
    }
    into = {.entry = stamps};
    return DecodeStatus::Ok;
}

[[nodiscard]] DecodeStatus decode_mode(Nanos time, Bytes payload, LogRecord& into) noexcept {
    const std::uint8_t mode = byte_at(payload, kModeAt);
    const std::uint8_t reason = byte_at(payload, kReasonAt);
    const std::uint8_t flags = byte_at(payload, kModeFlagsAt);
    if (!is_mode(mode, reason) || flags > kStopping ||
        !is_zero(payload, kModeFlagsAt + 1, kLogHeadLength)) {
        return DecodeStatus::Malformed;
    }
    into = {.entry = ModeChange{.number = load_le<std::uint64_t>(payload.data()),
                                .now = time,
                                .venue = byte_at(payload, kVenueAt),
                                .mode = static_cast<risk::TradingMode>(mode),
                                .reason = static_cast<risk::StopReason>(reason),
                                .is_stopping = flags == kStopping}};
    return DecodeStatus::Ok;
}

[[nodiscard]] DecodeStatus decode_lost(Nanos time, Bytes payload, LogRecord& into) noexcept {
    if (!is_zero(payload, kVenueAt + 1, kLogHeadLength)) {
        return DecodeStatus::Malformed;
    }
    into = {.entry = Lost{.number = load_le<std::uint64_t>(payload.data()),
                          .now = time,
                          .venue = byte_at(payload, kVenueAt)}};
    return DecodeStatus::Ok;
}

/// For a type without text or bytes.
[[nodiscard]] std::size_t length_of(LogType type) noexcept {
    return type == kStampsRecord ? kStampsLength : kLogHeadLength;
}

}  // namespace

StartHead encode(const Start& start, bool has_more) noexcept {
    StartHead head{};
    store_le(head.data(), start.build_id);
    store_le(&head[start_at::kConfigHash], start.config_hash);
    head[start_at::kVenue] = std::byte{start.venue};
    head[start_at::kSubject] = static_cast<std::byte>(start.subject);
    head[start_at::kMode] = static_cast<std::byte>(start.latch.mode);
    head[start_at::kReason] = static_cast<std::byte>(start.latch.reason);
    head[start_at::kFlags] = std::byte{has_more ? kMore : std::uint8_t{0}};
    return head;
}

LogHead encode(const Input& input, bool has_more) noexcept {
    LogHead head = head_of(input.number);
    head[input_at::kKind] = static_cast<std::byte>(input.kind);
    head[input_at::kVenue] = std::byte{input.venue};
    head[input_at::kSource] = std::byte{input.source};
    head[input_at::kFlags] = std::byte{has_more ? kMore : std::uint8_t{0}};
    store_le(&head[input_at::kValue], input.value);
    return head;
}

LogHead encode(const Output& output) noexcept {
    LogHead head = head_of(output.number);
    head[kVenueAt] = std::byte{output.venue};
    head[kPortAt] = static_cast<std::byte>(output.port);
    return head;
}

StampsBytes encode(const Stamps& stamps) noexcept {
    StampsBytes bytes{};
    store_le(bytes.data(), stamps.number);
    bytes[kVenueAt] = std::byte{stamps.venue};
    for (std::size_t stage = 0; stage < timing::kStages; ++stage) {
        store_le(&bytes[kLogHeadLength + stage * 8], stamps.ticks[stage]);
    }
    return bytes;
}

LogHead encode(const ModeChange& change) noexcept {
    LogHead head = head_of(change.number);
    head[kVenueAt] = std::byte{change.venue};
    head[kModeAt] = static_cast<std::byte>(change.mode);
    head[kReasonAt] = static_cast<std::byte>(change.reason);
    head[kModeFlagsAt] = std::byte{change.is_stopping ? kStopping : std::uint8_t{0}};
    return head;
}

LogHead encode(const Lost& lost) noexcept {
    LogHead head = head_of(lost.number);
    head[kVenueAt] = std::byte{lost.venue};
    return head;
}

DecodeStatus decode(LogType type, Nanos time, Bytes payload, LogRecord& into) noexcept {
    if (type < kStartRecord || type > kLostRecord) {
        return DecodeStatus::UnknownType;
    }
    if (payload.size() > kLogRecordMax) {
        return DecodeStatus::Oversized;
    }
    if (type == kStartRecord) {
        return decode_start(time, payload, into);
    }
    const bool has_bytes = type == kInputRecord || type == kOutputRecord;
    const std::size_t length = length_of(type);
    if (payload.size() < length) {
        return DecodeStatus::Truncated;
    }
    if (!has_bytes && payload.size() > length) {
        return DecodeStatus::Oversized;
    }
    switch (type) {
        case kInputRecord:
            return decode_input(time, payload, into);
        case kOutputRecord:
            return decode_output(payload, into);
        case kStampsRecord:
            return decode_stamps(payload, into);
        case kModeRecord:
            return decode_mode(time, payload, into);
        default:
            return decode_lost(time, payload, into);
    }
}

}  // namespace hotpath::trader
