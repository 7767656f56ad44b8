#include "hotpath/sim/market/light_books.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "hotpath/core/assert.hpp"

namespace hotpath::sim::market {
namespace {

constexpr std::size_t kLevelsReserved = 16;  // of a side, before its array grows

std::vector<std::uint32_t> all_free(std::uint32_t count) {
    std::vector<std::uint32_t> free(count);
    std::iota(free.rbegin(), free.rend(), 0U);  // 0 is taken first
    return free;
}

std::uint32_t take(std::vector<std::uint32_t>& free) {
    const std::uint32_t index = free.back();
    free.pop_back();
    return index;
}

}  // namespace

LightBooks::LightBooks(std::uint32_t instruments, std::uint32_t orders_max)
    : orders_(orders_max),
      free_orders_(all_free(orders_max)),
      levels_(orders_max),
      free_levels_(all_free(orders_max)),
      sides_(std::size_t{instruments + 1} * 2) {
    for (SideLevels& side : sides_) {
        side.reserve(kLevelsReserved);
    }
}

bool LightBooks::is_live(Slot slot, OrderId id) const noexcept {
    return orders_[slot].qty.value != 0 && orders_[slot].id == id;
}

const LightBooks::Level& LightBooks::level_of(Slot slot) const noexcept {
    return levels_[orders_[slot].level];
}

bool LightBooks::has(InstrumentId instrument, Side side) const noexcept {
    return !levels(instrument, side).empty();
}

const LightBooks::Level& LightBooks::best(InstrumentId instrument, Side side) const noexcept {
    return levels_[levels(instrument, side).back().level];
}

Slot LightBooks::last_in_queue(InstrumentId instrument, Side side,
                               std::uint32_t rank) const noexcept {
    const SideLevels& prices = levels(instrument, side);
    const std::size_t behind = std::min<std::size_t>(rank, prices.size() - 1);
    return levels_[prices[prices.size() - 1 - behind].level].tail;
}

std::uint32_t LightBooks::levels_before(InstrumentId instrument, Side side,
                                        Price price) const noexcept {
    const SideLevels& prices = levels(instrument, side);
    const auto better = std::ranges::upper_bound(
        prices, price, [&](Price a, Price b) { return is_better(side, b, a); }, &PriceLevel::price);
    return static_cast<std::uint32_t>(prices.end() - better);
}

std::int64_t LightBooks::depth(InstrumentId instrument, Side side,
                               std::size_t levels_max) const noexcept {
    const SideLevels& prices = levels(instrument, side);
    std::int64_t qty = 0;
    for (std::size_t i = 0; i < std::min(levels_max, prices.size()); ++i) {
        qty += levels_[prices[prices.size() - 1 - i].level].qty;
    }
    return qty;
}

Slot LightBooks::live_from(Slot from) const noexcept {
    while (from < orders_.size() && orders_[from].qty.value == 0) {
        ++from;
    }
    return from < orders_.size() ? from : kNoSlot;
}

Slot LightBooks::add(const NewLightOrder& order) noexcept {
    HOTPATH_ASSERT(!free_orders_.empty(), "the books must have room for the order");
    HOTPATH_ASSERT(order.qty.value != 0, "an order's quantity must be above 0");
    const Slot slot = take(free_orders_);
    const std::uint32_t index = find_or_add_level(order);
    Level& level = levels_[index];
    orders_[slot] = {
        .id = order.id, .qty = order.qty, .level = index, .next = kNoSlot, .previous = level.tail};
    (level.tail == kNoSlot ? level.head : orders_[level.tail].next) = slot;
    level.tail = slot;
    ++level.orders;
    level.qty += order.qty.value;
    ++live_;
    return slot;
}

void LightBooks::reduce(Slot slot, Qty qty) noexcept {
    HOTPATH_ASSERT(qty < orders_[slot].qty, "a reduced order must keep a quantity above 0");
    orders_[slot].qty -= qty;
    levels_[orders_[slot].level].qty -= qty.value;
}

void LightBooks::remove(Slot slot) noexcept {
    Order& order = orders_[slot];
    Level& level = levels_[order.level];
    (order.previous == kNoSlot ? level.head : orders_[order.previous].next) = order.next;
    (order.next == kNoSlot ? level.tail : orders_[order.next].previous) = order.previous;
    level.qty -= order.qty.value;
    if (--level.orders == 0) {
        remove_level(order.level);
    }
    order.qty = {};
    free_orders_.push_back(slot);
    --live_;
}

LightBooks::SideLevels& LightBooks::levels(InstrumentId instrument, Side side) noexcept {
    return sides_[std::size_t{instrument.value} * 2 + static_cast<std::size_t>(side)];
}

const LightBooks::SideLevels& LightBooks::levels(InstrumentId instrument,
                                                 Side side) const noexcept {
    return sides_[std::size_t{instrument.value} * 2 + static_cast<std::size_t>(side)];
}

std::uint32_t LightBooks::find_or_add_level(const NewLightOrder& order) noexcept {
    SideLevels& prices = levels(order.instrument, order.side);
    const auto at = std::ranges::lower_bound(
        prices, order.price, [&](Price a, Price b) { return is_better(order.side, b, a); },
        &PriceLevel::price);
    if (at != prices.end() && at->price == order.price) {
        return at->level;
    }
    const std::uint32_t index = take(free_levels_);
    prices.insert(at, {.price = order.price, .level = index});
    levels_[index] = {.price = order.price,
                      .head = kNoSlot,
                      .tail = kNoSlot,
                      .orders = 0,
                      .qty = 0,
                      .instrument = order.instrument,
                      .side = order.side};
    return index;
}

void LightBooks::remove_level(std::uint32_t index) noexcept {
    const Level& level = levels_[index];
    SideLevels& prices = levels(level.instrument, level.side);
    const auto at = std::ranges::lower_bound(
        prices, level.price, [&](Price a, Price b) { return is_better(level.side, b, a); },
        &PriceLevel::price);
    prices.erase(at);
    free_levels_.push_back(index);
}

}  // namespace hotpath::sim::market
