#pragma once
/// Understudy: a second engine of the same type, which practises while the first one waits.
///
///   practice venue ──packet──> engine ──order──> practice venue ──reply──> engine
///
/// After a wait the instructions of a packet's way are in no cache: its decoding, the books, the
/// decision and the checks. The understudy runs them, from the packet to the order and its answer,
/// on books, orders, limits and a strategy that are only its own. It has no reference to the engine
/// that trades, and its orders go to the practice venue: nothing it does can be seen
/// (docs/techniques/warm-path.md). What it cannot warm is the other's data: that is Engine::warm_step().
/// Threads: the engine's. Allocation: create() only. Complexity: step() one packet or reply and its
/// orders; play() kPackets packets and at most kRepliesMax replies. Ids are 32 bits: it practises for
/// days.

#include <concepts>
#include <cstdint>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/engine/venue.hpp"
#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::engine {

/// A venue with one to practise at.
template <class V>
concept PractisedVenue = Venue<V> && requires(typename V::Practice practice, Bytes message) {
    { V::Practice::kInstruments } -> std::convertible_to<std::uint16_t>;
    { practice.next_packet() } noexcept -> std::same_as<Bytes>;
    { practice.on_request(message) } noexcept;
    { practice.has_reply() } noexcept -> std::same_as<bool>;
    { practice.take_reply() } noexcept -> std::same_as<Bytes>;
};

/// Small, with limits that do not bind: an order that is refused warms the way to the refusal.
template <PractisedVenue V>
[[nodiscard]] EngineOptions practice_options() {
    return practice_options({.orders_max = V::Practice::kOrdersMax,
                             .levels_max = V::Practice::kLevelsMax,
                             .instruments_max = V::Practice::kInstruments,
                             .huge_pages = HugePages::Never});
}

struct UnderstudyCounters {
    std::uint64_t played = 0;
    std::uint64_t packets = 0;
    std::uint64_t orders = 0;  // and replacements and cancels
    std::uint64_t replies = 0;
};

template <strategy::UnderstudiedStrategy S, PractisedVenue V, timing::TickSource T>
class Understudy {
  public:
    using Engine = engine::Engine<S, V, T>;

    /// For an engine with this strategy, which is only asked for another.
    [[nodiscard]] static Expected<Understudy> create(const S& strategy, T ticks = {}) {
        auto engine =
            Engine::create(practice_options<V>(), strategy.understudy(), std::move(ticks));
        if (!engine) {
            return std::unexpected(engine.error());
        }
        return Understudy(std::move(*engine));
    }

    [[nodiscard]] const Engine& engine() const noexcept { return engine_; }
    [[nodiscard]] const UnderstudyCounters& counters() const noexcept { return counters_; }

    /// One step of a turn: a packet or a reply, with the orders of it. True after the last.
    bool step() noexcept {
        if (step_ < kPackets) {
            now_ = now_ + kBetweenPackets;
            engine_.on_packet({.line = line_, .bytes = venue_.next_packet(), .now = now_});
            ++counters_.packets;
        } else {
            engine_.on_order_bytes(venue_.take_reply(), now_);
            ++counters_.replies;
        }
        take_orders();
        ++step_;
        if (step_ < kPackets || (step_ < kPackets + kRepliesMax && venue_.has_reply())) {
            return false;
        }
        step_ = 0;
        ++counters_.played;
        return true;
    }
    /// Plays the rest of a turn, or a whole one.
    void play() noexcept {
        while (!step()) {
        }
    }

  private:
    static constexpr std::uint32_t kPackets = 3;
    static constexpr std::uint32_t kRepliesMax = 3;
    static constexpr Nanos kBetweenPackets{1'000};

    explicit Understudy(Engine engine) : engine_(std::move(engine)) {}

    void take_orders() noexcept {
        engine_.for_each_outgoing([&](Bytes message) {
            venue_.on_request(message);
            ++counters_.orders;
        });
    }

    Engine engine_;
    typename V::Practice venue_;
    // No constant: the compiler would make another copy of on_packet for it, and warm that one.
    feed::Line line_ = feed::Line::A;
    Time now_{34'200 * kNanosPerSecond};
    std::uint32_t step_ = 0;  // of this turn: the next
    UnderstudyCounters counters_;
};

}  // namespace hotpath::engine
