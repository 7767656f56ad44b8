#include <array>
#include <utility>

#include "hotpath/messages/field_words.hpp"
#include "hotpath/messages/message_fields.hpp"
#include "hotpath/messages/ouch_code_text.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace hotpath::messages {

namespace {

using Json = nlohmann::ordered_json;
namespace ouch50 = wire::ouch50;

constexpr std::array kTimesInForce{CodeWord{'0', "day"},
                                   CodeWord{'3', "ioc"},
                                   CodeWord{'5', "extended hours"},
                                   CodeWord{'6', "good till time"},
                                   CodeWord{'E', "after hours"},
                                   CodeWord{'1', "good till canceled"}};
constexpr std::array kDisplays{CodeWord{'Y', "visible"}, CodeWord{'N', "hidden"},
                               CodeWord{'A', "attributable"}, CodeWord{'Z', "conformant"}};
constexpr std::array kOrderStates{CodeWord{'L', "live"}, CodeWord{'D', "dead"}};
constexpr std::array kRestatements{CodeWord{'R', "display refreshed"},
                                   CodeWord{'P', "price moved"}};
constexpr std::array kOuchEvents{CodeWord{'S', "start of day"}, CodeWord{'E', "end of day"}};
constexpr std::array kCapacities{CodeWord{'A', "agency"}, CodeWord{'P', "principal"},
                                 CodeWord{'R', "riskless principal"}, CodeWord{'O', "other"}};
constexpr std::array kPriceTypes{
    CodeWord{'L', "limit"},       CodeWord{'P', "market peg"},       CodeWord{'M', "midpoint peg"},
    CodeWord{'R', "primary peg"}, CodeWord{'Q', "market maker peg"}, CodeWord{'m', "midpoint"}};
constexpr std::array kPostOnly{CodeWord{'P', "yes"}, CodeWord{'N', "no"}};

constexpr std::array kCustomers{CodeWord{'R', "retail"}, CodeWord{'N', "not retail"}};

constexpr std::array<CodeWord<char>, 0> kNoWords{};

template <class Option>
void add_number(Json& fields, const char* name, const ouch50::Appendage& appendage) {
    if (const auto value = appendage.load<Option>()) {
        fields[name] = *value;
    }
}
template <class Option, std::size_t N>
void add_code(Json& fields, const char* name, const ouch50::Appendage& appendage,
              const std::array<CodeWord<char>, N>& words) {
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

template <class Option>
void add_characters(Json& fields, const char* name, const ouch50::Appendage& appendage) {
    if (const auto value = appendage.load<Option>()) {
        fields[name] = text_of(*value);
    }
}

/// Options unknown to this revision: "option_77" with the bytes in hexadecimal.
void add_unknown(Json& fields, ouch50::Appendage appendage) {
    for (ouch50::TagValue element; appendage.next(element);) {
        if (ouch50::Options::kValueLengths[element.tag] == 0 &&
            element.tag != ouch50::extension::StopPrice::kTag) {
            std::string bytes;
            for (const std::byte byte : element.value) {
                bytes += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
            }
            fields[fmt::format("option_{}", element.tag)] = bytes;
        }
    }
}

void add_appendage(Json& fields, const ouch50::Appendage& appendage) {
    namespace option = ouch50::option;
    add_number<option::SecondaryOrdRefNum>(fields, "secondary_ord_ref_num", appendage);
    add_characters<option::Firm>(fields, "firm", appendage);
    add_number<option::MinQty>(fields, "min_qty", appendage);
    add_code<option::CustomerType>(fields, "customer_type", appendage, kCustomers);
    add_number<option::MaxFloor>(fields, "max_floor", appendage);
    add_code<option::PriceType>(fields, "price_type", appendage, kPriceTypes);
    add_number<option::PegOffset>(fields, "peg_offset", appendage);
    add_price<option::DiscretionPrice>(fields, "discretion_price", appendage);
    add_code<option::DiscretionPriceType>(fields, "discretion_price_type", appendage, kPriceTypes);
    add_number<option::DiscretionPegOffset>(fields, "discretion_peg_offset", appendage);
    add_code<option::PostOnly>(fields, "post_only", appendage, kPostOnly);
    add_number<option::RandomReserves>(fields, "random_reserves", appendage);
    add_characters<option::Route>(fields, "route", appendage);
    add_number<option::ExpireTime>(fields, "expire_time_s", appendage);
    add_code<option::TradeNow>(fields, "trade_now", appendage, kYesNo);
    add_code<option::HandleInst>(fields, "handle_inst", appendage, kNoWords);
    add_code<option::BboWeightIndicator>(fields, "bbo_weight_indicator", appendage, kNoWords);
    add_number<option::DisplayQuantity>(fields, "display_quantity", appendage);
    add_price<option::DisplayPrice>(fields, "display_price", appendage);
    add_number<option::GroupId>(fields, "group_id", appendage);
    add_code<option::SharesLocated>(fields, "shares_located", appendage, kYesNo);
    add_price<ouch50::extension::StopPrice>(fields, "stop_price", appendage);
    add_unknown(fields, appendage);
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
        fields["reason"] = break_reason_text(m.load_reason());
        fields["cl_ord_id"] = text_of(m.load_cl_ord_id());
    }
    void on_trade_correction(const ouch50::TradeCorrection& m) {
        begin_order(m);
        fields["quantity"] = m.load_quantity();
        fields["price"] = dollars_of(m.load_price());
        fields["liquidity_flag"] = liquidity_text(m.load_liquidity_flag());
        fields["match_number"] = m.load_match_number();
        fields["reason"] = break_reason_text(m.load_reason());
        fields["cl_ord_id"] = text_of(m.load_cl_ord_id());
    }
    void on_order_rejected(const ouch50::OrderRejected& m) {
        begin_order(m);
        fields["reason"] = reject_reason_text(m.load_reason());
        fields["cl_ord_id"] = text_of(m.load_cl_ord_id());
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
        fields = {
            {"message", M::kName},
            {"timestamp", text::time_of_day({static_cast<std::int64_t>(m.load_timestamp())})}};
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
        fields["capacity"] = word_of(m.load_capacity(), kCapacities);
        fields["iso_eligibility"] = word_of(m.load_iso_eligibility(), kYesNo);
        fields["cross_type"] = word_of(m.load_cross_type(), kCrosses);
        fields["order_state"] = word_of(m.load_order_state(), kOrderStates);
        fields["cl_ord_id"] = text_of(m.load_cl_ord_id());
        add_appendage(fields, appendage);
    }
};

}  // namespace

Json ouch_request_fields(Bytes message) {
    RequestFields request;
    const bool is_read = ouch50::decode_request(message, request) == wire::DecodeStatus::Ok;
    return is_read && !request.fields.empty() ? std::move(request.fields)
                                              : no_message("OUCH request", message);
}

Json ouch_reply_fields(Bytes message) {
    ReplyFields reply;
    const bool is_read = ouch50::decode_reply(message, reply) == wire::DecodeStatus::Ok;
    return is_read && !reply.fields.empty() ? std::move(reply.fields)
                                            : no_message("OUCH reply", message);
}

Json ouch_option_fields(const ouch50::Appendage& appendage) {
    Json fields = Json::object();
    add_appendage(fields, appendage);
    return fields;
}

}  // namespace hotpath::messages
