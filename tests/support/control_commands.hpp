#pragma once
/// Commands of a venue's operator, drawn at random: any of them, of any instrument or all.
///
/// Threads: the test's. Allocation: none. Tests only.

#include <array>

#include "hotpath/core/random.hpp"
#include "hotpath/exchange/server/control.hpp"

namespace hotpath::support {

[[nodiscard]] inline exchange::LimitChanges random_limits(Random& random) {
    using exchange::LimitChange;
    exchange::LimitChanges changes{};
    for (LimitChange& change : changes) {
        change.kind = random.one_in(6)   ? LimitChange::Kind::Set
                      : random.one_in(2) ? LimitChange::Kind::Keep
                                         : LimitChange::Kind::Configured;
        change.value = change.kind == LimitChange::Kind::Set
                           ? static_cast<std::int64_t>(random.below(100'000'000))
                           : 0;
    }
    return changes;
}

/// As an operator sends it.
[[nodiscard]] inline exchange::TradeAmendment random_trade(Random& random) {
    using exchange::AmendmentReason;
    static constexpr std::array kReasons{AmendmentReason::Erroneous, AmendmentReason::Consent,
                                         AmendmentReason::Supervisory, AmendmentReason::External};
    exchange::TradeAmendment trade;
    trade.match = {1 + random.below(200)};
    trade.reason = kReasons[random.below(kReasons.size())];
    trade.corrected = {490'000 + static_cast<std::int64_t>(random.below(20'000))};
    return trade;
}

[[nodiscard]] inline exchange::Control random_control(Random& random) {
    using exchange::ControlAction;
    static constexpr std::array kStates{book::TradingState::Halted, book::TradingState::Paused,
                                        book::TradingState::QuotationOnly,
                                        book::TradingState::Trading};
    static constexpr std::array kCrosses{match::CrossKind::Opening, match::CrossKind::Halt,
                                         match::CrossKind::Closing};
    static constexpr std::array<const char*, 4> kSymbols{"AAPL", "GOOG", "NONE", "        "};
    const Price lower{490'000 + static_cast<std::int64_t>(random.below(10'000))};
    const bool has_bands = random.one_in(2);
    const auto drawn = static_cast<ControlAction>(1 + random.below(exchange::kControlActions));
    // Few users are suspended at a time.
    const auto action =
        drawn == ControlAction::Suspend && !random.one_in(4) ? ControlAction::Reinstate : drawn;
    const char* symbol = action == ControlAction::StartDay
                             ? kSymbols.back()
                             : kSymbols[random.below(kSymbols.size())];
    return {
        .action = action,
        .origin = static_cast<exchange::ControlOrigin>(1 + random.below(exchange::kControlOrigins)),
        .number = static_cast<std::uint32_t>(random.next()),
        .due = {static_cast<std::int64_t>(random.below(1'000'000'000))},
        .symbol = *Symbol::from(symbol),
        .rules = {.tick = random.one_in(2) ? 100 : 1,
                  .lot = random.one_in(2) ? 1U : 10U,
                  .takes_orders_in_halt = random.one_in(2)},
        .state = kStates[random.below(kStates.size())],
        .reason = {'T', '1', ' ', ' '},
        .cross = kCrosses[random.below(kCrosses.size())],
        .reference = {random.one_in(2) ? 0 : 500'000},
        .bands = has_bands ? match::PriceBands{lower, lower + 15'000} : match::PriceBands{},
        .session = {static_cast<std::uint16_t>(random.below(4))},
        .self_match = static_cast<exchange::SelfMatch>(random.below(4)),
        .day_start = {static_cast<std::uint32_t>(random.below(30'000)),
                      {static_cast<std::int64_t>(random.below(86'400'000'000'000))}},
        .limits = random_limits(random),
        .trade = random_trade(random)};
}

}  // namespace hotpath::support
