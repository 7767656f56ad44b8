#pragma once
/// The trading loop: market data packets and order-entry messages in, order-entry messages out.
///
///   on_packet  MoldUDP64 packet -> decode -> books -> strategy -> risk check -> OUCH bytes in the outbox
///   on_order_bytes  one OUCH message -> orders, position -> strategy
///   on_timer   silence of the feed, the strategy's own timer
///   for_each_outgoing  hands every waiting OUCH message to the caller, then the outbox is empty
///
/// A state machine without a clock, a socket or a thread: what happens follows from the bytes and times handed in.
/// It sends no order for an instrument that is not in state Trading (Unknown included), whose book is stale (a gap, a
/// silent feed) or has no two-sided, uncrossed market; it pulls what is open there. A venue that contradicts our record
/// of an order trips the kill switch. Threads: one. Allocation: at create() only. Complexity: that of the parts.

#include <cstdint>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::engine {

struct EngineCounters {
    std::uint64_t packets = 0;
    std::uint64_t decisions = 0;     // calls of the strategy's on_book
    std::uint64_t orders_sent = 0;   // enters, replaces and cancels
    std::uint64_t rejected_by_risk = 0;
    std::uint64_t kills = 0;
};

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks>
class Engine {
  public:
    [[nodiscard]] static Expected<Engine> create(const EngineOptions& options, S strategy,
                                                 T ticks = {});

    // Queries.
    [[nodiscard]] const book::L3Books& books() const noexcept;
    [[nodiscard]] const oms::Orders& orders() const noexcept;
    [[nodiscard]] const S& strategy() const noexcept;
    [[nodiscard]] const EngineCounters& counters() const noexcept;
    [[nodiscard]] bool is_killed() const noexcept;
    /// Of the last on_packet: stages not reached are 0. Risk and Encode are those of its first order.
    [[nodiscard]] const timing::StageStamps& stamps() const noexcept;

    // Events. Each says how many messages it put into the outbox.
    std::uint32_t on_packet(Bytes packet, Nanos now) noexcept;
    std::uint32_t on_order_bytes(Bytes message, Nanos now) noexcept;
    std::uint32_t on_timer(Nanos now) noexcept;

    // Operator's commands.
    /// Latches: nothing new is sent, every open order is canceled.
    std::uint32_t kill(Nanos now) noexcept;
    void clear_kill() noexcept;

    /// Each waiting OUCH message, oldest first, as Bytes that live until the next event; then none waits.
    template <class Sink>
    void for_each_outgoing(Sink&& sink);
};

}  // namespace hotpath::engine
