#include "apps/hotpath/message_fields.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/console.hpp"
#include "apps/hotpath/ouch_code_text.hpp"
#include "hotpath/wire/ascii_fields.hpp"
#include "hotpath/wire/itch50/decode.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace hotpath::app {

namespace {

using Json = nlohmann::ordered_json;
namespace ouch50 = wire::ouch50;
namespace itch50 = wire::itch50;

struct Code {
    char code;
    std::string_view word;
};

[[nodiscard]] constexpr bool is_printable(char c) {
    return c >= ' ' && c <= '~';
}

/// Clients may send any bytes: zeros at the end are left out, what else JSON and a terminal do not
/// take is shown as '?'.
[[nodiscard]] std::string printable(std::string text) {
    text.erase(text.find_last_not_of('\0') + 1);
    std::ranges::replace_if(text, [](char c) { return !is_printable(c); }, '?');
    return text;
}

template <std::size_t N>
[[nodiscard]] std::string word_of(char code, const std::array<Code, N>& words) {
    const auto found = std::ranges::find(words, code, &Code::code);
    if (found != words.end()) {
        return std::string(found->word);
    }
    return is_printable(code) ? std::string(1, code)
                              : fmt::format("{:#04x}", static_cast<unsigned char>(code));
}

constexpr std::array kTimesInForce{Code{'0', "day"},
                                   Code{'3', "ioc"},
                                   Code{'5', "extended hours"},
                                   Code{'6', "good till time"},
                                   Code{'E', "after hours"},
                                   Code{'1', "good till canceled"}};
constexpr std::array kDisplays{Code{'Y', "visible"}, Code{'N', "hidden"},
                               Code{'A', "attributable"}};
constexpr std::array kOrderStates{Code{'L', "live"}, Code{'D', "dead"}};
constexpr std::array kRestatements{Code{'R', "display refreshed"}, Code{'P', "price moved"}};
constexpr std::array kOuchEvents{Code{'S', "start of day"}, Code{'E', "end of day"}};
constexpr std::array kCapacities{Code{'A', "agency"}, Code{'P', "principal"},
                                 Code{'R', "riskless principal"}, Code{'O', "other"}};
constexpr std::array kYesNo{Code{'Y', "yes"}, Code{'N', "no"}};
constexpr std::array kCrosses{Code{'N', "continuous market"}, Code{'O', "opening"},
                              Code{'C', "closing"},           Code{'H', "halt or IPO"},
                              Code{'S', "supplemental"},      Code{'R', "retail"},
                              Code{'E', "extended life"},     Code{'A', "after hours close"}};
constexpr std::array kPriceTypes{
    Code{'L', "limit"},       Code{'P', "market peg"},       Code{'M', "midpoint peg"},
    Code{'R', "primary peg"}, Code{'Q', "market maker peg"}, Code{'m', "midpoint"}};
constexpr std::array kPostOnly{Code{'P', "yes"}, Code{'N', "no"}};
constexpr std::array kTradingStates{Code{'H', "halted"}, Code{'P', "paused"},
                                    Code{'Q', "quotation only"}, Code{'T', "trading"}};
constexpr std::array kEvents{Code{'O', "start of messages"},     Code{'S', "start of system hours"},
                             Code{'Q', "start of market hours"}, Code{'M', "end of market hours"},
                             Code{'E', "end of system hours"},   Code{'C', "end of messages"}};

[[nodiscard]] std::string dollars_of(std::uint64_t price) {
    return price_text({static_cast<std::int64_t>(price)});
}
template <std::size_t N>
[[nodiscard]] std::string text_of(const std::array<char, N>& characters) {
    return printable(std::string(wire::without_padding(characters)));
}

template <class Option>
void add_number(Json& fields, const char* name, const ouch50::Appendage& appendage) {
    if (const auto value = appendage.load<Option>()) {
        fields[name] = *value;
    }
}
template <class Option, std::size_t N>
void add_code(Json& fields, const char* name, const ouch50::Appendage& appendage,
              const std::array<Code, N>& words) {
    if (const auto value = appendage.load<Option>()) {
        fields[name] = word_of(*value, words);
    }
}
template <class Option>
void add_price(Json& fields, const char* name, const ouch50::Appendage& appendage) {
    if (const auto value = appendage.load<Option>()) {
        fields[name] = dollars_of(*value);
    }
}

void add_appendage(Json& fields, const ouch50::Appendage& appendage) {
    namespace option = ouch50::option;
    if (const auto firm = appendage.load<option::Firm>()) {
        fields["firm"] = text_of(*firm);
    }
    add_number<option::MinQty>(fields, "min_qty", appendage);
    add_number<option::MaxFloor>(fields, "max_floor", appendage);
    add_code<option::PriceType>(fields, "price_type", appendage, kPriceTypes);
    add_number<option::PegOffset>(fields, "peg_offset", appendage);
    add_price<option::DiscretionPrice>(fields, "discretion_price", appendage);
    add_code<option::DiscretionPriceType>(fields, "discretion_price_type", appendage, kPriceTypes);
    add_number<option::DiscretionPegOffset>(fields, "discretion_peg_offset", appendage);
    add_code<option::PostOnly>(fields, "post_only", appendage, kPostOnly);
    add_number<option::RandomReserves>(fields, "random_reserves", appendage);
    add_number<option::ExpireTime>(fields, "expire_time_s", appendage);
    add_number<option::DisplayQuantity>(fields, "display_quantity", appendage);
    add_number<option::GroupId>(fields, "group_id", appendage);
    add_price<ouch50::extension::StopPrice>(fields, "stop_price", appendage);
}

struct RequestFields : ouch50::NullRequestListener {
    void on_enter_order(const ouch50::EnterOrder& m, ouch50::Appendage appendage) {
        fields = {{"message", ouch50::EnterOrder::kName},
                  {"user_ref_num", m.load_user_ref_num()},
                  {"side", side_text(m.load_side())},
                  {"quantity", m.load_quantity()},
                  {"symbol", printable(m.load_symbol().str())},
                  {"price", dollars_of(m.load_price())},
                  {"time_in_force", word_of(m.load_time_in_force(), kTimesInForce)},
                  {"display", word_of(m.load_display(), kDisplays)},
                  {"capacity", word_of(m.load_capacity(), kCapacities)},
                  {"iso_eligibility", word_of(m.load_iso_eligibility(), kYesNo)},
                  {"cross_type", word_of(m.load_cross_type(), kCrosses)},
                  {"cl_ord_id", text_of(m.load_cl_ord_id())}};
        add_appendage(fields, appendage);
    }
    void on_replace_order_request(const ouch50::ReplaceOrderRequest& m,
                                  ouch50::Appendage appendage) {
        fields = {{"message", ouch50::ReplaceOrderRequest::kName},
                  {"orig_user_ref_num", m.load_orig_user_ref_num()},
                  {"user_ref_num", m.load_user_ref_num()},
                  {"quantity", m.load_quantity()},
                  {"price", dollars_of(m.load_price())},
                  {"time_in_force", word_of(m.load_time_in_force(), kTimesInForce)},
                  {"display", word_of(m.load_display(), kDisplays)},
                  {"iso_eligibility", word_of(m.load_iso_eligibility(), kYesNo)},
                  {"cl_ord_id", text_of(m.load_cl_ord_id())}};
        add_appendage(fields, appendage);
    }
    void on_cancel_order_request(const ouch50::CancelOrderRequest& m) {
        fields = {{"message", ouch50::CancelOrderRequest::kName},
                  {"user_ref_num", m.load_user_ref_num()},
                  {"quantity", m.load_quantity()}};
    }
    void on_modify_order_request(const ouch50::ModifyOrderRequest& m) {
        fields = {{"message", ouch50::ModifyOrderRequest::kName},
                  {"user_ref_num", m.load_user_ref_num()},
                  {"side", side_text(m.load_side())},
                  {"quantity", m.load_quantity()}};
    }
    void on_account_query_request(const ouch50::AccountQueryRequest&) {
        fields = {{"message", ouch50::AccountQueryRequest::kName}};
    }
    Json fields = Json::object();
};

class ReplyFields : public ouch50::NullReplyListener {
  public:
    void on_system_event(const ouch50::SystemEvent& m) {
        begin(m);
        fields["event_code"] = word_of(m.load_event_code(), kOuchEvents);
    }
    void on_order_accepted(const ouch50::OrderAccepted& m, const ouch50::Appendage& appendage) {
        begin_order(m);
        add_terms(m, appendage);
    }
    void on_order_replaced(const ouch50::OrderReplaced& m, const ouch50::Appendage& appendage) {
        begin(m);
        fields["orig_user_ref_num"] = m.load_orig_user_ref_num();
        fields["user_ref_num"] = m.load_user_ref_num();
        add_terms(m, appendage);
    }
    void on_order_canceled(const ouch50::OrderCanceled& m) {
        begin_order(m);
        fields["quantity"] = m.load_quantity();
        fields["reason"] = cancel_reason_text(m.load_reason());
    }
    void on_aiq_canceled(const ouch50::AiqCanceled& m) {
        begin_order(m);
        fields["decrement_shares"] = m.load_decrement_shares();
        fields["reason"] = cancel_reason_text(m.load_reason());
        fields["quantity_prevented"] = m.load_quantity_prevented();
        fields["execution_price"] = dollars_of(m.load_execution_price());
        fields["liquidity_flag"] = liquidity_text(m.load_liquidity_flag());
        fields["aiq_strategy"] = aiq_strategy_text(m.load_aiq_strategy());
    }
    void on_order_executed(const ouch50::OrderExecuted& m, const ouch50::Appendage& appendage) {
        begin_order(m);
        fields["quantity"] = m.load_quantity();
        fields["price"] = dollars_of(m.load_price());
        fields["liquidity_flag"] = liquidity_text(m.load_liquidity_flag());
        fields["match_number"] = m.load_match_number();
        add_appendage(fields, appendage);
    }
    void on_broken_trade(const ouch50::BrokenTrade& m) {
        begin_order(m);
        fields["match_number"] = m.load_match_number();
    }
    void on_order_rejected(const ouch50::OrderRejected& m) {
        begin_order(m);
        fields["reason"] = reject_reason_text(m.load_reason());
    }
    void on_cancel_pending(const ouch50::CancelPending& m) { begin_order(m); }
    void on_cancel_reject(const ouch50::CancelReject& m) { begin_order(m); }
    void on_order_priority_update(const ouch50::OrderPriorityUpdate& m) {
        begin_order(m);
        fields["price"] = dollars_of(m.load_price());
        fields["display"] = word_of(m.load_display(), kDisplays);
        fields["order_reference_number"] = m.load_order_reference_number();
    }
    void on_order_modified(const ouch50::OrderModified& m) {
        begin_order(m);
        fields["side"] = side_text(m.load_side());
        fields["quantity"] = m.load_quantity();
    }
    void on_order_restated(const ouch50::OrderRestated& m, const ouch50::Appendage& appendage) {
        begin_order(m);
        fields["reason"] = word_of(m.load_reason(), kRestatements);
        add_appendage(fields, appendage);
    }
    void on_account_query_response(const ouch50::AccountQueryResponse& m) {
        begin(m);
        fields["next_user_ref_num"] = m.load_next_user_ref_num();
    }
    Json fields = Json::object();

