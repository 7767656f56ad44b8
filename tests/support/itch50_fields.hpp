#pragma once
/// Every field of every ITCH 5.0 message, by the specification's name: kFields<M>, and all
/// messages: kItch50Messages.
///
/// For tests that visit all fields (tables, vectors, round trips, dumps). A field left out here is
/// found by the test that the fields of a message cover each of its bytes once.

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/message_fields.hpp"

namespace hotpath::support {

template <class M>
constexpr auto itch50_fields(auto... own) {
    return std::array{field<&M::load_message_type, &M::store_message_type>("message_type"),
                      field<&M::load_stock_locate, &M::store_stock_locate>("stock_locate"),
                      field<&M::load_tracking_number, &M::store_tracking_number>("tracking_number"),
                      field<&M::load_timestamp, &M::store_timestamp>("timestamp"), own...};
}

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::SystemEvent> = [] {
    using M = protocols::nasdaq::itch50::SystemEvent;
    return itch50_fields<M>(field<&M::load_event_code, &M::store_event_code>("event_code"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::StockDirectory> = [] {
    using M = protocols::nasdaq::itch50::StockDirectory;
    return itch50_fields<M>(
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_market_category, &M::store_market_category>("market_category"),
        field<&M::load_financial_status_indicator, &M::store_financial_status_indicator>(
            "financial_status_indicator"),
        field<&M::load_round_lot_size, &M::store_round_lot_size>("round_lot_size"),
        field<&M::load_round_lots_only, &M::store_round_lots_only>("round_lots_only"),
        field<&M::load_issue_classification, &M::store_issue_classification>(
            "issue_classification"),
        field<&M::load_issue_sub_type, &M::store_issue_sub_type>("issue_sub_type"),
        field<&M::load_authenticity, &M::store_authenticity>("authenticity"),
        field<&M::load_short_sale_threshold_indicator, &M::store_short_sale_threshold_indicator>(
            "short_sale_threshold_indicator"),
        field<&M::load_ipo_flag, &M::store_ipo_flag>("ipo_flag"),
        field<&M::load_luld_reference_price_tier, &M::store_luld_reference_price_tier>(
            "luld_reference_price_tier"),
        field<&M::load_etp_flag, &M::store_etp_flag>("etp_flag"),
        field<&M::load_etp_leverage_factor, &M::store_etp_leverage_factor>("etp_leverage_factor"),
        field<&M::load_inverse_indicator, &M::store_inverse_indicator>("inverse_indicator"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::StockTradingAction> = [] {
    using M = protocols::nasdaq::itch50::StockTradingAction;
    return itch50_fields<M>(field<&M::load_stock, &M::store_stock>("stock"),
                            field<&M::load_trading_state, &M::store_trading_state>("trading_state"),
                            field<&M::load_reserved, &M::store_reserved>("reserved"),
                            field<&M::load_reason, &M::store_reason>("reason"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::RegShoRestriction> = [] {
    using M = protocols::nasdaq::itch50::RegShoRestriction;
    return itch50_fields<M>(
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_reg_sho_action, &M::store_reg_sho_action>("reg_sho_action"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::MarketParticipantPosition> = [] {
    using M = protocols::nasdaq::itch50::MarketParticipantPosition;
    return itch50_fields<M>(
        field<&M::load_mpid, &M::store_mpid>("mpid"),
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_primary_market_maker, &M::store_primary_market_maker>(
            "primary_market_maker"),
        field<&M::load_market_maker_mode, &M::store_market_maker_mode>("market_maker_mode"),
        field<&M::load_market_participant_state, &M::store_market_participant_state>(
            "market_participant_state"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::MwcbDeclineLevel> = [] {
    using M = protocols::nasdaq::itch50::MwcbDeclineLevel;
    return itch50_fields<M>(field<&M::load_level_1, &M::store_level_1>("level_1"),
                            field<&M::load_level_2, &M::store_level_2>("level_2"),
                            field<&M::load_level_3, &M::store_level_3>("level_3"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::MwcbStatus> = [] {
    using M = protocols::nasdaq::itch50::MwcbStatus;
    return itch50_fields<M>(
        field<&M::load_breached_level, &M::store_breached_level>("breached_level"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::QuotingPeriodUpdate> = [] {
    using M = protocols::nasdaq::itch50::QuotingPeriodUpdate;
    return itch50_fields<M>(
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_ipo_quotation_release_time, &M::store_ipo_quotation_release_time>(
            "ipo_quotation_release_time"),
        field<&M::load_ipo_quotation_release_qualifier, &M::store_ipo_quotation_release_qualifier>(
            "ipo_quotation_release_qualifier"),
        field<&M::load_ipo_price, &M::store_ipo_price>("ipo_price"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::LuldAuctionCollar> = [] {
    using M = protocols::nasdaq::itch50::LuldAuctionCollar;
    return itch50_fields<M>(
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_auction_collar_reference_price, &M::store_auction_collar_reference_price>(
            "auction_collar_reference_price"),
        field<&M::load_upper_auction_collar_price, &M::store_upper_auction_collar_price>(
            "upper_auction_collar_price"),
        field<&M::load_lower_auction_collar_price, &M::store_lower_auction_collar_price>(
            "lower_auction_collar_price"),
        field<&M::load_auction_collar_extension, &M::store_auction_collar_extension>(
            "auction_collar_extension"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::OperationalHalt> = [] {
    using M = protocols::nasdaq::itch50::OperationalHalt;
    return itch50_fields<M>(
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_market_code, &M::store_market_code>("market_code"),
        field<&M::load_operational_halt_action, &M::store_operational_halt_action>(
            "operational_halt_action"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::AddOrder> = [] {
    using M = protocols::nasdaq::itch50::AddOrder;
    return itch50_fields<M>(
        field<&M::load_order_reference_number, &M::store_order_reference_number>(
            "order_reference_number"),
        field<&M::load_buy_sell_indicator, &M::store_buy_sell_indicator>("buy_sell_indicator"),
        field<&M::load_shares, &M::store_shares>("shares"),
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_price, &M::store_price>("price"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::AddOrderMpid> = [] {
    using M = protocols::nasdaq::itch50::AddOrderMpid;
    return itch50_fields<M>(
        field<&M::load_order_reference_number, &M::store_order_reference_number>(
            "order_reference_number"),
        field<&M::load_buy_sell_indicator, &M::store_buy_sell_indicator>("buy_sell_indicator"),
        field<&M::load_shares, &M::store_shares>("shares"),
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_price, &M::store_price>("price"),
        field<&M::load_attribution, &M::store_attribution>("attribution"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::OrderExecuted> = [] {
    using M = protocols::nasdaq::itch50::OrderExecuted;
    return itch50_fields<M>(
        field<&M::load_order_reference_number, &M::store_order_reference_number>(
            "order_reference_number"),
        field<&M::load_executed_shares, &M::store_executed_shares>("executed_shares"),
        field<&M::load_match_number, &M::store_match_number>("match_number"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::OrderExecutedWithPrice> = [] {
    using M = protocols::nasdaq::itch50::OrderExecutedWithPrice;
    return itch50_fields<M>(
        field<&M::load_order_reference_number, &M::store_order_reference_number>(
            "order_reference_number"),
        field<&M::load_executed_shares, &M::store_executed_shares>("executed_shares"),
        field<&M::load_match_number, &M::store_match_number>("match_number"),
        field<&M::load_printable, &M::store_printable>("printable"),
        field<&M::load_execution_price, &M::store_execution_price>("execution_price"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::OrderCancel> = [] {
    using M = protocols::nasdaq::itch50::OrderCancel;
    return itch50_fields<M>(
        field<&M::load_order_reference_number, &M::store_order_reference_number>(
            "order_reference_number"),
        field<&M::load_cancelled_shares, &M::store_cancelled_shares>("cancelled_shares"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::OrderDelete> = [] {
    using M = protocols::nasdaq::itch50::OrderDelete;
    return itch50_fields<M>(
        field<&M::load_order_reference_number, &M::store_order_reference_number>(
            "order_reference_number"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::OrderReplace> = [] {
    using M = protocols::nasdaq::itch50::OrderReplace;
    return itch50_fields<M>(
        field<&M::load_original_order_reference_number, &M::store_original_order_reference_number>(
            "original_order_reference_number"),
        field<&M::load_new_order_reference_number, &M::store_new_order_reference_number>(
            "new_order_reference_number"),
        field<&M::load_shares, &M::store_shares>("shares"),
        field<&M::load_price, &M::store_price>("price"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::Trade> = [] {
    using M = protocols::nasdaq::itch50::Trade;
    return itch50_fields<M>(
        field<&M::load_order_reference_number, &M::store_order_reference_number>(
            "order_reference_number"),
        field<&M::load_buy_sell_indicator, &M::store_buy_sell_indicator>("buy_sell_indicator"),
        field<&M::load_shares, &M::store_shares>("shares"),
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_price, &M::store_price>("price"),
        field<&M::load_match_number, &M::store_match_number>("match_number"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::CrossTrade> = [] {
    using M = protocols::nasdaq::itch50::CrossTrade;
    return itch50_fields<M>(field<&M::load_shares, &M::store_shares>("shares"),
                            field<&M::load_stock, &M::store_stock>("stock"),
                            field<&M::load_cross_price, &M::store_cross_price>("cross_price"),
                            field<&M::load_match_number, &M::store_match_number>("match_number"),
                            field<&M::load_cross_type, &M::store_cross_type>("cross_type"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::BrokenTrade> = [] {
    using M = protocols::nasdaq::itch50::BrokenTrade;
    return itch50_fields<M>(field<&M::load_match_number, &M::store_match_number>("match_number"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::Noii> = [] {
    using M = protocols::nasdaq::itch50::Noii;
    return itch50_fields<M>(
        field<&M::load_paired_shares, &M::store_paired_shares>("paired_shares"),
        field<&M::load_imbalance_shares, &M::store_imbalance_shares>("imbalance_shares"),
        field<&M::load_imbalance_direction, &M::store_imbalance_direction>("imbalance_direction"),
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_far_price, &M::store_far_price>("far_price"),
        field<&M::load_near_price, &M::store_near_price>("near_price"),
        field<&M::load_current_reference_price, &M::store_current_reference_price>(
            "current_reference_price"),
        field<&M::load_cross_type, &M::store_cross_type>("cross_type"),
        field<&M::load_price_variation_indicator, &M::store_price_variation_indicator>(
            "price_variation_indicator"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::RetailPriceImprovement> = [] {
    using M = protocols::nasdaq::itch50::RetailPriceImprovement;
    return itch50_fields<M>(
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_interest_flag, &M::store_interest_flag>("interest_flag"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::itch50::DirectListingPriceDiscovery> = [] {
    using M = protocols::nasdaq::itch50::DirectListingPriceDiscovery;
    return itch50_fields<M>(
        field<&M::load_stock, &M::store_stock>("stock"),
        field<&M::load_open_eligibility_status, &M::store_open_eligibility_status>(
            "open_eligibility_status"),
        field<&M::load_minimum_allowable_price, &M::store_minimum_allowable_price>(
            "minimum_allowable_price"),
        field<&M::load_maximum_allowable_price, &M::store_maximum_allowable_price>(
            "maximum_allowable_price"),
        field<&M::load_near_execution_price, &M::store_near_execution_price>(
            "near_execution_price"),
        field<&M::load_near_execution_time, &M::store_near_execution_time>("near_execution_time"),
        field<&M::load_lower_price_range_collar, &M::store_lower_price_range_collar>(
            "lower_price_range_collar"),
        field<&M::load_upper_price_range_collar, &M::store_upper_price_range_collar>(
            "upper_price_range_collar"));
}();

inline constexpr auto kItch50Messages = message_types(protocols::nasdaq::itch50::Messages{});

}  // namespace hotpath::support
