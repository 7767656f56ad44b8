#pragma once
/// A strategy that sends every kind of order at random, cuts its orders, and checks what becomes of
/// them: fill-or-kill is all or nothing, post-only never takes, a cut order has not grown.
///
///   choice = strategy::StrategyChoice(strategy::registration_of<OrderTypesTrader>());
///   OrderTypesTrader::seen = {};  ... run ...  EXPECT_EQ(OrderTypesTrader::seen.broken, 0U);
///
/// Its random numbers come from a fixed seed: same events, same intents. Threads: one, the test's.
/// Allocation: at construction. Tests only.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hotpath/core/random.hpp"
#include "hotpath/strategy/entry.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::support {

/// What has become of the orders of all such traders together.
struct OrderTypesSeen {
    std::uint64_t killed = 0;         // fill-or-kill orders that found too little
    std::uint64_t filled_whole = 0;   // and those that executed
    std::uint64_t refused = 0;        // post-only orders that would have taken
    std::uint64_t passive_fills = 0;  // of post-only orders
    std::uint64_t cut = 0;            // orders that were reduced and stayed open
    std::uint64_t broken = 0;         // orders whose rule was broken
};

class OrderTypesTrader : public strategy::NullStrategy {
  public:
    static constexpr std::string_view kName = "order_types";
    static constexpr std::string_view kSummary = "sends every kind of order and cuts them";

    struct Options {
        std::uint16_t instruments_max = 0;
    };
    static void visit(Options&, auto&) {}

    static inline OrderTypesSeen seen{};

    explicit OrderTypesTrader(const Options&) { followed_.reserve(kFollowedMax); }

    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        check(context.orders);
        const Price bid = book.best_bid().price;
        const Price ask = book.best_ask().price;
        if (bid.value == 0 || ask.value == 0 || followed_.size() == kFollowedMax) {
            return;
        }
        const auto open = context.orders.open_orders();
        const std::uint64_t draw = random_.below(16);
        if (draw < 3 && !open.empty()) {
            return change(*context.orders.find(open[random_.below(open.size())]), intents);
        }
        if (draw < 6) {
            enter(book.instrument(), bid, ask, intents);
        }
    }
    void on_fill(const oms::Fill& fill, const strategy::Context& context) noexcept {
        const oms::Order* order = context.orders.find(fill.id);
        seen.passive_fills += order != nullptr && order->is_post_only ? 1U : 0U;
    }

  private:
    static constexpr std::size_t kFollowedMax = 64;

    /// An order until it is closed.
    struct Followed {
        ClOrdId id{};
        bool is_cut = false;  // seen reduced
    };

    void enter(InstrumentId instrument, Price bid, Price ask, oms::Intents& intents) noexcept {
        const Side side = random_.one_in(2) ? Side::Buy : Side::Sell;
        const Price near = side == Side::Buy ? bid : ask;
        const Price far = side == Side::Buy ? ask : bid;
        const bool is_passive = random_.one_in(2);
        // A passive one now and then at a price that takes, as when the market has moved meanwhile.
        const bool is_far = !is_passive || random_.one_in(4);
        const ClOrdId id =
            intents.enter({.instrument = instrument,
                           .side = side,
                           .qty = {static_cast<std::uint32_t>(20 + random_.below(200))},
                           .price = is_far ? far : near,
                           .time_in_force = is_passive ? TimeInForce::Day : TimeInForce::Fok,
                           .is_post_only = is_passive});
        if (id.value != 0) {
            followed_.push_back({.id = id});
        }
    }

    void change(const oms::Order& order, oms::Intents& intents) noexcept {
        if (order.state == oms::OrderState::PendingNew || order.leaves_qty.value < 2 ||
            random_.one_in(5)) {
            intents.cancel(order.id);
            return;
        }
        intents.reduce(order.id,
                       {static_cast<std::uint32_t>(1 + random_.below(order.leaves_qty.value - 1))});
    }

    void check(const oms::Orders& orders) noexcept {
        std::erase_if(followed_, [&](Followed& followed) {
            const oms::Order* order = orders.find(followed.id);
            if (order == nullptr) {
                return true;  // refused
            }
            if (oms::is_open(order->state)) {
                const bool is_cut = order->canceled_qty.value != 0;
                seen.cut += is_cut && !followed.is_cut ? 1U : 0U;
                followed.is_cut = is_cut;
                return false;
            }
            judge(*order);
            return true;
        });
    }

    static void judge(const oms::Order& order) noexcept {
        const bool is_whole = order.cum_qty == order.qty;
        const bool is_nothing = order.cum_qty == Qty{};
        if (order.time_in_force == TimeInForce::Fok) {
            seen.filled_whole += is_whole ? 1U : 0U;
            seen.killed += is_nothing && order.state == oms::OrderState::Canceled ? 1U : 0U;
            seen.broken += is_whole || is_nothing ? 0U : 1U;
        } else if (is_nothing && order.state == oms::OrderState::Canceled &&
                   !order.is_cancel_sent) {
            ++seen.refused;
        }
    }

    Random random_{20'261'125};
    std::vector<Followed> followed_;
};

static_assert(strategy::Strategy<OrderTypesTrader>);

}  // namespace hotpath::support
