#pragma once
/// What a book says about where its price may go: spread, mid, microprice, imbalance. In integers,
/// exact to the unit stated.
///
///   microprice       (bid * ask_qty + ask * bid_qty) / (bid_qty + ask_qty)
///   imbalance        (bid_qty - ask_qty) / (bid_qty + ask_qty)             -1 to +1, as ppm
///   imbalance, N     the same of sums over the N best levels, level i weighted N - i
///
/// docs/design/book-consumers.md has the units, the rounding and the sources. Threads: any.
/// Allocation: none. Complexity: O(1); imbalance over N levels O(N). Quantities below 2^32 and
/// prices of any venue take one 64-bit division, others one of 128 bits.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

inline constexpr std::int32_t kPartsPerMillion = 1'000'000;

/// A price between two prices: price + ppm / 1,000,000 of a price unit, rounded down to that.
struct FractionalPrice {
    Price price{};
    std::uint32_t ppm = 0;  // below 1,000,000

    friend constexpr auto operator<=>(const FractionalPrice&, const FractionalPrice&) = default;
};

/// Ask less bid in price units: 0 locked, negative crossed. Nothing for a one-sided book, like the
/// other prices here.
[[nodiscard]] std::optional<std::int64_t> spread(const Bbo& bbo) noexcept;

/// Halfway, exact: whole and half units.
[[nodiscard]] std::optional<FractionalPrice> mid(const Bbo& bbo) noexcept;

/// Each price weighted with the other side's quantity: much to buy and little to sell, and it is
/// near the ask. Nothing for a crossed book either, between whose sides there is no price.
[[nodiscard]] std::optional<FractionalPrice> microprice(const Bbo& bbo) noexcept;
/// The same in whole price units, rounded down, for a book known to have two sides that do not
/// cross: one division.
[[nodiscard]] inline Price microprice_floor(const Bbo& bbo) noexcept {
    constexpr std::uint64_t kNarrow = std::uint64_t{1} << 31U;
    const auto units = static_cast<std::uint64_t>(bbo.ask.price - bbo.bid.price);
    const std::uint64_t bid_qty = bbo.bid.qty.value;
    const std::uint64_t ask_qty = bbo.ask.qty.value;
    if ((units | bid_qty | ask_qty) >= kNarrow) [[unlikely]] {
        return microprice(bbo).value_or(FractionalPrice{.price = bbo.bid.price}).price;
    }
    return bbo.bid.price + static_cast<std::int64_t>(units * bid_qty / (bid_qty + ask_qty));
}

/// Of the best levels: 1,000,000 when only bids are there, 0 when both are equal or none is.
/// Rounded toward 0, so that exchanging the sides changes the sign alone.
[[nodiscard]] std::int32_t imbalance_ppm(const Bbo& bbo) noexcept;

/// Bids and asks, best first, as BookView::depth gives them; of each the first kImbalanceLevelsMax
/// at most.
struct Sides {
    std::span<const Level> bids;
    std::span<const Level> asks;
};

inline constexpr std::size_t kImbalanceLevelsMax = 1'024;

/// Over the `levels` best, 1 to kImbalanceLevelsMax: the weight falls by steps from `levels` at the
/// best to 1 at the last. A side with fewer levels has nothing there.
[[nodiscard]] std::int32_t imbalance_ppm(const Sides& sides, std::size_t levels) noexcept;

}  // namespace hotpath::book
