#include "apps/hotpath/messages/venue_input_text.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/exchange/trading_calendar.hpp"
#include "apps/hotpath/messages/message_fields.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/user_table.hpp"
#include "hotpath/wire/message.hpp"

namespace hotpath::app {

using exchange::Control;
using exchange::ControlAction;
using exchange::ControlOrigin;
using exchange::InputKind;

namespace {

[[nodiscard]] std::string_view verb_of(book::TradingState state) {
    switch (state) {
        case book::TradingState::Halted:
            return "halt";
        case book::TradingState::Paused:
            return "pause";
        case book::TradingState::QuotationOnly:
            return "collect orders of";
        case book::TradingState::Trading:
        case book::TradingState::Unknown:
            break;
    }
    return "resume";
}

[[nodiscard]] std::string_view name_of(match::CrossKind kind) {
    return kind == match::CrossKind::Closing ? "closing"
           : kind == match::CrossKind::Halt  ? "reopening"
                                             : "opening";
}

[[nodiscard]] std::string_view name_of(exchange::SelfMatch choice) {
    static constexpr std::array<std::string_view, 4> kNames{"none", "cancel newest",
                                                            "cancel oldest", "decrement"};
    return kNames[static_cast<std::size_t>(choice)];
}

[[nodiscard]] std::string near_text(Price reference) {
    return reference == Price{} ? std::string() : " near " + price_text(reference);
}

[[nodiscard]] std::string rules_text(const match::InstrumentRules& rules) {
    return fmt::format("tick {}, lot {}, {} orders in a halt", price_text({rules.tick}), rules.lot,
                       rules.takes_orders_in_halt ? "takes" : "no");
}

[[nodiscard]] std::string session_text(const Control& control) {
    return control.has_user() ? fmt::format("user {}", wire::trimmed(control.user))
                              : fmt::format("session {}", control.session.value);
}

[[nodiscard]] std::string user_text(const exchange::Input& input) {
    exchange::UserChange change;
    if (exchange::decode(input.message, change) != wire::DecodeStatus::Ok) {
        return std::string(name(input.kind));
    }
    return fmt::format("user {} {} session {}", wire::trimmed(change.name),
                       change.action == exchange::UserAction::Added ? "has" : "is removed from",
                       input.session.value);
}

[[nodiscard]] std::string origin_text(const Control& control, exchange::SessionId from) {
    switch (control.origin) {
        case ControlOrigin::Operator:
            return fmt::format("operator {}, request {}", from.value, control.number);
        case ControlOrigin::Schedule:
            return fmt::format("schedule, due {}", time_of_day(control.due));
        case ControlOrigin::Configuration:
        case ControlOrigin::LimitState:
            break;
    }
    return std::string(name(control.origin));
}

[[nodiscard]] bool has_session(InputKind kind) {
    return kind == InputKind::Order || kind == InputKind::Refused || kind == InputKind::CancelAll;
}

/// The message in an input; empty without one.
[[nodiscard]] nlohmann::ordered_json message_fields(const exchange::Input& input) {
    if (input.message.empty()) {
        return nlohmann::ordered_json::object();
    }
    switch (input.kind) {
        case InputKind::Order:
        case InputKind::Refused:
            return ouch_request_fields(input.message);
        case InputKind::Background:
        case InputKind::Publish:
            return itch_fields(input.message);
        default:
            return {{"bytes", input.message.size()}};
    }
}

void add_command(nlohmann::ordered_json& fields, const exchange::Input& input) {
    Control control;
    if (exchange::decode(input.message, control) != wire::DecodeStatus::Ok) {
        fields["bytes"] = input.message.size();
        return;
    }
    fields["action"] = name(control.action);
    fields["origin"] = name(control.origin);
    if (control.origin == ControlOrigin::Operator) {
        fields["operator"] = input.session.value;
        fields["request"] = control.number;
    }
    if (control.origin == ControlOrigin::Schedule) {
        fields["due"] = time_of_day(control.due);
    }
    if (!control.is_for_all()) {
        fields["symbol"] = control.symbol.str();
    }
    fields["command"] = to_text(control);
}

}  // namespace

std::string to_text(const Control& control) {
    const std::string whose = control.is_for_all() ? "all instruments" : control.symbol.str();
    switch (control.action) {
        case ControlAction::SetRules:
            return fmt::format("rules of {}: {}", whose, rules_text(control.rules));
        case ControlAction::SetTrading: {
            const std::string_view reason = wire::trimmed(control.reason);
            return fmt::format("{} {}{}{}", verb_of(control.state), whose,
                               reason.empty() ? "" : ", reason ", reason);
        }
        case ControlAction::Cross:
            return fmt::format("{} cross of {}{}", name_of(control.cross), whose,
                               near_text(control.reference));
        case ControlAction::Indicate:
            return fmt::format("indication of the {} cross of {}{}", name_of(control.cross), whose,
                               near_text(control.reference));
        case ControlAction::SetBands:
            return control.bands.are_set() ? fmt::format("bands of {}: {} to {}", whose,
                                                         price_text(control.bands.lower),
                                                         price_text(control.bands.upper))
                                           : fmt::format("no bands of {}", whose);
        case ControlAction::EndDay:
            return fmt::format("end of day of {}", whose);
        case ControlAction::CancelSession:
            return fmt::format("cancel all of {}", session_text(control));
        case ControlAction::SetSelfMatch:
            return fmt::format("self match of {}: {}", session_text(control),
                               name_of(control.self_match));
        case ControlAction::StartDay:
            return control.day_start.date == 0
                       ? std::string("start of day")
                       : fmt::format("start of day {}", date_text(control.day_start.date));
    }
    return {};
}

nlohmann::ordered_json input_fields(Bytes record) {
    exchange::Input input;
    if (exchange::decode(record, input) != wire::DecodeStatus::Ok) {
        return nlohmann::ordered_json::object();
    }
    nlohmann::ordered_json fields{{"kind", name(input.kind)},
                                  {"time", time_of_day(input.time)},
                                  {"outputs_before", fmt::format("{:08x}", input.outputs)}};
    if (has_session(input.kind)) {
        fields["session"] = input.session.value;
    }
    if (input.reason != 0) {
        fields["reason"] = fmt::format("{:#04x}", input.reason);
    }
    if (input.kind == InputKind::Control) {
        add_command(fields, input);
    } else {
        fields.update(message_fields(input));
    }
    return fields;
}

std::optional<std::string> input_text(Bytes record) {
    exchange::Input input;
    if (exchange::decode(record, input) != wire::DecodeStatus::Ok) {
        return std::nullopt;
    }
    Control control;
    if (input.kind == InputKind::Control &&
        exchange::decode(input.message, control) == wire::DecodeStatus::Ok) {
        return fmt::format("{} ({})", to_text(control), origin_text(control, input.session));
    }
    if (input.kind == InputKind::User) {
        return user_text(input);
    }
    std::string text(name(input.kind));
    if (has_session(input.kind)) {
        text += fmt::format(" of session {}", input.session.value);
    }
    if (exchange::is_for_room(input)) {
        text += ", its stream is full";
    } else if (exchange::is_for_removal(input)) {
        text += ", its user is removed";
    } else if (input.reason != 0) {
        text += fmt::format(", reason {:#04x}", input.reason);
    }
    const std::string message = fields_text(message_fields(input));
    return message.empty() ? text : text + ": " + message;
}

}  // namespace hotpath::app
