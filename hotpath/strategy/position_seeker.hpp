#pragma once
/// PositionSeeker: brings the position of one instrument to a target, by one order at a time that
/// trades at the others' touch or not at all (Ioc).
/// An unexecuted remainder is ordered again at the next event; after a rejection it pauses. Shared
/// by the strategies that take liquidity. Threads: the engine's. Allocation: none. Complexity:
/// O(1).

#include <algorithm>
#include <cstdint>

#include "hotpath/book/depth_view.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

/// Limits of a seeker's orders.
struct SeekerOptions {
    Qty order_qty_max{500};               // shares of one order
    Ticks slippage_ticks{1};              // beyond the touch, how far an order may trade
    Nanos reject_pause{kNanosPerSecond};  // pause after a rejection
};

/// A tradable market: two-sided, not crossed.
struct Touch {
    InstrumentId instrument{};
    Price bid{};
    Price ask{};
    std::int64_t tick = 1;

    /// Returns the market of a book; without bid and ask if it is not two-sided or is crossed.
    template <book::InstrumentView Book>
    [[nodiscard]] static Touch of(const Book& book) noexcept {
        const Price bid = book.best_bid().price;
        const Price ask = book.best_ask().price;
        const bool is_market = bid.value > 0 && bid < ask;
        return is_market ? Touch{book.instrument(), bid, ask, book.tick(bid)}
                         : Touch{.instrument = book.instrument()};
    }
    /// Returns true if the market is tradable.
    [[nodiscard]] bool is_market() const noexcept { return bid.value > 0; }
    /// Returns twice the price halfway between bid and ask, in price units.
    [[nodiscard]] std::int64_t twice_mid() const noexcept { return bid.value + ask.value; }
};

class PositionSeeker {
  public:
    PositionSeeker() = default;
    explicit PositionSeeker(const SeekerOptions& options) : options_(options) {}

    /// Sends an order towards the position `target`, unless one is open, the seeker pauses or the
    /// position is reached.
    void seek(SignedQty target, const Touch& touch, const Context& context,
              oms::Intents& intents) noexcept {
        const oms::Order* order = context.orders.find(id_);
        const bool is_busy = order != nullptr && oms::is_open(order->state);
        const SignedQty missing = target - context.orders.position(touch.instrument).position;
        if (is_busy || missing == SignedQty{} || !touch.is_market() ||
            context.now < paused_until_) {
            return;
        }
        const Side side = missing > SignedQty{} ? Side::Buy : Side::Sell;
        const SignedQty qty = std::min(magnitude(missing), to_signed(options_.order_qty_max));
        const Price price = (side == Side::Buy ? touch.ask : touch.bid) +
                            sign(side) * (options_.slippage_ticks * touch.tick);
        const ClOrdId id = intents.enter({.instrument = touch.instrument,
                                          .side = side,
                                          .qty = {static_cast<std::uint32_t>(qty.value)},
                                          .price = price,
                                          .time_in_force = TimeInForce::Ioc});
        id_ = id.value == 0 ? id_ : id;
    }

    /// Pauses after a rejection of this seeker's order. Returns false if the order is not its own.
    bool on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
        if (rejection.id != id_) {
            return false;
        }
        paused_until_ =
            rejection.is_momentary ? paused_until_ : context.now + options_.reject_pause;
        return true;
    }

  private:
    SeekerOptions options_{};
    ClOrdId id_{};
    Time paused_until_{};
};

}  // namespace hotpath::strategy
