#pragma once
/// Decodes one ITCH 5.0 message and calls the listener's function for it.
///
///   struct Volume : itch50::NullListener {
///       void on_order_executed(const OrderExecuted& m) { shares += m.load_executed_shares(); }
///       std::uint64_t shares = 0;
///   };
///
/// The length must be exactly the type's; values are not checked. The message is a view into the
/// bytes given and lives as long as they do. Calls are bound at compile time: a listener's empty
/// function costs nothing, and what the listener does is inlined into the switch.
/// Threads: any. Allocation: none. Complexity: one switch, one comparison.

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::protocols::nasdaq::itch50 {

/// A listener that ignores every message. Derive from it and redefine the functions of the messages
/// needed.
struct NullListener {
    void on_system_event(const SystemEvent&) noexcept {}
    void on_stock_directory(const StockDirectory&) noexcept {}
    void on_stock_trading_action(const StockTradingAction&) noexcept {}
    void on_reg_sho_restriction(const RegShoRestriction&) noexcept {}
    void on_market_participant_position(const MarketParticipantPosition&) noexcept {}
    void on_mwcb_decline_level(const MwcbDeclineLevel&) noexcept {}
    void on_mwcb_status(const MwcbStatus&) noexcept {}
    void on_quoting_period_update(const QuotingPeriodUpdate&) noexcept {}
    void on_luld_auction_collar(const LuldAuctionCollar&) noexcept {}
    void on_operational_halt(const OperationalHalt&) noexcept {}
    void on_add_order(const AddOrder&) noexcept {}
    void on_add_order_mpid(const AddOrderMpid&) noexcept {}
    void on_order_executed(const OrderExecuted&) noexcept {}
    void on_order_executed_with_price(const OrderExecutedWithPrice&) noexcept {}
    void on_order_cancel(const OrderCancel&) noexcept {}
    void on_order_delete(const OrderDelete&) noexcept {}
    void on_order_replace(const OrderReplace&) noexcept {}
    void on_trade(const Trade&) noexcept {}
    void on_cross_trade(const CrossTrade&) noexcept {}
    void on_broken_trade(const BrokenTrade&) noexcept {}
    void on_noii(const Noii&) noexcept {}
    void on_retail_price_improvement(const RetailPriceImprovement&) noexcept {}
    void on_direct_listing_price_discovery(const DirectListingPriceDiscovery&) noexcept {}
};

namespace detail {

// clang-format off: one line a message
void dispatch(auto& l, const SystemEvent& m) { l.on_system_event(m); }
void dispatch(auto& l, const StockDirectory& m) { l.on_stock_directory(m); }
void dispatch(auto& l, const StockTradingAction& m) { l.on_stock_trading_action(m); }
void dispatch(auto& l, const RegShoRestriction& m) { l.on_reg_sho_restriction(m); }
void dispatch(auto& l, const MarketParticipantPosition& m) { l.on_market_participant_position(m); }
void dispatch(auto& l, const MwcbDeclineLevel& m) { l.on_mwcb_decline_level(m); }
void dispatch(auto& l, const MwcbStatus& m) { l.on_mwcb_status(m); }
void dispatch(auto& l, const QuotingPeriodUpdate& m) { l.on_quoting_period_update(m); }
void dispatch(auto& l, const LuldAuctionCollar& m) { l.on_luld_auction_collar(m); }
void dispatch(auto& l, const OperationalHalt& m) { l.on_operational_halt(m); }
void dispatch(auto& l, const AddOrder& m) { l.on_add_order(m); }
void dispatch(auto& l, const AddOrderMpid& m) { l.on_add_order_mpid(m); }
void dispatch(auto& l, const OrderExecuted& m) { l.on_order_executed(m); }
void dispatch(auto& l, const OrderExecutedWithPrice& m) { l.on_order_executed_with_price(m); }
void dispatch(auto& l, const OrderCancel& m) { l.on_order_cancel(m); }
void dispatch(auto& l, const OrderDelete& m) { l.on_order_delete(m); }
void dispatch(auto& l, const OrderReplace& m) { l.on_order_replace(m); }
void dispatch(auto& l, const Trade& m) { l.on_trade(m); }
void dispatch(auto& l, const CrossTrade& m) { l.on_cross_trade(m); }
void dispatch(auto& l, const BrokenTrade& m) { l.on_broken_trade(m); }
void dispatch(auto& l, const Noii& m) { l.on_noii(m); }
void dispatch(auto& l, const RetailPriceImprovement& m) { l.on_retail_price_improvement(m); }
void dispatch(auto& l, const DirectListingPriceDiscovery& m) { l.on_direct_listing_price_discovery(m); }
// clang-format on

template <class M>
[[nodiscard, gnu::always_inline]] inline DecodeStatus deliver(Bytes message, auto& listener) {
    if (message.size() != M::kLength) [[unlikely]] {
        return compare_length(message.size(), M::kLength);
    }
    dispatch(listener, M::at(message.data()));
    return DecodeStatus::Ok;
}

}  // namespace detail

/// Calls the listener's function for this message if the result is Ok. Inlined, so that a caller's
/// loop contains the switch and keeps its values in registers.
template <class Listener>
[[nodiscard, gnu::always_inline]] inline DecodeStatus decode(Bytes message, Listener& listener) {
    using detail::deliver;
    if (message.empty()) {
        return DecodeStatus::Truncated;
    }
    switch (std::to_integer<char>(message.front())) {
        case SystemEvent::kType:
            return deliver<SystemEvent>(message, listener);
        case StockDirectory::kType:
            return deliver<StockDirectory>(message, listener);
        case StockTradingAction::kType:
            return deliver<StockTradingAction>(message, listener);
        case RegShoRestriction::kType:
            return deliver<RegShoRestriction>(message, listener);
        case MarketParticipantPosition::kType:
            return deliver<MarketParticipantPosition>(message, listener);
        case MwcbDeclineLevel::kType:
            return deliver<MwcbDeclineLevel>(message, listener);
        case MwcbStatus::kType:
            return deliver<MwcbStatus>(message, listener);
        case QuotingPeriodUpdate::kType:
            return deliver<QuotingPeriodUpdate>(message, listener);
        case LuldAuctionCollar::kType:
            return deliver<LuldAuctionCollar>(message, listener);
        case OperationalHalt::kType:
            return deliver<OperationalHalt>(message, listener);
        case AddOrder::kType:
            return deliver<AddOrder>(message, listener);
        case AddOrderMpid::kType:
            return deliver<AddOrderMpid>(message, listener);
        case OrderExecuted::kType:
            return deliver<OrderExecuted>(message, listener);
        case OrderExecutedWithPrice::kType:
            return deliver<OrderExecutedWithPrice>(message, listener);
        case OrderCancel::kType:
            return deliver<OrderCancel>(message, listener);
        case OrderDelete::kType:
            return deliver<OrderDelete>(message, listener);
        case OrderReplace::kType:
            return deliver<OrderReplace>(message, listener);
        case Trade::kType:
            return deliver<Trade>(message, listener);
        case CrossTrade::kType:
            return deliver<CrossTrade>(message, listener);
        case BrokenTrade::kType:
            return deliver<BrokenTrade>(message, listener);
        case Noii::kType:
            return deliver<Noii>(message, listener);
        case RetailPriceImprovement::kType:
            return deliver<RetailPriceImprovement>(message, listener);
        case DirectListingPriceDiscovery::kType:
            return deliver<DirectListingPriceDiscovery>(message, listener);
        default:
            return DecodeStatus::UnknownType;
    }
}

}  // namespace hotpath::protocols::nasdaq::itch50
