#pragma once
/// Every field of the three layouts of DBN's instrument definitions: kDbnFields<M> of them.
///
/// Included by dbn_fields.hpp alone, which has the rest. Threads: constants. Allocation: none. Tests
/// only.

#include "hotpath/protocols/dbn/definitions.hpp"
#include "tests/support/dbn_field.hpp"

namespace hotpath::support {

template <>
inline constexpr auto kDbnFields<protocols::dbn::InstrumentDefMsgV1> = [] {
    using M = protocols::dbn::InstrumentDefMsgV1;
    return dbn_fields<M>(
        dbn_field<&M::load_ts_recv, &M::store_ts_recv>("ts_recv"),
        dbn_field<&M::load_min_price_increment, &M::store_min_price_increment>(
            "min_price_increment"),
        dbn_field<&M::load_display_factor, &M::store_display_factor>("display_factor"),
        dbn_field<&M::load_expiration, &M::store_expiration>("expiration"),
        dbn_field<&M::load_activation, &M::store_activation>("activation"),
        dbn_field<&M::load_high_limit_price, &M::store_high_limit_price>("high_limit_price"),
        dbn_field<&M::load_low_limit_price, &M::store_low_limit_price>("low_limit_price"),
        dbn_field<&M::load_max_price_variation, &M::store_max_price_variation>(
            "max_price_variation"),
        dbn_field<&M::load_trading_reference_price, &M::store_trading_reference_price>(
            "trading_reference_price"),
        dbn_field<&M::load_unit_of_measure_qty, &M::store_unit_of_measure_qty>(
            "unit_of_measure_qty"),
        dbn_field<&M::load_min_price_increment_amount, &M::store_min_price_increment_amount>(
            "min_price_increment_amount"),
        dbn_field<&M::load_price_ratio, &M::store_price_ratio>("price_ratio"),
        dbn_field<&M::load_inst_attrib_value, &M::store_inst_attrib_value>("inst_attrib_value"),
        dbn_field<&M::load_underlying_id, &M::store_underlying_id>("underlying_id"),
        dbn_field<&M::load_raw_instrument_id, &M::store_raw_instrument_id>("raw_instrument_id"),
        dbn_field<&M::load_market_depth_implied, &M::store_market_depth_implied>(
            "market_depth_implied"),
        dbn_field<&M::load_market_depth, &M::store_market_depth>("market_depth"),
        dbn_field<&M::load_market_segment_id, &M::store_market_segment_id>("market_segment_id"),
        dbn_field<&M::load_max_trade_vol, &M::store_max_trade_vol>("max_trade_vol"),
        dbn_field<&M::load_min_lot_size, &M::store_min_lot_size>("min_lot_size"),
        dbn_field<&M::load_min_lot_size_block, &M::store_min_lot_size_block>("min_lot_size_block"),
        dbn_field<&M::load_min_lot_size_round_lot, &M::store_min_lot_size_round_lot>(
            "min_lot_size_round_lot"),
        dbn_field<&M::load_min_trade_vol, &M::store_min_trade_vol>("min_trade_vol"),
        dbn_field<&M::load_reserved2, &M::store_reserved2>("reserved2"),
        dbn_field<&M::load_contract_multiplier, &M::store_contract_multiplier>(
            "contract_multiplier"),
        dbn_field<&M::load_decay_quantity, &M::store_decay_quantity>("decay_quantity"),
        dbn_field<&M::load_original_contract_size, &M::store_original_contract_size>(
            "original_contract_size"),
        dbn_field<&M::load_reserved3, &M::store_reserved3>("reserved3"),
        dbn_field<&M::load_trading_reference_date, &M::store_trading_reference_date>(
            "trading_reference_date"),
        dbn_field<&M::load_appl_id, &M::store_appl_id>("appl_id"),
        dbn_field<&M::load_maturity_year, &M::store_maturity_year>("maturity_year"),
        dbn_field<&M::load_decay_start_date, &M::store_decay_start_date>("decay_start_date"),
        dbn_field<&M::load_channel_id, &M::store_channel_id>("channel_id"),
        dbn_field<&M::load_currency, &M::store_currency>("currency"),
        dbn_field<&M::load_settl_currency, &M::store_settl_currency>("settl_currency"),
        dbn_field<&M::load_secsubtype, &M::store_secsubtype>("secsubtype"),
        dbn_field<&M::load_raw_symbol, &M::store_raw_symbol>("raw_symbol"),
        dbn_field<&M::load_group, &M::store_group>("group"),
        dbn_field<&M::load_exchange, &M::store_exchange>("exchange"),
        dbn_field<&M::load_asset, &M::store_asset>("asset"),
        dbn_field<&M::load_cfi, &M::store_cfi>("cfi"),
        dbn_field<&M::load_security_type, &M::store_security_type>("security_type"),
        dbn_field<&M::load_unit_of_measure, &M::store_unit_of_measure>("unit_of_measure"),
        dbn_field<&M::load_underlying, &M::store_underlying>("underlying"),
        dbn_field<&M::load_strike_price_currency, &M::store_strike_price_currency>(
            "strike_price_currency"),
        dbn_field<&M::load_instrument_class, &M::store_instrument_class>("instrument_class"),
        dbn_field<&M::load_reserved4, &M::store_reserved4>("reserved4"),
        dbn_field<&M::load_strike_price, &M::store_strike_price>("strike_price"),
        dbn_field<&M::load_reserved5, &M::store_reserved5>("reserved5"),
        dbn_field<&M::load_match_algorithm, &M::store_match_algorithm>("match_algorithm"),
        dbn_field<&M::load_md_security_trading_status, &M::store_md_security_trading_status>(
            "md_security_trading_status"),
        dbn_field<&M::load_main_fraction, &M::store_main_fraction>("main_fraction"),
        dbn_field<&M::load_price_display_format, &M::store_price_display_format>(
            "price_display_format"),
        dbn_field<&M::load_settl_price_type, &M::store_settl_price_type>("settl_price_type"),
        dbn_field<&M::load_sub_fraction, &M::store_sub_fraction>("sub_fraction"),
        dbn_field<&M::load_underlying_product, &M::store_underlying_product>("underlying_product"),
        dbn_field<&M::load_security_update_action, &M::store_security_update_action>(
            "security_update_action"),
        dbn_field<&M::load_maturity_month, &M::store_maturity_month>("maturity_month"),
        dbn_field<&M::load_maturity_day, &M::store_maturity_day>("maturity_day"),
        dbn_field<&M::load_maturity_week, &M::store_maturity_week>("maturity_week"),
        dbn_field<&M::load_user_defined_instrument, &M::store_user_defined_instrument>(
            "user_defined_instrument"),
        dbn_field<&M::load_contract_multiplier_unit, &M::store_contract_multiplier_unit>(
            "contract_multiplier_unit"),
        dbn_field<&M::load_flow_schedule_type, &M::store_flow_schedule_type>("flow_schedule_type"),
        dbn_field<&M::load_tick_rule, &M::store_tick_rule>("tick_rule"),
        dbn_field<&M::load_dummy, &M::store_dummy>("dummy"));
}();

template <>
inline constexpr auto kDbnFields<protocols::dbn::InstrumentDefMsgV2> = [] {
    using M = protocols::dbn::InstrumentDefMsgV2;
    return dbn_fields<M>(
        dbn_field<&M::load_ts_recv, &M::store_ts_recv>("ts_recv"),
        dbn_field<&M::load_min_price_increment, &M::store_min_price_increment>(
            "min_price_increment"),
        dbn_field<&M::load_display_factor, &M::store_display_factor>("display_factor"),
        dbn_field<&M::load_expiration, &M::store_expiration>("expiration"),
        dbn_field<&M::load_activation, &M::store_activation>("activation"),
        dbn_field<&M::load_high_limit_price, &M::store_high_limit_price>("high_limit_price"),
        dbn_field<&M::load_low_limit_price, &M::store_low_limit_price>("low_limit_price"),
        dbn_field<&M::load_max_price_variation, &M::store_max_price_variation>(
            "max_price_variation"),
        dbn_field<&M::load_trading_reference_price, &M::store_trading_reference_price>(
            "trading_reference_price"),
        dbn_field<&M::load_unit_of_measure_qty, &M::store_unit_of_measure_qty>(
            "unit_of_measure_qty"),
        dbn_field<&M::load_min_price_increment_amount, &M::store_min_price_increment_amount>(
            "min_price_increment_amount"),
        dbn_field<&M::load_price_ratio, &M::store_price_ratio>("price_ratio"),
        dbn_field<&M::load_strike_price, &M::store_strike_price>("strike_price"),
        dbn_field<&M::load_inst_attrib_value, &M::store_inst_attrib_value>("inst_attrib_value"),
        dbn_field<&M::load_underlying_id, &M::store_underlying_id>("underlying_id"),
        dbn_field<&M::load_raw_instrument_id, &M::store_raw_instrument_id>("raw_instrument_id"),
        dbn_field<&M::load_market_depth_implied, &M::store_market_depth_implied>(
            "market_depth_implied"),
        dbn_field<&M::load_market_depth, &M::store_market_depth>("market_depth"),
        dbn_field<&M::load_market_segment_id, &M::store_market_segment_id>("market_segment_id"),
        dbn_field<&M::load_max_trade_vol, &M::store_max_trade_vol>("max_trade_vol"),
        dbn_field<&M::load_min_lot_size, &M::store_min_lot_size>("min_lot_size"),
        dbn_field<&M::load_min_lot_size_block, &M::store_min_lot_size_block>("min_lot_size_block"),
        dbn_field<&M::load_min_lot_size_round_lot, &M::store_min_lot_size_round_lot>(
            "min_lot_size_round_lot"),
        dbn_field<&M::load_min_trade_vol, &M::store_min_trade_vol>("min_trade_vol"),
        dbn_field<&M::load_contract_multiplier, &M::store_contract_multiplier>(
            "contract_multiplier"),
        dbn_field<&M::load_decay_quantity, &M::store_decay_quantity>("decay_quantity"),
        dbn_field<&M::load_original_contract_size, &M::store_original_contract_size>(
            "original_contract_size"),
        dbn_field<&M::load_trading_reference_date, &M::store_trading_reference_date>(
            "trading_reference_date"),
        dbn_field<&M::load_appl_id, &M::store_appl_id>("appl_id"),
        dbn_field<&M::load_maturity_year, &M::store_maturity_year>("maturity_year"),
        dbn_field<&M::load_decay_start_date, &M::store_decay_start_date>("decay_start_date"),
        dbn_field<&M::load_channel_id, &M::store_channel_id>("channel_id"),
        dbn_field<&M::load_currency, &M::store_currency>("currency"),
        dbn_field<&M::load_settl_currency, &M::store_settl_currency>("settl_currency"),
        dbn_field<&M::load_secsubtype, &M::store_secsubtype>("secsubtype"),
        dbn_field<&M::load_raw_symbol, &M::store_raw_symbol>("raw_symbol"),
        dbn_field<&M::load_group, &M::store_group>("group"),
        dbn_field<&M::load_exchange, &M::store_exchange>("exchange"),
        dbn_field<&M::load_asset, &M::store_asset>("asset"),
        dbn_field<&M::load_cfi, &M::store_cfi>("cfi"),
        dbn_field<&M::load_security_type, &M::store_security_type>("security_type"),
        dbn_field<&M::load_unit_of_measure, &M::store_unit_of_measure>("unit_of_measure"),
        dbn_field<&M::load_underlying, &M::store_underlying>("underlying"),
        dbn_field<&M::load_strike_price_currency, &M::store_strike_price_currency>(
            "strike_price_currency"),
        dbn_field<&M::load_instrument_class, &M::store_instrument_class>("instrument_class"),
        dbn_field<&M::load_match_algorithm, &M::store_match_algorithm>("match_algorithm"),
        dbn_field<&M::load_md_security_trading_status, &M::store_md_security_trading_status>(
            "md_security_trading_status"),
        dbn_field<&M::load_main_fraction, &M::store_main_fraction>("main_fraction"),
        dbn_field<&M::load_price_display_format, &M::store_price_display_format>(
            "price_display_format"),
        dbn_field<&M::load_settl_price_type, &M::store_settl_price_type>("settl_price_type"),
        dbn_field<&M::load_sub_fraction, &M::store_sub_fraction>("sub_fraction"),
        dbn_field<&M::load_underlying_product, &M::store_underlying_product>("underlying_product"),
        dbn_field<&M::load_security_update_action, &M::store_security_update_action>(
            "security_update_action"),
        dbn_field<&M::load_maturity_month, &M::store_maturity_month>("maturity_month"),
        dbn_field<&M::load_maturity_day, &M::store_maturity_day>("maturity_day"),
        dbn_field<&M::load_maturity_week, &M::store_maturity_week>("maturity_week"),
        dbn_field<&M::load_user_defined_instrument, &M::store_user_defined_instrument>(
            "user_defined_instrument"),
        dbn_field<&M::load_contract_multiplier_unit, &M::store_contract_multiplier_unit>(
            "contract_multiplier_unit"),
        dbn_field<&M::load_flow_schedule_type, &M::store_flow_schedule_type>("flow_schedule_type"),
        dbn_field<&M::load_tick_rule, &M::store_tick_rule>("tick_rule"),
        dbn_field<&M::load_reserved, &M::store_reserved>("reserved"));
}();

template <>
inline constexpr auto kDbnFields<protocols::dbn::InstrumentDefMsgV3> = [] {
    using M = protocols::dbn::InstrumentDefMsgV3;
    return dbn_fields<M>(
        dbn_field<&M::load_ts_recv, &M::store_ts_recv>("ts_recv"),
        dbn_field<&M::load_min_price_increment, &M::store_min_price_increment>(
            "min_price_increment"),
        dbn_field<&M::load_display_factor, &M::store_display_factor>("display_factor"),
        dbn_field<&M::load_expiration, &M::store_expiration>("expiration"),
        dbn_field<&M::load_activation, &M::store_activation>("activation"),
        dbn_field<&M::load_high_limit_price, &M::store_high_limit_price>("high_limit_price"),
        dbn_field<&M::load_low_limit_price, &M::store_low_limit_price>("low_limit_price"),
        dbn_field<&M::load_max_price_variation, &M::store_max_price_variation>(
            "max_price_variation"),
        dbn_field<&M::load_unit_of_measure_qty, &M::store_unit_of_measure_qty>(
            "unit_of_measure_qty"),
        dbn_field<&M::load_min_price_increment_amount, &M::store_min_price_increment_amount>(
            "min_price_increment_amount"),
        dbn_field<&M::load_price_ratio, &M::store_price_ratio>("price_ratio"),
        dbn_field<&M::load_strike_price, &M::store_strike_price>("strike_price"),
        dbn_field<&M::load_raw_instrument_id, &M::store_raw_instrument_id>("raw_instrument_id"),
        dbn_field<&M::load_leg_price, &M::store_leg_price>("leg_price"),
        dbn_field<&M::load_leg_delta, &M::store_leg_delta>("leg_delta"),
        dbn_field<&M::load_inst_attrib_value, &M::store_inst_attrib_value>("inst_attrib_value"),
        dbn_field<&M::load_underlying_id, &M::store_underlying_id>("underlying_id"),
        dbn_field<&M::load_market_depth_implied, &M::store_market_depth_implied>(
            "market_depth_implied"),
        dbn_field<&M::load_market_depth, &M::store_market_depth>("market_depth"),
        dbn_field<&M::load_market_segment_id, &M::store_market_segment_id>("market_segment_id"),
        dbn_field<&M::load_max_trade_vol, &M::store_max_trade_vol>("max_trade_vol"),
        dbn_field<&M::load_min_lot_size, &M::store_min_lot_size>("min_lot_size"),
        dbn_field<&M::load_min_lot_size_block, &M::store_min_lot_size_block>("min_lot_size_block"),
        dbn_field<&M::load_min_lot_size_round_lot, &M::store_min_lot_size_round_lot>(
            "min_lot_size_round_lot"),
        dbn_field<&M::load_min_trade_vol, &M::store_min_trade_vol>("min_trade_vol"),
        dbn_field<&M::load_contract_multiplier, &M::store_contract_multiplier>(
            "contract_multiplier"),
        dbn_field<&M::load_decay_quantity, &M::store_decay_quantity>("decay_quantity"),
        dbn_field<&M::load_original_contract_size, &M::store_original_contract_size>(
            "original_contract_size"),
        dbn_field<&M::load_leg_instrument_id, &M::store_leg_instrument_id>("leg_instrument_id"),
        dbn_field<&M::load_leg_ratio_price_numerator, &M::store_leg_ratio_price_numerator>(
            "leg_ratio_price_numerator"),
        dbn_field<&M::load_leg_ratio_price_denominator, &M::store_leg_ratio_price_denominator>(
            "leg_ratio_price_denominator"),
        dbn_field<&M::load_leg_ratio_qty_numerator, &M::store_leg_ratio_qty_numerator>(
            "leg_ratio_qty_numerator"),
        dbn_field<&M::load_leg_ratio_qty_denominator, &M::store_leg_ratio_qty_denominator>(
            "leg_ratio_qty_denominator"),
        dbn_field<&M::load_leg_underlying_id, &M::store_leg_underlying_id>("leg_underlying_id"),
        dbn_field<&M::load_appl_id, &M::store_appl_id>("appl_id"),
        dbn_field<&M::load_maturity_year, &M::store_maturity_year>("maturity_year"),
        dbn_field<&M::load_decay_start_date, &M::store_decay_start_date>("decay_start_date"),
        dbn_field<&M::load_channel_id, &M::store_channel_id>("channel_id"),
        dbn_field<&M::load_leg_count, &M::store_leg_count>("leg_count"),
        dbn_field<&M::load_leg_index, &M::store_leg_index>("leg_index"),
        dbn_field<&M::load_currency, &M::store_currency>("currency"),
        dbn_field<&M::load_settl_currency, &M::store_settl_currency>("settl_currency"),
        dbn_field<&M::load_secsubtype, &M::store_secsubtype>("secsubtype"),
        dbn_field<&M::load_raw_symbol, &M::store_raw_symbol>("raw_symbol"),
        dbn_field<&M::load_group, &M::store_group>("group"),
        dbn_field<&M::load_exchange, &M::store_exchange>("exchange"),
        dbn_field<&M::load_asset, &M::store_asset>("asset"),
        dbn_field<&M::load_cfi, &M::store_cfi>("cfi"),
        dbn_field<&M::load_security_type, &M::store_security_type>("security_type"),
        dbn_field<&M::load_unit_of_measure, &M::store_unit_of_measure>("unit_of_measure"),
        dbn_field<&M::load_underlying, &M::store_underlying>("underlying"),
        dbn_field<&M::load_strike_price_currency, &M::store_strike_price_currency>(
            "strike_price_currency"),
        dbn_field<&M::load_leg_raw_symbol, &M::store_leg_raw_symbol>("leg_raw_symbol"),
        dbn_field<&M::load_instrument_class, &M::store_instrument_class>("instrument_class"),
        dbn_field<&M::load_match_algorithm, &M::store_match_algorithm>("match_algorithm"),
        dbn_field<&M::load_main_fraction, &M::store_main_fraction>("main_fraction"),
        dbn_field<&M::load_price_display_format, &M::store_price_display_format>(
            "price_display_format"),
        dbn_field<&M::load_sub_fraction, &M::store_sub_fraction>("sub_fraction"),
        dbn_field<&M::load_underlying_product, &M::store_underlying_product>("underlying_product"),
        dbn_field<&M::load_security_update_action, &M::store_security_update_action>(
            "security_update_action"),
        dbn_field<&M::load_maturity_month, &M::store_maturity_month>("maturity_month"),
        dbn_field<&M::load_maturity_day, &M::store_maturity_day>("maturity_day"),
        dbn_field<&M::load_maturity_week, &M::store_maturity_week>("maturity_week"),
        dbn_field<&M::load_user_defined_instrument, &M::store_user_defined_instrument>(
            "user_defined_instrument"),
        dbn_field<&M::load_contract_multiplier_unit, &M::store_contract_multiplier_unit>(
            "contract_multiplier_unit"),
        dbn_field<&M::load_flow_schedule_type, &M::store_flow_schedule_type>("flow_schedule_type"),
        dbn_field<&M::load_tick_rule, &M::store_tick_rule>("tick_rule"),
        dbn_field<&M::load_leg_instrument_class, &M::store_leg_instrument_class>(
            "leg_instrument_class"),
        dbn_field<&M::load_leg_side, &M::store_leg_side>("leg_side"),
        dbn_field<&M::load_reserved, &M::store_reserved>("reserved"));
}();

}  // namespace hotpath::support
