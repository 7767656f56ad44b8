#pragma once
/// FloorBooks: the least that any code must do to keep a whole market's books from these bytes: it
/// knows beforehand every price each side of each instrument will ever have and the day's highest
/// order id, so all is arrays, nothing is searched, checked, refused, counted or told to anybody.
///
///   order id -> {quantity, level}      level -> totals, and a bit       side -> best level
///   with queues: {.., next, prev}               and head and tail
///
/// What it costs is the bytes and the memory; what the product
/// costs more is what it does not know, and what it promises. Threads: one. Allocation: the
/// constructor. Complexity: O(1), and a word of the bitmap for each 64 ticks when the best goes.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::bench {

/// Perfect knowledge of a block of messages.
struct MarketPlan {
    explicit MarketPlan(Bytes block);

    /// The range of one side; empty when `high` is 0.
    struct Prices {
        std::uint32_t low = 0;
        std::uint32_t high = 0;
        bool in_cents = true;  // all of them

        [[nodiscard]] std::uint32_t ticks_of(std::uint32_t units) const noexcept {
            return in_cents ? units / kUnitsPerCent : units;
        }
        [[nodiscard]] std::uint32_t units_of(std::uint32_t ticks) const noexcept {
            return in_cents ? ticks * kUnitsPerCent : ticks;
        }
    };
    static constexpr std::uint32_t kUnitsPerCent = 100;

    std::vector<Prices> sides;  // two an instrument: bids, asks
    std::uint64_t ids = 0;      // one more than the highest
};

/// Levels are numbered through all sides, higher nearer to the touch within each.
template <bool HasQueues>
class FloorBooks {
  public:
    explicit FloorBooks(const MarketPlan& plan);

    /// With look-ahead, as the product's.
    void replay(Bytes block) noexcept;
    /// Message by message, as live packets come.
    void replay_singly(Bytes block) noexcept;
    [[nodiscard]] book::Bbo bbo(InstrumentId instrument) const noexcept;

  private:
    static constexpr std::uint32_t kWordBits = 64;
    static constexpr std::uint32_t kNoOrder = 0;  // id 0 is no order's

    struct PlainOrder {
        std::uint32_t qty;
        std::uint32_t level;
    };
    struct QueuedOrder {
        std::uint32_t qty;
        std::uint32_t level;
        std::uint32_t next;
        std::uint32_t prev;
    };
    struct PlainLevel {
        std::uint64_t qty : 44;
        std::uint64_t orders : 20;
    };
    struct QueuedLevel {
        std::uint64_t qty : 44;
        std::uint64_t orders : 20;
        std::uint32_t head;
        std::uint32_t tail;
    };
    using Order = std::conditional_t<HasQueues, QueuedOrder, PlainOrder>;
    using Level = std::conditional_t<HasQueues, QueuedLevel, PlainLevel>;
    struct OneSide {
        std::uint32_t first = 0;  // its level 0, which has no price and ends every search
        std::uint32_t best = 0;
        MarketPlan::Prices prices{};
    };

    [[nodiscard]] static std::size_t arena_bytes(const MarketPlan& plan);
    [[nodiscard]] static std::uint32_t levels_of(const MarketPlan::Prices& prices);
    [[nodiscard]] static std::size_t level_count(const MarketPlan& plan);
    [[nodiscard]] static std::uint32_t side_index_of(const std::byte* message) noexcept;
    [[nodiscard]] static std::uint32_t level_at(const OneSide& side, bool is_ask,
                                                std::uint32_t price) noexcept;

    void apply(const std::byte* message) noexcept;
    void look_far_ahead(const std::byte* message) const noexcept;
    void look_ahead(const std::byte* message) const noexcept;
    void prefetch_level(std::uint32_t level) const noexcept;
    void add(std::uint32_t id, std::uint32_t side, Order order) noexcept;
    void take(std::uint32_t id, std::uint32_t qty, std::uint32_t instrument) noexcept;
    void leave(std::uint32_t id, const Order& order, Level& level) noexcept;

    Arena arena_;
    std::span<Order> orders_;
    std::span<Level> levels_;
    std::span<std::uint64_t> taken_;  // a bit a level
    std::span<OneSide> sides_;
};

}  // namespace hotpath::bench
