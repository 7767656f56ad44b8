#pragma once
/// Every field of every ITCH 5.0 message, by the specification's name: kFields<M>.
///
/// For tests that visit all fields (tables, vectors, round trips, dumps). A field left out here is
/// found by the test that the fields of a message cover each of its bytes once.

#include "hotpath/wire/itch50/messages.hpp"
#include "tests/support/message_fields.hpp"

namespace hotpath::support {

template <class M>
constexpr auto itch50_fields(auto... own) {
    return std::tuple{field("message_type", &M::load_message_type, &M::store_message_type),
                      field("stock_locate", &M::load_stock_locate, &M::store_stock_locate),
                      field("tracking_number", &M::load_tracking_number, &M::store_tracking_number),
                      field("timestamp", &M::load_timestamp, &M::store_timestamp), own...};
}

template <>
inline constexpr auto kFields<wire::itch50::SystemEvent> = [] {
    using M = wire::itch50::SystemEvent;
    return itch50_fields<M>(field("event_code", &M::load_event_code, &M::store_event_code));
}();

template <>
inline constexpr auto kFields<wire::itch50::StockDirectory> = [] {
    using M = wire::itch50::StockDirectory;
    return itch50_fields<M>(
        field("stock", &M::load_stock, &M::store_stock),
        field("market_category", &M::load_market_category, &M::store_market_category),
        field("financial_status_indicator", &M::load_financial_status_indicator,
              &M::store_financial_status_indicator),
        field("round_lot_size", &M::load_round_lot_size, &M::store_round_lot_size),
        field("round_lots_only", &M::load_round_lots_only, &M::store_round_lots_only),
        field("issue_classification", &M::load_issue_classification,
              &M::store_issue_classification),
        field("issue_sub_type", &M::load_issue_sub_type, &M::store_issue_sub_type),
        field("authenticity", &M::load_authenticity, &M::store_authenticity),
        field("short_sale_threshold_indicator", &M::load_short_sale_threshold_indicator,
              &M::store_short_sale_threshold_indicator),
        field("ipo_flag", &M::load_ipo_flag, &M::store_ipo_flag),
        field("luld_reference_price_tier", &M::load_luld_reference_price_tier,
              &M::store_luld_reference_price_tier),
        field("etp_flag", &M::load_etp_flag, &M::store_etp_flag),
        field("etp_leverage_factor", &M::load_etp_leverage_factor, &M::store_etp_leverage_factor),
        field("inverse_indicator", &M::load_inverse_indicator, &M::store_inverse_indicator));
}();

template <>
inline constexpr auto kFields<wire::itch50::StockTradingAction> = [] {
    using M = wire::itch50::StockTradingAction;
    return itch50_fields<M>(field("stock", &M::load_stock, &M::store_stock),
                            field("trading_state", &M::load_trading_state, &M::store_trading_state),
                            field("reserved", &M::load_reserved, &M::store_reserved),
                            field("reason", &M::load_reason, &M::store_reason));
}();

template <>
inline constexpr auto kFields<wire::itch50::RegShoRestriction> = [] {
    using M = wire::itch50::RegShoRestriction;
    return itch50_fields<M>(
        field("stock", &M::load_stock, &M::store_stock),
        field("reg_sho_action", &M::load_reg_sho_action, &M::store_reg_sho_action));
}();

template <>
inline constexpr auto kFields<wire::itch50::MarketParticipantPosition> = [] {
    using M = wire::itch50::MarketParticipantPosition;
    return itch50_fields<M>(
        field("mpid", &M::load_mpid, &M::store_mpid),
        field("stock", &M::load_stock, &M::store_stock),
        field("primary_market_maker", &M::load_primary_market_maker,
              &M::store_primary_market_maker),
        field("market_maker_mode", &M::load_market_maker_mode, &M::store_market_maker_mode),
        field("market_participant_state", &M::load_market_participant_state,
              &M::store_market_participant_state));
}();

template <>
inline constexpr auto kFields<wire::itch50::MwcbDeclineLevel> = [] {
    using M = wire::itch50::MwcbDeclineLevel;
    return itch50_fields<M>(field("level_1", &M::load_level_1, &M::store_level_1),
                            field("level_2", &M::load_level_2, &M::store_level_2),
                            field("level_3", &M::load_level_3, &M::store_level_3));
}();

template <>
inline constexpr auto kFields<wire::itch50::MwcbStatus> = [] {
    using M = wire::itch50::MwcbStatus;
    return itch50_fields<M>(
        field("breached_level", &M::load_breached_level, &M::store_breached_level));
}();

template <>
inline constexpr auto kFields<wire::itch50::QuotingPeriodUpdate> = [] {
    using M = wire::itch50::QuotingPeriodUpdate;
    return itch50_fields<M>(
        field("stock", &M::load_stock, &M::store_stock),
        field("ipo_quotation_release_time", &M::load_ipo_quotation_release_time,
              &M::store_ipo_quotation_release_time),
        field("ipo_quotation_release_qualifier", &M::load_ipo_quotation_release_qualifier,
              &M::store_ipo_quotation_release_qualifier),
        field("ipo_price", &M::load_ipo_price, &M::store_ipo_price));
}();

template <>
inline constexpr auto kFields<wire::itch50::LuldAuctionCollar> = [] {
    using M = wire::itch50::LuldAuctionCollar;
    return itch50_fields<M>(
        field("stock", &M::load_stock, &M::store_stock),
        field("auction_collar_reference_price", &M::load_auction_collar_reference_price,
              &M::store_auction_collar_reference_price),
        field("upper_auction_collar_price", &M::load_upper_auction_collar_price,
              &M::store_upper_auction_collar_price),
        field("lower_auction_collar_price", &M::load_lower_auction_collar_price,
              &M::store_lower_auction_collar_price),
        field("auction_collar_extension", &M::load_auction_collar_extension,
              &M::store_auction_collar_extension));
}();

template <>
inline constexpr auto kFields<wire::itch50::OperationalHalt> = [] {
    using M = wire::itch50::OperationalHalt;
    return itch50_fields<M>(field("stock", &M::load_stock, &M::store_stock),
                            field("market_code", &M::load_market_code, &M::store_market_code),
                            field("operational_halt_action", &M::load_operational_halt_action,
                                  &M::store_operational_halt_action));
}();

template <>
inline constexpr auto kFields<wire::itch50::AddOrder> = [] {
    using M = wire::itch50::AddOrder;
    return itch50_fields<M>(
        field("order_reference_number", &M::load_order_reference_number,
              &M::store_order_reference_number),
        field("buy_sell_indicator", &M::load_buy_sell_indicator, &M::store_buy_sell_indicator),
        field("shares", &M::load_shares, &M::store_shares),
        field("stock", &M::load_stock, &M::store_stock),
        field("price", &M::load_price, &M::store_price));
}();

template <>
inline constexpr auto kFields<wire::itch50::AddOrderMpid> = [] {
    using M = wire::itch50::AddOrderMpid;
    return itch50_fields<M>(
        field("order_reference_number", &M::load_order_reference_number,
              &M::store_order_reference_number),
        field("buy_sell_indicator", &M::load_buy_sell_indicator, &M::store_buy_sell_indicator),
        field("shares", &M::load_shares, &M::store_shares),
        field("stock", &M::load_stock, &M::store_stock),
        field("price", &M::load_price, &M::store_price),
        field("attribution", &M::load_attribution, &M::store_attribution));
}();

template <>
inline constexpr auto kFields<wire::itch50::OrderExecuted> = [] {
    using M = wire::itch50::OrderExecuted;
    return itch50_fields<M>(
        field("order_reference_number", &M::load_order_reference_number,
              &M::store_order_reference_number),
        field("executed_shares", &M::load_executed_shares, &M::store_executed_shares),
        field("match_number", &M::load_match_number, &M::store_match_number));
}();

template <>
inline constexpr auto kFields<wire::itch50::OrderExecutedWithPrice> = [] {
    using M = wire::itch50::OrderExecutedWithPrice;
    return itch50_fields<M>(
        field("order_reference_number", &M::load_order_reference_number,
              &M::store_order_reference_number),
        field("executed_shares", &M::load_executed_shares, &M::store_executed_shares),
        field("match_number", &M::load_match_number, &M::store_match_number),
        field("printable", &M::load_printable, &M::store_printable),
        field("execution_price", &M::load_execution_price, &M::store_execution_price));
}();

template <>
inline constexpr auto kFields<wire::itch50::OrderCancel> = [] {
    using M = wire::itch50::OrderCancel;
    return itch50_fields<M>(
        field("order_reference_number", &M::load_order_reference_number,
              &M::store_order_reference_number),
        field("cancelled_shares", &M::load_cancelled_shares, &M::store_cancelled_shares));
}();

template <>
inline constexpr auto kFields<wire::itch50::OrderDelete> = [] {
    using M = wire::itch50::OrderDelete;
    return itch50_fields<M>(field("order_reference_number", &M::load_order_reference_number,
                                  &M::store_order_reference_number));
}();

template <>
inline constexpr auto kFields<wire::itch50::OrderReplace> = [] {
    using M = wire::itch50::OrderReplace;
    return itch50_fields<M>(
        field("original_order_reference_number", &M::load_original_order_reference_number,
              &M::store_original_order_reference_number),
        field("new_order_reference_number", &M::load_new_order_reference_number,
              &M::store_new_order_reference_number),
        field("shares", &M::load_shares, &M::store_shares),
        field("price", &M::load_price, &M::store_price));
}();

template <>
inline constexpr auto kFields<wire::itch50::Trade> = [] {
    using M = wire::itch50::Trade;
    return itch50_fields<M>(
        field("order_reference_number", &M::load_order_reference_number,
              &M::store_order_reference_number),
        field("buy_sell_indicator", &M::load_buy_sell_indicator, &M::store_buy_sell_indicator),
        field("shares", &M::load_shares, &M::store_shares),
        field("stock", &M::load_stock, &M::store_stock),
        field("price", &M::load_price, &M::store_price),
        field("match_number", &M::load_match_number, &M::store_match_number));
}();

template <>
inline constexpr auto kFields<wire::itch50::CrossTrade> = [] {
    using M = wire::itch50::CrossTrade;
    return itch50_fields<M>(field("shares", &M::load_shares, &M::store_shares),
                            field("stock", &M::load_stock, &M::store_stock),
                            field("cross_price", &M::load_cross_price, &M::store_cross_price),
                            field("match_number", &M::load_match_number, &M::store_match_number),
                            field("cross_type", &M::load_cross_type, &M::store_cross_type));
}();

template <>
inline constexpr auto kFields<wire::itch50::BrokenTrade> = [] {
    using M = wire::itch50::BrokenTrade;
    return itch50_fields<M>(field("match_number", &M::load_match_number, &M::store_match_number));
}();

template <>
inline constexpr auto kFields<wire::itch50::Noii> = [] {
    using M = wire::itch50::Noii;
    return itch50_fields<M>(
        field("paired_shares", &M::load_paired_shares, &M::store_paired_shares),
        field("imbalance_shares", &M::load_imbalance_shares, &M::store_imbalance_shares),
        field("imbalance_direction", &M::load_imbalance_direction, &M::store_imbalance_direction),
        field("stock", &M::load_stock, &M::store_stock),
        field("far_price", &M::load_far_price, &M::store_far_price),
        field("near_price", &M::load_near_price, &M::store_near_price),
        field("current_reference_price", &M::load_current_reference_price,
              &M::store_current_reference_price),
        field("cross_type", &M::load_cross_type, &M::store_cross_type),
        field("price_variation_indicator", &M::load_price_variation_indicator,
              &M::store_price_variation_indicator));
}();

template <>
inline constexpr auto kFields<wire::itch50::RetailPriceImprovement> = [] {
    using M = wire::itch50::RetailPriceImprovement;
    return itch50_fields<M>(
        field("stock", &M::load_stock, &M::store_stock),
        field("interest_flag", &M::load_interest_flag, &M::store_interest_flag));
}();

template <>
inline constexpr auto kFields<wire::itch50::DirectListingPriceDiscovery> = [] {
    using M = wire::itch50::DirectListingPriceDiscovery;
    return itch50_fields<M>(
        field("stock", &M::load_stock, &M::store_stock),
        field("open_eligibility_status", &M::load_open_eligibility_status,
              &M::store_open_eligibility_status),
        field("minimum_allowable_price", &M::load_minimum_allowable_price,
              &M::store_minimum_allowable_price),
        field("maximum_allowable_price", &M::load_maximum_allowable_price,
              &M::store_maximum_allowable_price),
        field("near_execution_price", &M::load_near_execution_price,
              &M::store_near_execution_price),
        field("near_execution_time", &M::load_near_execution_time, &M::store_near_execution_time),
        field("lower_price_range_collar", &M::load_lower_price_range_collar,
              &M::store_lower_price_range_collar),
        field("upper_price_range_collar", &M::load_upper_price_range_collar,
              &M::store_upper_price_range_collar));
}();

}  // namespace hotpath::support
