#include "tests/reference/reference_books.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/book/book_checksum.hpp"
#include "hotpath/book/order_books.hpp"

namespace hotpath::book {

static_assert(OrderBooks<ReferenceBooks>);

Expected<ReferenceBooks> ReferenceBooks::create(const BooksOptions& options) {
    return ReferenceBooks(options);
}

bool ReferenceBooks::is_known(InstrumentId instrument) const {
    return instrument.value != 0 && instrument.value <= options_.instruments_max;
}

const ReferenceBooks::SideBook& ReferenceBooks::side_of(InstrumentId instrument, Side side) const {
    const Book& book = books_[is_known(instrument) ? instrument.value : 0];
    return side == Side::Buy ? book.bids : book.asks;
}

ReferenceBooks::SideBook& ReferenceBooks::side_of(InstrumentId instrument, Side side) {
    return const_cast<SideBook&>(std::as_const(*this).side_of(instrument, side));
}

Level ReferenceBooks::level_of(Side side, std::int64_t rank, const Queue& queue) {
    Level level{.price = {-sign(side) * rank},
                .qty = {},
                .orders = static_cast<std::uint32_t>(queue.size())};
    for (const auto& [id, qty] : queue) {
        level.qty += qty;
    }
    return level;
}

TradingState ReferenceBooks::trading_state(InstrumentId instrument) const {
    return is_known(instrument) ? books_[instrument.value].trading_state : TradingState::Unknown;
}

Level ReferenceBooks::best(InstrumentId instrument, Side side) const {
    const SideBook& levels = side_of(instrument, side);
    return levels.empty() ? Level{} : level_of(side, levels.begin()->first, levels.begin()->second);
}

Bbo ReferenceBooks::bbo(InstrumentId instrument) const {
    return {.bid = best(instrument, Side::Buy), .ask = best(instrument, Side::Sell)};
}

Level ReferenceBooks::level(InstrumentId instrument, LevelKey key) const {
    const SideBook& levels = side_of(instrument, key.side);
    const auto found = levels.find(rank_of(key.side, key.price));
    return found == levels.end() ? Level{.price = key.price}
                                 : level_of(key.side, found->first, found->second);
}

std::size_t ReferenceBooks::depth(InstrumentId instrument, Side side,
                                  std::span<Level> levels) const {
    std::size_t count = 0;
    for (const auto& [rank, queue] : side_of(instrument, side)) {
        if (count == levels.size()) {
            break;
        }
        levels[count++] = level_of(side, rank, queue);
    }
    return count;
}

std::size_t ReferenceBooks::level_count(InstrumentId instrument, Side side) const {
    return side_of(instrument, side).size();
}

ReferenceBooks::Cursor ReferenceBooks::cursor_of(OrderId id) const {
    const auto found = orders_.find(id);
    return found == orders_.end() ? nullptr : &found->second;
}

std::optional<OrderView> ReferenceBooks::find(OrderId id) const {
    const Cursor cursor = cursor_of(id);
    return cursor == nullptr ? std::nullopt : std::optional(*cursor);
}

std::optional<OrderView> ReferenceBooks::front(InstrumentId instrument, Side side) const {
    const SideBook& levels = side_of(instrument, side);
    return levels.empty() ? std::nullopt : find(levels.begin()->second.begin()->first);
}

std::optional<OrderView> ReferenceBooks::back(InstrumentId instrument, LevelKey key) const {
    const SideBook& levels = side_of(instrument, key.side);
    const auto found = levels.find(rank_of(key.side, key.price));
    return found == levels.end() ? std::nullopt : find(found->second.rbegin()->first);
}

std::optional<OrderView> ReferenceBooks::next_after(const OrderView& order) const {
    const SideBook& levels = side_of(order.instrument, order.side);
    const std::int64_t rank = rank_of(order.side, order.price);
    const auto own = levels.find(rank);
    if (own != levels.end()) {
        const auto cursor = own->second.find(order.id);
        const auto next = cursor == own->second.end() ? own->second.begin() : std::next(cursor);
        if (next != own->second.end()) {
            return find(next->first);
        }
    }
    const auto worse = levels.upper_bound(rank);
    return worse == levels.end() ? std::nullopt : find(worse->second.begin()->first);
}

TotalQty ReferenceBooks::queue_ahead_qty(OrderId id) const {
    TotalQty ahead;
    if (const std::optional<OrderView> order = find(id)) {
        const SideBook& levels = side_of(order->instrument, order->side);
        for (const auto& [other, qty] : levels.at(rank_of(order->side, order->price))) {
            if (other < id) {
                ahead += qty;
            }
        }
    }
    return ahead;
}

std::uint32_t ReferenceBooks::open_orders() const {
    return static_cast<std::uint32_t>(orders_.size());
}

std::uint64_t ReferenceBooks::checksum() const {
    return checksum_of(*this);
}

std::uint64_t ReferenceBooks::checksum(InstrumentId instrument) const {
    return checksum_of(*this, instrument);
}

bool ReferenceBooks::is_crossed(InstrumentId instrument) const {
    const Bbo touch = bbo(instrument);
    return touch.is_two_sided() && touch.bid.price >= touch.ask.price;
}

BookUpdate ReferenceBooks::add(const OrderView& order) noexcept {
    return counted(try_add(order));
}

BookUpdate ReferenceBooks::execute(OrderId id, Qty qty) noexcept {
    return counted(try_take(id, qty));
}

BookUpdate ReferenceBooks::reduce(OrderId id, Qty qty) noexcept {
    return counted(try_take(id, qty));
}

BookUpdate ReferenceBooks::remove(OrderId id) noexcept {
    const std::optional<OrderView> order = find(id);
    return counted(order ? take(*order, order->leaves_qty)
                         : BookUpdate{.status = BookStatus::UnknownOrder});
}

FrontExecution ReferenceBooks::execute_front(InstrumentId instrument, Side side, Qty qty) noexcept {
    const OrderView first = *front(instrument, side);
    const Qty taken = std::min(qty, first.leaves_qty);
    execute(first.id, taken);
    return {.id = first.id, .qty = taken, .leaves_qty = first.leaves_qty - taken, .tag = first.tag};
}

BookUpdate ReferenceBooks::replace(OrderId original, const Replacement& replacement) noexcept {
    return counted(try_replace(original, replacement));
}

void ReferenceBooks::set_trading_state(InstrumentId instrument, TradingState state) noexcept {
    if (is_known(instrument)) {
        books_[instrument.value].trading_state = state;
    }
}

BookUpdate ReferenceBooks::try_add(const OrderView& order) {
    if (!is_known(order.instrument)) {
        return refused(BookStatus::UnknownInstrument, order);
    }
    if (order.leaves_qty.value == 0) {
        return refused(BookStatus::ZeroQty, order);
    }
    if (!is_in_range(order.price)) {
        return refused(BookStatus::PriceOutOfRange, order);
    }
    if (orders_.contains(order.id)) {
        return refused(BookStatus::DuplicateOrder, order);
    }
    if (orders_.size() == options_.orders_max) {
        return refused(BookStatus::OrdersFull, order);
    }
    SideBook& levels = side_of(order.instrument, order.side);
    const std::int64_t rank = rank_of(order.side, order.price);
    if (!levels.contains(rank)) {
        if (levels_ == options_.levels_max) {
            return refused(BookStatus::LevelsFull, order);
        }
        ++levels_;
    }
    levels[rank].emplace(order.id, order.leaves_qty);
    orders_.emplace(order.id, order);
    return {.status = BookStatus::Ok,
            .side = order.side,
            .instrument = order.instrument,
            .qty = order.leaves_qty,
            .price = order.price,
            .bbo_changed = levels.begin()->first == rank,
            .crossed = is_crossed(order.instrument)};
}

BookUpdate ReferenceBooks::try_take(OrderId id, Qty qty) {
    const std::optional<OrderView> order = find(id);
    if (!order) {
        return {.status = BookStatus::UnknownOrder};
    }
    return qty.value == 0 ? refused(BookStatus::ZeroQty, *order) : take(*order, qty);
}

BookUpdate ReferenceBooks::take(const OrderView& order, Qty qty) {
    SideBook& levels = side_of(order.instrument, order.side);
    const std::int64_t rank = rank_of(order.side, order.price);
    const bool at_best = levels.begin()->first == rank;
    const Qty taken = std::min(qty, order.leaves_qty);
    if (taken < order.leaves_qty) {
        orders_.at(order.id).leaves_qty -= taken;
        levels.at(rank).at(order.id) -= taken;
    } else {
        levels.at(rank).erase(order.id);
        orders_.erase(order.id);
        if (levels.at(rank).empty()) {
            levels.erase(rank);
            --levels_;
        }
    }
    return {.status = qty > taken ? BookStatus::OverExecution : BookStatus::Ok,
            .side = order.side,
            .instrument = order.instrument,
            .qty = taken,
            .price = order.price,
            .bbo_changed = at_best,
            .crossed = is_crossed(order.instrument)};
}

BookUpdate ReferenceBooks::try_replace(OrderId original, const Replacement& replacement) {
    const std::optional<OrderView> found = find(original);
    if (!found) {
        return {.status = BookStatus::UnknownOrder};
    }
    OrderView order = *found;
    order.id = replacement.id;
    order.price = replacement.price;
    order.leaves_qty = replacement.qty;
    order.tag = replacement.tag;
    if (replacement.qty.value == 0) {
        return refused(BookStatus::ZeroQty, order);
    }
    if (!is_in_range(replacement.price)) {
        return refused(BookStatus::PriceOutOfRange, order);
    }
    if (replacement.id != original && orders_.contains(replacement.id)) {
        return refused(BookStatus::DuplicateOrder, order);
    }
    const BookUpdate removed = take(*found, found->leaves_qty);
    BookUpdate update = try_add(order);
    update.bbo_changed |= removed.bbo_changed;
    return update;
}

BookUpdate ReferenceBooks::counted(BookUpdate update) noexcept {
    counters_.count(update);
    return update;
}

}  // namespace hotpath::book