  private:
    template <class M>
    void begin(const M& m) {
        fields = {{"message", M::kName},
                  {"timestamp", time_of_day({static_cast<std::int64_t>(m.load_timestamp())})}};
    }
    template <class M>
    void begin_order(const M& m) {
        begin(m);
        fields["user_ref_num"] = m.load_user_ref_num();
    }
    template <class M>
    void add_terms(const M& m, const ouch50::Appendage& appendage) {
        fields["side"] = side_text(m.load_side());
        fields["quantity"] = m.load_quantity();
        fields["symbol"] = printable(m.load_symbol().str());
        fields["price"] = dollars_of(m.load_price());
        fields["time_in_force"] = word_of(m.load_time_in_force(), kTimesInForce);
        fields["display"] = word_of(m.load_display(), kDisplays);
        fields["order_reference_number"] = m.load_order_reference_number();
        fields["order_state"] = word_of(m.load_order_state(), kOrderStates);
        fields["cl_ord_id"] = text_of(m.load_cl_ord_id());
        add_appendage(fields, appendage);
    }
};

/// What every message has.
template <class M>
[[nodiscard]] Json fields_of(const M& m) {
    return {{"message", M::kName},
            {"stock_locate", m.load_stock_locate()},
            {"timestamp", time_of_day({static_cast<std::int64_t>(m.load_timestamp())})}};
}

struct ItchFields : itch50::NullListener {
    void on_system_event(const itch50::SystemEvent& m) {
        fields = fields_of(m);
        fields["event_code"] = word_of(m.load_event_code(), kEvents);
    }
    void on_stock_directory(const itch50::StockDirectory& m) {
        fields = fields_of(m);
        fields["stock"] = printable(m.load_stock().str());
        fields["round_lot_size"] = m.load_round_lot_size();
    }
    void on_stock_trading_action(const itch50::StockTradingAction& m) {
        fields = fields_of(m);
        fields["stock"] = printable(m.load_stock().str());
        fields["trading_state"] = word_of(m.load_trading_state(), kTradingStates);
        fields["reason"] = text_of(m.load_reason());
    }
    void on_add_order(const itch50::AddOrder& m) { fields = added(m); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) {
        fields = added(m);
        fields["attribution"] = text_of(m.load_attribution());
    }
    void on_order_executed(const itch50::OrderExecuted& m) { fields = executed(m); }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) {
        fields = executed(m);
        fields["printable"] = word_of(m.load_printable(), kYesNo);
        fields["execution_price"] = dollars_of(m.load_execution_price());
    }
    void on_order_cancel(const itch50::OrderCancel& m) {
        fields = fields_of(m);
        fields["order_reference_number"] = m.load_order_reference_number();
        fields["cancelled_shares"] = m.load_cancelled_shares();
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        fields = fields_of(m);
        fields["order_reference_number"] = m.load_order_reference_number();
    }
    void on_order_replace(const itch50::OrderReplace& m) {
        fields = fields_of(m);
        fields["original_order_reference_number"] = m.load_original_order_reference_number();
        fields["new_order_reference_number"] = m.load_new_order_reference_number();
        fields["shares"] = m.load_shares();
        fields["price"] = dollars_of(m.load_price());
    }
    void on_trade(const itch50::Trade& m) {
        fields = added(m);
        fields["match_number"] = m.load_match_number();
    }
    void on_cross_trade(const itch50::CrossTrade& m) {
        fields = fields_of(m);
        fields["shares"] = m.load_shares();
        fields["stock"] = printable(m.load_stock().str());
        fields["cross_price"] = dollars_of(m.load_cross_price());
        fields["match_number"] = m.load_match_number();
        fields["cross_type"] = word_of(m.load_cross_type(), kCrosses);
    }
    Json fields = Json::object();

