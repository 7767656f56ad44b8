#pragma once
/// A cross of one instrument: its current result, and its execution. Lives for one command. Not for
/// users of the library.
///
/// In a cross trade the orders that wait for it, the displayed ones and the hidden ones with their
/// limits; icebergs with their reserves; pegs and stops do not. Priority is price (market orders
/// first), then displayed or waiting before hidden, then place. All trade at one price. Self-trade
/// prevention does not apply. Threads: one owner. Allocation: none. Complexity: that of
/// CrossCurves, and of the orders that trade.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "hotpath/match/cross.hpp"
#include "hotpath/match/venue_command.hpp"

namespace hotpath::match {

/// The answer to "what if the cross were now": the words of ITCH's Net Order Imbalance Indicator.
struct Indication {
    InstrumentId instrument;
    CrossKind kind = CrossKind::None;
    std::optional<Price> far;   // of the orders for the cross only
    std::optional<Price> near;  // of these and the continuous book
    CrossVolume at_reference;   // its price: near, but within the displayed quote

    friend constexpr bool operator==(const Indication&, const Indication&) = default;
};

template <book::OrderBooks Books>
class VenueCross {
  public:
    VenueCross(VenueBooks<Books>& books, CrossCurves& curves, const CrossRequest& request) noexcept
        : books_(books),
          curves_(curves),
          request_(request),
          state_(books.state(request.instrument)) {}

    [[nodiscard]] Indication indicate() noexcept {
        curves_.clear();
        add_waiting();
        const std::optional<CrossVolume> far = curves_.best(target());
        add_continuous();
        const std::optional<CrossVolume> near = curves_.best(target());
        Indication indication{.instrument = request_.instrument,
                              .kind = request_.kind,
                              .far = {},
                              .near = {},
                              .at_reference = curves_.at(reference_of(near))};
        if (far) {
            indication.far = far->price;
        }
        if (near) {
            indication.near = near->price;
        }
        return indication;
    }

    /// False when there is more to do than the command may: to be called again.
    template <class Listener>
    [[nodiscard]] bool run(VenueCommand<Books, Listener>& command, Listener& listener) noexcept {
        if (!state_.cross_price) {
            curves_.clear();
            add_waiting();
            add_continuous();
            if (const auto best = curves_.best(target())) {
                state_.cross_price = best->price;
            }
        }
        if (state_.cross_price && !trade(command, listener)) {
            return false;
        }
        if (!cancel_rest(command)) {
            return false;
        }
        listener.on_cross({.instrument = request_.instrument,
                           .kind = request_.kind,
                           .price = state_.cross_price.value_or(Price{}),
                           .qty = state_.cross_qty});
        end();
        return true;
    }

  private:
    [[nodiscard]] CrossTarget target() const noexcept {
        return {.tick = state_.rules.tick, .bands = state_.bands, .reference = request_.reference};
    }

    void add(const Books& books, InstrumentId line) noexcept {
        for (const Side side : {Side::Buy, Side::Sell}) {
            books.for_each_level(line, side,
                                 [&](const book::Level& level) { curves_.add(side, level); });
        }
    }
    void add_waiting() noexcept {
        add(books_.crossing(), books_.cross_line(request_.instrument, request_.kind));
    }
    void add_continuous() noexcept {
        add(books_.displayed(), request_.instrument);
        add(books_.hidden(), request_.instrument);
    }

    [[nodiscard]] Price reference_of(const std::optional<CrossVolume>& near) const noexcept {
        const Price price = near ? near->price : request_.reference;
        const book::Bbo bbo = books_.displayed().bbo(request_.instrument);
        return bbo.is_two_sided() && bbo.bid.price < bbo.ask.price
                   ? std::clamp(price, bbo.bid.price, bbo.ask.price)
                   : price;
    }

    template <class Listener>
    [[nodiscard]] bool trade(VenueCommand<Books, Listener>& command, Listener& listener) noexcept {
        while (true) {
            const auto buy = next(Side::Buy);
            const auto sell = next(Side::Sell);
            if (!buy || !sell) {
                return true;
            }
            if (!command.take_step()) {
                return false;
            }
            trade_one(*buy, *sell, command, listener);
        }
    }

    /// The next order of a side that trades at the cross's price.
    [[nodiscard]] std::optional<Candidate> next(Side side) const noexcept {
        const auto best = books_.best_in_cross(request_.instrument, side, request_.kind);
        return best && crosses(opposite(side), *state_.cross_price, best->price) ? best
                                                                                 : std::nullopt;
    }

    template <class Listener>
    void trade_one(const Candidate& buy, const Candidate& sell,
                   VenueCommand<Books, Listener>& command, Listener& listener) noexcept {
        const Qty qty = std::min(buy.leaves_qty, sell.leaves_qty);
        const CrossTrade trade{.instrument = request_.instrument,
                               .price = *state_.cross_price,
                               .qty = qty,
                               .buy = party(buy, qty),
                               .sell = party(sell, qty)};
        state_.cross_qty += qty;
        const bool is_buy_empty = books_.take(buy, qty);
        const bool is_sell_empty = books_.take(sell, qty);
        listener.on_crossed(trade);
        if (is_buy_empty && buy.held != kNotHeld) {
            command.refresh_or_forget(buy.held);
        }
        if (is_sell_empty && sell.held != kNotHeld) {
            command.refresh_or_forget(sell.held);
        }
    }

    [[nodiscard]] CrossParty party(const Candidate& order, Qty qty) const noexcept {
        const bool is_held = order.held != kNotHeld;
        return {.id = is_held ? books_.held()[order.held].order.id : order.place,
                .place = order.place,
                .standing = order.standing,
                .leaves_qty = order.leaves_qty - qty,
                .tag = order.tag};
    }

    /// Orders for this cross have no other.
    template <class Listener>
    [[nodiscard]] bool cancel_rest(VenueCommand<Books, Listener>& command) noexcept {
        const InstrumentId line = books_.cross_line(request_.instrument, request_.kind);
        for (const Side side : {Side::Buy, Side::Sell}) {
            while (const auto order = books_.crossing().front(line, side)) {
                if (!command.take_step()) {
                    return false;
                }
                command.cancel(books_.held().find_place(order->id), CancelReason::CrossEnded);
            }
        }
        return true;
    }

    void end() noexcept {
        if (state_.cross_price) {
            state_.note_trade(*state_.cross_price);
        }
        state_.cross_price.reset();
        state_.cross_qty = {};
        state_.phase = Phase::Continuous;
    }

    VenueBooks<Books>& books_;
    CrossCurves& curves_;
    CrossRequest request_;
    InstrumentState& state_;
};

}  // namespace hotpath::match
