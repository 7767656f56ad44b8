#include "hotpath/strategy/market_maker.hpp"

#include <algorithm>
#include <optional>

#include "hotpath/book/signals.hpp"
#include "hotpath/book/usual_tick.hpp"
#include "hotpath/core/assert.hpp"

namespace hotpath::strategy {
namespace {

constexpr std::array<Side, 2> kSides{Side::Buy, Side::Sell};

template <class Bbo>
constexpr auto& level_of(Bbo& touch, Side side) noexcept {
    return side == Side::Buy ? touch.bid : touch.ask;
}

// By value: a choice between two prices would be one between their addresses.
Price more_passive(Side side, Price a, Price b) noexcept {
    return {is_better(side, a, b) ? b.value : a.value};
}

// Onto the tick and away from the market: bids down, asks up. The price is positive.
Price round_passive(Side side, Price price, std::int64_t tick) noexcept {
    const std::int64_t above = price.value % tick;
    return side == Side::Buy || above == 0 ? price - above : price + (tick - above);
}

// As book.find(id), first where an order of ours was last: nearly always it is there, and nothing is
// searched for.
template <book::InstrumentView Book>
[[gnu::always_inline]] inline std::optional<book::OrderView> find_again(
    OrderId id, const Book& book, book::OrderCursor& last) noexcept {
    if constexpr (book::LiveView<Book>) {
        if (!book.is_at(last, id)) {
            const book::OrderCursor found = book.cursor_of(id);
            if (!found) {
                return std::nullopt;
            }
            last = found;
        }
        return book.at(last);
    } else {
        return book.find(id);
    }
}

// Right after a replacement the book may still show a predecessor.
template <book::InstrumentView Book>
[[gnu::noinline]] std::uint64_t predecessor_shown_at(Price price, const oms::Order* order,
                                                     const Book& book, const oms::Orders& orders,
                                                     book::OrderCursor& last) noexcept {
    constexpr int kPredecessorsMax = 8;
    for (int i = 0; i < kPredecessorsMax && order->predecessor.value != 0; ++i) {
        order = orders.find(order->predecessor);
        if (order == nullptr) {
            return 0;
        }
        if (const auto shown = find_again(order->venue_id, book, last); shown.has_value()) {
            return shown->price == price ? shown->leaves_qty.value : 0;
        }
    }
    return 0;
}

// What the book shows of this order at this price. Reports and the feed do not come at the same
// moment: the book decides, not our record, or we would mistake our own order for another's and
// chase it forever.
template <book::InstrumentView Book>
[[gnu::always_inline]] inline std::uint64_t shown_at(Price price, const oms::Order* order,
                                                     const Book& book, const oms::Orders& orders,
                                                     book::OrderCursor& last) noexcept {
    if (order == nullptr) [[unlikely]] {
        return 0;
    }
    if (order->venue_id.value != 0) [[likely]] {
        if (const auto shown = find_again(order->venue_id, book, last); shown.has_value())
            [[likely]] {
            return shown->price == price ? shown->leaves_qty.value : 0;
        }
    }
    return predecessor_shown_at(price, order, book, orders, last);
}

}  // namespace

MarketMaker::MarketMaker(const MarketMakerOptions& options)
    : options_(options), quotes_(std::size_t{options.instruments_max} + 1) {
    HOTPATH_ASSERT(options.quote_qty.value > 0 && options.inventory_max > SignedQty{},
                   "quote_qty and inventory_max must be above 0");
    HOTPATH_ASSERT(options.half_spread >= 0 && options.hysteresis_percent >= 0,
                   "half_spread and hysteresis_percent must be 0 or more");
}

template <book::InstrumentView Book>
[[gnu::flatten]] void MarketMaker::decide(const Book& book, const Context& context, Quotes& quotes,
                                          oms::Intents& intents) const noexcept {
    const OwnOrders own{context.orders.find(quotes.ids[0]), context.orders.find(quotes.ids[1])};
    const bool is_quoting = !is_stale_ && context.now >= quotes.paused_until;
    if (is_quoting) [[likely]] {
        look(book, context.orders, own, quotes);
    }
#pragma GCC unroll 2
    for (const Side side : kSides) {
        const std::size_t i = side_index(side);
        const Target wanted = is_quoting ? quotes.targets[i] : Target{};
        quotes.ids[i] = steer({.instrument = book.instrument(),
                               .side = side,
                               .qty = wanted.qty,
                               .price = wanted.price},
                              own[i], quotes.ids[i], intents);
    }
    if constexpr (book::LiveView<Book>) {
        quotes.settled.best_changes = book.best_changes();
        quotes.settled.order_changes = context.orders.changes(book.instrument());
        quotes.settled.is_so = is_quoting && quotes.sight.is_of_best && intents.all().empty();
    }
}

// The targets follow, if the market is another.
template <book::InstrumentView Book>
void MarketMaker::look(const Book& book, const oms::Orders& orders, const OwnOrders& own,
                       Quotes& quotes) const noexcept {
    quotes.sight.is_of_best = true;
    const Basis basis{.bid = others_best(Side::Buy, own[0], book, orders, quotes.sight),
                      .ask = others_best(Side::Sell, own[1], book, orders, quotes.sight),
                      .inventory = orders.position(book.instrument()).position,
                      .scale = book.scale()};
    if (is_another(basis, quotes.basis)) {
        quotes.basis = basis;
        aim(quotes);
    }
}

// By one branch: which of the fields has changed is unpredictable.
bool MarketMaker::is_another(const Basis& a, const Basis& b) noexcept {
    const auto differ = [](std::int64_t x, std::int64_t y) {
        return static_cast<std::uint64_t>(x) ^ static_cast<std::uint64_t>(y);
    };
    const auto of_level = [&](const OthersLevel& x, const OthersLevel& y) {
        return differ(x.price.value, y.price.value) | (x.qty.value ^ y.qty.value);
    };
    return (of_level(a.bid, b.bid) | of_level(a.ask, b.ask) |
            differ(a.inventory.value, b.inventory.value) |
            (a.scale.units_per_currency ^ b.scale.units_per_currency)) != 0;
}

// What follows from the basis. A second time it would change nothing: that the reservation price
// follows the market has no effect while the market is where it was.
void MarketMaker::aim(Quotes& quotes) const noexcept {
    const auto& [bid, ask, inventory, scale] = quotes.basis;
    const auto level_of_others = [](const OthersLevel& level) {
        return book::Level{
            .price = level.price, .qty = level.qty, .orders = level.qty.value == 0 ? 0U : 1U};
    };
    const book::Bbo touch{.bid = level_of_others(bid), .ask = level_of_others(ask)};
    if (!is_quotable(touch)) {
        quotes.targets = {};
        return;
    }
    follow(touch, inventory, quotes);
    for (const Side side : kSides) {
        const Price best = level_of(touch, side).price;
        const Price edge = quotes.reservation - sign(side) * options_.half_spread;
        quotes.targets[side_index(side)] =
            target(side, more_passive(side, edge, best), inventory, book::usual_tick(best, scale));
    }
}

void MarketMaker::on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
    if (rejection.instrument.value >= quotes_.size() || rejection.by == oms::RejectedBy::Orders) {
        return;
    }
    Quotes& quotes = quotes_[rejection.instrument.value];
    quotes.settled = {};
    quotes.paused_until =
        rejection.is_momentary ? quotes.paused_until : context.now + options_.reject_pause;
    for (ClOrdId& id : quotes.ids) {
        if (id == rejection.id) {
            id = rejection.original;  // the original may still be open; 0 after an enter
        }
    }
}

