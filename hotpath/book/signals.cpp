#include "hotpath/book/signals.hpp"

#include <algorithm>
#include <limits>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath::book {
namespace {

/// bid + spread * weight / total, where weight <= total and neither is so large that it overflows.
template <class Word>
FractionalPrice between(Price bid, Word spread, Word weight, Word total) noexcept {
    const Word product = spread * weight;
    const Word whole = product / total;
    const Word rest = product - whole * total;
    return {.price = bid + static_cast<std::int64_t>(whole),
            .ppm = static_cast<std::uint32_t>(rest * kPartsPerMillion / total)};
}

template <class Word>
std::int32_t ppm_of(Word bids, Word asks) noexcept {
    const Word total = bids + asks;
    if (total == 0) {
        return 0;
    }
    const auto ppm = [total](Word excess) {
        return static_cast<std::int32_t>(excess * kPartsPerMillion / total);
    };
    return bids >= asks ? ppm(bids - asks) : -ppm(asks - bids);
}

constexpr bool has_32_bits(std::uint64_t value) noexcept {
    return value <= std::numeric_limits<std::uint32_t>::max();
}

std::int32_t imbalance_ppm_of(WideUint bids, WideUint asks) noexcept {
    constexpr WideUint kNarrow = WideUint{1} << 42U;  // times a million, twice: below 2^63
    return bids < kNarrow && asks < kNarrow
               ? ppm_of(static_cast<std::uint64_t>(bids), static_cast<std::uint64_t>(asks))
               : ppm_of(bids, asks);
}

/// At most 2^64 times 2^10, 2^10 times: 84 bits.
WideUint weighted_qty(std::span<const Level> side, std::size_t levels) noexcept {
    WideUint sum = 0;
    for (std::size_t i = 0; i < std::min(levels, side.size()); ++i) {
        sum += WideUint{side[i].qty.value} * (levels - i);
    }
    return sum;
}

}  // namespace

std::optional<std::int64_t> spread(const Bbo& bbo) noexcept {
    return bbo.is_two_sided() ? std::optional(bbo.ask.price - bbo.bid.price) : std::nullopt;
}

std::optional<FractionalPrice> mid(const Bbo& bbo) noexcept {
    const std::optional<std::int64_t> width = spread(bbo);
    if (!width) {
        return std::nullopt;
    }
    // An arithmetic shift rounds down, as the half that is left over is meant, crossed books too.
    return FractionalPrice{.price = bbo.bid.price + (*width >> 1U),
                           .ppm = (*width & 1) != 0 ? kPartsPerMillion / 2U : 0U};
}

std::optional<FractionalPrice> microprice(const Bbo& bbo) noexcept {
    const std::optional<std::int64_t> width = spread(bbo);
    if (!width || *width < 0) {
        return std::nullopt;
    }
    const auto units = static_cast<std::uint64_t>(*width);
    const std::uint64_t bid_qty = bbo.bid.qty.value;
    const std::uint64_t ask_qty = bbo.ask.qty.value;
    HOTPATH_ASSERT(bid_qty != 0 && ask_qty != 0, "both best levels must have a quantity above 0");
    if (has_32_bits(units) && has_32_bits(bid_qty) && has_32_bits(ask_qty)) [[likely]] {
        return between<std::uint64_t>(bbo.bid.price, units, bid_qty, bid_qty + ask_qty);
    }
    return between<WideUint>(bbo.bid.price, units, bid_qty, WideUint{bid_qty} + ask_qty);
}

std::int32_t imbalance_ppm(const Bbo& bbo) noexcept {
    return imbalance_ppm_of(bbo.bid.qty.value, bbo.ask.qty.value);
}

std::int32_t imbalance_ppm(const Sides& sides, std::size_t levels) noexcept {
    HOTPATH_ASSERT(levels > 0 && levels <= kImbalanceLevelsMax,
                   "levels must be 1..kImbalanceLevelsMax");
    return imbalance_ppm_of(weighted_qty(sides.bids, levels), weighted_qty(sides.asks, levels));
}

}  // namespace hotpath::book
