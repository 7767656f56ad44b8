#include "hotpath/exchange/orders/order_conditions.hpp"

#include <algorithm>

#include "hotpath/exchange/orders/order_rules.hpp"

namespace hotpath::exchange {

using match::Conditions;
using match::CrossKind;
using match::MatchStatus;
using match::Peg;

namespace {

/// Looks at one option after the other; the first that the venue cannot honour is the reason.
class ConditionsOfOptions {
  public:
    ConditionsOfOptions(const SessionOrder& order, const OrderOptions& options,
                        bool takes_extensions)
        : order_(order), options_(options), takes_extensions_(takes_extensions) {}

    [[nodiscard]] std::expected<Conditions, RejectReason> translate() noexcept {
        using Step = RejectReason (ConditionsOfOptions::*)() noexcept;
        constexpr Step kSteps[] = {
            &ConditionsOfOptions::refuse_unsupported, &ConditionsOfOptions::take_cross,
            &ConditionsOfOptions::take_display,       &ConditionsOfOptions::take_peg,
            &ConditionsOfOptions::take_max_floor,     &ConditionsOfOptions::take_min_qty,
            &ConditionsOfOptions::take_post_only,     &ConditionsOfOptions::take_stop};
        for (const Step step : kSteps) {
            if (const RejectReason why = (this->*step)(); why != RejectReason::None) {
                return std::unexpected(why);
            }
        }
        return asked_;
    }

  private:
    RejectReason refuse_unsupported() noexcept {
        const bool has_extension = options_.has(OrderOption::StopPrice) && !takes_extensions_;
        return has_extension && options_.unsupported == RejectReason::None ? RejectReason::Other
                                                                           : options_.unsupported;
    }

    RejectReason take_cross() noexcept {
        switch (order_.terms.cross) {
            case OrderCross::None:
                return RejectReason::None;
            case OrderCross::Opening:
                asked_.cross = CrossKind::Opening;
                break;
            case OrderCross::Closing:
                asked_.cross = CrossKind::Closing;
                break;
            case OrderCross::HaltOrIpo:
                asked_.cross = CrossKind::Halt;
                break;
            default:
                return RejectReason::InvalidCross;
        }
        const bool has_other =
            options_.has(OrderOption::MinQty) || options_.has(OrderOption::MaxFloor) ||
            options_.has(OrderOption::Peg) || options_.has(OrderOption::PostOnly) ||
            options_.has(OrderOption::StopPrice) || order_.terms.display == OrderDisplay::Hidden;
        return has_other ? RejectReason::InvalidCross : RejectReason::None;
    }

    RejectReason take_display() noexcept {
        asked_.is_hidden = order_.terms.display == OrderDisplay::Hidden;
        return RejectReason::None;
    }

    /// Pegs are hidden here; an offset is away from the other side.
    RejectReason take_peg() noexcept {
        const std::int64_t offset = options_.peg_offset;
        if (options_.peg == OrderPeg::None) {
            return offset == 0 ? RejectReason::None : RejectReason::InvalidPeg;
        }
        if (options_.peg == OrderPeg::Midpoint && offset == 0) {
            asked_.peg = Peg::Mid;
        } else if (options_.peg == OrderPeg::Primary) {
            asked_.peg = Peg::Primary;
        } else {
            return RejectReason::InvalidPeg;
        }
        asked_.peg_offset = -sign(to_side(order_.terms.side)) * offset;
        if (asked_.peg_offset < 0) {
            return RejectReason::InvalidPeg;
        }
        if (order_.price == kMarketPrice) {
            return RejectReason::PegNeedsLimit;  // it needs a limit
        }
        return asked_.is_hidden ? RejectReason::None : RejectReason::InvalidDisplay;
    }

    /// The displayed quantity of the order.
    RejectReason take_max_floor() noexcept {
        const Qty shown = options_.max_floor;
        if (shown == Qty{} || (shown >= order_.leaves_qty() && !asked_.is_hidden)) {
            return RejectReason::None;
        }
        asked_.display_qty = shown;
        return asked_.is_hidden || !may_rest() ? RejectReason::InvalidMaxFloor : RejectReason::None;
    }

    RejectReason take_min_qty() noexcept {
        asked_.min_qty = options_.min_qty;
        return asked_.min_qty > order_.leaves_qty() ? RejectReason::InvalidMinQty
                                                    : RejectReason::None;
    }

