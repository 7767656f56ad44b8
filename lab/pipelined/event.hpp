#pragma once
/// The data of the pipelined engine: the inputs, numbered as they are taken; the events in the
/// ring's slots, each a copy of all that later stages need; the strategies' intents; the gateway's
/// feedback.
///
///   Input --> | books | --Event--> | strategies | --SlotIntent--> | gateway | --> bytes
///                 ^                                                   |
///                 `------------------------ Feedback -----------------'
/// Threads: values; pipeline.hpp says which stage writes which. Allocation: none. A strategy is
/// identified by its slot: its place in the order of strategies, from 0.

#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "hotpath/book/depth_view.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::engine::pipelined {

using SlotNumber = std::uint16_t;
inline constexpr SlotNumber kNoSlot = 0xffff;

/// Bound of one venue message; the longest, with every appendage, is shorter.
inline constexpr std::size_t kMessageBytesMax = 192;

enum class InputKind : std::uint8_t {
    Packet,           // `source` is the feed's line
    OrderBytes,       // `source` is the gateway, as of all below
    Timer,            // of none
    Feedback,         // the gateway stage's next feedback is taken here
    SnapshotBegin,    // of the feed, as are the next two
    SnapshotMessage,  //
    SnapshotLost,     //
    SessionLost,
    SessionOpen,
    Kill,  // of all gateways, as is the next
    Open,
};

struct Input {
    InputKind kind = InputKind::Packet;
    std::uint8_t source = 0;
    Time now{};
    Bytes bytes{};
};

/// The venue's answers for a strategy, in the slot's ids.
struct Refused {
    oms::Rejection rejection{};
    bool is_cancel = false;
};
/// The gateway has canceled all open orders of one instrument, or of all (0).
struct Pulled {
    InstrumentId instrument{};
};
/// The session is back and has replayed its replies: unanswered requests never arrived.
struct Resumed {};

struct Feedback {
    SlotNumber slot = kNoSlot;  // of Pulled and Resumed: every slot of the gateway
    std::uint8_t gateway = 0;
    InstrumentId decide{};  // to decide about after this; 0: none
    std::variant<oms::VenueEvent, Refused, Pulled, Resumed> what{};
};

/// The book of an instrument after a packet, or for another decision.
struct BookSeen {
    book::Depth depth{};
    PriceScale scale{};
    Price mid{};               // 0: one-sided, locked or crossed
    bool is_tradable = false;  // state Trading, books not stale, not paused for its price
};
struct TimerDue {
    bool is_current = false;  // the books are not stale
};
/// Changes of our orders as displayed by the book.
struct OwnShown {
    static constexpr std::size_t kOrdersMax = 6;

    std::array<book::OrderView, kOrdersMax> orders{};
    std::size_t count = 0;
};
struct VenueMessage {
    std::array<std::byte, kMessageBytesMax> bytes{};
    std::size_t length = 0;
};
struct Session {
    bool is_open = false;
};
struct Command {
    bool is_kill = false;
};

struct Event {
    using Body =
        std::variant<std::monostate, BookSeen, strategy::Trade, TimerDue, strategy::Instrument,
                     strategy::BooksState, OwnShown, VenueMessage, Session, Command, Feedback>;

    std::uint64_t input = 0;  // the number of its input, from 0
    Time now{};
    std::array<std::uint64_t, 3> ticks{};  // rx, decode, book
    InstrumentId instrument{};             // of a BookSeen
    std::uint8_t gateway = 0;              // of a VenueMessage or Session
    Body body{};
};

/// A strategy's intent, with the slot's ids; a replacement's quantity is the total, executed shares
/// included.
struct SlotIntent {
    std::uint64_t seq = 0;           // of the event it answers
    std::uint64_t decide_ticks = 0;  // when the strategy had decided
    SlotNumber slot = 0;
    oms::Intent intent{};
};

}  // namespace hotpath::engine::pipelined
