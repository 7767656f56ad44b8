#include "hotpath/protocols/cme/venue/ilink_filter.hpp"

#include "hotpath/core/symbol.hpp"
#include "hotpath/protocols/cme/venue/ilink_request.hpp"
#include "hotpath/protocols/fix/codes.hpp"

namespace hotpath::exchange {

namespace business = protocols::fix::business_reject_reason;
namespace ilink3 = protocols::cme::ilink3;
using ilink3::MassActionScope;

namespace {

constexpr MassActionScope kNoScope{};  // no code of the protocol

[[nodiscard]] MassActionScope scope_of(ilink3::MassStatusReqType type) noexcept {
    switch (type) {
        case ilink3::MassStatusReqType::Instrument:
            return MassActionScope::Instrument;
        case ilink3::MassStatusReqType::InstrumentGroup:
            return MassActionScope::InstrumentGroup;
        case ilink3::MassStatusReqType::All:
            return MassActionScope::All;
        case ilink3::MassStatusReqType::MarketSegment:
            return MassActionScope::MarketSegment;
    }
    return kNoScope;
}

[[nodiscard]] ilink3::MassActionOrdType type_of(const IlinkOrder* known) noexcept {
    const bool is_stop = known != nullptr && known->terms.stop_price != Price{};
    return is_stop ? ilink3::MassActionOrdType::StopLimit : ilink3::MassActionOrdType::Limit;
}

[[nodiscard]] ilink3::TimeInForce time_in_force_of(const SessionOrder& order) noexcept {
    return order.terms.lifetime == OrderLifetime::GoodTillCanceled
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

IlinkFilter IlinkFilter::of(const ilink3::OrderMassStatusRequest& m) noexcept {
    IlinkFilter filter{.scope = scope_of(m.load_mass_status_req_type()),
                       .security_id = m.load_security_id(),
                       .security_group = IlinkText<kGroupLength>::from(m.load_security_group()),
                       .market_segment = m.load_market_segment_id(),
                       .time_in_force = m.load_time_in_force()};
    if (m.load_ord_status_req_type() == ilink3::OrdStatusReqType::SenderID) {
        filter.sender_id = IlinkText<20>::from(m.load_sender_id());
    }
    return filter;
}

bool IlinkFilter::is_listed(const Exchange& exchange) const noexcept {
    return exchange.symbol(to_instrument(security_id.value_or(0))) != Symbol{};
}

bool IlinkFilter::is_supported(const ilink3::OrderMassActionRequest& m,
                               const Exchange& exchange) const noexcept {
    if (m.load_mass_cancel_request_type() ||
        static_cast<std::uint8_t>(m.load_liquidity_flag()) != kIlinkNull) {
        return false;
    }
    switch (scope) {
        case MassActionScope::All:
            return true;
        case MassActionScope::Instrument:
            return is_listed(exchange);
        case MassActionScope::MarketSegment:
            return market_segment == kVenueSegment;
        case MassActionScope::InstrumentGroup:
            return !security_group.view().empty();
    }
    return false;
}

std::optional<IlinkFault> IlinkFilter::fault_in(const ilink3::OrderMassStatusRequest& m,
                                                const Exchange& exchange) const noexcept {
    constexpr std::uint16_t kSecurityId = 48;
    constexpr std::uint16_t kMassStatusReqType = 585;
    constexpr std::uint16_t kSecurityGroup = 1151;
    constexpr std::uint16_t kMarketSegmentId = 1300;
    constexpr std::uint16_t kOrdStatusReqType = 5000;
    if (static_cast<std::uint8_t>(m.load_ord_status_req_type()) != kIlinkNull && !sender_id) {
        return IlinkFault{business::kOther, kOrdStatusReqType,
                          "OrdStatusReqType must be 100 or null"};
    }
    switch (scope) {
        case MassActionScope::All:
            return {};
        case MassActionScope::Instrument:
            if (!security_id) {
                return IlinkFault{business::kFieldMissing, kSecurityId, "SecurityID is missing"};
            }
            return is_listed(exchange)
                       ? std::nullopt
                       : std::optional(IlinkFault{business::kUnknownSecurity, kSecurityId,
                                                  "unknown SecurityID"});
        case MassActionScope::InstrumentGroup:
            return !security_group.view().empty()
                       ? std::nullopt
                       : std::optional(IlinkFault{business::kFieldMissing, kSecurityGroup,
                                                  "SecurityGroup is missing"});
        case MassActionScope::MarketSegment:
            if (!market_segment) {
                return IlinkFault{business::kFieldMissing, kMarketSegmentId,
                                  "MarketSegmentID is missing"};
            }
            return market_segment == kVenueSegment
                       ? std::nullopt
                       : std::optional(IlinkFault{business::kUnknownId, kMarketSegmentId,
                                                  "unknown MarketSegmentID"});
    }
    return IlinkFault{business::kOther, kMassStatusReqType,
                      "MassStatusReqType must be 1, 3, 7 or 100"};
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

bool IlinkFilter::has(const SessionOrder& order, const IlinkOrder* known,
                      const Exchange& exchange) const noexcept {
    const auto is_any = [](auto code, std::uint8_t null) {
        return static_cast<std::uint8_t>(code) == null;
    };
    const auto order_side =
        order.terms.side == OrderSide::Buy ? ilink3::SideOptional::Buy : ilink3::SideOptional::Sell;
    return has_instrument(order.instrument, exchange) &&
           (is_any(side, kIlinkNull) || side == order_side) &&
           (!sender_id || (known != nullptr && known->labels.sender_id == *sender_id)) &&
           (is_any(ord_type, 0) || ord_type == type_of(known)) &&
           (is_any(time_in_force, kIlinkNull) || time_in_force == time_in_force_of(order));
}

}  // namespace hotpath::exchange
