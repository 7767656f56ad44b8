#pragma once
/// VenueBooks: storage of every order of a venue. Displayed orders are in the plain matcher's
/// books; hidden ones and the reserves of icebergs, stops and orders for a cross in separate books;
/// pegs in their lines. A reserve is among the hidden orders under its order's id. It never trades
/// from there: the displayed part of the same order is ahead of it, and is refreshed from it.
/// Threads: one owner. Allocation: in create(). Complexity: the books', amortised O(1); see
/// PegOrders.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "hotpath/book/order_books.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/match/held_orders.hpp"
#include "hotpath/match/instrument_rules.hpp"
#include "hotpath/match/matcher.hpp"
#include "hotpath/match/peg_orders.hpp"
#include "hotpath/match/stop_book.hpp"

namespace hotpath::match {

struct VenueMatcherOptions {
    MatcherOptions matcher{};
    std::uint32_t held_orders_max = 65'536;   // open orders with conditions
    std::uint32_t pegs_per_side_max = 1'024;  // of one instrument
    std::uint32_t cross_levels_max = 16'384;  // a side that the price of a cross is found from
};

/// A resting order that could trade next.
struct Candidate {
    OrderId place;
    Price price;
    Qty leaves_qty;  // at its place
    Standing standing = Standing::Displayed;
    std::uint32_t held = kNotHeld;
    std::uint32_t tag = 0;
};

template <book::OrderBooks Books>
class VenueBooks {
  public:
    [[nodiscard]] static Expected<VenueBooks> create(const VenueMatcherOptions& options) {
        if (options.matcher.books.instruments_max > kInstrumentsMax ||
            options.held_orders_max == 0 || options.held_orders_max > kHeldOrdersMax) {
            return fail("venue books: instruments must be at most 21,845 and held orders 1..2^24");
        }
        auto plain = BasicMatcher<Books>::create(options.matcher);
        auto hidden = Books::create(lines(options, 1));
        auto stops = Books::create(lines(options, 1));
        auto crossing = Books::create(lines(options, kCrossKinds));
        if (!plain || !hidden || !stops || !crossing) {
            return fail("venue books: " + (!plain ? plain.error().message : "no memory"));
        }
        return VenueBooks(options, {std::move(*plain), std::move(*hidden), std::move(*stops),
                                    std::move(*crossing)});
    }

    [[nodiscard]] const Books& displayed() const noexcept { return plain_.books(); }
    [[nodiscard]] const Books& hidden() const noexcept { return hidden_; }
    [[nodiscard]] const Books& crossing() const noexcept { return crossing_; }
    [[nodiscard]] const StopBook<Books>& stops() const noexcept { return stops_; }
    [[nodiscard]] const PegOrders& pegs() const noexcept { return pegs_; }
    [[nodiscard]] const HeldOrders& held() const noexcept { return held_; }
    [[nodiscard]] BasicMatcher<Books>& plain() noexcept { return plain_; }

    [[nodiscard]] bool is_known(InstrumentId instrument) const noexcept {
        return instrument.value != 0 && instrument.value < states_.size();
    }
    [[nodiscard]] InstrumentState& state(InstrumentId instrument) noexcept {
        return states_[instrument.value];
    }
    [[nodiscard]] const InstrumentState& state(InstrumentId instrument) const noexcept {
        return states_[instrument.value];
    }

    /// Where the crossing books keep an instrument's orders for one kind of cross.
    [[nodiscard]] static constexpr InstrumentId cross_line(InstrumentId instrument,
                                                           CrossKind kind) {
        return {static_cast<std::uint16_t>((instrument.value - 1) * kCrossKinds +
                                           static_cast<std::uint16_t>(kind))};
    }

    /// Best of one side; at one price, hidden orders come after displayed ones.
    [[nodiscard]] std::optional<Candidate> best(InstrumentId instrument, Side side,
                                                const PegReference& reference) const noexcept {
        const auto shown = front_of(displayed(), instrument, side, Standing::Displayed);
        const auto unshown = best_hidden(instrument, side, reference);
        return !unshown || (shown && !is_better(side, unshown->price, shown->price)) ? shown
                                                                                     : unshown;
    }

