#include "hotpath/messages/venue_input_text.hpp"

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/user_table.hpp"
#include "hotpath/messages/message_fields.hpp"
#include "hotpath/messages/ouch_code_text.hpp"
#include "hotpath/protocols/message.hpp"
#include "hotpath/protocols/words/all.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::messages {

namespace event = exchange::event;

using exchange::Control;
using exchange::ControlAction;
using exchange::ControlOrigin;

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
    return reference == Price{} ? std::string() : " near " + text::price_text(reference);
}

[[nodiscard]] std::string rules_text(const match::InstrumentRules& rules) {
    return fmt::format("tick {}, lot {}, {} orders in a halt", text::price_text({rules.tick}),
                       rules.lot, rules.takes_orders_in_halt ? "takes" : "no");
}

[[nodiscard]] std::string session_text(const Control& control) {
    return control.has_user() ? fmt::format("user {}", protocols::trimmed(control.user))
                              : fmt::format("session {}", control.session.value);
}

/// `orders_per_second 10, collar_bps as configured`.
[[nodiscard]] std::string limits_text(const exchange::LimitChanges& limits) {
    static constexpr std::array<std::string_view, exchange::kMemberLimits> kNames{
        "orders_per_second", "order_value_max", "collar_bps", "exposure_max"};
    std::string text;
    for (std::size_t n = 0; n < limits.size(); ++n) {
        if (limits[n].kind == exchange::LimitChange::Kind::Keep) {
            continue;
        }
        const auto which = static_cast<exchange::MemberLimit>(n);
        const bool is_money =
            which == exchange::MemberLimit::OrderValue || which == exchange::MemberLimit::Exposure;
        const std::string value = limits[n].kind == exchange::LimitChange::Kind::Configured
                                      ? "as configured"
                                  : limits[n].value == 0 ? "none"
                                  : is_money             ? text::price_text({limits[n].value})
                                                         : fmt::format("{}", limits[n].value);
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kNames[n], value);
    }
    return text;
}

/// `trade 7 of AAPL, 100 at 20.00`; an operator's command has the number alone.
[[nodiscard]] std::string trade_text(const Control& control) {
    const exchange::TradeAmendment& trade = control.trade;
    return trade.count == 0
               ? fmt::format("trade {}", trade.match.value)
               : fmt::format("trade {} of {}, {} at {}", trade.match.value, control.symbol.str(),
                             trade.qty.value, text::price_text(trade.price));
}

[[nodiscard]] std::string user_text(const event::User& event) {
    exchange::UserChange change;
    if (exchange::decode(event.message, change) != protocols::DecodeStatus::Ok) {
        return std::string(name(exchange::InputKind::User));
    }
    return fmt::format("user {} {} session {}", protocols::trimmed(change.name),
                       change.action == exchange::UserAction::Added ? "has" : "is removed from",
                       event.session.value);
}

[[nodiscard]] std::string origin_text(const Control& control, exchange::SessionId from) {
    switch (control.origin) {
        case ControlOrigin::Operator:
            return fmt::format("operator {}, request {}", from.value, control.number);
        case ControlOrigin::Schedule:
            return fmt::format("schedule, due {}", text::time_of_day(control.due));
        case ControlOrigin::Configuration:
        case ControlOrigin::LimitState:
            break;
    }
    return std::string(name(control.origin));
}

[[nodiscard]] nlohmann::ordered_json byte_count(Bytes message) {
    return message.empty() ? nlohmann::ordered_json::object()
                           : nlohmann::ordered_json{{"bytes", message.size()}};
}

[[nodiscard]] nlohmann::ordered_json request_fields(Bytes message) {
    return message.empty() ? nlohmann::ordered_json::object() : ouch_request_fields(message);
}
[[nodiscard]] nlohmann::ordered_json market_fields(Bytes message) {
    return message.empty() ? nlohmann::ordered_json::object() : itch_fields(message);
}

