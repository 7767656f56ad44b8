#include "hotpath/trader/operator_command.hpp"

#include <algorithm>
#include <array>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/field_bytes.hpp"
#include "hotpath/trader/operator_commands.hpp"

namespace hotpath::trader {

using protocols::DecodeStatus;

namespace {

constexpr std::array<std::string_view, kOperatorActions + 1> kActions{
    "none", "status", "kill", "reduce only", "resume", "accept gap", "cancel", "override"};
constexpr std::array<std::string_view, kOperatorOrigins + 1> kOrigins{"none", "operator", "signal",
                                                                      "absence", "restart"};
constexpr std::array<std::string_view, kOperatorStatuses> kStatuses{"done",
                                                                    "unknown instrument",
                                                                    "still stopped",
                                                                    "nothing to accept",
                                                                    "needs a second operator",
                                                                    "not allowed"};

constexpr auto kLastStopReason = static_cast<risk::StopReason>(risk::kStopReasons - 1);
constexpr unsigned kStaleFlag = 1;
constexpr unsigned kInDoubtFlag = 2;
constexpr unsigned kStoppingFlag = 4;

[[nodiscard]] bool is_of_instrument(OperatorAction action) noexcept {
    return action == OperatorAction::Cancel || action == OperatorAction::Override;
}
[[nodiscard]] bool is_consistent(const OperatorCommand& command) noexcept {
    const bool is_override = command.action == OperatorAction::Override;
    return is_of_instrument(command.action) == (command.symbol != Symbol{}) &&
           (is_override ? command.duration > Nanos{} : command.duration == Nanos{}) &&
           command.reason <= kLastStopReason;
}

}  // namespace

std::string_view name(OperatorAction action) noexcept {
    const auto index = static_cast<std::size_t>(action);
    return kActions[index <= kOperatorActions ? index : 0];
}
std::string_view name(OperatorOrigin origin) noexcept {
    const auto index = static_cast<std::size_t>(origin);
    return kOrigins[index <= kOperatorOrigins ? index : 0];
}
std::string_view name(OperatorStatus status) noexcept {
    return kStatuses[static_cast<std::size_t>(status)];
}

Expected<void> validate(const OverrideOptions& options) {
    if (!options.limits) {
        return {};
    }
    if (options.duration_max <= Nanos{}) {
        return fail("trader: an override must last longer than 0");
    }
    return risk::validate(*options.limits);
}

risk::StopReason stop_reason_of(const OperatorCommand& command) noexcept {
    if (command.origin == OperatorOrigin::Restart) {
        return command.reason;
    }
    return command.origin == OperatorOrigin::Absence ? risk::StopReason::Heartbeat
                                                     : risk::StopReason::Operator;
}

Bytes encode(const OperatorCommand& command, MutableBytes room) noexcept {
    HOTPATH_ASSERT(room.size() >= kOperatorCommandLength,
                   "room must hold kOperatorCommandLength bytes");
    room[0] = static_cast<std::byte>(command.action);
    room[1] = static_cast<std::byte>(command.origin);
    room[2] = static_cast<std::byte>(command.reason);
    room[3] = std::byte{0};
    store_be(&room[4], command.number);
    store_text(&room[8], command.symbol.characters);
    store_text(&room[16], command.by);
    store_be(&room[22], std::uint16_t{0});
    store_i64(&room[24], command.duration.value);
    return room.first(kOperatorCommandLength);
}

DecodeStatus decode(Bytes bytes, OperatorCommand& command) noexcept {
    if (const DecodeStatus length = protocols::compare_length(bytes.size(), kOperatorCommandLength);
        length != DecodeStatus::Ok) {
        return length;
    }
    const auto action = std::to_integer<std::size_t>(bytes[0]);
    const auto origin = std::to_integer<std::size_t>(bytes[1]);
    if (action == 0 || action > kOperatorActions || origin == 0 || origin > kOperatorOrigins) {
        return DecodeStatus::UnknownType;
    }
    OperatorCommand read{.action = static_cast<OperatorAction>(action),
                         .origin = static_cast<OperatorOrigin>(origin),
                         .reason = static_cast<risk::StopReason>(bytes[2]),
                         .number = load_be<std::uint32_t>(&bytes[4]),
                         .duration = {load_i64(&bytes[24])}};
    const bool are_texts =
        load_text(&bytes[8], read.symbol.characters) && load_text(&bytes[16], read.by);
    if (!are_texts || bytes[3] != std::byte{0} || load_be<std::uint16_t>(&bytes[22]) != 0 ||
        !is_consistent(read)) {
        return DecodeStatus::Malformed;
    }
    command = read;
    return DecodeStatus::Ok;
}

Bytes encode(const OperatorAnswer& answer, MutableBytes room) noexcept {
    HOTPATH_ASSERT(room.size() >= kOperatorAnswerLength,
                   "room must hold kOperatorAnswerLength bytes");
    room[0] = static_cast<std::byte>(answer.status);
    room[1] = static_cast<std::byte>(answer.mode);
    room[2] = static_cast<std::byte>(answer.reason);
    room[3] = static_cast<std::byte>((answer.is_stale ? kStaleFlag : 0U) |
                                     (answer.is_in_doubt ? kInDoubtFlag : 0U) |
                                     (answer.is_stopping ? kStoppingFlag : 0U));
    store_be(&room[4], answer.open_orders);
    store_i64(&room[8], answer.time.value);
    store_i64(&room[16], answer.pnl.value);
    store_be(&room[24], answer.configuration);
    (void)encode(answer.command, room.subspan(kOperatorAnswerHeaderLength));
    return room.first(kOperatorAnswerLength);
}

DecodeStatus decode(Bytes bytes, OperatorAnswer& answer) noexcept {
    if (const DecodeStatus length = protocols::compare_length(bytes.size(), kOperatorAnswerLength);
        length != DecodeStatus::Ok) {
        return length;
    }
    const auto flags = std::to_integer<unsigned>(bytes[3]);
    if (std::to_integer<std::size_t>(bytes[0]) >= kOperatorStatuses ||
        static_cast<risk::TradingMode>(bytes[1]) > risk::TradingMode::Killed ||
        static_cast<risk::StopReason>(bytes[2]) > kLastStopReason ||
        flags > (kStaleFlag | kInDoubtFlag | kStoppingFlag)) {
        return DecodeStatus::UnknownType;
    }
    OperatorCommand command;
    const DecodeStatus status = decode(bytes.subspan(kOperatorAnswerHeaderLength), command);
    if (status == DecodeStatus::Ok) {
        answer = {.status = static_cast<OperatorStatus>(bytes[0]),
                  .mode = static_cast<risk::TradingMode>(bytes[1]),
                  .reason = static_cast<risk::StopReason>(bytes[2]),
                  .is_stale = (flags & kStaleFlag) != 0,
                  .is_in_doubt = (flags & kInDoubtFlag) != 0,
                  .is_stopping = (flags & kStoppingFlag) != 0,
                  .open_orders = load_be<std::uint32_t>(&bytes[4]),
                  .time = {load_i64(&bytes[8])},
                  .pnl = {load_i64(&bytes[16])},
                  .configuration = load_be<std::uint64_t>(&bytes[24]),
                  .command = command};
    }
    return status;
}

}  // namespace hotpath::trader
