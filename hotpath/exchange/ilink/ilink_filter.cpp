#include "hotpath/exchange/ilink/ilink_filter.hpp"

#include "hotpath/core/symbol.hpp"
#include "hotpath/exchange/ilink/ilink_request.hpp"
#include "hotpath/wire/ouch50/codes.hpp"

namespace hotpath::exchange {

namespace ilink3 = wire::ilink3;
namespace ouch50 = wire::ouch50;
using ilink3::MassActionScope;

namespace {

constexpr std::uint8_t kNull = 255;

[[nodiscard]] ilink3::MassActionOrdType type_of(const IlinkTerms* known) noexcept {
    const bool is_stop = known != nullptr && known->stop_price != Price{};
    return is_stop ? ilink3::MassActionOrdType::StopLimit : ilink3::MassActionOrdType::Limit;
}

[[nodiscard]] ilink3::TimeInForce time_in_force_of(const SessionOrder& order) noexcept {
    return order.terms.time_in_force == ouch50::time_in_force::kGtc
               ? ilink3::TimeInForce::GoodTillCancel
               : ilink3::TimeInForce::Day;
}

}  // namespace

IlinkFilter IlinkFilter::of(const ilink3::OrderMassActionRequest& m) noexcept {
    return {.scope = m.load_mass_action_scope(),
            .security_id = m.load_security_id(),
            .security_group = IlinkText<kGroupLength>::from(m.load_security_group()),
            .market_segment = m.load_market_segment_id(),
            .side = m.load_side(),
            .ord_type = m.load_ord_type(),
            .time_in_force = m.load_time_in_force()};
}

bool IlinkFilter::is_supported(const ilink3::OrderMassActionRequest& m,
                               const Exchange& exchange) const noexcept {
    if (m.load_mass_cancel_request_type() ||
        static_cast<std::uint8_t>(m.load_liquidity_flag()) != kNull) {
        return false;
    }
    switch (scope) {
        case MassActionScope::All:
            return true;
        case MassActionScope::Instrument:
            return exchange.symbol(to_instrument(security_id.value_or(0))) != Symbol{};
        case MassActionScope::MarketSegment:
            return market_segment == kVenueSegment;
        case MassActionScope::InstrumentGroup:
            return !security_group.view().empty();
    }
    return false;
}

bool IlinkFilter::has_instrument(InstrumentId instrument, const Exchange& exchange) const noexcept {
    switch (scope) {
        case MassActionScope::Instrument:
            return instrument == to_instrument(security_id.value_or(0));
        case MassActionScope::InstrumentGroup:
            return exchange.symbol(instrument).view().substr(0, kGroupLength) ==
                   security_group.view();
        default:
            return true;
    }
}

bool IlinkFilter::has(const SessionOrder& order, const IlinkTerms* known,
                      const Exchange& exchange) const noexcept {
    const auto is_any = [](auto code, std::uint8_t null) {
        return static_cast<std::uint8_t>(code) == null;
    };
    const auto order_side = order.terms.side == ouch50::side::kBuy ? ilink3::SideOptional::Buy
                                                                   : ilink3::SideOptional::Sell;
    return has_instrument(order.instrument, exchange) &&
           (is_any(side, kNull) || side == order_side) &&
           (is_any(ord_type, 0) || ord_type == type_of(known)) &&
           (is_any(time_in_force, kNull) || time_in_force == time_in_force_of(order));
}

}  // namespace hotpath::exchange
