#include "hotpath/protocols/fix/by_hand/fix_orders.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/messages/field_words.hpp"
#include "hotpath/messages/order_sentences.hpp"
#include "hotpath/messages/ouch_code_text.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/values.hpp"
#include "hotpath/protocols/fix/venue/order_codes.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::order_entry {

namespace {

namespace fix = protocols::fix;
namespace tag = protocols::fix::tag;
using Json = nlohmann::ordered_json;
using fix::ExecKind;
using protocols::fix::RequestId;
using IdKind = RequestId::Kind;

constexpr unsigned kPriceDecimals = 4;  // of a Price's units
constexpr std::size_t kFieldsMax = 512;

[[nodiscard]] char ouch_side_of(std::string_view code) noexcept {
    return static_cast<char>(exchange::to_order_side(code.size() == 1 ? code.front() : '\0'));
}

[[nodiscard]] std::string liquidity_words(std::string_view code) {
    if (code.empty()) {
        return "";
    }
    const bool is_added = code.front() == fix::liquidity::kAdded;
    const bool is_removed = code.front() == fix::liquidity::kRemoved;
    return is_added ? "added, " : is_removed ? "removed, " : "";
}

}  // namespace

/// The fields of a message of the venue's, in our words.
class FixOrders::Report {
  public:
    Report(const fix::FieldList& fields, const fix::Dialect& dialect)
        : fields_(fields),
          kind_(fix::to_kind(dialect, {code(tag::kExecTransType), code(tag::kExecType)})),
          id_(protocols::fix::to_request_id((*this)[tag::kClOrdId].empty()
                                                ? (*this)[tag::kBusinessRejectRefId]
                                                : (*this)[tag::kClOrdId])) {}

    /// "": not there.
    [[nodiscard]] std::string_view operator[](fix::Tag tag) const {
        return fields_.value(tag).value_or(std::string_view());
    }
    [[nodiscard]] std::string text(fix::Tag tag) const {
        return messages::printable(std::string((*this)[tag]));
    }
    [[nodiscard]] char code(fix::Tag tag) const {
        const std::string_view value = (*this)[tag];
        return value.size() == 1 ? value.front() : '\0';
    }
    [[nodiscard]] ExecKind kind() const { return kind_; }
    [[nodiscard]] RequestId id() const { return id_; }
    [[nodiscard]] std::uint32_t number() const { return id_.order.value; }
    [[nodiscard]] std::string_view request() const {
        const std::string_view id = (*this)[tag::kClOrdId];
        return id.empty() ? (*this)[tag::kBusinessRejectRefId] : id;
    }
    /// The order's: its number, or another program's ClOrdID.
    [[nodiscard]] std::string name() const {
        return number() != 0 ? fmt::to_string(number())
                             : messages::printable(std::string(request()));
    }
    /// Whole shares; 0 also when it is none.
    [[nodiscard]] std::uint32_t qty(fix::Tag tag) const {
        const auto decimal = fix::to_decimal((*this)[tag]);
        const auto units = decimal ? fix::to_units(*decimal, 0) : std::nullopt;
        const bool fits =
            units && *units >= 0 && *units <= std::numeric_limits<std::uint32_t>::max();
        return fits ? static_cast<std::uint32_t>(*units) : 0;
    }
    [[nodiscard]] Price price(fix::Tag tag) const {
        const auto decimal = fix::to_decimal((*this)[tag]);
        const auto units = decimal ? fix::to_units(*decimal, kPriceDecimals) : std::nullopt;
        return units ? Price{*units} : exchange::kMarketPrice;
    }
    [[nodiscard]] std::string price_words(fix::Tag tag) const {
        const Price found = price(tag);
        return found != exchange::kMarketPrice ? text::price_text(found)
               : (*this)[tag].empty()          ? "the market"
                                               : text(tag);
    }
    [[nodiscard]] messages::OrderWords words(std::uint32_t qty) const {
        return {.side = messages::side_text(ouch_side_of((*this)[tag::kSide])),
                .qty = qty,
                .symbol = text(tag::kSymbol),
                .price = price_words(tag::kPrice)};
    }
    [[nodiscard]] OpenOrder order(std::uint32_t open_qty) const {
        return {.side = ouch_side_of((*this)[tag::kSide]),
                .open_qty = open_qty,
                .symbol = Symbol::from((*this)[tag::kSymbol]).value_or(Symbol{}),
                .price = price(tag::kPrice)};
    }
    /// Whole fields, for requests that repeat them.
    [[nodiscard]] std::string repeated(std::initializer_list<fix::Tag> tags) const {
        std::string fields;
        for (const fix::Tag tag : tags) {
            if (const std::string_view value = (*this)[tag]; !value.empty()) {
                fields += fmt::format("{}={}{}", tag, value, fix::kSoh);
            }
        }
        return fields;
    }
    /// The fields that all replies have, under names of OUCH 5.0 or FIX.
    [[nodiscard]] Json json(std::string_view message) const {
        Json fields{{"message", message}, {"transact_time", text(tag::kTransactTime)}};
        if (number() != 0) {
            fields["user_ref_num"] = number();
        }
        fields["cl_ord_id"] = messages::printable(std::string(request()));
        return fields;
    }
    [[nodiscard]] Json json_of_order(std::string_view message, std::uint32_t qty) const {
        const messages::OrderWords order = words(qty);
        Json fields = json(message);
        fields.update(Json{{"side", order.side},
                           {"quantity", order.qty},
                           {"symbol", order.symbol},
                           {"price", order.price},
                           {"order_id", text(tag::kOrderId)}});
        return fields;
    }

