#include "hotpath/protocols/nasdaq/venue/ouch_desk.hpp"

#include <cstdint>
#include <optional>
#include <variant>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/orders/report_outbox.hpp"
#include "hotpath/protocols/nasdaq/ouch50/appendage.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_options.hpp"

namespace hotpath::exchange {

namespace ouch50 = protocols::nasdaq::ouch50;

namespace {

// A letter or number of the venue is OUCH's, so that any letter a client sends comes back as it was.
static_assert(static_cast<char>(OrderSide::SellShortExempt) == ouch50::side::kSellShortExempt &&
              static_cast<char>(OrderSide::SellShort) == ouch50::side::kSellShort &&
              static_cast<char>(OrderSide::Sell) == ouch50::side::kSell &&
              static_cast<char>(OrderSide::Buy) == ouch50::side::kBuy);
static_assert(static_cast<char>(OrderLifetime::Day) == ouch50::time_in_force::kDay &&
              static_cast<char>(OrderLifetime::GoodTillCanceled) == ouch50::time_in_force::kGtc &&
              static_cast<char>(OrderLifetime::Immediate) == ouch50::time_in_force::kIoc &&
              static_cast<char>(OrderLifetime::ExtendedHours) == ouch50::time_in_force::kGtx);
static_assert(static_cast<char>(OrderDisplay::Visible) == ouch50::display::kVisible &&
              static_cast<char>(OrderDisplay::Hidden) == ouch50::display::kHidden &&
              static_cast<char>(OrderDisplay::Attributable) == ouch50::display::kAttributable);
static_assert(static_cast<char>(OrderCross::None) == ouch50::cross_type::kContinuousMarket &&
              static_cast<char>(OrderCross::Opening) == ouch50::cross_type::kOpening &&
              static_cast<char>(OrderCross::Closing) == ouch50::cross_type::kClosing &&
              static_cast<char>(OrderCross::HaltOrIpo) == ouch50::cross_type::kHaltOrIpo);
static_assert(static_cast<char>(OrderPeg::None) == ouch50::price_type::kLimit &&
              static_cast<char>(OrderPeg::Midpoint) == ouch50::price_type::kMidpointPeg &&
              static_cast<char>(OrderPeg::Primary) == ouch50::price_type::kPrimaryPeg &&
              static_cast<char>(OrderPostOnly::No) == ouch50::post_only::kNo &&
              static_cast<char>(OrderPostOnly::Yes) == ouch50::post_only::kPostOnly);

[[nodiscard]] char aiq_strategy_of(match::SelfTrade choice) noexcept {
    switch (choice) {
        case match::SelfTrade::CancelNewest:
            break;
        case match::SelfTrade::CancelOldest:
            return ouch50::aiq_strategy::kCancelOldest;
        case match::SelfTrade::Decrement:
            return ouch50::aiq_strategy::kDecrementBoth;
    }
    return ouch50::aiq_strategy::kCancelNewest;
}

}  // namespace

/// One message while it is carried out.
class OuchDesk::RequestReader : public ouch50::NullRequestListener {
  public:
    using Kind = OrderRequest::Kind;

    RequestReader(const OuchDesk& desk, SessionId session, Time now, RejectReason refusal,
                  Exchange& exchange) noexcept
        : desk_(desk), session_(session), now_(now), refusal_(refusal), exchange_(exchange) {}

    void on_enter_order(const ouch50::EnterOrder& m, const ouch50::Appendage& options) noexcept {
        apply({.kind = Kind::Enter,
               .number = {m.load_user_ref_num()},
               .original = {},
               .symbol = m.load_symbol(),
               .qty = {m.load_quantity()},
               .price = ouch50::to_price(m.load_price()),
               .terms = {.side = static_cast<OrderSide>(m.load_side()),
                         .lifetime = static_cast<OrderLifetime>(m.load_time_in_force()),
                         .display = static_cast<OrderDisplay>(m.load_display()),
                         .capacity = static_cast<OrderCapacity>(m.load_capacity()),
                         .sweep = static_cast<SweepEligibility>(m.load_iso_eligibility()),
                         .cross = static_cast<OrderCross>(m.load_cross_type()),
                         .text = m.load_cl_ord_id()},
               .options = options_in(options)});
    }
    void on_replace_order_request(const ouch50::ReplaceOrderRequest& m,
                                  const ouch50::Appendage& options) noexcept {
        apply({.kind = Kind::Replace,
               .number = {m.load_user_ref_num()},
               .original = {m.load_orig_user_ref_num()},
               .qty = {m.load_quantity()},
               .price = ouch50::to_price(m.load_price()),
               .terms = {.lifetime = static_cast<OrderLifetime>(m.load_time_in_force()),
                         .display = static_cast<OrderDisplay>(m.load_display()),
                         .sweep = static_cast<SweepEligibility>(m.load_iso_eligibility()),
                         .text = m.load_cl_ord_id()},
               .options = options_in(options)});
    }
    void on_cancel_order_request(const ouch50::CancelOrderRequest& m) noexcept {
        apply(
            {.kind = Kind::Reduce, .number = {m.load_user_ref_num()}, .qty = {m.load_quantity()}});
    }
    void on_modify_order_request(const ouch50::ModifyOrderRequest& m) noexcept {
        apply({.kind = Kind::Modify,
               .number = {m.load_user_ref_num()},
               .qty = {m.load_quantity()},
               .terms = {.side = static_cast<OrderSide>(m.load_side())}});
    }
    void on_account_query_request(const ouch50::AccountQueryRequest&) noexcept {
        apply({.kind = Kind::AskNumber});
    }

