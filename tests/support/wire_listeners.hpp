#pragma once
/// Listeners that pass every message on to one generic callable, for tests that treat all alike.
///
///   Itch50Listener listener{[&]<class M>(const M& message) { count[M::kType] += 1; }};
///   decode(bytes, listener);
///
/// OUCH listeners call hear(message) or, where the message has one, hear(message, appendage).
/// Threads, allocation: the callable's. Tests only.

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/ouch50/appendage.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"

namespace hotpath::support {

template <class Hear>
struct Itch50Listener {
    Hear hear;

    void on_system_event(const protocols::nasdaq::itch50::SystemEvent& m) { hear(m); }
    void on_stock_directory(const protocols::nasdaq::itch50::StockDirectory& m) { hear(m); }
    void on_stock_trading_action(const protocols::nasdaq::itch50::StockTradingAction& m) {
        hear(m);
    }
    void on_reg_sho_restriction(const protocols::nasdaq::itch50::RegShoRestriction& m) { hear(m); }
    void on_market_participant_position(
        const protocols::nasdaq::itch50::MarketParticipantPosition& m) {
        hear(m);
    }
    void on_mwcb_decline_level(const protocols::nasdaq::itch50::MwcbDeclineLevel& m) { hear(m); }
    void on_mwcb_status(const protocols::nasdaq::itch50::MwcbStatus& m) { hear(m); }
    void on_quoting_period_update(const protocols::nasdaq::itch50::QuotingPeriodUpdate& m) {
        hear(m);
    }
    void on_luld_auction_collar(const protocols::nasdaq::itch50::LuldAuctionCollar& m) { hear(m); }
    void on_operational_halt(const protocols::nasdaq::itch50::OperationalHalt& m) { hear(m); }
    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) { hear(m); }
    void on_add_order_mpid(const protocols::nasdaq::itch50::AddOrderMpid& m) { hear(m); }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) { hear(m); }
    void on_order_executed_with_price(const protocols::nasdaq::itch50::OrderExecutedWithPrice& m) {
        hear(m);
    }
    void on_order_cancel(const protocols::nasdaq::itch50::OrderCancel& m) { hear(m); }
    void on_order_delete(const protocols::nasdaq::itch50::OrderDelete& m) { hear(m); }
    void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) { hear(m); }
    void on_trade(const protocols::nasdaq::itch50::Trade& m) { hear(m); }
    void on_cross_trade(const protocols::nasdaq::itch50::CrossTrade& m) { hear(m); }
    void on_broken_trade(const protocols::nasdaq::itch50::BrokenTrade& m) { hear(m); }
    void on_noii(const protocols::nasdaq::itch50::Noii& m) { hear(m); }
    void on_retail_price_improvement(const protocols::nasdaq::itch50::RetailPriceImprovement& m) {
        hear(m);
    }
    void on_direct_listing_price_discovery(
        const protocols::nasdaq::itch50::DirectListingPriceDiscovery& m) {
        hear(m);
    }
};

template <class Hear>
struct Ouch50RequestListener {
    Hear hear;

    void on_enter_order(const protocols::nasdaq::ouch50::EnterOrder& m,
                        protocols::nasdaq::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_replace_order_request(const protocols::nasdaq::ouch50::ReplaceOrderRequest& m,
                                  protocols::nasdaq::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_cancel_order_request(const protocols::nasdaq::ouch50::CancelOrderRequest& m) {
        hear(m);
    }
    void on_modify_order_request(const protocols::nasdaq::ouch50::ModifyOrderRequest& m) {
        hear(m);
    }
    void on_account_query_request(const protocols::nasdaq::ouch50::AccountQueryRequest& m) {
        hear(m);
    }
};

template <class Hear>
struct Ouch50ReplyListener {
    Hear hear;

    void on_system_event(const protocols::nasdaq::ouch50::SystemEvent& m) { hear(m); }
    void on_order_accepted(const protocols::nasdaq::ouch50::OrderAccepted& m,
                           protocols::nasdaq::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_order_replaced(const protocols::nasdaq::ouch50::OrderReplaced& m,
                           protocols::nasdaq::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_order_canceled(const protocols::nasdaq::ouch50::OrderCanceled& m) { hear(m); }
    void on_aiq_canceled(const protocols::nasdaq::ouch50::AiqCanceled& m) { hear(m); }
    void on_order_executed(const protocols::nasdaq::ouch50::OrderExecuted& m,
                           protocols::nasdaq::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_broken_trade(const protocols::nasdaq::ouch50::BrokenTrade& m) { hear(m); }
    void on_trade_correction(const protocols::nasdaq::ouch50::TradeCorrection& m) { hear(m); }
    void on_order_rejected(const protocols::nasdaq::ouch50::OrderRejected& m) { hear(m); }
    void on_cancel_pending(const protocols::nasdaq::ouch50::CancelPending& m) { hear(m); }
    void on_cancel_reject(const protocols::nasdaq::ouch50::CancelReject& m) { hear(m); }
    void on_order_priority_update(const protocols::nasdaq::ouch50::OrderPriorityUpdate& m) {
        hear(m);
    }
    void on_order_modified(const protocols::nasdaq::ouch50::OrderModified& m) { hear(m); }
    void on_order_restated(const protocols::nasdaq::ouch50::OrderRestated& m,
                           protocols::nasdaq::ouch50::Appendage a) {
        hear(m, a);
    }
    void on_account_query_response(const protocols::nasdaq::ouch50::AccountQueryResponse& m) {
        hear(m);
    }
};

}  // namespace hotpath::support
