#pragma once
/// The records of a telemetry channel: what one event of a trader cost, stage by stage, and what
/// the trader is and has at one moment. Fixed sizes, the machine's byte order (shared memory never
/// leaves it), every record after the same header:
///
///   0        2          4        8        16
///   kind     version    bytes    number   ...
///
///   StageRecord, 96 bytes: one event             InstrumentRecord, 112: one row of a state
///   16 local_time   24 venue_time                16 row, of rows   20 open_orders   24 symbol
///   32 instrument   34 event  35 sent  36 0      32 position  40 realized  48 unrealized  56 fees
///   40 stamps: rx decode book decide risk        64 bought  72 sold  80 bid  88 ask  96 mark
///      encode tx, 8 bytes each                   104 drop copy's position
///
///   StateRecord, 448: the trader at one moment; the offsets are asserted below
///
/// A reader uses nothing before decode() (decode.hpp) has checked it. Version rule: a record of
/// another version is passed over and counted. Threads: values. Allocation: none.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_scale.hpp"

namespace hotpath::telemetry {

enum class RecordKind : std::uint16_t { Stages = 1, State = 2, Instrument = 3 };

inline constexpr std::uint16_t kRecordVersion = 1;
/// Rows that a state can have; what is beyond is counted in rows_not_shown.
inline constexpr std::size_t kInstrumentsMax = 64;

struct RecordHeader {
    RecordKind kind{};
    std::uint16_t version = kRecordVersion;
    std::uint32_t bytes = 0;   // this header included
    std::uint64_t number = 0;  // of the event; of the state, and of the state a row belongs to
};

/// The kind of the trader's input.
enum class EventKind : std::uint8_t { Packet, Reply, Timer, Snapshot, Command };
inline constexpr std::size_t kEventKinds = 5;

[[nodiscard]] constexpr std::string_view event_name(EventKind kind) noexcept {
    constexpr std::array<std::string_view, kEventKinds> kNames{"packet", "reply", "timer",
                                                               "snapshot", "command"};
    return kNames[static_cast<std::size_t>(kind)];
}

struct StageRecord {
    RecordHeader header{.kind = RecordKind::Stages, .bytes = 96};
    Time local_time{};          // as handed to the trader
    Time venue_time{};          // of the feed's last message; 0: none yet
    InstrumentId instrument{};  // of the newest order that left; 0: none did
    EventKind event = EventKind::Packet;
    std::uint8_t is_sent = 0;  // an order, a replacement or a cancel left because of it
    std::uint32_t reserved = 0;
    std::array<std::uint64_t, timing::kStages> stamps{};  // ticks by timing::Stage; 0: not reached

    [[nodiscard]] std::uint64_t at(timing::Stage stage) const noexcept {
        return stamps[static_cast<std::size_t>(stage)];
    }
};

/// A few words for a person, cut to fit, padded with zeros.
template <std::size_t N>
struct Text {
    std::array<char, N> characters{};

