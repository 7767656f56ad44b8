#include <algorithm>
#include <span>

#include "hotpath/gateway/ouch_gateway.hpp"
#include "hotpath/gateway/ouch_words.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace hotpath::gateway {

namespace ouch = wire::ouch50;

namespace {

// $200,000, above which OUCH takes no price; a report beyond it, or of no shares, is not to be
// believed.
constexpr std::uint64_t kPriceMax = 2'000'000'000;

bool is_price(std::uint64_t price) noexcept {
    return price > 0 && price <= kPriceMax;
}
bool is_qty(std::uint32_t qty) noexcept {
    return qty > 0 && qty <= ouch::kQuantityMax;
}

/// OUCH words in, our words out: the one place where replies are translated.
class ReplyTranslator : public ouch::NullReplyListener {
  public:
    /// `symbols` by InstrumentId while orders are taken over, none otherwise.
    ReplyTranslator(oms::Orders& orders, Report& report, std::span<const Symbol> symbols) noexcept
        : orders_(orders), report_(report), symbols_(symbols) {}

    void on_order_accepted(const ouch::OrderAccepted& m, ouch::Appendage) noexcept {
        const bool is_plausible = believe(is_price(m.load_price()) && is_qty(m.load_quantity()));
        const bool is_ours = !is_plausible || take_over(m);
        begin(m);
        if (is_plausible && is_ours) {
            report_.status = orders_.on_accepted(to_accepted(m));
        }
    }

    void on_order_replaced(const ouch::OrderReplaced& m, ouch::Appendage) noexcept {
        const bool is_plausible = believe(is_price(m.load_price()));
        const bool is_ours = !is_plausible || take_over(m);
        begin(m);
        if (is_plausible && is_ours) {
            report_.status = orders_.on_replaced(to_replaced(m));
        }
    }

    void on_order_executed(const ouch::OrderExecuted& m, ouch::Appendage) noexcept {
        const ClOrdId id = begin(m);
        if (believe(is_price(m.load_price()) && is_qty(m.load_quantity()))) {
            report_.status = orders_.on_executed(to_executed(m), report_.fill);
            report_.is_fill = report_.fill.id == id;
        }
    }

    void on_order_canceled(const ouch::OrderCanceled& m) noexcept {
        report_.status = orders_.on_canceled(begin(m), {m.load_quantity()});
    }

    void on_aiq_canceled(const ouch::AiqCanceled& m) noexcept {
        report_.status = orders_.on_canceled(begin(m), {m.load_decrement_shares()});
    }

    void on_order_rejected(const ouch::OrderRejected& m) noexcept {
        const ClOrdId id = begin(m);
        if (is_unknown(id)) {
            return orders_.skip_ids_below({id.value + 1});  // refused in another process's time
        }
        report_.status = orders_.on_rejected(id);
        if (report_.status == oms::ReportStatus::Ok) {
            report_.rejection = {.by = oms::RejectedBy::Venue,
                                 .code = m.load_reason(),
                                 .instrument = report_.instrument,
                                 .id = id,
                                 .original = orders_.find(id)->predecessor};
        }
    }

    void on_cancel_reject(const ouch::CancelReject& m) noexcept {
        report_.status = orders_.on_cancel_rejected(begin(m));
    }

    void on_broken_trade(const ouch::BrokenTrade& m) noexcept {
        report_.status = orders_.on_broken(begin(m), {m.load_match_number()});
    }

    // A triggered stop and a reserve displayed again stand in the feed under another number.
    void on_order_priority_update(const ouch::OrderPriorityUpdate& m) noexcept {
        orders_.on_moved(begin(m), {m.load_order_reference_number()});
    }
    void on_order_restated(const ouch::OrderRestated& m, const ouch::Appendage& options) noexcept {
        const ClOrdId id = begin(m);
        if (const auto place = options.load<ouch::option::SecondaryOrdRefNum>()) {
            orders_.on_moved(id, {*place});
        }
    }