    /// Best of one side's hidden and pegged orders; at one price the first in line.
    [[nodiscard]] std::optional<Candidate> best_hidden(
        InstrumentId instrument, Side side, const PegReference& reference) const noexcept {
        if (state(instrument).held == 0) {
            return std::nullopt;
        }
        const auto limit = front_of(hidden_, instrument, side, Standing::Hidden);
        const auto peg = pegs_.best(held_, instrument, side, reference);
        if (!peg) {
            return limit;
        }
        const HeldRecord& record = held_[peg->index];
        const Candidate pegged{.place = record.place,
                               .price = peg->price,
                               .leaves_qty = record.leaves_qty,
                               .standing = Standing::Pegged,
                               .held = peg->index,
                               .tag = record.order.tag};
        return limit && is_ahead(side, *limit, pegged) ? limit : pegged;
    }

    /// Levels of one side for a cross: limits and prices of market orders, displayed or there for
    /// the cross, then hidden ones.
    [[nodiscard]] std::optional<Candidate> best_in_cross(InstrumentId instrument, Side side,
                                                         CrossKind kind) const noexcept {
        const auto shown = front_of(displayed(), instrument, side, Standing::Displayed);
        const auto crossing =
            front_of(crossing_, cross_line(instrument, kind), side, Standing::Crossing);
        const auto hidden = front_of(hidden_, instrument, side, Standing::Hidden);
        const auto first =
            !crossing || (shown && is_ahead(side, *shown, *crossing)) ? shown : crossing;
        return !hidden || (first && !is_better(side, hidden->price, first->price)) ? first : hidden;
    }

    /// The order as events show it.
    [[nodiscard]] HeldOrder view_of(std::uint32_t index) const noexcept {
        const HeldRecord& record = held_[index];
        const bool is_displayed = record.standing == Standing::Displayed;
        return {.id = record.order.id,
                .place = record.place,
                .instrument = record.order.instrument,
                .side = record.order.side,
                .standing = record.standing,
                .price = record.order.price,
                .leaves_qty = leaves_qty(record),
                .reserve_qty = is_displayed ? qty_in(hidden_, record.order.id) : Qty{}};
    }

    /// Puts the order into its book; held when it has conditions. False when there is no room: then
    /// nothing has changed.
    [[nodiscard]] bool try_rest(const HeldRecord& order) noexcept {
        const bool is_plain = order.standing == Standing::Displayed &&
                              order.conditions == Conditions{} && order.place == order.order.id;
        if ((!is_plain && held_.is_full()) || !try_stand(order)) {
            return false;
        }
        if (!is_plain) {
            hold(order);
        }
        return true;
    }

    /// Does what try_rest does, for a loaded state: the order's displayed part, if any, is in the
    /// books with its leaves_qty; `reserve_qty` is the rest.
    [[nodiscard]] bool try_restore(const HeldRecord& order, Qty reserve_qty) noexcept {
        const bool is_displayed = order.standing == Standing::Displayed;
        if (held_.is_full() || held_.find_place(order.order.id) != kNotHeld ||
            held_.find_place(order.place) != kNotHeld ||
            qty_in(displayed(), order.place) != (is_displayed ? order.leaves_qty : Qty{})) {
            return false;
        }
        const bool stands =
            is_displayed
                ? reserve_qty == Qty{} || is_added(hidden_, order, {order.order.id, reserve_qty})
                : try_stand(order);
        if (stands) {
            hold(order);
        }
        return stands;
    }