    [[nodiscard]] static constexpr Text of(std::string_view text) noexcept {
        Text made;
        std::copy_n(text.begin(), std::min(text.size(), N), made.characters.begin());
        return made;
    }
    /// Views this object's own bytes.
    [[nodiscard]] constexpr std::string_view view() const noexcept {
        const std::string_view all(characters.data(), N);
        return all.substr(0, std::min(all.find('\0'), N));
    }
};

enum class TradingMode : std::uint8_t { Open, ReducingOnly, Killed };

/// How far the lines and their repair have come, since the trader began.
struct FeedPart {
    std::array<std::uint64_t, 3> packets{};  // line A, line B, re-requested
    std::uint64_t messages = 0;
    std::uint64_t next_seq = 0;
    std::uint64_t gaps = 0;
    std::uint64_t requests = 0;
    std::uint64_t given_up = 0;
    std::uint64_t snapshots = 0;
    std::uint64_t stale_periods = 0;
};

struct OrderPart {
    std::uint64_t open = 0;
    std::uint64_t entered = 0;
    std::uint64_t replaced = 0;
    std::uint64_t cancels = 0;
    std::uint64_t accepted = 0;
    std::uint64_t executions = 0;
    std::uint64_t rejected_by_venue = 0;
    std::uint64_t rejected_by_risk = 0;
    std::uint64_t lost = 0;
    std::uint64_t sessions_lost = 0;
};

/// In 1/10,000 dollar, as ITCH has its prices.
struct MoneyPart {
    Money pnl{};
    Money net_value{};
    Money gross_value{};
    Money traded_value{};
};

/// Fill and capacity of the queues; slots 0: no such queue.
struct QueuePart {
    std::uint64_t outbox_messages = 0;  // encoded, not yet taken by the session
    std::uint64_t unsent_bytes = 0;     // in the session, not yet taken by the transport
    std::uint64_t journal_waiting = 0;
    std::uint64_t journal_slots = 0;
};

struct StateRecord {
    RecordHeader header{.kind = RecordKind::State, .bytes = 448};
    std::uint64_t session = 0;  // another number: another run of the trader, counting from 0
    Time local_time{};
    std::uint64_t ticks = 0;         // when it was made, on the clock of the stamps
    timing::TickRatio tick_ratio{};  // how long those ticks are
    Text<32> name{};                 // the trader
    Text<16> doing{};                // one word or two
    Text<24> feed_state{};
    Text<48> stop_reason{};  // empty while nothing stopped it
    Text<24> drop_copy{};    // empty: there is none
    TradingMode mode = TradingMode::Open;
    std::uint8_t is_stale = 1;     // the books: nothing is traded on them
    std::uint8_t is_in_doubt = 1;  // orders: no session, or replies still outstanding
    std::uint8_t reserved = 0;
    std::uint16_t rows = 0;  // InstrumentRecords that follow
    std::uint16_t rows_not_shown = 0;
    std::uint64_t events = 0;     // handled since it began
    std::uint64_t decisions = 0;  // of the strategy
    FeedPart feed{};
    OrderPart orders{};
    MoneyPart money{};
    QueuePart queues{};
};

struct InstrumentRecord {
    RecordHeader header{.kind = RecordKind::Instrument, .bytes = 112};
    std::uint16_t row = 0;
    std::uint16_t rows = 0;
    std::uint32_t open_orders = 0;
    Symbol symbol{};
    SignedQty position{};
    Money realized_pnl{};
    Money unrealized_pnl{};
    Money fees{};
    std::uint64_t bought_qty = 0;
    std::uint64_t sold_qty = 0;
    Price bid{};  // 0: no bid
    Price ask{};
    Price mark{};
    SignedQty copied_position{};  // the drop copy's
};

static_assert(std::is_trivially_copyable_v<StageRecord> &&
              std::is_trivially_copyable_v<StateRecord> &&
              std::is_trivially_copyable_v<InstrumentRecord>);
static_assert(sizeof(RecordHeader) == 16 && offsetof(RecordHeader, number) == 8);
static_assert(sizeof(StageRecord) == 96 && offsetof(StageRecord, instrument) == 32 &&
              offsetof(StageRecord, stamps) == 40);
static_assert(sizeof(InstrumentRecord) == 112 && offsetof(InstrumentRecord, symbol) == 24 &&
              offsetof(InstrumentRecord, bid) == 80);
static_assert(sizeof(StateRecord) == 448 && offsetof(StateRecord, tick_ratio) == 40 &&
                  offsetof(StateRecord, mode) == 200 && offsetof(StateRecord, events) == 208 &&
                  offsetof(StateRecord, feed) == 224 && offsetof(StateRecord, orders) == 304 &&
                  offsetof(StateRecord, money) == 384 && offsetof(StateRecord, queues) == 416,
              "the layout is an interface between versions");

}  // namespace hotpath::telemetry
