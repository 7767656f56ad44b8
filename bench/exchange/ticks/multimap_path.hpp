#pragma once
/// From a tick to its trades as in "HFT System - Performance Benchmark Report": every order on
/// the heap with its symbol as a string and a time, registered as a shared record in a hash map
/// that only grows; a std::multimap of orders a side; a vector of the trades of each order.
///
/// Rebuilt from the report, with two improvements: prices are integers, and a partially executed
/// order keeps its place. The trades are those of the other paths. Threads: one owner. Allocation:
/// four an order and more. Complexity: O(log orders).

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "bench/exchange/ticks/record_path.hpp"
#include "bench/exchange/ticks/tick_flow.hpp"
#include "bench/exchange/ticks/trades.hpp"

namespace hotpath::bench {

template <class Log>
class MultimapPath {
  public:
    MultimapPath(const TickFlow& flow, std::size_t, Log& log) : flow_(flow), log_(log) {}

    void begin() {
        for (const Tick& tick : flow_.resting) {
            rest(Side::Buy, tick.bid);
            rest(Side::Sell, tick.ask);
        }
    }

    template <class AnyTick>
    void on_tick(std::size_t n, const AnyTick& tick) {
        const TickOrder wanted = decide(flow_.plan, n, tick.bid, tick.ask);
        for (const TradeRecord& trade : match(make_order(wanted))) {
            log_.add(trade);
        }
    }

    /// Its records are not updated by trades.
    void drain() noexcept {}

    void forget_replies() noexcept {}

    void end() {
        bids_.clear();
        asks_.clear();
        records_.clear();
        trades_.clear();
    }

  private:
    using Clock = std::chrono::high_resolution_clock;

    struct Order {
        std::uint64_t id = 0;
        std::string symbol{};
        std::int64_t price = 0;
        std::uint32_t qty = 0;
        bool is_buy = false;
        Clock::time_point made{};
    };
    struct Registered {
        Order order{};
        std::uint32_t qty = 0;
        Clock::time_point changed{};
    };
    using Owned = std::unique_ptr<Order>;
    using Trades = std::vector<TradeRecord>;

    [[nodiscard]] Owned make_order(const TickOrder& wanted) {
        auto order = std::make_unique<Order>(Order{.id = next_id_++,
                                                   .symbol = symbol_,
                                                   .price = wanted.price.value,
                                                   .qty = wanted.qty.value,
                                                   .is_buy = wanted.side == Side::Buy,
                                                   .made = Clock::now()});
        records_[order->id] = std::make_shared<Registered>(
            Registered{.order = *order, .qty = order->qty, .changed = order->made});
        return order;
    }

    void rest(Side side, Price price) {
        add(make_order({.side = side, .qty = kRestingQty, .price = price}));
    }

    void add(Owned order) {
        const std::int64_t price = order->price;
        if (order->is_buy) {
            bids_.emplace(price, std::move(order));
        } else {
            asks_.emplace(price, std::move(order));
        }
    }

    [[nodiscard]] Trades match(Owned order) {
        Trades made;
        if (order->is_buy) {
            trade(*order, asks_, made);
        } else {
            trade(*order, bids_, made);
        }
        if (order->qty > 0) {
            add(std::move(order));
        }
        trades_.insert(trades_.end(), made.begin(), made.end());
        return made;
    }

    /// `Others` is ordered best first, so its own comparison says who would not trade.
    template <class Others>
    static void trade(Order& order, Others& others, Trades& made) {
        while (order.qty > 0 && !others.empty()) {
            const auto best = others.begin();
            if (others.key_comp()(order.price, best->first)) {
                break;
            }
            Order& resting = *best->second;
            const std::uint32_t qty = std::min(order.qty, resting.qty);
            made.push_back({order.id, resting.id, resting.price, qty});
            order.qty -= qty;
            resting.qty -= qty;
            if (resting.qty == 0) {
                others.erase(best);
            }
        }
    }

    const TickFlow& flow_;
    Log& log_;
    std::string symbol_ = "TEST";
    std::multimap<std::int64_t, Owned, std::greater<>> bids_;
    std::multimap<std::int64_t, Owned, std::less<>> asks_;
    std::unordered_map<std::uint64_t, std::shared_ptr<Registered>> records_;
    Trades trades_;
    std::uint64_t next_id_ = 1;
};

}  // namespace hotpath::bench
