#include "hotpath/exchange/server/control.hpp"

#include <algorithm>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/field_bytes.hpp"
#include "hotpath/exchange/market/trading_state_codes.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"

namespace hotpath::exchange {

using match::CrossKind;
using protocols::DecodeStatus;

namespace {

constexpr std::array<std::string_view, kControlActions + 1> kActionNames{
    "none",       "rules",      "trading",     "cross",        "indication", "bands",
    "end of day", "cancel all", "self match",  "start of day", "suspend",    "reinstate",
    "disconnect", "limits",     "break trade", "correct trade"};
constexpr std::array<std::string_view, kControlOrigins + 1> kOriginNames{
    "none", "configuration", "schedule", "operator", "limit state"};
constexpr std::array<std::string_view, kControlStatuses> kStatusNames{"done",
                                                                      "goes on",
                                                                      "unknown instrument",
                                                                      "unknown session",
                                                                      "not in this phase",
                                                                      "unknown trade",
                                                                      "already broken",
                                                                      "no room for the reply"};

/// By action; 0 for what is none.
constexpr std::array<std::size_t, kControlActions + 1> kValueLengths{0,
                                                                     13,
                                                                     5,
                                                                     9,
                                                                     9,
                                                                     16,
                                                                     0,
                                                                     8,
                                                                     9,
                                                                     12,
                                                                     8,
                                                                     8,
                                                                     8,
                                                                     8 + kLimitsLength,
                                                                     kTradeAmendmentLength,
                                                                     kTradeAmendmentLength};

constexpr std::size_t kNumberAt = 4;
constexpr std::size_t kDueAt = 8;
constexpr std::size_t kSymbolAt = 16;

[[nodiscard]] constexpr std::size_t user_at(ControlAction action) noexcept {
    return action == ControlAction::SetSelfMatch ? 3 : 2;
}

constexpr std::size_t kLimitsAt = 8;  // behind the user

void store_limits(const LimitChanges& limits, std::byte* to) noexcept {
    for (const LimitChange& change : limits) {
        to[0] = static_cast<std::byte>(change.kind);
        store_i64(to + 1, change.value);
        to += 1 + sizeof change.value;
    }
}

[[nodiscard]] bool load_limits(const std::byte* from, LimitChanges& limits) noexcept {
    for (LimitChange& change : limits) {
        change = {static_cast<LimitChange::Kind>(from[0]), load_i64(from + 1)};
        const bool is_set = change.kind == LimitChange::Kind::Set;
        if (change.kind > LimitChange::Kind::Configured || change.value < 0 ||
            (!is_set && change.value != 0)) {
            return false;
        }
        from += 1 + sizeof change.value;
    }
    return true;
}

[[nodiscard]] bool load_price(const std::byte* from, Price& price) noexcept {
    price = {load_i64(from)};
    return book::is_in_range(price);
}

[[nodiscard]] char to_code(CrossKind kind) noexcept {
    return kind == CrossKind::Closing ? 'C' : kind == CrossKind::Halt ? 'H' : 'O';
}
[[nodiscard]] CrossKind to_cross_kind(char code) noexcept {
    return code == 'O'   ? CrossKind::Opening
           : code == 'C' ? CrossKind::Closing
           : code == 'H' ? CrossKind::Halt
                         : CrossKind::None;
}

void store_value(const Control& control, std::byte* to) noexcept {
    switch (control.action) {
        case ControlAction::SetRules:
            store_i64(to, control.rules.tick);
            store_be(to + 8, control.rules.lot);
            to[12] = std::byte{control.rules.takes_orders_in_halt};
            break;
        case ControlAction::SetTrading:
            to[0] = static_cast<std::byte>(to_itch_code(control.state));
            store_text(to + 1, control.reason);
            break;
        case ControlAction::Cross:
        case ControlAction::Indicate:
            to[0] = static_cast<std::byte>(to_code(control.cross));
            store_i64(to + 1, control.reference.value);
            break;
        case ControlAction::SetBands:
            store_i64(to, control.bands.lower.value);
            store_i64(to + 8, control.bands.upper.value);
            break;
        case ControlAction::EndDay:
            break;
        case ControlAction::CancelSession:
        case ControlAction::SetSelfMatch:
        case ControlAction::Suspend:
        case ControlAction::Reinstate:
        case ControlAction::Disconnect:
        case ControlAction::SetLimits:
            store_be(to, control.session.value);
            if (control.action == ControlAction::SetSelfMatch) {
                to[2] = static_cast<std::byte>(control.self_match);
            }
            store_text(to + user_at(control.action), control.user);
            if (control.action == ControlAction::SetLimits) {
                store_limits(control.limits, to + kLimitsAt);
            }
            break;
        case ControlAction::BreakTrade:
        case ControlAction::CorrectTrade:
            store(control.trade, to);
            break;
        case ControlAction::StartDay:
            store_be(to, control.day_start.date);
            store_i64(to + 4, control.day_start.clock_shift.value);
            break;
    }
}

[[nodiscard]] bool load_rules(const std::byte* from, match::InstrumentRules& rules) noexcept {
    rules = {.tick = load_i64(from),
             .lot = load_be<std::uint32_t>(from + 8),
             .takes_orders_in_halt = from[12] == std::byte{1}};
    return rules.tick >= 1 && rules.tick <= book::kPriceMax.value && rules.lot >= 1 &&
           from[12] <= std::byte{1};
}

[[nodiscard]] bool load_bands(const std::byte* from, match::PriceBands& bands) noexcept {
    return load_price(from, bands.lower) && load_price(from + 8, bands.upper) &&
           bands.lower <= bands.upper;
}

/// False for a value that no such command can have.
[[nodiscard]] bool load_value(const std::byte* from, Control& control) noexcept {
    switch (control.action) {
        case ControlAction::SetRules:
            return load_rules(from, control.rules);
        case ControlAction::SetTrading:
            control.state = to_trading_state(std::to_integer<char>(from[0]));
            return control.state != book::TradingState::Unknown &&
                   load_text(from + 1, control.reason);
        case ControlAction::Cross:
        case ControlAction::Indicate:
            control.cross = to_cross_kind(std::to_integer<char>(from[0]));
            return control.cross != CrossKind::None && load_price(from + 1, control.reference);
        case ControlAction::SetBands:
            return load_bands(from, control.bands);
        case ControlAction::EndDay:
            return true;
        case ControlAction::SetSelfMatch:
            control.self_match = static_cast<SelfMatch>(from[2]);
            [[fallthrough]];
        case ControlAction::CancelSession:
        case ControlAction::Suspend:
        case ControlAction::Reinstate:
        case ControlAction::Disconnect:
        case ControlAction::SetLimits:
            control.session = {load_be<std::uint16_t>(from)};
            return control.self_match <= SelfMatch::Decrement &&
                   load_text(from + user_at(control.action), control.user) &&
                   (control.action != ControlAction::SetLimits ||
                    load_limits(from + kLimitsAt, control.limits));
        case ControlAction::BreakTrade:
        case ControlAction::CorrectTrade:
            return load(from, control.trade) &&
                   (control.action == ControlAction::BreakTrade ||
                    (control.trade.corrected > Price{} && control.trade.corrected < kMarketPrice));
        case ControlAction::StartDay:
            control.day_start = {load_be<std::uint32_t>(from), {load_i64(from + 4)}};
            return control.is_for_all() && control.day_start.clock_shift >= Nanos{};
    }
    return false;
}

}  // namespace

std::string_view name(ControlAction action) noexcept {
    const auto index = static_cast<std::size_t>(action);
    return kActionNames[index <= kControlActions ? index : 0];
}
std::string_view name(ControlOrigin origin) noexcept {
    const auto index = static_cast<std::size_t>(origin);
    return kOriginNames[index <= kControlOrigins ? index : 0];
}
std::string_view name(ControlStatus status) noexcept {
    return kStatusNames[static_cast<std::size_t>(status)];
}

Bytes encode(const Control& control, MutableBytes room) noexcept {
    HOTPATH_ASSERT(room.size() >= kControlLengthMax, "room must hold kControlLengthMax bytes");
    room[0] = static_cast<std::byte>(control.action);
    room[1] = static_cast<std::byte>(control.origin);
    store_be(&room[2], std::uint16_t{0});
    store_be(&room[kNumberAt], control.number);
    store_i64(&room[kDueAt], control.due.value);
    store_text(&room[kSymbolAt], control.symbol.characters);
    store_value(control, &room[kControlHeaderLength]);
    return room.first(kControlHeaderLength +
                      kValueLengths[static_cast<std::size_t>(control.action)]);
}

DecodeStatus decode(Bytes bytes, Control& control) noexcept {
    if (bytes.size() < kControlHeaderLength) {
        return DecodeStatus::Truncated;
    }
    const auto action = std::to_integer<std::size_t>(bytes[0]);
    const auto origin = std::to_integer<std::size_t>(bytes[1]);
    if (action == 0 || action > kControlActions || origin == 0 || origin > kControlOrigins ||
        load_be<std::uint16_t>(&bytes[2]) != 0) {
        return DecodeStatus::UnknownType;
    }
    if (const DecodeStatus length =
            protocols::compare_length(bytes.size(), kControlHeaderLength + kValueLengths[action]);
        length != DecodeStatus::Ok) {
        return length;
    }
    Control read{.action = static_cast<ControlAction>(action),
                 .origin = static_cast<ControlOrigin>(origin),
                 .number = load_be<std::uint32_t>(&bytes[kNumberAt]),
                 .due = {load_i64(&bytes[kDueAt])}};
    if (!load_text(&bytes[kSymbolAt], read.symbol.characters) ||
        !load_value(bytes.data() + kControlHeaderLength, read)) {
        return DecodeStatus::Malformed;
    }
    control = read;
    return DecodeStatus::Ok;
}

Bytes encode(const ControlAnswer& answer, MutableBytes room) noexcept {
    HOTPATH_ASSERT(room.size() >= kControlAnswerLengthMax,
                   "room must hold kControlAnswerLengthMax bytes");
    room[0] = static_cast<std::byte>(answer.status);
    room[1] = std::byte{0};
    store_be(&room[2], answer.from.value);
    store_be(&room[4], answer.applied);
    store_be(&room[8], answer.refused);
    store_i64(&room[12], answer.time.value);
    const Bytes command = encode(answer.control, room.subspan(kControlAnswerHeaderLength));
    return room.first(kControlAnswerHeaderLength + command.size());
}

DecodeStatus decode(Bytes bytes, ControlAnswer& answer) noexcept {
    if (bytes.size() < kControlAnswerHeaderLength) {
        return DecodeStatus::Truncated;
    }
    if (std::to_integer<std::size_t>(bytes[0]) >= kControlStatuses || bytes[1] != std::byte{0}) {
        return DecodeStatus::UnknownType;
    }
    Control control;
    const DecodeStatus status = decode(bytes.subspan(kControlAnswerHeaderLength), control);
    if (status == DecodeStatus::Ok) {
        answer = {.status = static_cast<ControlStatus>(bytes[0]),
                  .from = {load_be<std::uint16_t>(&bytes[2])},
                  .applied = load_be<std::uint32_t>(&bytes[4]),
                  .refused = load_be<std::uint32_t>(&bytes[8]),
                  .time = {load_i64(&bytes[12])},
                  .control = control};
    }
    return status;
}

}  // namespace hotpath::exchange
