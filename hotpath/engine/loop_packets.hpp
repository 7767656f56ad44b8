#pragma once
/// LoopPackets: the engine's inputs of a feed with loops beside its lines, and what it lacks that a
/// loop has.
///
///   LoopPackets<Engine>::take(engine, loop, packet, now)
///
/// Part of Engine, and its friend. Threads: the engine's. Allocation: none. Complexity: that of the
/// feed; after new names O(instruments).

#include <algorithm>
#include <cstdint>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/instrument_directory.hpp"

namespace hotpath::engine {

template <class Engine>
class LoopPackets {
  public:
    /// How many messages the engine put into the outbox. Instruments that the packet names are
    /// considered at once: replies may be about them before any other event is.
    template <class Loop>
    static std::uint32_t take(Engine& engine, Loop loop, Bytes packet, Time now) noexcept {
        engine.stamps_.begin(engine.ticks_);
        return engine.apply_to_feed(now, [&](auto& events) {
            const std::uint32_t named = engine.feed_.market().directory().size();
            engine.feed_.on_loop_packet(loop, packet, now, events);
            if (engine.feed_.market().directory().size() != named) {
                engine.feed_.market().directory().for_each(
                    [&](InstrumentId id, const feed::Instrument&) { engine.touch(id); });
            }
        });
    }

    /// The trading state of a traded instrument is not known. O(traded instruments).
    [[nodiscard]] static bool lacks_trading_state(const Engine& engine) noexcept {
        return std::ranges::any_of(engine.watch_list().traded(), [&](InstrumentId instrument) {
            return engine.books().trading_state(instrument) == book::TradingState::Unknown;
        });
    }
};

}  // namespace hotpath::engine
