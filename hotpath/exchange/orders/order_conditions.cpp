#include "hotpath/exchange/orders/order_conditions.hpp"

#include <algorithm>

#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/exchange/orders/taken_options.hpp"

namespace hotpath::exchange {

namespace ouch50 = wire::ouch50;
namespace extension = wire::ouch50::extension;
namespace option = wire::ouch50::option;
namespace reason = wire::ouch50::reject_reason;
using match::Conditions;
using match::CrossKind;
using match::MatchStatus;
using match::Peg;

namespace {

/// Looks at one option after the other; the first that the venue cannot honour is the reason.
class ConditionsOfOptions {
  public:
    ConditionsOfOptions(const SessionOrder& order, const ouch50::Appendage& options,
                        bool takes_extensions)
        : order_(order), options_(options), takes_extensions_(takes_extensions) {}

    [[nodiscard]] std::expected<Conditions, std::uint16_t> translate() noexcept {
        using Step = std::uint16_t (ConditionsOfOptions::*)() noexcept;
        constexpr Step kSteps[] = {
            &ConditionsOfOptions::refuse_unknown, &ConditionsOfOptions::take_cross,
            &ConditionsOfOptions::take_display,   &ConditionsOfOptions::take_peg,
            &ConditionsOfOptions::take_max_floor, &ConditionsOfOptions::take_min_qty,
            &ConditionsOfOptions::take_post_only, &ConditionsOfOptions::take_stop};
        for (const Step step : kSteps) {
            if (const std::uint16_t why = (this->*step)(); why != kAccepted) {
                return std::unexpected(why);
            }
        }
        return asked_;
    }

  private:
    /// Options that say who trades do not change how the order trades; the rest are looked at
    /// below. The decoder does not look at the length of an extension.
    [[nodiscard]] bool is_taken(const ouch50::TagValue& element) const noexcept {
        const bool is_extension = element.tag == extension::StopPrice::kTag;
        return TakenOptions::kValueLengths[element.tag] == element.value.size() &&
               !element.value.empty() && (takes_extensions_ || !is_extension);
    }

    std::uint16_t refuse_unknown() noexcept {
        ouch50::Appendage walk = options_;
        for (ouch50::TagValue element; walk.next(element);) {
            if (!is_taken(element)) {
                return element.tag == option::Route::kTag ? reason::kRoutingNotAllowed
                                                          : reason::kOther;
            }
        }
        return kAccepted;
    }

    std::uint16_t take_cross() noexcept {
        switch (order_.terms.cross_type) {
            case ouch50::cross_type::kContinuousMarket:
                return kAccepted;
            case ouch50::cross_type::kOpening:
                asked_.cross = CrossKind::Opening;
                break;
            case ouch50::cross_type::kClosing:
                asked_.cross = CrossKind::Closing;
                break;
            case ouch50::cross_type::kHaltOrIpo:
                asked_.cross = CrossKind::Halt;
                break;
            default:
                return reason::kInvalidCrossOrder;
        }
        const bool has_other = is_asked<option::MinQty>() || is_asked<option::MaxFloor>() ||
                               is_asked<option::PriceType>() || is_asked<option::PostOnly>() ||
                               is_asked<extension::StopPrice>() ||
                               order_.terms.display == ouch50::display::kHidden;
        return has_other ? reason::kInvalidCrossOrder : kAccepted;
    }

    std::uint16_t take_display() noexcept {
        asked_.is_hidden = order_.terms.display == ouch50::display::kHidden;
        return kAccepted;
    }

    /// Pegs are hidden here; an offset is away from the other side.
    std::uint16_t take_peg() noexcept {
        const char type = options_.load<option::PriceType>().value_or(ouch50::price_type::kLimit);
        const std::int64_t offset = options_.load<option::PegOffset>().value_or(0);
        if (type == ouch50::price_type::kLimit) {
            return offset == 0 ? kAccepted : reason::kInvalidPegType;
        }
        if (type == ouch50::price_type::kMidpointPeg && offset == 0) {
            asked_.peg = Peg::Mid;
        } else if (type == ouch50::price_type::kPrimaryPeg) {
            asked_.peg = Peg::Primary;
        } else {
            return reason::kInvalidPegType;
        }
        asked_.peg_offset = -sign(ouch50::to_side(order_.terms.side)) * offset;
        if (asked_.peg_offset < 0) {
            return reason::kInvalidPegType;
        }
        if (order_.price == kMarketPrice) {
            return reason::kPeggingNotAllowed;  // it needs a limit
        }
        return asked_.is_hidden ? kAccepted : reason::kInvalidDisplay;
    }

