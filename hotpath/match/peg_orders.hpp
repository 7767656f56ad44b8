#pragma once
/// Orders whose price follows the best displayed prices: one line a side of an instrument, in the
/// order of their places.
///
/// A peg's price is its reference's, but never beyond its limit or the price bands. The reference is
/// that of the moment a command began: a sweep does not move the pegs it meets on its way. Threads:
/// one owner. Allocation: in the constructor. Complexity: O(1) except best(), which ends at the first order
/// whose limit does not bind, and at worst visits the line: line_max orders.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "hotpath/book/types.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/match/held_orders.hpp"
#include "hotpath/match/instrument_rules.hpp"

namespace hotpath::match {

/// The best displayed prices that pegs follow, and the bands: a mid may lie outside them, since an
/// ask may rest above the upper band.
struct PegReference {
    std::optional<Price> bid;
    std::optional<Price> ask;
    PriceBands bands{};

    /// A book that is locked or crossed moves no peg.
    [[nodiscard]] static constexpr PegReference of(const book::Bbo& bbo,
                                                   const PriceBands& bands = {}) {
        if (bbo.is_two_sided() && bbo.bid.price >= bbo.ask.price) {
            return {};
        }
        PegReference reference{.bid = {}, .ask = {}, .bands = bands};
        if (bbo.bid.orders != 0) {
            reference.bid = bbo.bid.price;
        }
        if (bbo.ask.orders != 0) {
            reference.ask = bbo.ask.price;
        }
        return reference;
    }

    /// The price does not regard the order's limit; there is none when the reference lacks what the
    /// peg follows.
    [[nodiscard]] constexpr std::optional<Price> price_of(Side side,
                                                          const Conditions& asked) const {
        if (asked.peg == Peg::Mid) {
            const std::int64_t up = side == Side::Sell ? 1 : 0;
            return bid && ask
                       ? std::optional(bands.clamp(side, Price{(bid->value + ask->value + up) / 2}))
                       : std::nullopt;
        }
        const std::optional<Price>& own = side == Side::Buy ? bid : ask;
        return own ? std::optional(
                         std::clamp(*own - sign(side) * asked.peg_offset, Price{}, book::kPriceMax))
                   : std::nullopt;
    }
};

/// The current price of a pegged order.
[[nodiscard]] constexpr std::optional<Price> pegged_price(const HeldRecord& peg,
                                                          const PegReference& reference) {
    const Side side = peg.order.side;
    const std::optional<Price> free = reference.price_of(side, peg.conditions);
    return free && is_better(side, *free, peg.order.price) ? peg.order.price : free;
}

class PegOrders {
  public:
    PegOrders(std::uint16_t instruments_max, std::uint32_t line_max)
        : lines_((std::size_t{instruments_max} + 1) * 2), line_max_(line_max) {}

    [[nodiscard]] bool is_full(InstrumentId instrument, Side side) const noexcept {
        return line_of(instrument, side).size == line_max_;
    }

    /// Where its place puts it: nearly always at the end of the line.
    void insert(HeldOrders& held, std::uint32_t index) noexcept {
        HeldRecord& peg = held[index];
        Line& line = line_of(peg.order.instrument, peg.order.side);
        peg.prev = line.tail;
        peg.next = kNotHeld;
        while (peg.prev != kNotHeld && held[peg.prev].place > peg.place) {
            peg.next = peg.prev;
            peg.prev = held[peg.prev].prev;
        }
        (peg.prev == kNotHeld ? line.head : held[peg.prev].next) = index;
        (peg.next == kNotHeld ? line.tail : held[peg.next].prev) = index;
        ++line.size;
    }

    void remove(HeldOrders& held, std::uint32_t index) noexcept {
        const HeldRecord& peg = held[index];
        Line& line = line_of(peg.order.instrument, peg.order.side);
        (peg.prev == kNotHeld ? line.head : held[peg.prev].next) = peg.next;
        (peg.next == kNotHeld ? line.tail : held[peg.next].prev) = peg.prev;
        --line.size;
    }

    struct Best {
        std::uint32_t index;
        Price price;
    };

    /// The order that trades next: of the best price, the first in line.
    [[nodiscard]] std::optional<Best> best(const HeldOrders& held, InstrumentId instrument,
                                           Side side,
                                           const PegReference& reference) const noexcept {
        std::optional<Best> best;
        const std::optional<Price> free = reference.price_of(side, {.peg = Peg::Mid});
        for (std::uint32_t i = line_of(instrument, side).head; i != kNotHeld; i = held[i].next) {
            const std::optional<Price> price = pegged_price(held[i], reference);
            if (price && (!best || is_better(side, *price, best->price))) {
                best = {i, *price};
                if (price == free) {
                    break;  // nothing is pegged nearer the other side than the mid
                }
            }
        }
        return best;
    }

    /// The first in line, or kNotHeld; HeldRecord::next is the one after it.
    [[nodiscard]] std::uint32_t first(InstrumentId instrument, Side side) const noexcept {
        return line_of(instrument, side).head;
    }

    /// visit(index) from the first in line.
    template <class Visitor>
    void for_each(const HeldOrders& held, InstrumentId instrument, Side side,
                  Visitor&& visit) const {
        for (std::uint32_t i = first(instrument, side); i != kNotHeld; i = held[i].next) {
            visit(i);
        }
    }

  private:
    struct Line {
        std::uint32_t head = kNotHeld;
        std::uint32_t tail = kNotHeld;
        std::uint32_t size = 0;
    };

    [[nodiscard]] const Line& line_of(InstrumentId instrument, Side side) const noexcept {
        return lines_[std::size_t{instrument.value} * 2 + side_index(side)];
    }
    [[nodiscard]] Line& line_of(InstrumentId instrument, Side side) noexcept {
        return lines_[std::size_t{instrument.value} * 2 + side_index(side)];
    }

    FixedArray<Line> lines_;
    std::uint32_t line_max_;
};

}  // namespace hotpath::match
