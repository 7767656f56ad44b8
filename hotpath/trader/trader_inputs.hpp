#pragma once
/// TraderInputs: each input as a call, for whatever has apply(const Input&).
///
///   trader.on_packet({Line::A, datagram, now});        trader.apply({.now = now,
///                                                        .event = event::Packet{...}});
///   VenueInputs second(trader, 1);                     the same calls, at the second venue
///   second.on_packet({Line::A, datagram, now});
///
/// Threads: the trader's. Allocation: none. Complexity: apply()'s.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/trader/input.hpp"

namespace hotpath::trader {

/// Base of `Self`.
template <class Self>
class TraderInputs {
  public:
    void on_packet(const feed::LinePacket& packet) noexcept {
        take(event::Packet{packet.line, packet.bytes}, packet.now);
    }
    void on_loop_packet(feed::FeedLoop loop, Bytes bytes, Time now) noexcept {
        take(event::LoopPacket{loop, bytes}, now);
    }
    void on_connected(Port port, Time now, const SessionStart& start = {}) noexcept {
        take(event::Connected{port, start}, now);
    }
    void on_bytes(Port port, Bytes bytes, Time now) { take(event::Received{port, bytes}, now); }
    void on_written(Port port, std::size_t bytes, Time now) noexcept {
        take(event::Written{port, static_cast<std::uint32_t>(bytes)}, now);
    }
    void on_disconnected(Port port, Time now) noexcept { take(event::Disconnected{port}, now); }
    void on_timer(Time now) noexcept { take(event::Timer{}, now); }

    // Commands: at every venue.
    void kill(Time now) noexcept { take(event::Kill{}, now); }
    void stop(Time now) noexcept { take(event::Stop{}, now); }
    void stop_trading(event::StopTrading order, Time now) noexcept { take(order, now); }
    OperatorAnswer on_operator(const OperatorCommand& command, Time now) {
        const OperatorStatus status = take(command, now);
        return self().answer_to(command, status, now);
    }

  private:
    friend Self;
    TraderInputs() = default;

    [[nodiscard]] Self& self() noexcept { return static_cast<Self&>(*this); }
    OperatorStatus take(const Event& event, Time now) {
        return self().apply(Input{.now = now, .event = event});
    }
};

/// A trader's inputs and outputs at one of its venues. The trader outlives it.
template <class Trader>
class VenueInputs : public TraderInputs<VenueInputs<Trader>> {
  public:
    VenueInputs(Trader& trader, Venue venue) noexcept : trader_(&trader), venue_(venue) {}

    [[nodiscard]] bool is_wanted(Port port) const { return trader_->at(venue_).is_wanted(port); }
    [[nodiscard]] bool is_wanted(feed::FeedLoop loop) const {
        return trader_->at(venue_).is_wanted(loop);
    }
    [[nodiscard]] bool is_open(Port port) const { return trader_->at(venue_).is_open(port); }
    /// Packets of the line that were of another session, and the name of the last one's.
    [[nodiscard]] std::uint64_t others(feed::Line line) const {
        return trader_->at(venue_).engine().feed().lines().counters(line).others;
    }
    [[nodiscard]] auto other_session() const {
        return trader_->at(venue_).engine().feed().lines().other_session();
    }
    [[nodiscard]] Bytes output(Port port) const { return trader_->at(venue_).output(port); }
    /// What the next process begins a connection of order entry with; the default: OUCH.
    [[nodiscard]] SessionStart next_start() const {
        const auto* const link = trader_->at(venue_).session(Port::OrderEntry)->link();
        return link == nullptr ? SessionStart{} : link->next_start();
    }
    [[nodiscard]] OperatorAnswer answer_to(const OperatorCommand& command, OperatorStatus status,
                                           Time now) const {
        return trader_->answer_to(command, status, now);
    }

    OperatorStatus apply(Input input) {
        input.venue = venue_;
        return trader_->apply(input);
    }
    template <class Sink>
    void for_each_request(Sink&& sink) {
        trader_->for_each_request(std::forward<Sink>(sink), venue_);
    }

  private:
    Trader* trader_;
    Venue venue_;
};

}  // namespace hotpath::trader