    RejectReason take_post_only() noexcept {
        asked_.is_post_only = options_.post_only == OrderPostOnly::Yes;
        if (!asked_.is_post_only) {
            return options_.post_only == OrderPostOnly::No ? RejectReason::None
                                                           : RejectReason::Other;
        }
        if (asked_.peg != Peg::None) {
            return RejectReason::InvalidPostOnlyPeg;
        }
        if (asked_.min_qty != Qty{}) {
            return RejectReason::InvalidMinQty;
        }
        return may_rest() ? RejectReason::None : RejectReason::Other;
    }

    /// With a limit or at the market; how long it lives is asked by another code.
    RejectReason take_stop() noexcept {
        if (order_.terms.lifetime == OrderLifetime::GoodTillCanceled) {
            asked_.lifetime = match::Lifetime::GoodTillCanceled;
        }
        if (!options_.has(OrderOption::StopPrice)) {
            return RejectReason::None;
        }
        asked_.stop_price = options_.stop_price;
        if (asked_.stop_price == kMarketPrice || !is_valid_price(asked_.stop_price)) {
            return RejectReason::InvalidPrice;
        }
        return asked_.peg == Peg::None ? RejectReason::None : RejectReason::InvalidPeg;
    }

    [[nodiscard]] bool may_rest() const noexcept {
        return order_.price != kMarketPrice && order_.terms.lifetime != OrderLifetime::Immediate;
    }

    const SessionOrder& order_;
    OrderOptions options_;
    bool takes_extensions_;
    Conditions asked_;
};

[[nodiscard]] constexpr bool is_of_firm_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// A session and GroupID are one owner; 0: no owner.
[[nodiscard]] match::OwnerId owner_of(const SessionOrder& order, std::uint16_t group) noexcept {
    return {((std::uint32_t{order.session.value} + 1) << 16U) | group};
}

}  // namespace

match::SelfTrade self_trade_of(SelfMatch self_match) noexcept {
    switch (self_match) {
        case SelfMatch::Allowed:
        case SelfMatch::CancelNewest:
            break;
        case SelfMatch::CancelOldest:
            return match::SelfTrade::CancelOldest;
        case SelfMatch::Decrement:
            return match::SelfTrade::Decrement;
    }
    return match::SelfTrade::CancelNewest;
}

std::expected<Conditions, RejectReason> conditions_of(const SessionOrder& order,
                                                      const std::optional<OrderOptions>& options,
                                                      const SessionTerms& terms) noexcept {
    std::expected<Conditions, RejectReason> asked;
    if (!is_plain(order, options)) [[unlikely]] {
        asked = ConditionsOfOptions(order, options.value_or(OrderOptions{}), terms.takes_extensions)
                    .translate();
    }
    if (asked && terms.self_match != SelfMatch::Allowed) {
        asked->owner = owner_of(order, options ? options->group : std::uint16_t{0});
        asked->self_trade = self_trade_of(terms.self_match);
    }
    return asked;
}

std::expected<Attribution, RejectReason> firm_of(const std::optional<OrderOptions>& options,
                                                 OrderDisplay display,
                                                 const Attribution& known) noexcept {
    if (needs_no_firm(options, display, known)) {
        return known;
    }
    const bool has_to_be_named = display == OrderDisplay::Attributable;
    const Attribution firm = options && options->has(OrderOption::Firm) ? options->firm : known;
    const auto* const end = std::ranges::find(firm.mpid, ' ');
    const bool is_name = std::all_of(firm.mpid.begin(), end, is_of_firm_name) &&
                         std::all_of(end, firm.mpid.end(), [](char c) { return c == ' '; });
    if (!is_name || (has_to_be_named && firm == Attribution{})) {
        return std::unexpected(RejectReason::FirmNotAuthorized);
    }
    return firm;
}

RejectReason reject_reason_of(MatchStatus status) noexcept {
    switch (status) {
        case MatchStatus::Ok:
            return RejectReason::None;
        case MatchStatus::OffTick:
        case MatchStatus::OutsideBands:
            return RejectReason::InvalidPrice;
        case MatchStatus::OddLot:
        case MatchStatus::ZeroQty:
            return RejectReason::InvalidQty;
        case MatchStatus::Halted:
            return RejectReason::Halted;
        case MatchStatus::UnknownInstrument:
            return RejectReason::InvalidSymbol;
        case MatchStatus::UnknownOrder:
        case MatchStatus::DuplicateOrder:
        case MatchStatus::BadConditions:
        case MatchStatus::NotInThisPhase:
            break;
    }
    return RejectReason::Other;
}

}  // namespace hotpath::exchange
