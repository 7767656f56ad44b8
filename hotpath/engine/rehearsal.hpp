#pragma once
/// Rehearsal: runs an order through the idle engine and stops it at the gateway.
///
///   book -> strategy.rehearse() or an order of our own -> record, risk check, OUCH bytes | stopped
/// After a wait, a core's caches hold other code and data than an order needs. So an order runs
/// through the same instructions and into the same memory as a real one, and then everything it
/// touched is restored: no message waits in the outbox, no id is used, no limit or counter has
/// changed. Part of Engine, and its friend; it does not affect the engine's results. Measurements:
/// docs/techniques/warm-path.md. Threads: the engine's. Allocation: none. Complexity: that of one
/// decision and its orders.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/cpu.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/queue_places.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::engine {

struct RehearsalCounters {
    std::uint64_t played = 0;
    std::uint64_t orders = 0;   // and replacements rehearsed
    std::uint64_t refused = 0;  // of them, refused by a check on the way
};

template <class Engine>
class Rehearsal {
  public:
    [[nodiscard]] const RehearsalCounters& counters() const noexcept { return counters_; }

    void play(Engine& engine, Time now) noexcept {
        const std::span<const InstrumentId> traded = engine.watch_list_.traded();
        if (traded.empty()) {
            return;
        }
        const InstrumentId instrument = traded[counters_.played % traded.size()];
        oms::Intents intents(engine.orders().next_id());
        ask_strategy(engine, instrument, now, intents);
        if (intents.all().empty()) {
            add_own(engine, instrument, intents);
        }
        for (const oms::Intent& intent : intents.all()) {
            const Price reference =
                engine.reference_price(engine.gateway_.instrument_of(intent), now);
            const oms::Rejection rejection =
                engine.gateway_.rehearse(intent, {.now = now, .reference_price = reference});
            ++counters_.orders;
            counters_.refused += rejection.is_refusal() ? 1U : 0U;
        }
        prefetch(engine, instrument, counters_.played / traded.size());
        ++counters_.played;
    }

  private:
    static constexpr Qty kQty{100};

    /// What the rehearsal has not touched and the next packet of this instrument will: the engine
    /// itself, the feed's tables, the books near the touch.
    static void prefetch(const Engine& engine, InstrumentId instrument,
                         std::uint64_t turn) noexcept {
        const auto* bytes = reinterpret_cast<const std::byte*>(&engine);
        for (std::size_t at = 0; at < sizeof(Engine); at += kCacheLine) {
            prefetch_for_write(bytes + at);
        }
        engine.feed_.prefetch_near(instrument, turn);
        engine.watch_list_.prefetch(instrument);
        engine.volatility_.prefetch(instrument);
    }

    static void ask_strategy(const Engine& engine, InstrumentId instrument, Time now,
                             oms::Intents& intents) noexcept {
        if constexpr (strategy::RehearsingStrategy<typename Engine::Strategy>) {
            if (engine.is_tradable(instrument)) {
                engine.strategy().rehearse(engine.book_view(instrument), context_of(engine, now),
                                           intents);
            }
        }
    }

    /// Alternately an order at the best price of the side that reduces the position, and a
    /// replacement of an open order with the same terms.
    void add_own(const Engine& engine, InstrumentId instrument,
                 oms::Intents& intents) const noexcept {
        const std::span<const ClOrdId> open = engine.orders().open_orders();
        const bool is_replaced = counters_.played / engine.watch_list_.traded().size() % 2 == 1;
        const oms::Order* order = !is_replaced || open.empty()
                                      ? nullptr
                                      : engine.orders().find(open[counters_.played % open.size()]);
        if (order != nullptr && order->state == oms::OrderState::Live) {
            static_cast<void>(intents.replace(order->id, order->leaves_qty, order->price));
            return;
        }
        const Side side =
            engine.orders().position(instrument).position > SignedQty{} ? Side::Sell : Side::Buy;
        static_cast<void>(intents.enter({.instrument = instrument,
                                         .side = side,
                                         .qty = std::min(kQty, engine.limits_.order_qty_max),
                                         .price = engine.book_view(instrument).best(side).price}));
    }

    RehearsalCounters counters_;
};

}  // namespace hotpath::engine