    /// Reduces the order in its book; true when nothing is left there.
    bool take(const Candidate& from, Qty qty) noexcept {
        switch (from.standing) {
            case Standing::Displayed:
                static_cast<void>(plain_.mutable_books().execute(from.place, qty));
                break;
            case Standing::Hidden:
                static_cast<void>(hidden_.execute(from.place, qty));
                break;
            case Standing::Crossing:
                static_cast<void>(crossing_.execute(from.place, qty));
                break;
            case Standing::Stopped:
                stops_.reduce(from.place, qty);
                break;
            case Standing::Pegged:
                held_[from.held].leaves_qty -= qty;
                break;
        }
        return qty == from.leaves_qty;
    }

    /// The remaining reserve of a held order, or 0.
    [[nodiscard]] Qty reserve_qty(std::uint32_t index) const noexcept {
        const HeldRecord& record = held_[index];
        return record.standing == Standing::Displayed ? qty_in(hidden_, record.order.id) : Qty{};
    }

    void take_reserve(std::uint32_t index, Qty qty) noexcept {
        static_cast<void>(hidden_.execute(held_[index].order.id, qty));
    }

    /// Displays the next of a reserve, of which nothing is displayed, at a new place. False when
    /// the books have no room for it: then nothing has changed.
    [[nodiscard]] bool try_refresh(std::uint32_t index, OrderId place) noexcept {
        const HeldRecord& record = held_[index];
        const Qty qty = std::min(record.conditions.display_qty, reserve_qty(index));
        if (!is_added(plain_.mutable_books(), record, {place, qty})) {
            return false;
        }
        take_reserve(index, qty);
        held_.move_to(index, place);
        return true;
    }

    /// Forgets an order of which nothing is left at its place or in reserve.
    void forget(std::uint32_t index) noexcept {
        if (held_[index].standing == Standing::Pegged) {
            pegs_.remove(held_, index);
        }
        --state(held_[index].order.instrument).held;
        held_.remove(index);
    }

    /// Removes an order and all it has left.
    void remove(std::uint32_t index) noexcept {
        const HeldRecord& record = held_[index];
        switch (record.standing) {
            case Standing::Displayed:
                static_cast<void>(plain_.mutable_books().remove(record.place));
                static_cast<void>(hidden_.remove(record.order.id));  // the reserve, if any
                break;
            case Standing::Hidden:
                static_cast<void>(hidden_.remove(record.place));
                break;
            case Standing::Crossing:
                static_cast<void>(crossing_.remove(record.place));
                break;
            case Standing::Stopped:
                stops_.remove(record.place);
                break;
            case Standing::Pegged:
                break;
        }
        forget(index);
    }

  private:
    static constexpr std::uint16_t kCrossKinds = 3;
    static constexpr std::uint16_t kInstrumentsMax = 0xffff / kCrossKinds;
    static constexpr std::uint32_t kHeldOrdersMax = 1U << 24U;

    struct Parts {
        BasicMatcher<Books> plain;
        Books hidden;
        Books stops;
        Books crossing;
    };
    struct Share {
        OrderId place;
        Qty qty;
    };

    VenueBooks(const VenueMatcherOptions& options, Parts&& parts)
        : plain_(std::move(parts.plain)),
          hidden_(std::move(parts.hidden)),
          crossing_(std::move(parts.crossing)),
          stops_(std::move(parts.stops)),
          pegs_(options.matcher.books.instruments_max, options.pegs_per_side_max),
          held_(options.held_orders_max),
          states_(std::size_t{options.matcher.books.instruments_max} + 1) {}

    /// Books for held orders alone, with that many lines an instrument.
    [[nodiscard]] static book::BooksOptions lines(const VenueMatcherOptions& options,
                                                  std::uint16_t per_instrument) {
        const std::uint16_t instruments = options.matcher.books.instruments_max;
        return {.orders_max = options.held_orders_max,
                .levels_max = options.held_orders_max * 2,
                .instruments_max = static_cast<std::uint16_t>(instruments * per_instrument),
                .huge_pages = options.matcher.books.huge_pages};
    }