[[nodiscard]] std::string reason_text(exchange::RejectReason reason) {
    return fmt::format("{:#04x}", static_cast<unsigned>(reason));
}

/// Empty for a message that was not refused.
[[nodiscard]] std::string refusal_text(exchange::RejectReason reason) {
    return reason == exchange::RejectReason::None ? "" : ", refused for " + reason_text(reason);
}

/// A message of a session of any protocol, and the numbers of one.
template <class E>
concept ProtocolMessage = requires(const E& event) { message_words(event); };
template <class E>
concept ProtocolNumbers = requires(const E& event) { numbers_words(event); };

/// What an event has besides its kind.
class EventFields {
  public:
    explicit EventFields(nlohmann::ordered_json& fields) : fields_(fields) {}

    void operator()(const event::Options& event) { fields_.update(byte_count(event.message)); }
    void operator()(const event::User& event) { fields_.update(byte_count(event.message)); }
    template <ProtocolMessage E>
    void operator()(const E& event) {
        fields_["session"] = event.session.value;
        if (event.reason != exchange::RejectReason::None) {
            fields_["reason"] = reason_text(event.reason);
        }
        fields_["message"] = message_words(event);
    }
    template <ProtocolNumbers E>
    void operator()(const E& event) {
        fields_["session"] = event.session.value;
        if (const std::string words = numbers_words(event); !words.empty()) {
            fields_["numbers"] = words;
        }
    }
    void operator()(const event::EndOfSession&) {}
    void operator()(const event::Order& event) {
        fields_["session"] = event.session.value;
        fields_.update(request_fields(event.message));
    }
    void operator()(const event::RefusedOrder& event) {
        fields_["session"] = event.session.value;
        fields_["reason"] = reason_text(event.reason);
        fields_.update(request_fields(event.message));
    }
    void operator()(const event::CancelAll& event) {
        fields_["session"] = event.session.value;
        if (event.cause != exchange::CancelCause::Disconnected) {
            fields_["reason"] = fmt::format("{:#04x}", static_cast<unsigned>(event.cause));
        }
    }
    void operator()(const event::Background& event) {
        fields_.update(market_fields(event.message));
    }
    void operator()(const event::Publication& event) {
        fields_.update(market_fields(event.message));
    }
    void operator()(const event::Command& event) {
        Control control;
        if (exchange::decode(event.message, control) != protocols::DecodeStatus::Ok) {
            fields_["bytes"] = event.message.size();
            return;
        }
        fields_["action"] = name(control.action);
        fields_["origin"] = name(control.origin);
        if (control.origin == ControlOrigin::Operator) {
            fields_["operator"] = event.from.value;
            fields_["request"] = control.number;
        }
        if (control.origin == ControlOrigin::Schedule) {
            fields_["due"] = text::time_of_day(control.due);
        }
        if (!control.is_for_all()) {
            fields_["symbol"] = control.symbol.str();
        }
        fields_["command"] = to_text(control);
    }

  private:
    nlohmann::ordered_json& fields_;
};

[[nodiscard]] std::string with_message(std::string text, const nlohmann::ordered_json& fields) {
    const std::string message = fields_text(fields);
    return message.empty() ? text : text + ": " + message;
}

/// An event in words.
struct EventText {
    std::string kind;

