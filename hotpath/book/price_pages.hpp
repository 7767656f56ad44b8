#pragma once
/// PricePages: the levels of all books by price: pages of 64 neighbouring ticks of one side, each
/// level a word in its page, so that a level that comes or goes moves nothing.
///
///   slot  = tick of the price, all bits turned for asks: the higher the nearer to the touch
///   level = page * 64 + slot % 64                 number of a page = slot / 64
///
///   PageHeader (16 bytes): which levels there are, instrument, side, number
///   totals:    | .. | 99.80 | 99.81 | .. | 99.90 | .. |      eight levels a cache line
/// A level's number gives the place of its header, which holds its book, side and price: an order
/// needs only the level's number. Threads: one owner. Allocation: none after construction.
/// Complexity: O(1).

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/book/level_container.hpp"
#include "hotpath/book/price_ladder.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/exact_division.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// One side of one book, as an index of what there is of each.
class BookSide {
  public:
    static constexpr std::uint32_t kBits = 17;

    constexpr BookSide(InstrumentId instrument, Side side)
        : index_(std::uint32_t{instrument.value} * 2 +
                 static_cast<std::uint32_t>(side_index(side))) {}
    [[nodiscard]] static constexpr BookSide at(std::uint32_t index) { return BookSide(index); }

    [[nodiscard]] constexpr std::uint32_t index() const { return index_; }
    [[nodiscard]] constexpr InstrumentId instrument() const {
        return {static_cast<std::uint16_t>(index_ / 2)};
    }
    [[nodiscard]] constexpr Side side() const { return static_cast<Side>(index_ % 2); }

    /// A number whose order is the price's, as the side sees it, and back: no bit turned for bids,
    /// all for asks.
    [[nodiscard]] constexpr std::uint32_t turned(std::uint32_t number) const {
        return number ^ (0 - index_ % 2);
    }
    /// rank_of(side(), price), without a multiplication.
    [[nodiscard]] constexpr Rank rank_of(Price price) const {
        return turned(static_cast<std::uint32_t>(price.value)) + 1 - index_ % 2;
    }

  private:
    constexpr explicit BookSide(std::uint32_t index) : index_(index) {}

    std::uint32_t index_;
};

/// Where a page lies: no two pages in use have the same. One word, put together in a register: made
/// of fields it would be written in parts and compared whole, which waits for the stores before it
/// (docs/techniques/store-forwarding.md).
///
///   | number of the page, or rank of its one level: 32 bits | off the grid: 1 bit | side: 17 bits |
class PageKey {
  public:
    constexpr PageKey() = default;
    constexpr PageKey(BookSide side, std::uint32_t number)
        : word_(std::uint64_t{number} << 32U | side.index()) {}
    /// The page of one level between the ticks.
    [[nodiscard]] static constexpr PageKey off_grid(BookSide side, Rank rank) {
        PageKey key(side, rank);
        key.word_ |= kOffGrid;
        return key;
    }

    [[nodiscard]] constexpr BookSide side() const {
        return BookSide::at(static_cast<std::uint32_t>(word_) & (kOffGrid - 1));
    }
    [[nodiscard]] constexpr std::uint32_t number() const {
        return static_cast<std::uint32_t>(word_ >> 32U);
    }
    [[nodiscard]] constexpr bool is_off_grid() const { return (word_ & kOffGrid) != 0; }

    friend constexpr bool operator==(PageKey, PageKey) = default;

  private:
    static constexpr std::uint32_t kOffGrid = 1U << BookSide::kBits;

    std::uint64_t word_ = 0;
};

/// Header of a free page: the key of no instrument, with the next free page as its number.
struct PageHeader {
    std::uint64_t occupied = 0;  // a bit a level
    PageKey key{};
};
static_assert(sizeof(PageHeader) == 16);

class PricePages {
  public:
    static constexpr std::uint32_t kPageLevels = 64;
    static constexpr std::uint32_t kNone = 0xffff'ffff;
    static constexpr std::uint32_t kPagesMax = 1U << 25U;  // levels have 32 bits

    PricePages(Arena& arena, std::uint32_t pages_max, std::uint32_t tick)
        : headers_(arena.allocate<PageHeader>(pages_max)),
          totals_(arena.allocate<LevelTotals>(std::size_t{pages_max} * kPageLevels)),
          division_(tick),
          tick_(tick),
          ticks_max_(static_cast<std::uint64_t>(kPriceMax.value) / tick) {}