    [[nodiscard]] static Qty qty_in(const Books& books, OrderId id) noexcept {
        const std::optional<book::OrderView> order = books.find(id);
        return order ? order->leaves_qty : Qty{};
    }
    [[nodiscard]] Qty leaves_qty(const HeldRecord& record) const noexcept {
        switch (record.standing) {
            case Standing::Displayed:
                return qty_in(displayed(), record.place);
            case Standing::Hidden:
                return qty_in(hidden_, record.place);
            case Standing::Crossing:
                return qty_in(crossing_, record.place);
            case Standing::Stopped:
                return qty_in(stops_.lines(), record.place);
            case Standing::Pegged:
                break;
        }
        return record.leaves_qty;
    }

    [[nodiscard]] static bool is_ahead(Side side, const Candidate& a, const Candidate& b) noexcept {
        return a.price == b.price ? a.place < b.place : is_better(side, a.price, b.price);
    }

    [[nodiscard]] std::optional<Candidate> front_of(const Books& books, InstrumentId instrument,
                                                    Side side, Standing standing) const noexcept {
        const std::optional<book::OrderView> front = books.front(instrument, side);
        if (!front) {
            return std::nullopt;
        }
        return Candidate{.place = front->id,
                         .price = front->price,
                         .leaves_qty = front->leaves_qty,
                         .standing = standing,
                         .held = held_.empty() ? kNotHeld : held_.find_place(front->id),
                         .tag = front->tag};
    }

    void hold(const HeldRecord& order) noexcept {
        const std::uint32_t index = held_.add(order);
        ++state(order.order.instrument).held;
        if (order.standing == Standing::Pegged) {
            pegs_.insert(held_, index);
        }
    }

    [[nodiscard]] bool try_stand(const HeldRecord& order) noexcept {
        switch (order.standing) {
            case Standing::Displayed:
                return try_display(order);
            case Standing::Hidden:
                return is_added(hidden_, order, {order.place, order.leaves_qty});
            case Standing::Crossing:
                return try_await_cross(order);
            case Standing::Stopped:
                return stops_.add(order);
            case Standing::Pegged:
                break;
        }
        return !pegs_.is_full(order.order.instrument, order.order.side);
    }

    [[nodiscard]] bool try_display(const HeldRecord& order) noexcept {
        const Qty display_qty = order.conditions.display_qty;
        const Qty shown =
            display_qty == Qty{} ? order.leaves_qty : std::min(display_qty, order.leaves_qty);
        if (!is_added(plain_.mutable_books(), order, {order.place, shown})) {
            return false;
        }
        const Qty reserve = order.leaves_qty - shown;
        if (reserve != Qty{} && !is_added(hidden_, order, {order.order.id, reserve})) {
            static_cast<void>(plain_.mutable_books().remove(order.place));
            return false;
        }
        return true;
    }

    /// A market order is stored at the most aggressive price.
    [[nodiscard]] bool try_await_cross(const HeldRecord& order) noexcept {
        HeldRecord in_line = order;
        in_line.order.instrument = cross_line(order.order.instrument, order.conditions.cross);
        if (order.order.type == OrderType::Market) {
            in_line.order.price = order.order.side == Side::Buy ? book::kPriceMax : Price{};
        }
        return is_added(crossing_, in_line, {order.place, order.leaves_qty});
    }

    [[nodiscard]] static bool is_added(Books& books, const HeldRecord& order,
                                       const Share& share) noexcept {
        return books
                   .add({.id = share.place,
                         .instrument = order.order.instrument,
                         .side = order.order.side,
                         .price = order.order.price,
                         .leaves_qty = share.qty,
                         .tag = order.order.tag})
                   .status == book::BookStatus::Ok;
    }

    BasicMatcher<Books> plain_;
    Books hidden_;
    Books crossing_;
    StopBook<Books> stops_;
    PegOrders pegs_;
    HeldOrders held_;
    FixedArray<InstrumentState> states_;  // by instrument id
};

}  // namespace hotpath::match