    /// We never request a modification, so one changes an order without our request.
    void on_order_modified(const ouch::OrderModified& m) noexcept {
        begin(m);
        report_.status = oms::ReportStatus::Mismatch;
    }

    void on_account_query_response(const ouch::AccountQueryResponse& m) noexcept {
        orders_.skip_ids_below({m.load_next_user_ref_num()});
        report_.is_account_answer = true;
    }

  private:
    /// For an order of an earlier process.
    [[nodiscard]] bool is_unknown(ClOrdId id) const noexcept {
        return !symbols_.empty() && orders_.find(id) == nullptr;
    }
    /// True when the order is one of ours, from here on or before.
    [[nodiscard]] bool take_over(const ouch::OrderAccepted& m) noexcept {
        const ClOrdId id{m.load_user_ref_num()};
        if (!is_unknown(id)) {
            return true;
        }
        const auto place = std::ranges::find(symbols_, m.load_symbol());
        if (place == symbols_.end()) {
            report_.status = oms::ReportStatus::UnknownInstrument;
            return false;
        }
        const bool is_ioc = m.load_time_in_force() == ouch::time_in_force::kIoc;
        return taken(orders_.take_over(
            oms::NewOrder{.id = id,
                          .instrument = {static_cast<std::uint16_t>(place - symbols_.begin())},
                          .side = ouch::to_side(m.load_side()),
                          .qty = {m.load_quantity()},
                          .price = ouch::to_price(m.load_price()),
                          .time_in_force = is_ioc ? TimeInForce::Ioc : TimeInForce::Day}));
    }
    [[nodiscard]] bool take_over(const ouch::OrderReplaced& m) noexcept {
        const ClOrdId id{m.load_user_ref_num()};
        const ClOrdId original{m.load_orig_user_ref_num()};
        if (!is_unknown(id)) {
            return true;
        }
        const oms::Order* replaced = orders_.find(original);
        const Qty executed = replaced == nullptr ? Qty{} : replaced->cum_qty;
        return taken(orders_.take_over(oms::ReplaceOrder{.original = original,
                                                         .id = id,
                                                         .qty = executed + Qty{m.load_quantity()},
                                                         .price = ouch::to_price(m.load_price())}));
    }
    [[nodiscard]] bool taken(bool is_taken) noexcept {
        report_.status = is_taken ? oms::ReportStatus::Ok : oms::ReportStatus::Mismatch;
        return is_taken;
    }

    ClOrdId begin(const auto& message) noexcept {
        const ClOrdId id{message.load_user_ref_num()};
        const oms::Order* order = orders_.find(id);
        report_.id = id;
        report_.instrument = order == nullptr ? InstrumentId{} : order->instrument;
        return id;
    }

    bool believe(bool is_plausible) noexcept {
        report_.decode = is_plausible ? wire::DecodeStatus::Ok : wire::DecodeStatus::Malformed;
        return is_plausible;
    }

    oms::Orders& orders_;
    Report& report_;
    std::span<const Symbol> symbols_;
};

}  // namespace

Report OuchGateway::on_message(Bytes message) noexcept {
    Report report;
    ReplyTranslator translator(
        orders_, report,
        is_recovering_ ? std::span<const Symbol>(symbols_) : std::span<const Symbol>());
    const wire::DecodeStatus decoded = ouch::decode_reply(message, translator);
    if (decoded != wire::DecodeStatus::Ok) {
        report.decode = decoded;
    }
    ++counters_.reports;
    counters_.unreadable_reports += report.decode == wire::DecodeStatus::Ok ? 0U : 1U;
    if (report.is_trouble() && !trouble_.is_trouble()) [[unlikely]] {
        trouble_ = report;
    }
    if (report.is_fill) {
        risk_.on_execution(report.fill.instrument);
        risk_.watch(orders_.account());
    }
    give_back_to_firm();
    return report;
}

}  // namespace hotpath::gateway
