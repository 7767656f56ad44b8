#pragma once
/// Listeners that pass every message on to one generic callable, for tests that treat all alike.
///
///   Itch50Listener listener{[&]<class M>(const M& message) { count[M::kType] += 1; }};
///   decode(bytes, listener);
///
/// OUCH listeners call hear(message) or, where the message has one, hear(message, appendage).
/// Threads, allocation: the callable's. Tests only.

#include "hotpath/wire/itch50/messages.hpp"
#include "hotpath/wire/ouch50/appendage.hpp"
#include "hotpath/wire/ouch50/replies.hpp"
#include "hotpath/wire/ouch50/requests.hpp"

namespace hotpath::support {

template <class Hear>
struct Itch50Listener {
    Hear hear;

    void on_system_event(const wire::itch50::SystemEvent& m) { hear(m); }
    void on_stock_directory(const wire::itch50::StockDirectory& m) { hear(m); }
    void on_stock_trading_action(const wire::itch50::StockTradingAction& m) { hear(m); }
    void on_reg_sho_restriction(const wire::itch50::RegShoRestriction& m) { hear(m); }
    void on_market_participant_position(const wire::itch50::MarketParticipantPosition& m) {
        hear(m);
    }
    void on_mwcb_decline_level(const wire::itch50::MwcbDeclineLevel& m) { hear(m); }
    void on_mwcb_status(const wire::itch50::MwcbStatus& m) { hear(m); }
    void on_quoting_period_update(const wire::itch50::QuotingPeriodUpdate& m) { hear(m); }
    void on_luld_auction_collar(const wire::itch50::LuldAuctionCollar& m) { hear(m); }
    void on_operational_halt(const wire::itch50::OperationalHalt& m) { hear(m); }
    void on_add_order(const wire::itch50::AddOrder& m) { hear(m); }
    void on_add_order_mpid(const wire::itch50::AddOrderMpid& m) { hear(m); }
    void on_order_executed(const wire::itch50::OrderExecuted& m) { hear(m); }
    void on_order_executed_with_price(const wire::itch50::OrderExecutedWithPrice& m) { hear(m); }
    void on_order_cancel(const wire::itch50::OrderCancel& m) { hear(m); }
    void on_order_delete(const wire::itch50::OrderDelete& m) { hear(m); }
    void on_order_replace(const wire::itch50::OrderReplace& m) { hear(m); }
    void on_trade(const wire::itch50::Trade& m) { hear(m); }
    void on_cross_trade(const wire::itch50::CrossTrade& m) { hear(m); }
    void on_broken_trade(const wire::itch50::BrokenTrade& m) { hear(m); }
    void on_noii(const wire::itch50::Noii& m) { hear(m); }
    void on_retail_price_improvement(const wire::itch50::RetailPriceImprovement& m) { hear(m); }
    void on_direct_listing_price_discovery(const wire::itch50::DirectListingPriceDiscovery& m) {
        hear(m);
    }
};

template <class Hear>
struct Ouch50RequestListener {
    Hear hear;

    void on_enter_order(const wire::ouch50::EnterOrder& m, wire::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_replace_order_request(const wire::ouch50::ReplaceOrderRequest& m,
                                  wire::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_cancel_order_request(const wire::ouch50::CancelOrderRequest& m) { hear(m); }
    void on_modify_order_request(const wire::ouch50::ModifyOrderRequest& m) { hear(m); }
    void on_account_query_request(const wire::ouch50::AccountQueryRequest& m) { hear(m); }
};

template <class Hear>
struct Ouch50ReplyListener {
    Hear hear;

    void on_system_event(const wire::ouch50::SystemEvent& m) { hear(m); }
    void on_order_accepted(const wire::ouch50::OrderAccepted& m, wire::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_order_replaced(const wire::ouch50::OrderReplaced& m, wire::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_order_canceled(const wire::ouch50::OrderCanceled& m) { hear(m); }
    void on_aiq_canceled(const wire::ouch50::AiqCanceled& m) { hear(m); }
    void on_order_executed(const wire::ouch50::OrderExecuted& m, wire::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_broken_trade(const wire::ouch50::BrokenTrade& m) { hear(m); }
    void on_trade_correction(const wire::ouch50::TradeCorrection& m) { hear(m); }
    void on_order_rejected(const wire::ouch50::OrderRejected& m) { hear(m); }
    void on_cancel_pending(const wire::ouch50::CancelPending& m) { hear(m); }
    void on_cancel_reject(const wire::ouch50::CancelReject& m) { hear(m); }
    void on_order_priority_update(const wire::ouch50::OrderPriorityUpdate& m) { hear(m); }
    void on_order_modified(const wire::ouch50::OrderModified& m) { hear(m); }
    void on_order_restated(const wire::ouch50::OrderRestated& m, wire::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_account_query_response(const wire::ouch50::AccountQueryResponse& m) { hear(m); }
};

}  // namespace hotpath::support
