#include "hotpath/trader/input_log.hpp"

#include <algorithm>
#include <optional>

#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::trader {

using protocols::DecodeStatus;

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

/// The source of an input of kind Command.
enum class CommandCode : std::uint8_t {
    Kill = 1,
    Stop,
    StopTrading,  // value: the mode's byte before the reason's
    Operator,     // bytes: an OperatorCommand
};

/// The fields of an input that depend on its kind, but for its bytes.
struct InputFields {
    InputKind kind = InputKind::Timer;
    std::uint8_t source = 0;
    std::uint32_t value = 0;
};

[[nodiscard]] bool is_mode(std::uint8_t mode, std::uint8_t reason) noexcept {
    return mode <= static_cast<std::uint8_t>(risk::TradingMode::Killed) &&
           reason < risk::kStopReasons;
}

[[nodiscard]] InputFields of_port(InputKind kind, Port port, std::uint32_t value = 0) noexcept {
    return {.kind = kind, .source = static_cast<std::uint8_t>(port), .value = value};
}
[[nodiscard]] InputFields of_command(CommandCode code, std::uint32_t value = 0) noexcept {
    return {.kind = InputKind::Command, .source = static_cast<std::uint8_t>(code), .value = value};
}

struct FieldsOf {
    InputFields operator()(const event::Packet& packet) const noexcept {
        return {.kind = InputKind::Packet, .source = static_cast<std::uint8_t>(packet.line)};
    }
    InputFields operator()(const event::LoopPacket& packet) const noexcept {
        return {.kind = InputKind::LoopPacket, .source = static_cast<std::uint8_t>(packet.loop)};
    }
    InputFields operator()(const event::Received& from) const noexcept {
        return of_port(InputKind::Received, from.port);
    }
    InputFields operator()(const event::Connected& to) const noexcept {
        return of_port(InputKind::Connected, to.port);
    }
    InputFields operator()(event::Disconnected from) const noexcept {
        return of_port(InputKind::Disconnected, from.port);
    }
    InputFields operator()(event::Written to) const noexcept {
        return of_port(InputKind::Written, to.port, to.bytes);
    }
    InputFields operator()(event::RequestsTaken) const noexcept {
        return {.kind = InputKind::RequestsTaken};
    }
    InputFields operator()(event::Timer) const noexcept { return {.kind = InputKind::Timer}; }
    InputFields operator()(event::Kill) const noexcept { return of_command(CommandCode::Kill); }
    InputFields operator()(event::Stop) const noexcept { return of_command(CommandCode::Stop); }
    InputFields operator()(event::StopTrading order) const noexcept {
        return of_command(CommandCode::StopTrading, static_cast<std::uint32_t>(order.mode) << 8U |
                                                        static_cast<std::uint32_t>(order.reason));
    }
    InputFields operator()(const OperatorCommand&) const noexcept {
        return of_command(CommandCode::Operator);
    }
};

/// Not inlined: a visit of so many types is a call through a table.
[[nodiscard, gnu::noinline]] InputFields other_fields(const Event& event) noexcept {
    return std::visit(FieldsOf{}, event);
}

/// nullopt: no input has these fields.
[[nodiscard]] std::optional<Event> command_of(const InputFields& of, Bytes bytes) noexcept {
    const auto code = static_cast<CommandCode>(of.source);
    if (code == CommandCode::Operator) {
        OperatorCommand command;
        const bool is_one = of.value == 0 && decode(bytes, command) == DecodeStatus::Ok;
        return is_one ? std::optional<Event>(command) : std::nullopt;
    }
    if (!bytes.empty()) {
        return std::nullopt;
    }
    if (code == CommandCode::StopTrading) {
        const auto mode = static_cast<std::uint8_t>(of.value >> 8U);
        const auto reason = static_cast<std::uint8_t>(of.value);
        const bool is_one = of.value >> 16U == 0 && is_mode(mode, reason);
        return is_one
                   ? std::optional<Event>(event::StopTrading{static_cast<risk::TradingMode>(mode),
                                                             static_cast<risk::StopReason>(reason)})
                   : std::nullopt;
    }
    if (of.value != 0 || (code != CommandCode::Kill && code != CommandCode::Stop)) {
        return std::nullopt;
    }
    return code == CommandCode::Kill ? Event(event::Kill{}) : Event(event::Stop{});
}