  private:
    /// Most requests have none.
    [[nodiscard]] std::optional<OrderOptions> options_in(
        const ouch50::Appendage& appendage) const noexcept {
        return appendage.empty() ? std::nullopt
                                 : std::optional(options_of(appendage, desk_.takes_extensions_));
    }
    void apply(const OrderRequest& request) noexcept {
        exchange_.apply(session_, request, now_, refusal_);
    }

    const OuchDesk& desk_;
    SessionId session_;
    Time now_;
    RejectReason refusal_;
    Exchange& exchange_;
};

/// One report as an OUCH message.
class OuchDesk::ReportWriter {
  public:
    ReportWriter(ReplyOutbox& replies, const OrderReport& report) noexcept
        : replies_(replies), session_(report.session), time_(report.time) {}

    void operator()(const report::Accepted& accepted) const noexcept {
        write_terms<ouch50::OrderAccepted>(accepted, [](const auto&) {});
    }
    void operator()(const report::Replaced& replaced) const noexcept {
        write_terms<ouch50::OrderReplaced>(replaced.by, [&](ouch50::OrderReplaced& m) {
            m.store_orig_user_ref_num(replaced.original.value);
        });
    }
    void operator()(const report::Executed& executed) const noexcept {
        auto& m = write<ouch50::OrderExecuted>(executed.number);
        m.store_quantity(executed.qty.value);
        m.store_price(ouch50::to_long_price4(executed.price));
        m.store_liquidity_flag(static_cast<char>(executed.liquidity));
        m.store_match_number(executed.match.value);
    }
    void operator()(const report::Canceled& canceled) const noexcept {
        auto& m = write<ouch50::OrderCanceled>(canceled.number);
        m.store_quantity(canceled.qty.value);
        m.store_reason(static_cast<char>(canceled.reason));
    }
    void operator()(const report::Prevented& prevented) const noexcept {
        auto& m = write<ouch50::AiqCanceled>(prevented.number);
        m.store_decrement_shares(prevented.qty.value);
        m.store_reason(ouch50::cancel_reason::kSelfMatchPrevention);
        m.store_quantity_prevented(prevented.qty_prevented.value);
        m.store_execution_price(ouch50::to_long_price4(prevented.price));
        m.store_liquidity_flag(static_cast<char>(prevented.liquidity));
        m.store_aiq_strategy(aiq_strategy_of(prevented.choice));
    }
    void operator()(const report::Modified& modified) const noexcept {
        auto& m = write<ouch50::OrderModified>(modified.number);
        m.store_side(static_cast<char>(modified.side));
        m.store_quantity(modified.qty.value);
    }
    void operator()(const report::Moved& moved) const noexcept {
        if (moved.is_refreshed) {
            return write_refresh(moved);
        }
        auto& m = write<ouch50::OrderPriorityUpdate>(moved.number);
        m.store_price(ouch50::to_long_price4(moved.price));
        m.store_display(static_cast<char>(moved.display));
        m.store_order_reference_number(moved.place.value);
    }
    void operator()(const report::Rejected& rejected) const noexcept {
        auto& m = write<ouch50::OrderRejected>(rejected.number);
        m.store_reason(static_cast<std::uint16_t>(rejected.reason));
        m.store_cl_ord_id(rejected.text);
    }
    void operator()(const report::Amended& amended) const noexcept {
        if (amended.is_broken) {
            store_amendment(write<ouch50::BrokenTrade>(amended.number), amended);
            return;
        }
        auto& m = write<ouch50::TradeCorrection>(amended.number);
        store_amendment(m, amended);
        m.store_quantity(amended.qty.value);
        m.store_price(ouch50::to_long_price4(amended.price));
        m.store_liquidity_flag(static_cast<char>(amended.liquidity));
    }
    void operator()(const report::NextNumber& next) const noexcept {
        begin<ouch50::AccountQueryResponse>().store_next_user_ref_num(next.number.value);
    }
    void operator()(report::DayChange change) const noexcept {
        begin<ouch50::SystemEvent>().store_event_code(
            change.is_end ? ouch50::event_code::kEndOfDay : ouch50::event_code::kStartOfDay);
    }

