#pragma once
/// Orders whose time is over but whose owners wait for the next event of the instrument to withdraw
/// them: quotes are withdrawn when something happens, so deletes come in bursts as all else does.
///
/// A ring of kDueMax orders an instrument. Threads: one owner. Allocation: the constructor.
/// Complexity: O(1).

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/light_books.hpp"

namespace hotpath::sim::market {

struct DueOrder {
    OrderId id;  // the slot may hold another order by now
    Slot slot = kNoSlot;
};

class DueOrders {
  public:
    static constexpr std::uint32_t kDueMax = 8;  // of an instrument; a power of two

    explicit DueOrders(std::uint32_t instruments) : rings_(std::size_t{instruments} + 1) {}

    [[nodiscard]] bool is_empty(InstrumentId instrument) const noexcept {
        return ring(instrument).begin == ring(instrument).end;
    }
    [[nodiscard]] bool is_full(InstrumentId instrument) const noexcept {
        return ring(instrument).end - ring(instrument).begin == kDueMax;
    }

    void push(InstrumentId instrument, const DueOrder& order) noexcept {
        HOTPATH_ASSERT(!is_full(instrument), "call is_full() first");
        Ring& to = rings_[instrument.value];
        to.orders[to.end++ % kDueMax] = order;
    }

    /// The one that waits longest; not while empty.
    DueOrder pop(InstrumentId instrument) noexcept {
        HOTPATH_ASSERT(!is_empty(instrument), "call is_empty() first");
        Ring& from = rings_[instrument.value];
        return from.orders[from.begin++ % kDueMax];
    }

  private:
    struct Ring {
        std::array<DueOrder, kDueMax> orders{};
        std::uint32_t begin = 0;  // both count on and wrap around
        std::uint32_t end = 0;
    };

    [[nodiscard]] const Ring& ring(InstrumentId instrument) const noexcept {
        return rings_[instrument.value];
    }

    std::vector<Ring> rings_;
};

}  // namespace hotpath::sim::market
