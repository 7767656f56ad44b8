#pragma once
/// From a tick to its trades with hotpath's parts, as far as the report's path goes: an order is
/// recorded, matched, the trades logged. No bytes and no risk check: see bytes_path.hpp.
///
///   on_tick   decide -> oms::Orders::enter -> match::Matcher::enter -> log.add
///   settle    the venue's reports: Orders::on_accepted, on_executed of both sides
///
/// In a real system drain() happens later, by messages; the report's system does not do it.
/// Threads: one owner. Allocation: at construction; the log's own. Complexity: that of the parts.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "bench/exchange/ticks/tick_flow.hpp"
#include "bench/exchange/ticks/trades.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/match/matcher.hpp"
#include "hotpath/oms/orders.hpp"

namespace hotpath::bench {

inline constexpr InstrumentId kTickInstrument{1};
inline constexpr Qty kRestingQty{100};

/// How much a path is made for.
struct PathSize {
    std::size_t ticks = 0;  // of one repetition
    std::size_t resting_pairs = 0;
    std::size_t repetitions = 1;

    [[nodiscard]] std::size_t orders() const noexcept { return ticks + 2 * resting_pairs; }
    [[nodiscard]] std::size_t ids() const noexcept { return repetitions * orders(); }
};

[[nodiscard]] inline match::Matcher make_matcher(const PathSize& size) {
    auto matcher = match::Matcher::create(
        {.books = {.orders_max = static_cast<std::uint32_t>(size.orders() + 1),
                   .levels_max = static_cast<std::uint32_t>(size.ids() + 1'000),
                   .instruments_max = 1,
                   .dense_ids = static_cast<std::uint32_t>(size.ids() + 1),
                   .prefault = true},
         .executions_max = 1'000});
    HOTPATH_ASSERT(matcher.has_value(), "a small matcher fits in memory");
    return std::move(*matcher);
}

[[nodiscard]] inline oms::OrdersOptions orders_for(const PathSize& size) {
    const auto orders = static_cast<std::uint32_t>(size.ticks + 1);
    return {.instruments_max = 1,
            .orders_remembered = std::bit_ceil(2 * orders),
            .open_orders_max = orders,
            .executions_remembered = std::bit_ceil(2 * orders)};
}

/// The orders that rest before a repetition begins: a bid and an ask a tick, crossed or not.
inline void put_resting(match::Matcher& matcher, const TickFlow& flow, std::uint64_t& next_id) {
    match::NullListener ignored;
    for (const Tick& tick : flow.resting) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            [[maybe_unused]] const auto rested =
                matcher.rest({.id = {next_id++},
                              .instrument = kTickInstrument,
                              .side = side,
                              .price = side == Side::Buy ? tick.bid : tick.ask,
                              .leaves_qty = kRestingQty},
                             ignored);
        }
    }
}

/// An empty book again.
inline void cancel_open(match::Matcher& matcher, std::uint64_t first_id, std::uint64_t next_id) {
    match::NullListener ignored;
    for (std::uint64_t id = first_id; id < next_id; ++id) {
        [[maybe_unused]] const auto canceled = matcher.cancel({id}, ignored);
    }
}

template <class Log>
class RecordPath {
  public:
    RecordPath(const TickFlow& flow, std::size_t repetitions, Log& log)
        : RecordPath(flow,
                     PathSize{.ticks = flow.ticks.size(),
                              .resting_pairs = flow.resting.size(),
                              .repetitions = repetitions},
                     log) {}

    void begin() {
        first_id_ = next_id_;
        put_resting(matcher_, flow_, next_id_);
        first_own_id_ = next_id_;
    }

    template <class AnyTick>
    [[gnu::always_inline]] inline void on_tick(std::size_t n, const AnyTick& tick) noexcept {
        const TickOrder wanted = decide(flow_.plan, n, tick.bid, tick.ask);
        const ClOrdId id{static_cast<std::uint32_t>(next_id_)};
        const oms::NewOrder order{.id = id,
                                  .instrument = kTickInstrument,
                                  .side = wanted.side,
                                  .qty = wanted.qty,
                                  .price = wanted.price};
        orders_.enter(order);
        Reports reports(log_);
        [[maybe_unused]] const auto status = matcher_.enter({.id = {next_id_++},
                                                             .instrument = kTickInstrument,
                                                             .side = wanted.side,
                                                             .qty = wanted.qty,
                                                             .price = wanted.price},
                                                            reports);
    }

    void drain() noexcept {
        const std::uint64_t id = next_id_ - 1;
        const oms::Order& order = *orders_.find({static_cast<std::uint32_t>(id)});
        orders_.on_accepted(
            {.id = order.id, .venue_id = {id}, .qty = order.qty, .price = order.price});
        for (const TradeRecord& trade : log_.take()) {
            ++matches_;
            report(trade.incoming, trade);
            if (trade.resting >= first_own_id_) {
                report(trade.resting, trade);
            }
        }
    }

    void forget_replies() noexcept {}

    void end() {
        cancel_open(matcher_, first_id_, next_id_);
        for (std::uint64_t id = first_own_id_; id < next_id_; ++id) {
            const ClOrdId own{static_cast<std::uint32_t>(id)};
            const oms::Order* const order = orders_.find(own);
            if (order != nullptr && oms::is_open(order->state)) {
                orders_.on_canceled(own, order->leaves_qty);
            }
        }
    }

  private:
    RecordPath(const TickFlow& flow, const PathSize& size, Log& log)
        : flow_(flow),
          matcher_(make_matcher(size)),
          orders_(std::move(*oms::Orders::create(orders_for(size)))),
          log_(log) {}

    class Reports : public match::NullListener {
      public:
        explicit Reports(Log& log) noexcept : log_(log) {}

        void on_executed(const match::Execution& execution) noexcept {
            log_.add({.incoming = execution.incoming.value,
                      .resting = execution.resting.value,
                      .price = execution.price.value,
                      .qty = execution.qty.value});
        }

      private:
        Log& log_;
    };

    void report(std::uint64_t id, const TradeRecord& trade) noexcept {
        oms::Fill fill;
        orders_.on_executed({.id = {static_cast<std::uint32_t>(id)},
                             .match = {matches_},
                             .qty = {static_cast<std::uint32_t>(trade.qty)},
                             .price = {trade.price}},
                            fill);
    }

    const TickFlow& flow_;
    match::Matcher matcher_;
    oms::Orders orders_;
    Log& log_;
    std::uint64_t next_id_ = 1;
    std::uint64_t first_id_ = 1;
    std::uint64_t first_own_id_ = 1;
    std::uint64_t matches_ = 0;
};

}  // namespace hotpath::bench
