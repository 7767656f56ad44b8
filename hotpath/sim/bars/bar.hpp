#pragma once
/// A bar: the prices and the volume of one instrument in one interval of time; and what is assumed
/// of a market of which only bars are known.
///
/// Values. Threads: any. Allocation: none.

#include <cstdint>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::sim::bars {

struct Bar {
    InstrumentId instrument{};
    Price open{};
    Price high{};
    Price low{};
    Price close{};
    TotalQty volume{};
};

struct BarOptions {
    Price half_spread{100};           // from the price of a bar to the bid and to the ask, above 0
    BasisPoints volume_share{1'000};  // of a bar's volume: our orders trade no more; 1 to 10,000
    Qty quoted_qty{100};              // shares that each quote shows
};

/// One line when a value is out of its range.
[[nodiscard]] Expected<void> validate(const BarOptions& options);

/// High and low enclose open and close, and all are above 0.
[[nodiscard]] constexpr bool is_possible(const Bar& bar) noexcept {
    const auto encloses = [&](Price price) { return bar.low <= price && price <= bar.high; };
    return bar.low > Price{} && encloses(bar.open) && encloses(bar.close);
}

/// The extreme that is nearer to the open; the low when both are equally near.
[[nodiscard]] constexpr Price first_extreme(const Bar& bar) noexcept {
    return bar.open - bar.low <= bar.high - bar.open ? bar.low : bar.high;
}
[[nodiscard]] constexpr Price last_extreme(const Bar& bar) noexcept {
    return first_extreme(bar) == bar.low ? bar.high : bar.low;
}

/// The volume of a bar that our orders may trade, in whole shares.
[[nodiscard]] constexpr Qty tradable_qty(const Bar& bar, BasisPoints share) noexcept {
    constexpr std::uint64_t kWhole = 10'000;
    constexpr std::uint64_t kMost = 0xFFFFFFFF;
    const auto part = static_cast<std::uint64_t>(share.value);
    const std::uint64_t qty =
        bar.volume.value / kWhole * part + bar.volume.value % kWhole * part / kWhole;
    return {static_cast<std::uint32_t>(qty < kMost ? qty : kMost)};
}

}  // namespace hotpath::sim::bars