[[nodiscard]] std::optional<Event> connected_of(const InputFields& of, Bytes bytes) noexcept {
    const bool has_former = bytes.size() == kFormerStartLength;
    const bool has_uuid = has_former || bytes.size() == kUuidStartLength;
    const bool has_start = has_uuid || bytes.size() == kNumberStartLength;
    if (of.source >= kPorts || of.value != 0 || (!bytes.empty() && !has_start)) {
        return std::nullopt;
    }
    event::Connected to{static_cast<Port>(of.source)};
    if (has_start) {
        to.start = {.utc = {static_cast<std::int64_t>(load_le<std::uint64_t>(bytes.data()))},
                    .next_number = load_le<std::uint64_t>(&bytes[8])};
    }
    if (has_uuid) {
        to.start.uuid = load_le<std::uint64_t>(&bytes[16]);
        to.start.is_negotiated = bytes[24] == std::byte{1};
    }
    if (has_former) {
        to.start.former_uuid = load_le<std::uint64_t>(&bytes[25]);
        to.start.former_end = load_le<std::uint32_t>(&bytes[33]);
    }
    // One input has one record: the default has no bytes, a start without a UUID is short.
    const bool is_other = (has_start && to.start == SessionStart{}) ||
                          (has_uuid && (to.start.uuid == 0 || bytes[24] > std::byte{1})) ||
                          (has_former && !to.start.has_former());
    return is_other ? std::nullopt : std::optional<Event>(to);
}

/// How many values an input's source may have.
[[nodiscard]] std::size_t sources_of(InputKind kind) noexcept {
    switch (kind) {
        case InputKind::Packet:
            return feed::kLines;
        case InputKind::LoopPacket:
            return feed::kFeedLoops;
        case InputKind::Timer:
        case InputKind::RequestsTaken:
            return 1;
        default:
            return kPorts;
    }
}

[[nodiscard]] std::optional<Event> event_of(const InputFields& of, Bytes bytes) noexcept {
    if (of.kind == InputKind::Command) {
        return command_of(of, bytes);
    }
    if (of.kind == InputKind::Connected) {
        return connected_of(of, bytes);
    }
    const bool has_bytes = of.kind == InputKind::Packet || of.kind == InputKind::LoopPacket ||
                           of.kind == InputKind::Received;
    if (of.source >= sources_of(of.kind) || (!has_bytes && !bytes.empty()) ||
        (of.kind != InputKind::Written && of.value != 0)) {
        return std::nullopt;
    }
    const auto port = static_cast<Port>(of.source);
    switch (of.kind) {
        case InputKind::Packet:
            return event::Packet{static_cast<feed::Line>(of.source), bytes};
        case InputKind::LoopPacket:
            return event::LoopPacket{static_cast<feed::FeedLoop>(of.source), bytes};
        case InputKind::Received:
            return event::Received{port, bytes};
        case InputKind::Disconnected:
            return event::Disconnected{port};
        case InputKind::Written:
            return event::Written{port, of.value};
        case InputKind::RequestsTaken:
            return event::RequestsTaken{};
        default:
            return event::Timer{};
    }
}

[[nodiscard]] DecodeStatus decode_start(Time time, Bytes payload, LogRecord& into) noexcept {
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
                       .text = as_text(text)};
    into.has_more = flags == kMore;
    return DecodeStatus::Ok;
}

[[nodiscard]] DecodeStatus decode_input(Time time, Bytes payload, LogRecord& into) noexcept {
    const std::uint8_t kind = byte_at(payload, input_at::kKind);
    const std::uint8_t venue = byte_at(payload, input_at::kVenue);
    const std::uint8_t flags = byte_at(payload, input_at::kFlags);
    if (kind == 0 || kind > kInputKinds || venue >= kVenuesMax || flags > kMore) {
        return DecodeStatus::Malformed;
    }
    const std::optional<Event> event =
        event_of({.kind = static_cast<InputKind>(kind),
                  .source = byte_at(payload, input_at::kSource),
                  .value = load_le<std::uint32_t>(&payload[input_at::kValue])},
                 payload.subspan(kLogHeadLength));
    const bool has_more = flags == kMore;
    if (!event || (has_more && bytes_of(*event).empty())) {
        return DecodeStatus::Malformed;
    }
    into = {.entry = Input{.number = load_le<std::uint64_t>(payload.data()),
                           .now = time,
                           .venue = venue,
                           .event = *event},
            .has_more = has_more};
    return DecodeStatus::Ok;
}