    std::string operator()(const event::Options& event) const {
        return with_message(kind, byte_count(event.message));
    }
    std::string operator()(const event::Order& event) const {
        return with_message(fmt::format("{} of session {}", kind, event.session.value),
                            request_fields(event.message));
    }
    std::string operator()(const event::RefusedOrder& event) const {
        return with_message(fmt::format("{} of session {}, reason {}", kind, event.session.value,
                                        reason_text(event.reason)),
                            request_fields(event.message));
    }
    std::string operator()(const event::CancelAll& event) const {
        const std::string_view why =
            event.cause == exchange::CancelCause::NoRoom        ? ", its stream is full"
            : event.cause == exchange::CancelCause::UserRemoved ? ", its user is removed"
                                                                : "";
        return fmt::format("{} of session {}{}", kind, event.session.value, why);
    }
    std::string operator()(const event::Background& event) const {
        return with_message(kind, market_fields(event.message));
    }
    std::string operator()(const event::Publication& event) const {
        return with_message(kind, market_fields(event.message));
    }
    std::string operator()(const event::EndOfSession&) const { return kind; }
    std::string operator()(const event::Command& event) const {
        Control control;
        return exchange::decode(event.message, control) == protocols::DecodeStatus::Ok
                   ? fmt::format("{} ({})", to_text(control), origin_text(control, event.from))
                   : with_message(kind, byte_count(event.message));
    }
    std::string operator()(const event::User& event) const { return user_text(event); }
    template <ProtocolNumbers E>
    std::string operator()(const E& event) const {
        const std::string words = numbers_words(event);
        return words.empty()
                   ? with_message(kind, byte_count(event.message))
                   : fmt::format("{} of session {}: {}", kind, event.session.value, words);
    }
    template <ProtocolMessage E>
    std::string operator()(const E& event) const {
        const std::string why = refusal_text(event.reason);
        return fmt::format("{} of session {}{}: {}", kind, event.session.value, why,
                           message_words(event));
    }
};

}  // namespace

std::string to_text(const Control& control) {
    const std::string whose = control.is_for_all() ? "all instruments" : control.symbol.str();
    switch (control.action) {
        case ControlAction::SetRules:
            return fmt::format("rules of {}: {}", whose, rules_text(control.rules));
        case ControlAction::SetTrading: {
            const std::string_view reason = protocols::trimmed(control.reason);
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
                                                         text::price_text(control.bands.lower),
                                                         text::price_text(control.bands.upper))
                                           : fmt::format("no bands of {}", whose);
        case ControlAction::EndDay:
            return fmt::format("end of day of {}", whose);
        case ControlAction::CancelSession:
            return fmt::format("cancel all of {}", session_text(control));
        case ControlAction::SetSelfMatch:
            return fmt::format("self match of {}: {}", session_text(control),
                               name_of(control.self_match));
        case ControlAction::Suspend:
            return fmt::format("suspend {}", session_text(control));
        case ControlAction::Reinstate:
            return fmt::format("reinstate {}", session_text(control));
        case ControlAction::Disconnect:
            return fmt::format("disconnect {}", session_text(control));
        case ControlAction::SetLimits:
            return fmt::format("limits of {}: {}", session_text(control),
                               limits_text(control.limits));
        case ControlAction::BreakTrade:
            return fmt::format("break {} ({})", trade_text(control),
                               break_reason_text(static_cast<char>(control.trade.reason)));
        case ControlAction::CorrectTrade:
            return fmt::format("correct {} to {} ({})", trade_text(control),
                               text::price_text(control.trade.corrected),
                               break_reason_text(static_cast<char>(control.trade.reason)));
        case ControlAction::StartDay:
            return control.day_start.date == 0
                       ? std::string("start of day")
                       : fmt::format(
                             "start of day {}",
                             text::date_text(static_cast<std::int32_t>(control.day_start.date)));
    }
    return {};
}

nlohmann::ordered_json input_fields(Bytes record) {
    exchange::Input input;
    if (exchange::decode(record, input) != protocols::DecodeStatus::Ok) {
        return nlohmann::ordered_json::object();
    }
    nlohmann::ordered_json fields{{"kind", exchange::name(exchange::kind_of(input.event))},
                                  {"time", text::time_of_day(input.time)},
                                  {"outputs_before", fmt::format("{:08x}", input.outputs)}};
    std::visit(EventFields(fields), input.event);
    return fields;
}

std::optional<std::string> input_text(Bytes record) {
    exchange::Input input;
    if (exchange::decode(record, input) != protocols::DecodeStatus::Ok) {
        return std::nullopt;
    }
    return std::visit(EventText{std::string(exchange::name(exchange::kind_of(input.event)))},
                      input.event);
}

}  // namespace hotpath::messages
