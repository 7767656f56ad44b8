#include "hotpath/gateway/ouch_gateway.hpp"
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
oms::Liquidity to_liquidity(char flag) noexcept {
    switch (flag) {
        case ouch::liquidity_flag::kAdded:
        case ouch::liquidity_flag::kNonDisplayedAdded:
            return oms::Liquidity::Added;
        case ouch::liquidity_flag::kRemoved:
            return oms::Liquidity::Removed;
        default:
            return oms::Liquidity::Other;
    }
}
bool is_qty(std::uint32_t qty) noexcept {
    return qty > 0 && qty <= ouch::kQuantityMax;
}

/// OUCH words in, our words out: the one place where replies are translated.
class ReplyTranslator : public ouch::NullReplyListener {
  public:
    ReplyTranslator(oms::Orders& orders, Report& report) noexcept
        : orders_(orders), report_(report) {}

    void on_order_accepted(const ouch::OrderAccepted& m, ouch::Appendage) noexcept {
        const ClOrdId id = begin(m);
        if (believe(is_price(m.load_price()) && is_qty(m.load_quantity()))) {
            report_.status =
                orders_.on_accepted({.id = id,
                                     .venue_id = {m.load_order_reference_number()},
                                     .qty = {m.load_quantity()},
                                     .price = ouch::to_price(m.load_price()),
                                     .is_dead = m.load_order_state() == ouch::order_state::kDead});
        }
    }

    void on_order_replaced(const ouch::OrderReplaced& m, ouch::Appendage) noexcept {
        const ClOrdId id = begin(m);
        if (believe(is_price(m.load_price()))) {
            report_.status =
                orders_.on_replaced({.original = {m.load_orig_user_ref_num()},
                                     .id = id,
                                     .venue_id = {m.load_order_reference_number()},
                                     .leaves_qty = {m.load_quantity()},
                                     .price = ouch::to_price(m.load_price()),
                                     .is_dead = m.load_order_state() == ouch::order_state::kDead});
        }
    }

    void on_order_executed(const ouch::OrderExecuted& m, ouch::Appendage) noexcept {
        const ClOrdId id = begin(m);
        if (believe(is_price(m.load_price()) && is_qty(m.load_quantity()))) {
            report_.status =
                orders_.on_executed({.id = id,
                                     .match = {m.load_match_number()},
                                     .qty = {m.load_quantity()},
                                     .price = ouch::to_price(m.load_price()),
                                     .liquidity = to_liquidity(m.load_liquidity_flag())},
                                    report_.fill);
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

    /// We never ask for a modification, so one changes an order behind our back.
    void on_order_modified(const ouch::OrderModified& m) noexcept {
        begin(m);
        report_.status = oms::ReportStatus::Mismatch;
    }

    void on_account_query_response(const ouch::AccountQueryResponse& m) noexcept {
        orders_.skip_ids_below({m.load_next_user_ref_num()});
        report_.is_account_answer = true;
    }

  private:
    ClOrdId begin(const auto& message) noexcept {
        const ClOrdId id{message.load_user_ref_num()};
        const oms::Order* order = orders_.find(id);
        report_.instrument = order == nullptr ? InstrumentId{} : order->instrument;
        return id;
    }

    bool believe(bool is_plausible) noexcept {
        report_.decode = is_plausible ? wire::DecodeStatus::Ok : wire::DecodeStatus::Malformed;
        return is_plausible;
    }

    oms::Orders& orders_;
    Report& report_;
};

}  // namespace

Report OuchGateway::on_message(Bytes message) noexcept {
    Report report;
    ReplyTranslator translator(orders_, report);
    const wire::DecodeStatus decoded = ouch::decode_reply(message, translator);
    if (decoded != wire::DecodeStatus::Ok) {
        report.decode = decoded;
    }
    ++counters_.reports;
    counters_.unreadable_reports += report.decode == wire::DecodeStatus::Ok ? 0U : 1U;
    if (report.is_fill) {
        risk_.on_execution(report.fill.instrument);
        risk_.watch(orders_.account());
    }
    return report;
}

}  // namespace hotpath::gateway