  private:
    const fix::FieldList& fields_;
    ExecKind kind_;
    RequestId id_;
};

FixOrders::FixOrders(const fix::Dialect& dialect, OrderBookkeeping& kept)
    : dialect_(&dialect), kept_(&kept), fields_(fix::DataFields{}, {.fields_max = kFieldsMax}) {}

std::string FixOrders::request_of(const OrderCommand& command) {
    const std::uint32_t next = kept_->next_number();
    if (command.kind == OrderCommand::Kind::Enter) {
        asked_ = {.name = fix_id_text({.order = {next}}), .instrument = fix_instrument_of(command)};
        asked_order_ = next;
        awaited_ = asked_.name;
        return fix_new_order(*dialect_, command, next);
    }
    const FixOrderFields& order = open_.at(command.number);
    if (command.kind == OrderCommand::Kind::Replace) {
        asked_ = {.name = fix_id_text({.order = {next}}), .instrument = order.instrument};
        asked_order_ = next;
        awaited_ = asked_.name;
        return fix_replacement(*dialect_, command, order, next);
    }
    if (command.qty >= order.qty) {
        return "";
    }
    asked_ = {.name = order.name, .instrument = order.instrument};
    asked_order_ = command.number;
    const RequestId id{.order = {command.number},
                       .kind = command.qty == 0 ? IdKind::Cancel : IdKind::Reduce,
                       .number = ++requests_};
    awaited_ = fix_id_text(id);
    return command.qty == 0 ? fix_cancel(*dialect_, order, id)
                            : fix_reduction(*dialect_, order, id, command.qty);
}

std::string FixOrders::status_request() {
    if (const auto order = open_.find(asked_order_); order != open_.end()) {
        asked_.name = order->second.name;
    }
    awaited_ = asked_.name;
    is_status_awaited_ = true;
    return fix_status_request(*dialect_, asked_);
}

std::optional<EntryReply> FixOrders::on_message(Bytes message) {
    namespace app_type = fix::app_type;
    if (fields_.split(message) != fix::SplitStatus::Ok) {
        return std::nullopt;
    }
    const Report report(fields_, *dialect_);
    const char type = report.code(tag::kMsgType);
    const bool is_of_status =
        type == app_type::kExecutionReport && report.kind() == ExecKind::Status;
    const bool is_refusal = type == app_type::kBusinessMessageReject;
    const bool is_answer = !is_status_awaited_ || is_of_status || is_refusal;
    if (!awaited_.empty() && report.request() == awaited_ && is_answer) {
        const bool was_status = std::exchange(is_status_awaited_, false);
        awaited_.clear();
        if (was_status) {
            return std::nullopt;  // ours, and no reply to a command
        }
    }
    switch (type) {
        case app_type::kExecutionReport:
            return on_report(report);
        case app_type::kOrderCancelReject:
            return on_refused(report, tag::kCxlRejReason);
        case app_type::kBusinessMessageReject:
            return on_refused(report, tag::kBusinessRejectReason);
        default:
            return std::nullopt;
    }
}

/// Learns the numbers of requests, also those of an earlier process.
void FixOrders::take_numbers(const Report& report) {
    requests_ = std::max(requests_, report.id().number);
    if (report.number() >= kept_->next_number() &&
        report.number() < std::numeric_limits<std::uint32_t>::max()) {
        kept_->on_next_number(report.number() + 1);
    }
}