    /// The displayed quantity of the order.
    std::uint16_t take_max_floor() noexcept {
        const Qty shown{options_.load<option::MaxFloor>().value_or(0)};
        if (shown == Qty{} || (shown >= order_.leaves_qty() && !asked_.is_hidden)) {
            return kAccepted;
        }
        asked_.display_qty = shown;
        return asked_.is_hidden || !may_rest() ? reason::kInvalidMaxFloor : kAccepted;
    }

    std::uint16_t take_min_qty() noexcept {
        asked_.min_qty = {options_.load<option::MinQty>().value_or(0)};
        return asked_.min_qty > order_.leaves_qty() ? reason::kInvalidMinQuantity : kAccepted;
    }

    std::uint16_t take_post_only() noexcept {
        const char code = options_.load<option::PostOnly>().value_or(ouch50::post_only::kNo);
        asked_.is_post_only = code == ouch50::post_only::kPostOnly;
        if (!asked_.is_post_only) {
            return code == ouch50::post_only::kNo ? kAccepted : reason::kOther;
        }
        if (asked_.peg != Peg::None) {
            return reason::kInvalidMidpointPostOnly;
        }
        if (asked_.min_qty != Qty{}) {
            return reason::kInvalidMinQuantity;
        }
        return may_rest() ? kAccepted : reason::kOther;
    }

    /// With a limit or at the market; how long it lives is asked by another code.
    std::uint16_t take_stop() noexcept {
        if (order_.terms.time_in_force == ouch50::time_in_force::kGtc) {
            asked_.lifetime = match::Lifetime::GoodTillCanceled;
        }
        const auto stop = options_.load<extension::StopPrice>();
        if (!stop) {
            return kAccepted;
        }
        asked_.stop_price = ouch50::to_price(*stop);
        if (asked_.stop_price == kMarketPrice || !is_valid_price(asked_.stop_price)) {
            return reason::kInvalidPrice;
        }
        return asked_.peg == Peg::None ? kAccepted : reason::kInvalidPegType;
    }

    template <class Option>
    [[nodiscard]] bool is_asked() const noexcept {
        return options_.load<Option>().has_value();
    }
    [[nodiscard]] bool may_rest() const noexcept {
        return order_.price != kMarketPrice &&
               order_.terms.time_in_force != ouch50::time_in_force::kIoc;
    }

    const SessionOrder& order_;
    const ouch50::Appendage& options_;
    bool takes_extensions_;
    Conditions asked_;
};

[[nodiscard]] constexpr bool is_of_firm_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// A session and GroupID are one owner; 0: no owner.
[[nodiscard]] match::OwnerId owner_of(const SessionOrder& order,
                                      const ouch50::Appendage& options) noexcept {
    const std::uint32_t group = options.load<option::GroupId>().value_or(0);
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

std::expected<Conditions, std::uint16_t> conditions_of(const SessionOrder& order,
                                                       const ouch50::Appendage& options,
                                                       const SessionTerms& terms) noexcept {
    std::expected<Conditions, std::uint16_t> asked;
    if (!is_plain(order, options)) [[unlikely]] {
        asked = ConditionsOfOptions(order, options, terms.takes_extensions).translate();
    }
    if (asked && terms.self_match != SelfMatch::Allowed) {
        asked->owner = owner_of(order, options);
        asked->self_trade = self_trade_of(terms.self_match);
    }
    return asked;
}

std::expected<Attribution, std::uint16_t> firm_of(const ouch50::Appendage& options, char display,
                                                  const Attribution& known) noexcept {
    if (needs_no_firm(options, display, known)) {
        return known;
    }
    const bool has_to_be_named = display == ouch50::display::kAttributable;
    const Attribution firm{options.load<option::Firm>().value_or(known.mpid)};
    const auto* const end = std::ranges::find(firm.mpid, ' ');
    const bool is_name = std::all_of(firm.mpid.begin(), end, is_of_firm_name) &&
                         std::all_of(end, firm.mpid.end(), [](char c) { return c == ' '; });
    if (!is_name || (has_to_be_named && firm == Attribution{})) {
        return std::unexpected(reason::kFirmNotAuthorized);
    }
    return firm;
}

std::uint16_t reject_reason_of(MatchStatus status) noexcept {
    switch (status) {
        case MatchStatus::Ok:
            return kAccepted;
        case MatchStatus::OffTick:
        case MatchStatus::OutsideBands:
            return reason::kInvalidPrice;
        case MatchStatus::OddLot:
        case MatchStatus::ZeroQty:
            return reason::kInvalidQuantity;
        case MatchStatus::Halted:
            return reason::kHalted;
        case MatchStatus::UnknownInstrument:
            return reason::kInvalidSymbol;
        case MatchStatus::UnknownOrder:
        case MatchStatus::DuplicateOrder:
        case MatchStatus::BadConditions:
        case MatchStatus::NotInThisPhase:
            break;
    }
    return reason::kOther;
}

}  // namespace hotpath::exchange
