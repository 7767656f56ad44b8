#include "hotpath/exchange/server/input.hpp"

#include <algorithm>
#include <array>

#include "hotpath/core/assert.hpp"

namespace hotpath::exchange {

namespace {

constexpr std::size_t kSessionAt = 2;
constexpr std::size_t kReasonAt = 4;
constexpr std::size_t kTimeAt = 6;
constexpr std::size_t kOutputsAt = 14;

/// The fields of a record that depend on its event.
struct Fields {
    SessionId session{};
    std::uint16_t reason = 0;
    Bytes message{};
};

[[nodiscard]] Fields fields_of(const event::Options& e) noexcept {
    return {.message = e.message};
}
[[nodiscard]] Fields fields_of(const event::Order& e) noexcept {
    return {.session = e.session, .message = e.message};
}
[[nodiscard]] Fields fields_of(const event::RefusedOrder& e) noexcept {
    return {
        .session = e.session, .reason = static_cast<std::uint16_t>(e.reason), .message = e.message};
}
[[nodiscard]] Fields fields_of(const event::CancelAll& e) noexcept {
    return {.session = e.session, .reason = static_cast<std::uint16_t>(e.cause)};
}
[[nodiscard]] Fields fields_of(const event::Background& e) noexcept {
    return {.message = e.message};
}
[[nodiscard]] Fields fields_of(const event::Publication& e) noexcept {
    return {.message = e.message};
}
[[nodiscard]] Fields fields_of(const event::EndOfSession&) noexcept {
    return {};
}
[[nodiscard]] Fields fields_of(const event::Command& e) noexcept {
    return {.session = e.from, .message = e.message};
}
[[nodiscard]] Fields fields_of(const event::User& e) noexcept {
    return {.session = e.session, .message = e.message};
}
template <class P>
[[nodiscard]] Fields fields_of(const event::Message<P>& e) noexcept {
    return {
        .session = e.session, .reason = static_cast<std::uint16_t>(e.reason), .message = e.message};
}
template <class P>
[[nodiscard]] Fields fields_of(const event::Numbers<P>& e) noexcept {
    return {.session = e.session, .message = e.message};
}
[[nodiscard]] Fields fields_of(const Event& event) noexcept {
    return std::visit([](const auto& e) { return fields_of(e); }, event);
}

/// The event of a protocol's record.
[[nodiscard]] Event protocol_event_of(InputKind kind, const Fields& fields) noexcept {
    Event found = event::EndOfSession{};
    const auto take = [&](const Event& event) {
        if (kind_of(event) == kind) {
            found = event;
        }
    };
    VenueProtocols::for_each([&]<class P>() {
        take(event::Message<P>{fields.session, RejectReason{fields.reason}, fields.message});
        take(event::Numbers<P>{fields.session, fields.message});
    });
    return found;
}

[[nodiscard]] Event event_of(InputKind kind, const Fields& fields) noexcept {
    switch (kind) {
        case InputKind::Options:
            return event::Options{fields.message};
        case InputKind::Order:
            return event::Order{fields.session, fields.message};
        case InputKind::RefusedOrder:
            return event::RefusedOrder{fields.session, RejectReason{fields.reason}, fields.message};
        case InputKind::CancelAll:
            return event::CancelAll{fields.session, static_cast<CancelCause>(fields.reason)};
        case InputKind::Background:
            return event::Background{fields.message};
        case InputKind::Publication:
            return event::Publication{fields.message};
        case InputKind::EndOfSession:
            return event::EndOfSession{};
        case InputKind::Command:
            return event::Command{fields.session, fields.message};
        case InputKind::User:
            return event::User{fields.session, fields.message};
    }
    return protocol_event_of(kind, fields);
}

[[nodiscard]] constexpr std::array<std::string_view, kInputKinds + 1> names_of_kinds() noexcept {
    std::array<std::string_view, kInputKinds + 1> names{
        "none",       "options",     "order",          "refused order", "cancel all",
        "background", "publication", "end of session", "control",       "user"};
    std::size_t next = static_cast<std::size_t>(InputKind::User) + 1;
    VenueProtocols::for_each([&]<class P>() {
        for (const std::string_view record : P::kRecords) {
            names[next++] = record;
        }
    });
    return names;
}

[[nodiscard]] bool is_known(CancelCause cause) noexcept {
    return cause == CancelCause::Disconnected || cause == CancelCause::NoRoom ||
           cause == CancelCause::UserRemoved;
}

/// The event has every field of its record but those that are 0 or empty.
[[nodiscard]] bool is_whole(const Event& event, const Fields& fields) noexcept {
    const auto* const cancel = std::get_if<event::CancelAll>(&event);
    const Fields has = fields_of(event);
    return has.session == fields.session && has.reason == fields.reason &&
           has.message.size() == fields.message.size() &&
           (cancel == nullptr || is_known(cancel->cause));
}

}  // namespace

std::string_view name(InputKind kind) noexcept {
    static constexpr std::array kNames = names_of_kinds();
    const auto index = static_cast<std::size_t>(kind);
    return kNames[index <= kInputKinds ? index : 0];
}

Bytes encode(const Input& input, MutableBytes room) noexcept {
    const Fields fields = fields_of(input.event);
    HOTPATH_ASSERT(fields.message.size() <= kInputMessageMax && room.size() >= kInputLengthMax,
                   "check the input's length before encode(): it must fit the record");
    room[0] = static_cast<std::byte>(kind_of(input.event));
    room[1] = std::byte{0};
    store_be(&room[kSessionAt], fields.session.value);
    store_be(&room[kReasonAt], fields.reason);
    store_be(&room[kTimeAt], static_cast<std::uint64_t>(input.time.value));
    store_be(&room[kOutputsAt], input.outputs);
    std::ranges::copy(fields.message, room.subspan(kInputHeaderLength).begin());
    return room.first(kInputHeaderLength + fields.message.size());
}

protocols::DecodeStatus decode(Bytes record, Input& input) noexcept {
    if (record.size() < kInputHeaderLength) {
        return protocols::DecodeStatus::Truncated;
    }
    if (record.size() > kInputLengthMax) {
        return protocols::DecodeStatus::Oversized;
    }
    const auto kind = std::to_integer<std::uint8_t>(record[0]);
    if (kind == 0 || kind > kInputKinds || record[1] != std::byte{0}) {
        return protocols::DecodeStatus::UnknownType;
    }
    const Fields fields{.session = {load_be<std::uint16_t>(&record[kSessionAt])},
                        .reason = load_be<std::uint16_t>(&record[kReasonAt]),
                        .message = record.subspan(kInputHeaderLength)};
    const Event event = event_of(static_cast<InputKind>(kind), fields);
    if (!is_whole(event, fields)) {
        return protocols::DecodeStatus::Malformed;
    }
    input = {.time = {static_cast<std::int64_t>(load_be<std::uint64_t>(&record[kTimeAt]))},
             .outputs = load_be<std::uint32_t>(&record[kOutputsAt]),
             .event = event};
    return protocols::DecodeStatus::Ok;
}

}  // namespace hotpath::exchange
