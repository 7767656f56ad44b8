#pragma once
/// WindowBooks: an honest floor of books by price: it knows what the product knows, the day's highest
/// order id and nothing of its prices, and checks, refuses and counts nothing.
///
///   order id -> {quantity, price and side}
///   side     -> a window of 1,024 cents: a 4-byte total a tick, a bitmap, the best tick
///               what is far or between the cents: a map
/// The window follows its market: it moves when a price comes above it, or when it has no level left.
/// The instrument is the message's, an order does not say it. Threads: one. Allocation: the
/// constructor, and the maps. Complexity: O(1) within the window, O(log far levels) outside, O(1,024)
/// when it moves.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::bench {

class WindowBooks {
  public:
    /// `ids`: one more than the highest order id.
    explicit WindowBooks(std::uint64_t ids);

    /// With look-ahead.
    void replay(Bytes block) noexcept;
    /// Message by message, as live packets come.
    void replay_singly(Bytes block) noexcept;
    [[nodiscard]] book::Bbo bbo(InstrumentId instrument) const noexcept;

  private:
    static constexpr std::uint32_t kTicks = 1'024;
    static constexpr std::uint32_t kWordBits = 64;
    static constexpr std::uint32_t kUnitsPerTick = 100;
    static constexpr std::uint32_t kTickMax = 0xffff'ffff / kUnitsPerTick;
    static constexpr std::uint32_t kNone = 0xffff'ffff;

    struct Order {
        std::uint32_t qty;
        std::uint32_t price_and_side;  // price * 2, and one more for asks
    };
    /// A price as its side sees it, higher is nearer to the touch: all bits turned for asks.
    using Rank = std::uint32_t;
    struct Window {
        std::uint32_t first;  // turned tick of the lowest
        std::uint32_t best;   // its place in the window, or kNone
    };
    using Totals = std::array<std::uint32_t, kTicks>;
    using Bits = std::array<std::uint64_t, kTicks / kWordBits>;
    using FarLevels = std::map<Rank, std::uint32_t>;

    [[nodiscard]] static std::size_t arena_bytes(std::uint64_t ids);
    [[nodiscard]] static std::uint32_t turned(std::uint32_t number, std::uint32_t side) noexcept {
        return number ^ (0 - side % 2);
    }
    [[nodiscard]] std::uint32_t place_of(std::uint32_t side, std::uint32_t price) const noexcept;

    void apply(const std::byte* message) noexcept;
    void look_far_ahead(const std::byte* message) const noexcept;
    void look_ahead(const std::byte* message) const noexcept;
    void add(std::uint32_t side, std::uint64_t id, std::uint32_t qty, std::uint32_t price) noexcept;
    void take(std::uint32_t instrument, std::uint64_t id, std::uint32_t qty) noexcept;
    void add_far(std::uint32_t side, std::uint32_t price, std::uint32_t qty) noexcept;
    void take_far(std::uint32_t side, std::uint32_t price, std::uint32_t qty) noexcept;
    void close(std::uint32_t side, std::uint32_t place) noexcept;
    void move_window(std::uint32_t side, std::uint32_t tick) noexcept;

    Arena arena_;
    std::span<Order> orders_;
    // By instrument * 2 + side.
    std::span<Window> windows_;
    std::span<Bits> bits_;
    std::span<Totals> totals_;
    std::vector<FarLevels> far_;
};

}  // namespace hotpath::bench
