#pragma once
/// Rehearsal: runs an order through the idle engine and stops it at the gateway.
///
///   prefetch: the engine's lines, the feed's tables, the levels near the touch
///   book -> strategy.rehearse() or an order of our own -> record, risk check, OUCH bytes | stopped
/// After a wait, a core's caches hold other code and data than an order needs. So an order runs
/// through the same instructions and into the same memory as a real one, and then everything it
/// touched is restored: no message waits in the outbox, no id is used, no limit or counter has
/// changed. In steps, because a packet that arrives meanwhile waits: each is one order, some dozens
/// of cache lines or some levels. Part of Engine, and its friend; it does not affect the engine's
/// results. Measurements: docs/techniques/warm-path.md. Threads: the engine's. Allocation: none.
/// Complexity: a step is one decision and one order, or O(1).

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

    /// True after the last step of a rehearsal. Without a traded instrument there is none.
    bool step(Engine& engine, Time now) noexcept {
        const std::span<const InstrumentId> traded = engine.watch_list_.traded();
        if (traded.empty()) {
            return true;
        }
        const InstrumentId instrument = traded[counters_.played % traded.size()];
        if (prefetched_ < pieces()) {
            prefetch(engine, instrument, counters_.played / traded.size());
            ++prefetched_;
            return false;
        }
        if (!is_last_order(engine, instrument, now)) {
            return false;
        }
        prefetched_ = 0;
        orders_played_ = 0;
        ++counters_.played;
        return true;
    }

  private:
    static constexpr Qty kQty{100};
    static constexpr std::size_t kLinesOfAPiece = 64;
    static constexpr std::size_t kPiecesOutside = 5;  // the tables, two of each side of the book

    // Functions: Engine is complete only in their bodies.
    [[nodiscard]] static constexpr std::size_t pieces_of_engine() noexcept {
        constexpr std::size_t kLines = (sizeof(Engine) + kCacheLine - 1) / kCacheLine;
        return (kLines + kLinesOfAPiece - 1) / kLinesOfAPiece;
    }
    [[nodiscard]] static constexpr std::size_t pieces() noexcept {
        return pieces_of_engine() + kPiecesOutside;
    }

    /// Rehearses the next order that the strategy wants, or one of ours.
    bool is_last_order(Engine& engine, InstrumentId instrument, Time now) noexcept {
        oms::Intents intents(engine.orders().next_id());
        ask_strategy(engine, instrument, now, intents);
        if (intents.all().empty()) {
            add_own(engine, instrument, intents);
        }
        const std::span<const oms::Intent> all = intents.all();
        // An event since the last step may have left fewer.
        if (orders_played_ < all.size()) {
            const oms::Intent& intent = all[orders_played_++];
            const Price reference =
                engine.reference_price(engine.gateway_.instrument_of(intent), now);
            const oms::Rejection rejection =
                engine.gateway_.rehearse(intent, {.now = now, .reference_price = reference});
            ++counters_.orders;
            counters_.refused += rejection.is_refusal() ? 1U : 0U;
        }
        return orders_played_ >= all.size();
    }

    /// The next piece of what an order or the next packet of this instrument will touch: the
    /// engine itself, the feed's tables, the books near the touch. Its lines arrive while the owner
    /// looks for input, and are there for the order.
    void prefetch(const Engine& engine, InstrumentId instrument,
                  std::uint64_t turn) const noexcept {
        if (prefetched_ < pieces_of_engine()) {
            return prefetch_lines(engine, prefetched_);
        }
        switch (prefetched_ - pieces_of_engine()) {
            case 0:
                engine.feed_.prefetch_tables(instrument);
                engine.watch_list_.prefetch(instrument);
                return engine.volatility_.prefetch(instrument);
            case 1:
                return engine.books().prefetch_far(instrument, Side::Buy, turn);
            case 2:
                return engine.books().prefetch_far(instrument, Side::Sell, turn);
            case 3:
                return engine.books().prefetch_near(instrument, Side::Buy);
            default:
                return engine.books().prefetch_near(instrument, Side::Sell);
        }
    }
    static void prefetch_lines(const Engine& engine, std::size_t piece) noexcept {
        constexpr std::size_t kBytes = kLinesOfAPiece * kCacheLine;
        const auto* bytes = reinterpret_cast<const std::byte*>(&engine);
        const std::size_t end = std::min((piece + 1) * kBytes, sizeof(Engine));
        for (std::size_t at = piece * kBytes; at < end; at += kCacheLine) {
            prefetch_for_write(bytes + at);
        }
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
    // In the rehearsal that has begun.
    std::uint32_t prefetched_ = 0;  // pieces
    std::uint32_t orders_played_ = 0;
};

}  // namespace hotpath::engine
