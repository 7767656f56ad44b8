#pragma once
/// What goes round in the pipelined engine: the inputs, numbered as they are taken; the events in
/// the ring's slots, each a copy of all that the stages behind may know; what strategies want; what
/// the gateway tells them back.
///
///   Input --> | books | --Event--> | strategies | --SeatIntent--> | gateway | --> bytes
///                 ^                                                   |
///                 `------------------------ Feedback -----------------'
///
/// Threads: values; who writes which is said in pipeline.hpp. Allocation: none. A strategy is told
/// by its seat: its place in the order of strategies, from 0.

#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "hotpath/book/depth_view.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/gateway/order_news.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::engine::pipelined {

using SeatNumber = std::uint16_t;
inline constexpr SeatNumber kNoSeat = 0xffff;

/// Of one message of the venue; the longest, with every appendage, is shorter.
inline constexpr std::size_t kMessageBytesMax = 192;

enum class InputKind : std::uint8_t {
    Packet,           // `source` is the feed's line
    OrderBytes,       // `source` is the gateway, as of all below
    Timer,            // of none
    Feedback,         // the next of the gateway stage's: here it was taken
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
    Nanos now{};
    Bytes bytes{};
};

/// To be told of the venue's answers, in the seat's own ids.
struct Refused {
    oms::Rejection rejection{};
    bool is_cancel = false;
};
/// The gateway has canceled what is open: of one instrument, or 0: everything.
struct Pulled {
    InstrumentId instrument{};
};
/// The session is there again and has told all: what is unanswered never arrived.
struct Resumed {};

struct Feedback {
    SeatNumber seat = kNoSeat;  // of Pulled and Resumed: every seat of the gateway
    std::uint8_t gateway = 0;
    InstrumentId decide{};  // to be decided about once this is known; 0: none
    std::variant<gateway::OrderNews, Refused, Pulled, Resumed> what{};
};

/// The book of an instrument after a packet, or when there is another reason to decide.
struct BookSeen {
    book::Depth depth{};
    PriceScale scale{};
    Price mid{};               // 0: one-sided, locked or crossed
    bool is_tradable = false;  // state Trading, the books not stale, its price has stood
};
struct TimerDue {
    bool is_current = false;  // the books are not stale
};
/// Changes of what the book shows of our orders.
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

    std::uint64_t input = 0;  // the number of the input it is of, from 0
    Nanos now{};
    std::array<std::uint64_t, 3> ticks{};  // rx, decode, book
    InstrumentId instrument{};             // of a BookSeen
    std::uint8_t gateway = 0;              // of a VenueMessage or Session
    Body body{};
};

/// What a strategy wants. `intent` has the seat's own ids; a replacement's quantity is the total,
/// executed shares included.
struct SeatIntent {
    std::uint64_t seq = 0;           // of the event it answers
    std::uint64_t decide_ticks = 0;  // when the strategy had decided
    SeatNumber seat = 0;
    oms::Intent intent{};
};

}  // namespace hotpath::engine::pipelined
