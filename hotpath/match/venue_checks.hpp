#pragma once
/// A venue's checks before any action: the rules of the instrument, invalid conditions, orders not
/// accepted in the phase.
///
/// Functions of their arguments: threads any, allocation none, complexity O(1).

#include <optional>

#include "hotpath/match/venue_books.hpp"

namespace hotpath::match {

[[nodiscard]] constexpr bool may_rest(const NewOrder& order) {
    return order.type == OrderType::Limit && order.time_in_force == TimeInForce::Day;
}

/// The book of an order if it does not trade.
[[nodiscard]] constexpr Standing standing_of(const Conditions& asked) {
    if (asked.cross != CrossKind::None) {
        return Standing::Crossing;
    }
    if (asked.stop_price != Price{}) {
        return Standing::Stopped;
    }
    if (asked.peg != Peg::None) {
        return Standing::Pegged;
    }
    return asked.is_hidden ? Standing::Hidden : Standing::Displayed;
}

[[nodiscard]] constexpr MatchStatus check_rules(const InstrumentRules& rules, const NewOrder& order,
                                                const Conditions& asked) {
    // A peg without a limit has the first or last possible price.
    const bool has_price = order.type == OrderType::Limit && asked.peg == Peg::None;
    if ((has_price && !rules.is_on_tick(order.price)) || !rules.is_on_tick(asked.stop_price)) {
        return MatchStatus::OffTick;
    }
    return rules.is_in_lots(order.qty) ? MatchStatus::Ok : MatchStatus::OddLot;
}

/// Orders that could do nothing but trade at once, and those that wait for what may not come.
[[nodiscard]] constexpr MatchStatus check_phase(const InstrumentState& state, const NewOrder& order,
                                                const Conditions& asked) {
    const Standing standing = standing_of(asked);
    const bool waits = standing == Standing::Crossing || standing == Standing::Stopped;
    if (standing == Standing::Displayed || standing == Standing::Hidden) {
        if (order.type == OrderType::Limit && state.bands.is_beyond(order.side, order.price)) {
            return MatchStatus::OutsideBands;
        }
    }
    if (state.phase == Phase::Continuous || waits) {
        return MatchStatus::Ok;
    }
    const bool is_taken = state.phase == Phase::Accumulating || state.rules.takes_orders_in_halt;
    return is_taken && may_rest(order) && asked.min_qty == Qty{} ? MatchStatus::Ok
                                                                 : MatchStatus::Halted;
}

/// For an open order with this id.
template <book::OrderBooks Books>
[[nodiscard]] std::optional<InstrumentId> instrument_of(const VenueBooks<Books>& books,
                                                        OrderId id) noexcept {
    const std::uint32_t index = books.held().find_place(id);
    if (index != kNotHeld) {
        const NewOrder& order = books.held()[index].order;
        return order.id == id ? std::optional(order.instrument) : std::nullopt;
    }
    const std::optional<book::OrderView> order = books.displayed().find(id);
    return order ? std::optional(order->instrument) : std::nullopt;
}

/// Orders of the continuous book, pegs aside, would trade with each other.
template <book::OrderBooks Books>
[[nodiscard]] bool is_crossed(const VenueBooks<Books>& books, InstrumentId instrument) noexcept {
    const auto buy = books.best(instrument, Side::Buy, {});
    const auto sell = books.best(instrument, Side::Sell, {});
    return buy && sell && buy->price >= sell->price;
}

/// The best order of a side, if it is outside the price bands.
template <book::OrderBooks Books>
[[nodiscard]] std::optional<Candidate> best_beyond_bands(const VenueBooks<Books>& books,
                                                         InstrumentId instrument,
                                                         Side side) noexcept {
    const auto best = books.best(instrument, side, {});
    return best && books.state(instrument).bands.is_beyond(side, best->price) ? best : std::nullopt;
}

/// `replaced` is the id of the order that this one takes the place of, or 0.
template <book::OrderBooks Books>
[[nodiscard]] MatchStatus check_order(const VenueBooks<Books>& books, const NewOrder& order,
                                      const Conditions& asked, OrderId replaced) noexcept {
    if (!books.is_known(order.instrument)) {
        return MatchStatus::UnknownInstrument;
    }
    const InstrumentState& state = books.state(order.instrument);
    if (const auto status = check_rules(state.rules, order, asked); status != MatchStatus::Ok) {
        return status;
    }
    if (order.qty == Qty{}) {
        return MatchStatus::ZeroQty;
    }
    if (!is_consistent(order, asked)) {
        return MatchStatus::BadConditions;
    }
    if (const auto status = check_phase(state, order, asked); status != MatchStatus::Ok) {
        return status;
    }
    const bool is_kept = may_rest(order) || standing_of(asked) == Standing::Stopped ||
                         standing_of(asked) == Standing::Crossing;
    const bool is_open = order.id != replaced && (books.displayed().find(order.id) ||
                                                  books.held().find_place(order.id) != kNotHeld);
    return is_kept && is_open ? MatchStatus::DuplicateOrder : MatchStatus::Ok;
}

/// Does what check_order() does for an order without conditions and with a new id; it searches
/// nothing.
template <book::OrderBooks Books>
[[nodiscard]] MatchStatus check_new(const VenueBooks<Books>& books,
                                    const NewOrder& order) noexcept {
    if (!books.is_known(order.instrument)) {
        return MatchStatus::UnknownInstrument;
    }
    const InstrumentState& state = books.state(order.instrument);
    if (const auto status = check_rules(state.rules, order, {}); status != MatchStatus::Ok) {
        return status;
    }
    if (order.qty == Qty{}) {
        return MatchStatus::ZeroQty;
    }
    if (order.time_in_force == TimeInForce::Fok) {
        return MatchStatus::BadConditions;
    }
    return state.is_plain() ? MatchStatus::Ok : check_phase(state, order, {});
}

}  // namespace hotpath::match
