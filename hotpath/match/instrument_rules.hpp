#pragma once
/// A venue's settings of an instrument: tick, lot, price bands, orders accepted in a halt, and the
/// phase of the day.
///
/// Values: threads any, allocation none, complexity O(1). Bands: the plan of Limit Up - Limit Down
/// (lower and upper band around a reference price; the quote at a band is a limit state, after
/// which the venue, which has the clock, pauses trading).

#include <cstdint>
#include <optional>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/match/venue_events.hpp"

namespace hotpath::match {

/// Orders match in Continuous only. In the others they are kept, and a cross ends them.
enum class Phase : std::uint8_t {
    Continuous,
    Accumulating,  // before a cross: orders are accepted and rest, even if crossed
    Halted,        // accepts orders if InstrumentRules::takes_orders_in_halt
};

struct InstrumentRules {
    std::int64_t tick = 1;  // price units
    std::uint32_t lot = 1;  // shares
    bool takes_orders_in_halt = false;

    friend constexpr bool operator==(const InstrumentRules&, const InstrumentRules&) = default;

    // The tick is nearly always 1, and a division takes longer than all other checks.
    [[nodiscard]] constexpr bool is_on_tick(Price price) const {
        return tick == 1 || price.value % tick == 0;
    }
    [[nodiscard]] constexpr bool is_in_lots(Qty qty) const {
        return lot == 1 || qty.value % lot == 0;
    }
};

/// No trade below `lower` or above `upper`.
struct PriceBands {
    Price lower{};
    Price upper = book::kPriceMax;

    friend constexpr bool operator==(const PriceBands&, const PriceBands&) = default;

    [[nodiscard]] constexpr bool are_set() const { return *this != PriceBands{}; }
    /// The furthest an order of this side may trade.
    [[nodiscard]] constexpr Price limit_of(Side side) const {
        return side == Side::Buy ? upper : lower;
    }
    /// A limit that could trade beyond the bands.
    [[nodiscard]] constexpr bool is_beyond(Side side, Price limit) const {
        return is_better(side, limit, limit_of(side));
    }
    /// For a market order's unlimited price: the band's.
    [[nodiscard]] constexpr Price clamp(Side side, Price limit) const {
        return is_beyond(side, limit) ? limit_of(side) : limit;
    }

    [[nodiscard]] constexpr LimitState limit_state(const book::Bbo& bbo) const {
        if (are_set() && bbo.bid.orders != 0 && bbo.bid.price == upper) {
            return LimitState::BidAtUpper;
        }
        return are_set() && bbo.ask.orders != 0 && bbo.ask.price == lower ? LimitState::AskAtLower
                                                                          : LimitState::None;
    }
};

/// The matcher's state of an instrument besides its orders.
struct InstrumentState {
    InstrumentRules rules{};
    PriceBands bands{};
    Phase phase = Phase::Continuous;
    LimitState limit_state = LimitState::None;
    std::uint32_t held = 0;             // orders with conditions
    std::optional<Price> trade_high{};  // since stops were last triggered
    std::optional<Price> trade_low{};
    std::optional<Price> cross_price{};  // of a cross that is being carried out
    TotalQty cross_qty{};

    /// The plain matcher can handle this instrument.
    [[nodiscard]] bool is_plain() const noexcept {
        return held == 0 && phase == Phase::Continuous && !bands.are_set();
    }
    void note_trade(Price price) noexcept {
        trade_high = trade_high && *trade_high > price ? trade_high : price;
        trade_low = trade_low && *trade_low < price ? trade_low : price;
    }
    void forget_trades() noexcept { trade_high = trade_low = std::nullopt; }
};

}  // namespace hotpath::match
