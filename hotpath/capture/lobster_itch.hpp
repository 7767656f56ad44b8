#pragma once
/// Writes the ITCH 5.0 messages of one instrument, stock locate 1, that a LOBSTER file becomes.
///
/// Each message carries its origin in the tracking number, which the specification leaves to the
/// venue: 0 for an event of the message file, kImpliedTrackingNumber for an order that must have
/// come or gone although the message file does not say so. Threads: one owner. Allocation: the
/// block, which grows to the largest. Complexity: O(1) a message.

#include <cstdint>
#include <span>
#include <string_view>

#include "hotpath/capture/itch_block.hpp"
#include "hotpath/capture/lobster.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/symbol.hpp"

namespace hotpath::capture {

enum class Origin : std::uint8_t { Event, Implied };

class LobsterItch {
  public:
    LobsterItch(Symbol symbol, StreamStats& stats)
        : symbol_(symbol), stats_(stats), block_(stats) {}

    [[nodiscard]] Bytes block() const { return block_.bytes(); }
    void clear_block() { block_.clear(); }
    void reserve(std::size_t bytes) { block_.reserve(bytes); }

    /// The time of the messages that follow.
    void set_time(Time time) { block_.set_time(time); }

    void add(const LobsterOrder& order, Origin origin);
    void reduce(OrderId id, Qty qty, Origin origin);
    void remove(OrderId id, Origin origin);
    void execute(OrderId id, Qty qty);
    void trade(const LobsterEvent& event);
    void cross(const LobsterEvent& event);
    void halt(const LobsterEvent& event);

    /// An event without effect.
    void skip(std::string_view kind, OrderId order);
    [[nodiscard]] std::span<const Skip> skips() const { return block_.skips(); }

    void begin_day();
    void end_day();

  private:
    void put_system_event(char code);
    void put_directory();
    void put_trading_state(char state);
    template <class M>
    void put(M& message, Origin origin = Origin::Event);

    Symbol symbol_;
    StreamStats& stats_;
    ItchBlock block_;
    std::uint64_t next_match_ = 1;
};

}  // namespace hotpath::capture
