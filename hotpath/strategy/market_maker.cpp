#include "hotpath/strategy/market_maker.hpp"

#include <algorithm>

#include "hotpath/book/signals.hpp"
#include "hotpath/core/assert.hpp"

namespace hotpath::strategy {
namespace {

constexpr std::array<Side, 2> kSides{Side::Buy, Side::Sell};

constexpr std::size_t index_of(Side side) noexcept {
    return static_cast<std::size_t>(side);
}

Price more_passive(Side side, Price a, Price b) noexcept {
    return is_better(side, a, b) ? b : a;
}

// Onto the tick and away from the market: bids down, asks up. The price is positive.
Price round_passive(Side side, Price price, std::int64_t tick) noexcept {
    const std::int64_t above = price.value % tick;
    return side == Side::Buy || above == 0 ? price - above : price + (tick - above);
}

// What the book shows of this order at this price. Reports and the feed do not come at the same
// moment: right after a replacement the book may still show a predecessor. The book decides, not
// our record, or we would take our own order for somebody else's and chase it for ever.
std::uint64_t shown_at(Price price, ClOrdId id, const book::BookView& book,
                       const oms::Orders& orders) noexcept {
    constexpr int kPredecessorsMax = 8;
    const oms::Order* order = orders.find(id);
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
    HOTPATH_ASSERT(options.quote_qty.value > 0 && options.inventory_max > 0, "it may trade");
    HOTPATH_ASSERT(options.half_spread >= 0 && options.hysteresis_percent >= 0, "distances");
}

void MarketMaker::on_book(const book::BookView& book, const Context& context,
                          oms::Intents& intents) noexcept {
    HOTPATH_ASSERT(book.instrument().value < quotes_.size(), "instruments_max of the books");
    Quotes& quotes = quotes_[book.instrument().value];
    const std::int64_t inventory = context.orders.position(book.instrument()).position;
    const Touch touch = others_touch(book, context.orders);
    const bool is_quoting = is_quotable(touch) && !is_stale_ && context.now >= quotes.paused_until;
    if (is_quoting) {
        follow(touch, inventory, quotes);
    }
    for (const Side side : kSides) {
        Target wanted;
        if (is_quoting) {
            const Price best = touch[index_of(side)].price;
            const Price edge = quotes.reservation - sign(side) * options_.half_spread;
            wanted = target(side, more_passive(side, edge, best), inventory, book.tick(best));
        }
        steer(side, wanted, book, context, intents);
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
            id = rejection.original;  // what was not replaced may still be open; 0 after an enter
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
// so that of two levels one is others'.
MarketMaker::Touch MarketMaker::others_touch(const book::BookView& book,
                                             const oms::Orders& orders) const noexcept {
    const Quotes& quotes = quotes_[book.instrument().value];
    Touch touch;
    for (const Side side : kSides) {
        std::array<book::Level, 2> levels;
        const std::size_t count = book.depth(side, levels);
        for (std::size_t i = 0; i < count && touch[index_of(side)].orders == 0; ++i) {
            const std::uint64_t own =
                shown_at(levels[i].price, quotes.ids[index_of(side)], book, orders);
            if (levels[i].qty.value > own) {
                touch[index_of(side)] = {levels[i].price, {levels[i].qty.value - own}, 1};
            }
        }
    }
    return touch;
}

bool MarketMaker::is_quotable(const Touch& touch) const noexcept {
    const book::Level& bid = touch[index_of(Side::Buy)];
    const book::Level& ask = touch[index_of(Side::Sell)];
    if (bid.orders == 0 || ask.orders == 0 || bid.price.value <= 0) {
        return false;
    }
    const std::int64_t spread = ask.price - bid.price;
    return spread > 0 && spread * 10'000 <= bid.price.value * options_.spread_bps_max;
}

// The fair price, less what the inventory costs: long, we would rather sell than buy.
Price MarketMaker::reservation_price(const Touch& touch, std::int64_t inventory) const noexcept {
    const book::Level& bid = touch[index_of(Side::Buy)];
    const book::Level& ask = touch[index_of(Side::Sell)];
    const std::int64_t lean_max = (ask.price - bid.price) * options_.inventory_skew_percent / 100;
    return book::microprice_floor({.bid = bid, .ask = ask}) -
           lean_max * inventory / options_.inventory_max;
}

void MarketMaker::follow(const Touch& touch, std::int64_t inventory,
                         Quotes& quotes) const noexcept {
    const std::int64_t spread =
        touch[index_of(Side::Sell)].price - touch[index_of(Side::Buy)].price;
    const std::int64_t ignored = spread * options_.hysteresis_percent / 100;
    const Price wanted = reservation_price(touch, inventory);
    const std::int64_t moved = wanted - quotes.reservation;
    if (moved >= ignored || moved <= -ignored) {
        quotes.reservation = wanted;
    }
}

MarketMaker::Target MarketMaker::target(Side side, Price behind, std::int64_t inventory,
                                        std::int64_t tick) const noexcept {
    // If all of it executes, the inventory is at most inventory_max.
    const std::int64_t room = options_.inventory_max - sign(side) * inventory;
    const std::int64_t qty =
        std::clamp(room, std::int64_t{0}, std::int64_t{options_.quote_qty.value});
    if (behind.value < tick) {
        return {};
    }
    return {.qty = {static_cast<std::uint32_t>(qty)}, .price = round_passive(side, behind, tick)};
}

void MarketMaker::steer(Side side, const Target& target, const book::BookView& book,
                        const Context& context, oms::Intents& intents) noexcept {
    ClOrdId& id = quotes_[book.instrument().value].ids[index_of(side)];
    const oms::Order* order = context.orders.find(id);
    ClOrdId sent{};
    if (order == nullptr || !oms::is_open(order->state)) {
        if (target.qty.value != 0) {
            sent = intents.enter({.instrument = book.instrument(),
                                  .side = side,
                                  .qty = target.qty,
                                  .price = target.price});
        }
    } else if (target.qty.value == 0) {
        if (!order->is_cancel_sent) {
            intents.cancel(id);
        }
    } else if (order->state == oms::OrderState::Live &&
               (order->price != target.price || order->leaves_qty > target.qty)) {
        sent = intents.replace(id, target.qty, target.price);
    }
    id = sent.value == 0 ? id : sent;
}

}  // namespace hotpath::strategy
