#pragma once
/// PricePages: the levels of all books by price: pages of 64 neighbouring ticks of one side, each
/// level a word in its page, so that a level that comes or goes moves nothing.
///
///   level = page * 64 + tick within it, the higher the nearer to the touch
///
///   PageHeader (16 bytes): which levels there are, first price, instrument, side
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
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// Where a page lies: no two pages in use have the same. One word, put together in a register: made
/// of fields it would be written in parts and compared whole, which waits for the stores before it
/// (docs/techniques/store-forwarding.md).
///
///   | off the grid: 1 bit | side: 1 bit | instrument: 16 bits | first price: 32 bits |
class PageKey {
  public:
    constexpr PageKey() = default;
    /// `first_price` is that of the level of bit 0, modulo 2^32: it need not be a price.
    constexpr PageKey(InstrumentId instrument, Side side, std::uint32_t first_price)
        : word_(std::uint64_t{instrument.value} << 32U | side_index(side) << 48U | first_price) {}

    /// The page of one level between the ticks.
    [[nodiscard]] constexpr PageKey off_grid() const {
        PageKey key = *this;
        key.word_ |= kOffGrid;
        return key;
    }

    [[nodiscard]] constexpr InstrumentId instrument() const {
        return {static_cast<std::uint16_t>(word_ >> 32U)};
    }
    [[nodiscard]] constexpr Side side() const { return static_cast<Side>(word_ >> 48U & 1U); }
    [[nodiscard]] constexpr std::uint32_t first_price() const {
        return static_cast<std::uint32_t>(word_);
    }
    [[nodiscard]] constexpr bool is_off_grid() const { return (word_ & kOffGrid) != 0; }

    friend constexpr bool operator==(PageKey, PageKey) = default;

  private:
    static constexpr std::uint64_t kOffGrid = std::uint64_t{1} << 49U;

    std::uint64_t word_ = 0;
};

/// Header of a free page: the key of no instrument, with the next free page as its first price.
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
          tick_(tick) {}

    [[nodiscard]] static std::size_t arena_bytes(std::uint32_t pages_max) {
        return Arena::bytes_for<PageHeader>(pages_max) +
               Arena::bytes_for<LevelTotals>(std::size_t{pages_max} * kPageLevels);
    }

    [[nodiscard]] PageHeader& header_of(std::uint32_t level) noexcept {
        return headers_[level / kPageLevels];
    }
    [[nodiscard]] const PageHeader& header_of(std::uint32_t level) const noexcept {
        return headers_[level / kPageLevels];
    }
    [[nodiscard]] LevelTotals& totals(std::uint32_t level) noexcept { return totals_[level]; }
    [[nodiscard]] LevelTotals totals(std::uint32_t level) const noexcept { return totals_[level]; }

    /// `page` is what header_of(level) gave.
    [[nodiscard]] Price price_of(const PageHeader& page, std::uint32_t level) const noexcept {
        return {page.key.first_price() + units_of(page.key.side(), level % kPageLevels)};
    }
    /// First price of the page in which this price is `ticks` above bit 0.
    [[nodiscard]] std::uint32_t first_price_of(Side side, Price price,
                                               std::uint32_t ticks) const noexcept {
        return static_cast<std::uint32_t>(price.value) - units_of(side, ticks);
    }
    [[nodiscard]] static std::uint64_t bit_of(std::uint32_t level) noexcept {
        return std::uint64_t{1} << level % kPageLevels;
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
            free_ = headers_[page].key.first_price();
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
        headers_[page].key = PageKey({}, Side::Buy, free_);
        free_ = page;
    }

    void prefetch(std::uint32_t level) const noexcept {
        prefetch_for_write(&totals_[level]);
        prefetch_for_write(&headers_[level / kPageLevels]);
    }

  private:
    /// Modulo 2^32, so much nearer to the touch.
    [[nodiscard]] std::uint32_t units_of(Side side, std::uint32_t ticks) const noexcept {
        return static_cast<std::uint32_t>(sign(side)) * ticks * tick_;
    }

    std::span<PageHeader> headers_;
    std::span<LevelTotals> totals_;
    std::uint32_t tick_;
    std::uint32_t used_ = 0;  // never handed out yet: this one and all above
    std::uint32_t free_ = kNone;
};

}  // namespace hotpath::book