// The engine pulls what is open. What we thought of the price is of a book that is gone: it must
// not hold the next quotes where the last ones were.
void MarketMaker::on_books_state(BooksState state, const Context&) noexcept {
    is_stale_ = state == BooksState::Stale;
    for (Quotes& quotes : quotes_) {
        quotes.reservation = {};
        quotes.basis = {};
        quotes.sight = {};
        quotes.settled = {};
        quotes.targets = {};
    }
}

// Our own orders are taken out, or we would follow ourselves. One order a side shows at one level,
// so that of two levels one is others'. Inlined for each side, so that a level stays in registers: in
// memory it would be copied before its stores have left the core (docs/techniques/
// store-forwarding.md).
template <book::InstrumentView Book>
MarketMaker::OthersLevel MarketMaker::others_best(Side side, const oms::Order* order,
                                                  const Book& book, const oms::Orders& orders,
                                                  Sight& sight) noexcept {
    const book::Level best = book.best(side);
    book::OrderCursor& last = sight.own[side_index(side)];
    const std::uint64_t shown = shown_at(best.price, order, book, orders, last);
    if (best.qty.value <= shown) [[unlikely]] {
        sight.is_of_best = false;
        return others_second(side, order, book, orders, last);
    }
    return {.price = best.price, .qty = {best.qty.value - shown}};
}