std::optional<EntryReply> FixOrders::on_report(const Report& report) {
    take_numbers(report);
    const std::string name = report.name();
    switch (report.kind()) {
        case ExecKind::New: {
            open(report);
            const std::uint32_t qty = report.qty(tag::kOrderQty);
            return EntryReply{messages::accepted_sentence(name, report.words(qty)),
                              report.json_of_order("Order Accepted", qty)};
        }
        case ExecKind::Trade: {
            kept_->on_left(report.number(), report.qty(tag::kLeavesQty));
            close_unless_open(report.number());
            const std::string liquidity = liquidity_words(report[tag::kLastLiquidityInd]);
            const messages::FillWords fill{
                .qty = report.qty(tag::kLastQty),
                .price = report.price_words(tag::kLastPx),
                .more = fmt::format("{}execution {}", liquidity, report.text(tag::kExecId))};
            Json fields = report.json("Order Executed");
            fields.update(Json{{"quantity", fill.qty},
                               {"price", fill.price},
                               {"liquidity", report.text(tag::kLastLiquidityInd)},
                               {"exec_id", report.text(tag::kExecId)}});
            return EntryReply{messages::executed_sentence(name, fill), fields};
        }
        case ExecKind::Replaced:
            return on_replaced(report);
        case ExecKind::Canceled:
            return on_less(report,
                           report.id().kind == IdKind::Cancel ? "by request" : "by the venue");
        case ExecKind::Expired:
        case ExecKind::DoneForDay:
            return on_less(report, "end of the day");
        case ExecKind::Restated:
            return on_less(report, "by the venue");
        case ExecKind::Rejected:
            return on_refused(report, tag::kOrdRejReason);
        case ExecKind::TradeCorrect:
        case ExecKind::TradeCancel: {
            const bool is_broken = report.kind() == ExecKind::TradeCancel;
            const std::string execution = report.text(tag::kExecRefId);
            Json fields = report.json(is_broken ? "Broken Trade" : "Trade Corrected");
            fields["exec_id"] = execution;
            return EntryReply{fmt::format("order {}: execution {} {}", name, execution,
                                          is_broken ? "broken" : "corrected"),
                              fields};
        }
        case ExecKind::PendingCancel:
        case ExecKind::PendingReplace:
        case ExecKind::Status:
        case ExecKind::Other:
            break;
    }
    return std::nullopt;
}

/// With a reduction's id it is the same order with less; another id is another order.
std::optional<EntryReply> FixOrders::on_replaced(const Report& report) {
    if (report.id().kind == IdKind::Reduce) {
        const auto reply = on_less(report, "by request");
        if (kept_->open_qty(report.number()) != 0) {
            FixOrderFields& order = open_[report.number()];
            order.name = report[tag::kClOrdId];
            order.qty = report.qty(tag::kOrderQty);
        }
        return reply;
    }
    const RequestId original = protocols::fix::to_request_id(report[tag::kOrigClOrdId]);
    kept_->on_replaced(original.order.value);
    open_.erase(original.order.value);
    open(report);
    const std::string from = original.order.value != 0 ? fmt::to_string(original.order.value)
                                                       : report.text(tag::kOrigClOrdId);
    const std::uint32_t leaves = report.qty(tag::kLeavesQty);
    Json fields = report.json_of_order("Order Replaced", leaves);
    fields["orig_user_ref_num"] = original.order.value;
    return EntryReply{messages::replaced_sentence(from, report.name(), report.words(leaves)),
                      fields};
}

/// Some of it, or all, is off; the venue may say why.
std::optional<EntryReply> FixOrders::on_less(const Report& report, std::string_view why) {
    const std::uint32_t leaves = report.qty(tag::kLeavesQty);
    const std::uint32_t before = kept_->open().contains(report.number())
                                     ? kept_->open_qty(report.number())
                                     : report.qty(tag::kOrderQty) - report.qty(tag::kCumQty);
    kept_->on_left(report.number(), leaves);
    close_unless_open(report.number());
    const std::uint32_t off = before - std::min(leaves, before);
    const std::string said = report.text(tag::kText);
    const std::string reason = said.empty() ? std::string(why) : said;
    Json fields = report.json("Order Canceled");
    fields.update(Json{{"quantity", off}, {"reason", reason}});
    return EntryReply{messages::canceled_sentence(report.name(), off, reason), fields};
}

/// An order or a replacement; or what would only have lowered one.
EntryReply FixOrders::on_refused(const Report& report, fix::Tag reason_tag) {
    take_numbers(report);
    kept_->on_rejected();
    const std::string said = report.text(tag::kText);
    const std::string reason = fmt::format("{}({}={})", said.empty() ? said : said + " ",
                                           reason_tag, report.text(reason_tag));
    const bool is_order = report.id().kind == IdKind::Order;
    Json fields = report.json(is_order ? "Rejected" : "Cancel Reject");
    fields["reason"] = reason;
    return {is_order ? messages::rejected_sentence(report.name(), reason)
                     : fmt::format("cancel of order {} rejected: {}", report.name(), reason),
            fields};
}

void FixOrders::open(const Report& report) {
    const std::uint32_t leaves = report.qty(tag::kLeavesQty);
    if (report.number() == 0 || leaves == 0) {
        return;
    }
    kept_->on_open(report.number(), report.order(leaves));
    FixOrderFields& order = open_[report.number()];
    order = {.name = std::string(report[tag::kClOrdId]),
             .instrument = report.repeated({tag::kSymbol, tag::kSide}),
             .terms = report.repeated(
                 {tag::kOrdType, tag::kPrice, tag::kStopPx, tag::kTimeInForce, tag::kExecInst}),
             .qty = report.qty(tag::kOrderQty)};
    if (report[tag::kOrdType].empty()) {
        // Optional in a report, required in a request.
        const char type =
            report[tag::kPrice].empty() ? fix::ord_type::kMarket : fix::ord_type::kLimit;
        order.terms += fmt::format("40={}{}", type, fix::kSoh);
    }
}

void FixOrders::close_unless_open(std::uint32_t number) {
    if (kept_->open_qty(number) == 0) {
        open_.erase(number);
    }
}

}  // namespace hotpath::order_entry
