#pragma once
/// Stock Directory and Stock Trading Action of an instrument of which only the symbol is known,
/// with a value of the specification in every field: what our venue publishes, and what a recording
/// without such messages gets.
///
/// Market tier and financial status are "not available". Locate and timestamp are the caller's.
/// Threads: any. Allocation: none. Complexity: O(1). Source: Nasdaq TotalView-ITCH 5.0
/// specification.

#include "hotpath/core/symbol.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::protocols::nasdaq::itch50 {

inline void fill_directory(StockDirectory& message, const Symbol& symbol) noexcept {
    message.store_stock(symbol);
    message.store_market_category(' ');
    message.store_financial_status_indicator(' ');
    message.store_round_lot_size(100);
    message.store_round_lots_only('N');
    message.store_issue_classification('C');
    message.store_issue_sub_type({'Z', ' '});
    message.store_authenticity('P');
    message.store_short_sale_threshold_indicator(' ');
    message.store_ipo_flag(' ');
    message.store_luld_reference_price_tier(' ');
    message.store_etp_flag(' ');
    message.store_inverse_indicator('N');
}

/// `state` is ITCH's code (trading_state::).
inline void fill_trading_action(StockTradingAction& message, const Symbol& symbol,
                                char state) noexcept {
    message.store_stock(symbol);
    message.store_trading_state(state);
    message.store_reserved(' ');
    message.store_reason({' ', ' ', ' ', ' '});
}

}  // namespace hotpath::protocols::nasdaq::itch50
