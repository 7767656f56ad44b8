#pragma once
/// A strategy for measuring fill models: it joins the best bid and the best ask with an order each,
/// leaves it there for some time, and notes what the market did at its price meanwhile.
///
/// Orders have a schedule: one a side, for its life, whether it was filled or not. So what it sends
/// depends on the book alone. Threads: the engine's. Allocation: an entry a join. Complexity: O(1) an event. Tests only.

#include <array>
#include <cstddef>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::support {

struct JoinerOptions {
    Qty qty{100};
    Nanos life{10 * kNanosPerSecond};
};

struct Join {
    ClOrdId id{};
    Side side = Side::Buy;
    Price price{};
    Time sent{};
    bool is_touched = false;  // the market traded at the price, or beyond it
    bool is_filled = false;   // at least one share
    bool is_refused = false;  // it was never in the market
};

class Joiner : public strategy::NullStrategy {
  public:
    explicit Joiner(const JoinerOptions& options) : options_(options) {}

    [[nodiscard]] const std::vector<Join>& joins() const noexcept { return joins_; }

    void on_instrument(const strategy::Instrument& instrument) noexcept {
        instrument_ = instrument.id;
    }
    void on_book(const book::BookView& book, const strategy::Context&, oms::Intents&) noexcept {
        bbo_ = book.bbo();
    }
    void on_timer(const strategy::Context& context, oms::Intents& intents) noexcept {
        for (const Side side : {Side::Buy, Side::Sell}) {
            std::size_t& open = open_[side_index(side)];
            if (open == kNone) {
                open = bbo_.is_two_sided() ? join(side, context.now, intents) : kNone;
            } else if (context.now - joins_[open].sent >= options_.life) {
                if (!is_over(joins_[open], context.orders)) {
                    intents.cancel(joins_[open].id);
                }
                open = kNone;  // the next joins with the next timer
            }
        }
    }
    void on_trade(const strategy::Trade& trade, const strategy::Context& context) noexcept {
        for (const std::size_t open : open_) {
            if (open != kNone && !trade.is_cross && !is_over(joins_[open], context.orders)) {
                Join& each = joins_[open];
                each.is_touched =
                    each.is_touched || sign(each.side) * (each.price - trade.price) >= 0;
            }
        }
    }
    void on_fill(const oms::Fill& fill, const strategy::Context&) noexcept {
        for (const std::size_t open : open_) {
            if (open != kNone && joins_[open].id == fill.id) {
                joins_[open].is_touched = true;
                joins_[open].is_filled = true;
            }
        }
    }
    void on_reject(const oms::Rejection& rejection, const strategy::Context&) noexcept {
        for (std::size_t& open : open_) {
            if (open != kNone && joins_[open].id == rejection.id) {
                joins_[open].is_refused = true;
                open = kNone;
            }
        }
    }

  private:
    static constexpr std::size_t kNone = ~std::size_t{0};

    [[nodiscard]] static bool is_over(const Join& join, const oms::Orders& orders) {
        const oms::Order* const order = orders.find(join.id);
        return order == nullptr || !oms::is_open(order->state);
    }
    [[nodiscard]] std::size_t join(Side side, Time now, oms::Intents& intents) {
        const Price price = side == Side::Buy ? bbo_.bid.price : bbo_.ask.price;
        joins_.push_back(
            {.id = intents.enter(
                 {.instrument = instrument_, .side = side, .qty = options_.qty, .price = price}),
             .side = side,
             .price = price,
             .sent = now});
        return joins_.size() - 1;
    }

    JoinerOptions options_;
    InstrumentId instrument_{};
    book::Bbo bbo_{};
    std::vector<Join> joins_;
    std::array<std::size_t, 2> open_{kNone, kNone};  // by side
};

}  // namespace hotpath::support