  private:
    template <class M>
    [[nodiscard]] static Json added(const M& m) {
        Json all = fields_of(m);
        all["order_reference_number"] = m.load_order_reference_number();
        all["buy_sell_indicator"] = side_text(m.load_buy_sell_indicator());
        all["shares"] = m.load_shares();
        all["stock"] = printable(m.load_stock().str());
        all["price"] = dollars_of(m.load_price());
        return all;
    }
    template <class M>
    [[nodiscard]] static Json executed(const M& m) {
        Json all = fields_of(m);
        all["order_reference_number"] = m.load_order_reference_number();
        all["executed_shares"] = m.load_executed_shares();
        all["match_number"] = m.load_match_number();
        return all;
    }
};

[[nodiscard]] Json unknown(std::string_view what, Bytes message) {
    return {{"message", fmt::format("no {}", what)}, {"bytes", message.size()}};
}

}  // namespace

Json ouch_request_fields(Bytes message) {
    RequestFields request;
    const bool is_read = ouch50::decode_request(message, request) == wire::DecodeStatus::Ok;
    return is_read && !request.fields.empty() ? std::move(request.fields)
                                              : unknown("OUCH request", message);
}

Json ouch_reply_fields(Bytes message) {
    ReplyFields reply;
    const bool is_read = ouch50::decode_reply(message, reply) == wire::DecodeStatus::Ok;
    return is_read && !reply.fields.empty() ? std::move(reply.fields)
                                            : unknown("OUCH reply", message);
}

Json ouch_option_fields(const ouch50::Appendage& appendage) {
    Json fields = Json::object();
    add_appendage(fields, appendage);
    return fields;
}

Json itch_fields(Bytes message) {
    ItchFields heard;
    if (itch50::decode(message, heard) != wire::DecodeStatus::Ok) {
        return unknown("ITCH message", message);
    }
    return !heard.fields.empty()
               ? std::move(heard.fields)
               : Json{{"message", itch50::Messages::name(std::to_integer<char>(message.front()))}};
}

std::string fields_text(const Json& fields) {
    std::string text;
    for (const auto& [name, value] : fields.items()) {
        const std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
        text += text.empty() ? "" : ", ";
        text += name == "message" ? shown
                                  : fmt::format("{} {}", name, shown.empty() ? "(blank)" : shown);
    }
    return text;
}

}  // namespace hotpath::app