// The level after the best counts when the best is ours alone.
template <book::InstrumentView Book>
MarketMaker::OthersLevel MarketMaker::others_second(Side side, const oms::Order* order,
                                                    const Book& book, const oms::Orders& orders,
                                                    book::OrderCursor& last) noexcept {
    std::array<book::Level, 2> levels;
    if (book.depth(side, levels) < levels.size()) {
        return {};
    }
    const book::Level& second = levels[1];
    const std::uint64_t shown = shown_at(second.price, order, book, orders, last);
    return second.qty.value > shown
               ? OthersLevel{.price = second.price, .qty = {second.qty.value - shown}}
               : OthersLevel{};
}

bool MarketMaker::is_quotable(const book::Bbo& touch) const noexcept {
    if (!touch.is_two_sided() || touch.bid.price.value <= 0) {
        return false;
    }
    const std::int64_t spread = touch.ask.price - touch.bid.price;
    return spread > 0 &&
           spread * kWholePrice.value <= touch.bid.price.value * options_.spread_bps_max.value;
}

// The fair price, less what the inventory costs: long, we would rather sell than buy.
Price MarketMaker::reservation_price(const book::Bbo& touch, SignedQty inventory) const noexcept {
    const std::int64_t lean_max =
        (touch.ask.price - touch.bid.price) * options_.inventory_skew_percent / 100;
    return book::microprice_floor(touch) -
           lean_max * inventory.value / options_.inventory_max.value;
}

void MarketMaker::follow(const book::Bbo& touch, SignedQty inventory,
                         Quotes& quotes) const noexcept {
    const std::int64_t spread = touch.ask.price - touch.bid.price;
    const std::int64_t ignored = spread * options_.hysteresis_percent / 100;
    const Price wanted = reservation_price(touch, inventory);
    const std::int64_t moved = wanted - quotes.reservation;
    if (moved >= ignored || moved <= -ignored) {
        quotes.reservation = wanted;
    }
}

MarketMaker::Target MarketMaker::target(Side side, Price behind, SignedQty inventory,
                                        std::int64_t tick) const noexcept {
    // If all of it executes, the inventory is at most inventory_max.
    const SignedQty room = options_.inventory_max - sign(side) * inventory;
    const std::int64_t qty =
        std::clamp(room.value, std::int64_t{0}, std::int64_t{options_.quote_qty.value});
    if (behind.value < tick) {
        return {};
    }
    return {.qty = {static_cast<std::uint32_t>(qty)}, .price = round_passive(side, behind, tick)};
}

// The id of the order that is ours on this side from now on.
ClOrdId MarketMaker::steer(const oms::NewOrder& wanted, const oms::Order* order, ClOrdId id,
                           oms::Intents& intents) noexcept {
    ClOrdId sent{};
    if (order == nullptr || !oms::is_open(order->state)) [[unlikely]] {
        if (wanted.qty.value != 0) {
            sent = intents.enter(wanted);
        }
    } else if (wanted.qty.value == 0) {
        if (!order->is_cancel_sent) {
            intents.cancel(id);
        }
    } else if (order->state == oms::OrderState::Live &&
               (order->price != wanted.price || order->leaves_qty > wanted.qty)) {
        sent = intents.replace(id, wanted.qty, wanted.price);
    }
    return sent.value == 0 ? id : sent;
}

template void MarketMaker::decide(const book::BookView&, const Context&, Quotes&,
                                  oms::Intents&) const noexcept;
template void MarketMaker::decide(const book::DepthView&, const Context&, Quotes&,
                                  oms::Intents&) const noexcept;

}  // namespace hotpath::strategy
