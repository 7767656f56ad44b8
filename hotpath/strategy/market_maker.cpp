#include "hotpath/strategy/market_maker.hpp"

#include <algorithm>

#include "hotpath/book/signals.hpp"
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

// What the book shows of this order at this price. Reports and the feed do not come at the same
// moment: right after a replacement the book may still show a predecessor. The book decides, not
// our record, or we would mistake our own order for another's and chase it forever.
template <book::InstrumentView Book>
std::uint64_t shown_at(Price price, const oms::Order* order, const Book& book,
                       const oms::Orders& orders) noexcept {
    constexpr int kPredecessorsMax = 8;
    for (int i = 0; order != nullptr && i <= kPredecessorsMax; ++i) {
        if (const auto shown = book.find(order->venue_id); shown.has_value()) {
            return shown->price == price ? shown->leaves_qty.value : 0;
        }
        order = order->predecessor.value == 0 ? nullptr : orders.find(order->predecessor);
    }
    return 0;
}

}  // namespace

MarketMaker::MarketMaker(const MarketMakerOptions& options)
    : options_(options), quotes_(std::size_t{options.instruments_max} + 1) {
    HOTPATH_ASSERT(options.quote_qty.value > 0 && options.inventory_max > SignedQty{},
                   "quote_qty and inventory_max must be above 0");
    HOTPATH_ASSERT(options.half_spread >= 0 && options.hysteresis_percent >= 0,
                   "half_spread and hysteresis_percent must be 0 or more");
}

MarketMaker MarketMaker::understudy() const {
    MarketMakerOptions options = options_;
    options.instruments_max = 1;
    return MarketMaker(options);
}

template <book::InstrumentView Book>
void MarketMaker::decide(const Book& book, const Context& context, Quotes& quotes,
                         oms::Intents& intents) const noexcept {
    const SignedQty inventory = context.orders.position(book.instrument()).position;
    const OwnOrders own{context.orders.find(quotes.ids[0]), context.orders.find(quotes.ids[1])};
    const book::Bbo touch = others_touch(book, own, context.orders);
    const bool is_quoting = is_quotable(touch) && !is_stale_ && context.now >= quotes.paused_until;
    if (is_quoting) [[likely]] {
        follow(touch, inventory, quotes);
    }
#pragma GCC unroll 2
    for (const Side side : kSides) {
        Target wanted;
        if (is_quoting) [[likely]] {
            const Price best = level_of(touch, side).price;
            const Price edge = quotes.reservation - sign(side) * options_.half_spread;
            wanted = target(side, more_passive(side, edge, best), inventory, book.tick(best));
        }
        ClOrdId& id = quotes.ids[side_index(side)];
        id = steer({.instrument = book.instrument(),
                    .side = side,
                    .qty = wanted.qty,
                    .price = wanted.price},
                   own[side_index(side)], id, intents);
    }
}

void MarketMaker::on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
    if (rejection.instrument.value >= quotes_.size() || rejection.by == oms::RejectedBy::Orders) {
        return;
    }
    Quotes& quotes = quotes_[rejection.instrument.value];
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
    }
}

// Our own orders are taken out, or we would follow ourselves. One order a side shows at one level,
// so that of two levels one is others'. A level is written field by field where it stays: copied,
// it would wait for its own stores (docs/techniques/store-forwarding.md).
template <book::InstrumentView Book>
book::Bbo MarketMaker::others_touch(const Book& book, const OwnOrders& own,
                                    const oms::Orders& orders) noexcept {
    book::Bbo touch;
    for (const Side side : kSides) {
        const oms::Order* order = own[side_index(side)];
        const book::Level best = book.best(side);
        const std::uint64_t shown = shown_at(best.price, order, book, orders);
        book::Level& level = level_of(touch, side);
        if (best.qty.value > shown) [[likely]] {
            level.price = best.price;
            level.qty = {best.qty.value - shown};
            level.orders = 1;
        } else if (best.orders != 0) {
            level = others_second(side, order, book, orders);
        }
    }
    return touch;
}

// The level after the best counts when the best is ours alone.
template <book::InstrumentView Book>
book::Level MarketMaker::others_second(Side side, const oms::Order* order, const Book& book,
                                       const oms::Orders& orders) noexcept {
    std::array<book::Level, 2> levels;
    if (book.depth(side, levels) < levels.size()) {
        return {};
    }
    const book::Level& second = levels[1];
    const std::uint64_t shown = shown_at(second.price, order, book, orders);
    return second.qty.value > shown
               ? book::Level{.price = second.price, .qty = {second.qty.value - shown}, .orders = 1}
               : book::Level{};
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
