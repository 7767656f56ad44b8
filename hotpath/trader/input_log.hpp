#pragma once
/// The records of a trader's journal: its options at the start, every input, the outputs of each,
/// the stage times of each order, and each change of its trading mode.
///
///   Start    0          8             16      17        18     19       20      21     24
///            | build id | config hash | venue | subject | mode | reason | flags | zero | text ...
///            |
///   Input    0        8      9       10       11      12      16
///            | number | kind | venue | source | flags | value | bytes ... |
///            source: feed::Line of a packet, feed::FeedLoop of a loop's, Port of a connection,
///            1 kill, 2 stop, 3 stop trading, 4 operator's command; value: bytes written, mode and
///            reason of a stop; bytes: of a packet or a connection, a command, of the start of a
///            connection over a link: UTC and the number of the next message; where
///            sessions have UUIDs, the UUID and whether it is negotiated
///   Output   0        8       9      10     16
///            | number | venue | port | zero | bytes ... |
///   Stamps   0        8       9      16
///            | number | venue | zero | rx | decode | book | decide | risk | encode | tx |
///   Mode     0        8       9      10       11      12     16
///            | number | venue | mode | reason | flags | zero |
///   Lost     0        8       9      16
///            | number | venue | zero |
///   Why      0        8       9      16
///            | number | venue | zero | text ... |
///
/// Every field is little-endian; the time is the record's own. A text or bytes longer than
/// kPieceMax take several records of the same type, all but the last with the flag kMore. An
/// input's outputs follow it, then its mode, then its stamps; only an input that made an order has
/// stamps. Lost means that nothing was recorded from this input on, and trading was stopped. Why
/// says in words, after some input, what trading was stopped for; a replay passes it over.
///
/// Threads: functions of bytes. Allocation: none. Complexity: linear in the bytes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/trader/input.hpp"

namespace hotpath::trader {

/// Record types in the journal.
using LogType = std::uint16_t;
inline constexpr LogType kStartRecord = 0x0100;
inline constexpr LogType kInputRecord = 0x0101;
inline constexpr LogType kOutputRecord = 0x0102;
inline constexpr LogType kStampsRecord = 0x0103;
inline constexpr LogType kModeRecord = 0x0104;
inline constexpr LogType kLostRecord = 0x0105;
inline constexpr LogType kWhyRecord = 0x0106;

/// The longest text or bytes of one record, and the longest record.
inline constexpr std::size_t kPieceMax = 4'000;
inline constexpr std::size_t kStartHeadLength = 24;
inline constexpr std::size_t kLogHeadLength = 16;
inline constexpr std::size_t kStampsLength = kLogHeadLength + timing::kStages * 8;
inline constexpr std::size_t kLogRecordMax = kStartHeadLength + kPieceMax;

inline constexpr std::uint8_t kMore = 1;      // of Start and Input
inline constexpr std::uint8_t kStopping = 1;  // of Mode

/// The receiver of the inputs.
enum class Subject : std::uint8_t {
    Trader,  // with its connections: `hotpath trade`
    Engine,  // alone: `hotpath demo` of earlier builds
    Demo,    // a trader with its connections at a simulated venue: `hotpath demo`
};
inline constexpr std::size_t kSubjects = 3;

/// A trader started with the configuration in `text`.
struct Start {
    std::uint64_t build_id = 0;
    std::uint64_t config_hash = 0;
    Time now{};
    Venue venue = 0;
    Subject subject = Subject::Trader;
    event::StopTrading latch{.mode = risk::TradingMode::Open};  // the stop that it took over
    std::string_view text{};
};

struct Stamps {
    std::uint64_t number = 0;
    Venue venue = 0;
    std::array<std::uint64_t, timing::kStages> ticks{};
};

struct Lost {
    std::uint64_t number = 0;  // of the first input missing here, or with outputs missing
    Time now{};
    Venue venue = 0;
};

inline constexpr std::size_t kWhyTextMax = 240;

/// The words of a stop, for the next process.
struct Why {
    std::uint64_t number = 0;  // of the last input before them
    Venue venue = 0;
    std::string_view text{};  // at most kWhyTextMax bytes
};

using LogEntry = std::variant<Start, Input, Output, Stamps, ModeChange, Lost, Why>;

struct LogRecord {
    LogEntry entry{};
    bool has_more = false;  // the next record continues it
};

using StartHead = std::array<std::byte, kStartHeadLength>;
using LogHead = std::array<std::byte, kLogHeadLength>;
inline constexpr std::size_t kNumberStartLength = 16;
inline constexpr std::size_t kUuidStartLength = 25;
inline constexpr std::size_t kFormerStartLength = 37;  // with the UUID before
using SessionStartRoom = std::array<std::byte, kFormerStartLength>;
using StampsBytes = std::array<std::byte, kStampsLength>;

// The fields before the text or the bytes, which follow unchanged.
[[nodiscard]] StartHead encode(const Start& start, bool has_more) noexcept;
[[nodiscard]] LogHead encode(const Input& input, bool has_more) noexcept;
/// In `room`, as long as its protocol's start is.
[[nodiscard]] Bytes encode(const SessionStart& start, SessionStartRoom& room) noexcept;
[[nodiscard]] LogHead encode(const Output& output) noexcept;
[[nodiscard]] StampsBytes encode(const Stamps& stamps) noexcept;
[[nodiscard]] LogHead encode(const ModeChange& change) noexcept;
[[nodiscard]] LogHead encode(const Lost& lost) noexcept;
[[nodiscard]] LogHead encode(const Why& why) noexcept;

/// Text and bytes point into the payload. Types other than those above are UnknownType.
[[nodiscard]] protocols::DecodeStatus decode(LogType type, Time time, Bytes payload,
                                             LogRecord& into) noexcept;

}  // namespace hotpath::trader