    [[nodiscard]] static std::size_t arena_bytes(std::uint32_t pages_max) {
        return Arena::bytes_for<PageHeader>(pages_max) +
               Arena::bytes_for<LevelTotals>(std::size_t{pages_max} * kPageLevels);
    }

    /// Whether the price is in range and on a tick, and so has a slot: one comparison, because the
    /// quotient of any other is greater.
    [[nodiscard]] bool is_on_grid(Price price) const noexcept {
        return ticks_of(price) <= ticks_max_;
    }
    /// For a price on the grid.
    [[nodiscard]] std::uint32_t slot_of(BookSide side, Price price) const noexcept {
        return side.turned(static_cast<std::uint32_t>(ticks_of(price)));
    }
    [[nodiscard]] static std::uint32_t number_of(std::uint32_t slot) noexcept {
        return slot / kPageLevels;
    }
    [[nodiscard]] static std::uint32_t level_at(std::uint32_t page, std::uint32_t slot) noexcept {
        return page * kPageLevels + slot % kPageLevels;
    }

    [[nodiscard]] PageHeader& header_of(std::uint32_t level) noexcept {
        return headers_[level / kPageLevels];
    }
    [[nodiscard]] const PageHeader& header_of(std::uint32_t level) const noexcept {
        return headers_[level / kPageLevels];
    }
    [[nodiscard]] PageKey key_of_page(std::uint32_t page) const noexcept {
        return headers_[page].key;
    }
    [[nodiscard]] LevelTotals& totals(std::uint32_t level) noexcept { return totals_[level]; }
    [[nodiscard]] LevelTotals totals(std::uint32_t level) const noexcept { return totals_[level]; }

    /// Always inlined: a call would be made even where the price is not used.
    [[nodiscard, gnu::always_inline]] Price price_of(std::uint32_t level) const noexcept {
        const PageKey key = header_of(level).key;
        if (key.is_off_grid()) [[unlikely]] {
            return book::price_of(key.side().side(), key.number());
        }
        const std::uint32_t slot = key.number() * kPageLevels + level % kPageLevels;
        return {std::int64_t{key.side().turned(slot)} * tick_};
    }
    [[nodiscard]] static std::uint64_t bit_of(std::uint32_t level) noexcept {
        return std::uint64_t{1} << level % kPageLevels;
    }
    /// The next level of the same page, after its best has gone; there is one.
    [[nodiscard]] Rung next_below(Rung best) const noexcept {
        const std::uint32_t next = best_level(best.level / kPageLevels);
        return {.rank = best.rank - (best.level - next) * static_cast<std::uint32_t>(tick_),
                .level = next};
    }
    [[nodiscard]] bool has_levels(std::uint32_t page) const noexcept {
        return headers_[page].occupied != 0;
    }
    /// For a page with levels.
    [[nodiscard]] std::uint32_t best_level(std::uint32_t page) const noexcept {
        return page * kPageLevels +
               static_cast<std::uint32_t>(std::bit_width(headers_[page].occupied)) - 1;
    }

    /// The page has no level yet, and all its totals are empty. kNone when all are in use.
    [[nodiscard]] std::uint32_t acquire(PageKey key) noexcept {
        std::uint32_t page = free_;
        if (page != kNone) {
            free_ = headers_[page].key.number();
        } else if (used_ < headers_.size()) {
            page = used_++;
        } else {
            return kNone;
        }
        headers_[page].key = key;
        return page;
    }
    /// A page without levels.
    void release(std::uint32_t page) noexcept {
        headers_[page].key = PageKey({{}, Side::Buy}, free_);
        free_ = page;
    }

    void prefetch(std::uint32_t level) const noexcept {
        prefetch_for_write(&totals_[level]);
        prefetch_for_write(&headers_[level / kPageLevels]);
    }

  private:
    [[nodiscard]] std::uint64_t ticks_of(Price price) const noexcept {
        return division_.quotient(static_cast<std::uint64_t>(price.value));
    }

    std::span<PageHeader> headers_;
    std::span<LevelTotals> totals_;
    ExactDivision division_;
    std::int64_t tick_;
    std::uint64_t ticks_max_;
    std::uint32_t used_ = 0;  // never handed out yet: this one and all above
    std::uint32_t free_ = kNone;
};

}  // namespace hotpath::book