  private:
    template <class Message>
    [[nodiscard]] Message& begin() const noexcept {
        Message& m = replies_.append<Message>(session_);
        m.store_timestamp(static_cast<std::uint64_t>(time_.value));
        return m;
    }
    /// About the order of this number.
    template <class Message>
    [[nodiscard]] Message& write(ClOrdId number) const noexcept {
        Message& m = begin<Message>();
        m.store_user_ref_num(number.value);
        return m;
    }
    [[gnu::noinline]] void write_refresh(const report::Moved& moved) const noexcept {
        ouch50::WithAppendage<ouch50::OrderRestated> restated;
        restated.message().store_timestamp(static_cast<std::uint64_t>(time_.value));
        restated.message().store_user_ref_num(moved.number.value);
        restated.message().store_reason(ouch50::restate_reason::kRefresh);
        restated.append<ouch50::option::SecondaryOrdRefNum>(moved.place.value);
        restated.append<ouch50::option::DisplayQuantity>(moved.shown.value);
        replies_.append(session_, restated.bytes());
    }
    /// Fields of Broken Trade and Trade Correction.
    template <class Message>
    static void store_amendment(Message& m, const report::Amended& amended) noexcept {
        m.store_match_number(amended.match.value);
        m.store_reason(static_cast<char>(amended.reason));
        m.store_cl_ord_id(amended.text);
    }
    /// Order Accepted or Order Replaced; fill(Message&) stores what the other has not.
    template <class Message, class Fill>
    void write_terms(const report::Accepted& accepted, Fill&& fill) const noexcept {
        if (!accepted.options && accepted.order.firm == Attribution{}) [[likely]] {
            Message& m = replies_.append<Message>(session_);
            fill(m);
            return store_terms(m, accepted);
        }
        write_terms_and_options<Message>(accepted, fill);
    }
    /// It stands apart, because it needs room on the stack that no other message does.
    template <class Message, class Fill>
    [[gnu::noinline]] void write_terms_and_options(const report::Accepted& accepted,
                                                   Fill&& fill) const noexcept {
        ouch50::WithAppendage<Message> reply;
        fill(reply.message());
        store_terms(reply.message(), accepted);
        echo(accepted, reply);
        replies_.append(session_, reply.bytes());
    }
    template <class Message>
    void store_terms(Message& m, const report::Accepted& accepted) const noexcept {
        const SessionOrder& order = accepted.order;
        m.store_timestamp(static_cast<std::uint64_t>(time_.value));
        m.store_user_ref_num(order.user_ref_num.value);
        m.store_side(static_cast<char>(order.terms.side));
        m.store_quantity(order.leaves_qty().value);
        m.store_symbol(accepted.symbol);
        m.store_price(ouch50::to_long_price4(order.price));
        m.store_time_in_force(static_cast<char>(order.terms.lifetime));
        m.store_display(static_cast<char>(order.terms.display));
        m.store_order_reference_number(order.id.value);
        m.store_capacity(static_cast<char>(order.terms.capacity));
        m.store_iso_eligibility(static_cast<char>(order.terms.sweep));
        m.store_cross_type(static_cast<char>(order.terms.cross));
        m.store_order_state(ouch50::order_state::kLive);
        m.store_cl_ord_id(order.terms.text);
    }

    ReplyOutbox& replies_;
    SessionId session_;
    Time time_;
};

OuchDesk::OuchDesk(const ExchangeOptions& options)
    : takes_extensions_(options.takes_extensions), replies_(reports_of_input_max(options)) {}

void OuchDesk::on_message(SessionId session, Bytes message, RejectReason refusal, Time now,
                          Exchange& exchange) noexcept {
    RequestReader reader(*this, session, now, refusal, exchange);
    if (ouch50::decode_request(message, reader) != protocols::DecodeStatus::Ok) {
        exchange.count_malformed();
    }
}

void OuchDesk::translate(std::span<const OrderReport> reports) noexcept {
    HOTPATH_ASSERT_HOT(translated_ <= reports.size(), "clear the desk with the exchange's reports");
    for (const OrderReport& report : reports.subspan(translated_)) {
        std::visit(ReportWriter(replies_, report), report.event);
    }
    translated_ = reports.size();
}

}  // namespace hotpath::exchange
