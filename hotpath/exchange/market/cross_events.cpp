// MarketEvents of crosses, trading actions and days: ITCH Q, I, H, S, R and the trades of a cross.

#include <algorithm>

#include "hotpath/exchange/market/market_events.hpp"
#include "hotpath/exchange/market/trading_state_codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/listing.hpp"

namespace hotpath::exchange {

namespace itch50 = protocols::nasdaq::itch50;
using book::TradingState;
using match::CrossKind;

namespace {

[[nodiscard]] char itch_cross_type(CrossKind kind) {
    switch (kind) {
        case CrossKind::Closing:
            return itch50::cross_type::kClosing;
        case CrossKind::Halt:
            return itch50::cross_type::kHaltOrIpo;
        case CrossKind::Opening:
        case CrossKind::None:
            break;
    }
    return itch50::cross_type::kOpening;
}

[[nodiscard]] Liquidity liquidity_of(CrossKind kind) {
    switch (kind) {
        case CrossKind::Closing:
            return Liquidity::ClosingCross;
        case CrossKind::Halt:
            return Liquidity::HaltCross;
        case CrossKind::Opening:
        case CrossKind::None:
            break;
    }
    return Liquidity::OpeningCross;
}

/// None: nothing is left over; O: there is nothing to pair at all.
[[nodiscard]] char imbalance_direction(const match::CrossVolume& volume) {
    if (volume.imbalance == TotalQty{}) {
        return volume.paired == TotalQty{} ? 'O' : 'N';
    }
    return itch50::to_buy_sell_indicator(volume.imbalance_side);
}

/// How far near price and reference are apart, in percent of the reference: L below one, 1 to 9, A
/// B C from ten, twenty, thirty.
[[nodiscard]] char price_variation(std::optional<Price> near, Price reference) {
    if (!near || reference <= Price{}) {
        return ' ';
    }
    const std::int64_t percent =
        std::max(*near - reference, reference - *near) * 100 / reference.value;
    if (percent < 10) {
        return percent == 0 ? 'L' : static_cast<char>('0' + percent);
    }
    return percent < 20 ? 'A' : percent < 30 ? 'B' : 'C';
}

[[nodiscard]] std::uint32_t price4_or_none(std::optional<Price> price) {
    return static_cast<std::uint32_t>(price.value_or(Price{}).value);
}

}  // namespace

void MarketEvents::on_crossed(const match::CrossTrade& trade) noexcept {
    const MatchId match = venue_.next_match();
    const bool has_session = !is_background(trade.buy.id) || !is_background(trade.sell.id);
    ++venue_.counters.executions;
    venue_.counters.session_executions += has_session ? 1U : 0U;
    for (const match::CrossParty& party : {trade.buy, trade.sell}) {
        publish_cross_trade(trade, party, match);
        report_fill({.order = {party.id, party.tag},
                     .price = trade.price,
                     .qty = trade.qty,
                     .match = match,
                     .liquidity = liquidity_of(context_.cross)});
    }
}

/// Orders of the feed's leave it without printing: the cross prints as one.
void MarketEvents::publish_cross_trade(const match::CrossTrade& trade,
                                       const match::CrossParty& party, MatchId match) noexcept {
    if (party.standing != match::Standing::Displayed) {
        return;
    }
    auto& message = publish<itch50::OrderExecutedWithPrice>(trade.instrument);
    message.store_order_reference_number(party.place.value);
    message.store_executed_shares(trade.qty.value);
    message.store_match_number(match.value);
    message.store_printable('N');
    message.store_execution_price(price4_or_none(trade.price));
}

void MarketEvents::on_cross(const match::CrossResult& result) noexcept {
    auto& message = publish<itch50::CrossTrade>(result.instrument);
    message.store_shares(result.qty.value);
    message.store_stock(venue_.instruments.symbol(result.instrument));
    message.store_cross_price(price4_or_none(result.price));
    message.store_match_number(venue_.next_match().value);
    message.store_cross_type(itch_cross_type(result.kind));
    publish_action({.instrument = result.instrument, .state = TradingState::Trading});
    venue_.limits.on_cross(result.instrument,
                           result.kind == CrossKind::Closing ? Price{} : result.price);
}

void MarketEvents::on_limit_state(InstrumentId instrument, match::LimitState state) noexcept {
    venue_.limits.on_limit_state(instrument, state, context_.now);
}

void MarketEvents::publish_action(const TradingAction& action) noexcept {
    auto& message = publish<itch50::StockTradingAction>(action.instrument);
    itch50::fill_trading_action(message, venue_.instruments.symbol(action.instrument),
                                to_itch_code(action.state));
    message.store_reason(action.reason);
}

void MarketEvents::publish_event(char code) noexcept {
    auto& message = publish<itch50::SystemEvent>(InstrumentId{});
    message.store_event_code(code);
}

void MarketEvents::publish_directory(InstrumentId instrument) noexcept {
    auto& message = publish<itch50::StockDirectory>(instrument);
    itch50::fill_directory(message, venue_.instruments.symbol(instrument));
}

void MarketEvents::publish_broken_trade(InstrumentId instrument, MatchId match) noexcept {
    auto& message = publish<itch50::BrokenTrade>(instrument);
    message.store_match_number(match.value);
}

void MarketEvents::publish_indication(const match::Indication& indication) noexcept {
    const match::CrossVolume& volume = indication.at_reference;
    auto& message = publish<itch50::Noii>(indication.instrument);
    message.store_paired_shares(volume.paired.value);
    message.store_imbalance_shares(volume.imbalance.value);
    message.store_imbalance_direction(imbalance_direction(volume));
    message.store_stock(venue_.instruments.symbol(indication.instrument));
    message.store_far_price(price4_or_none(indication.far));
    message.store_near_price(price4_or_none(indication.near));
    message.store_current_reference_price(price4_or_none(volume.price));
    message.store_cross_type(itch_cross_type(indication.kind));
    message.store_price_variation_indicator(price_variation(indication.near, volume.price));
}

}  // namespace hotpath::exchange
