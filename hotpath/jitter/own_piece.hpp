#pragma once
/// A piece of own code of a watched loop: what it was, how long it took, and where in it the time
/// went.
///
///   begun ──before──> rx ──decode──> ──book──> ──decide──> ──risk──> ──encode──> ──after──> ended
///
/// Before: the journal's record of the input, the session's framing. After: the journal's record of
/// what was sent, telemetry. Of several messages in one input the stamps are the last one's, as the
/// engine's. Threads: values. Allocation: construction of a log. Complexity: O(1).

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/jitter/gap.hpp"
#include "hotpath/jitter/gap_log.hpp"
#include "hotpath/timing/stage_stamps.hpp"

namespace hotpath::jitter {

enum class Segment : std::uint8_t { Before, Decode, Book, Decide, Risk, Encode, After };
inline constexpr std::size_t kSegments = 7;
[[nodiscard]] std::string_view segment_name(Segment segment) noexcept;

/// A piece as the loop records it, on the clock of the stamps.
struct OwnTicks {
    Work work = Work::Packet;
    std::uint64_t begun = 0;
    std::uint64_t ended = 0;  // 0: when it is handed in
    timing::StageStamps stamps{};
};

/// Ticks by Segment. If the stamps are from before the piece (an earlier input), all is After.
[[nodiscard]] std::array<std::uint64_t, kSegments> segments_of(const OwnTicks& piece) noexcept;

struct OwnPiece {
    Work work = Work::Packet;
    Nanos length{};
    std::array<Nanos, kSegments> segments{};
};

/// All pieces of one kind of work.
struct WorkLog {
    GapLog log{};
    Nanos total{};
    /// Sums over the long pieces for which the kernel counted nothing.
    std::array<Nanos, kSegments> segments{};
};

}  // namespace hotpath::jitter