[[nodiscard]] DecodeStatus decode_output(Bytes payload, LogRecord& into) noexcept {
    const std::uint8_t port = byte_at(payload, kPortAt);
    if (port >= kOutputPorts || byte_at(payload, kVenueAt) >= kVenuesMax ||
        !is_zero(payload, kPortAt + 1, kLogHeadLength)) {
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

[[nodiscard]] DecodeStatus decode_mode(Time time, Bytes payload, LogRecord& into) noexcept {
    const std::uint8_t mode = byte_at(payload, kModeAt);
    const std::uint8_t reason = byte_at(payload, kReasonAt);
    const std::uint8_t flags = byte_at(payload, kModeFlagsAt);
    if (!is_mode(mode, reason) || flags > kStopping || byte_at(payload, kVenueAt) >= kVenuesMax ||
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

[[nodiscard]] DecodeStatus decode_lost(Time time, Bytes payload, LogRecord& into) noexcept {
    if (!is_zero(payload, kVenueAt + 1, kLogHeadLength)) {
        return DecodeStatus::Malformed;
    }
    into = {.entry = Lost{.number = load_le<std::uint64_t>(payload.data()),
                          .now = time,
                          .venue = byte_at(payload, kVenueAt)}};
    return DecodeStatus::Ok;
}

[[nodiscard]] DecodeStatus decode_why(Bytes payload, LogRecord& into) noexcept {
    const Bytes text = payload.subspan(kLogHeadLength);
    if (!is_zero(payload, kVenueAt + 1, kLogHeadLength) ||
        byte_at(payload, kVenueAt) >= kVenuesMax || text.size() > kWhyTextMax) {
        return DecodeStatus::Malformed;
    }
    into = {.entry = Why{.number = load_le<std::uint64_t>(payload.data()),
                         .venue = byte_at(payload, kVenueAt),
                         .text = as_text(text)}};
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
    // Most inputs are packets, and the others' dispatch costs more than the rest.
    const auto* packet = std::get_if<event::Packet>(&input.event);
    const InputFields fields = packet != nullptr ? FieldsOf{}(*packet) : other_fields(input.event);
    LogHead head;
    store_le(head.data(), input.number);
    head[input_at::kKind] = static_cast<std::byte>(fields.kind);
    head[input_at::kVenue] = std::byte{input.venue};
    head[input_at::kSource] = std::byte{fields.source};
    head[input_at::kFlags] = std::byte{has_more ? kMore : std::uint8_t{0}};
    store_le(&head[input_at::kValue], fields.value);
    return head;
}

Bytes encode(const SessionStart& start, SessionStartRoom& room) noexcept {
    store_le(room.data(), static_cast<std::uint64_t>(start.utc.value));
    store_le(&room[8], start.next_number);
    if (start.uuid == 0) {
        return Bytes(room).first(kNumberStartLength);
    }
    store_le(&room[16], start.uuid);
    room[24] = std::byte{start.is_negotiated};
    if (!start.has_former()) {
        return Bytes(room).first(kUuidStartLength);
    }
    store_le(&room[25], start.former_uuid);
    store_le(&room[33], start.former_end);
    return room;
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

LogHead encode(const Why& why) noexcept {
    LogHead head = head_of(why.number);
    head[kVenueAt] = std::byte{why.venue};
    return head;
}

DecodeStatus decode(LogType type, Time time, Bytes payload, LogRecord& into) noexcept {
    if (type < kStartRecord || type > kWhyRecord) {
        return DecodeStatus::UnknownType;
    }
    if (payload.size() > kLogRecordMax) {
        return DecodeStatus::Oversized;
    }
    if (type == kStartRecord) {
        return decode_start(time, payload, into);
    }
    const bool has_bytes = type == kInputRecord || type == kOutputRecord || type == kWhyRecord;
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
        case kWhyRecord:
            return decode_why(payload, into);
        default:
            return decode_lost(time, payload, into);
    }
}

}  // namespace hotpath::trader
