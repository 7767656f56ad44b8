#include "hotpath/journal/options.hpp"

#include <array>
#include <bit>
#include <string>

#include "hotpath/journal/spares.hpp"

namespace hotpath::journal {

namespace {

constexpr std::array<const char*, 3> kNames{"memory", "pagecache", "sync"};
constexpr std::size_t kSlotsMin = 4;

}  // namespace

const char* ack_mode_name(AckMode mode) noexcept {
    return kNames[static_cast<std::size_t>(mode)];
}

std::optional<AckMode> to_ack_mode(std::string_view name) noexcept {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (name == kNames[i]) {
            return static_cast<AckMode>(i);
        }
    }
    return std::nullopt;
}

Expected<void> JournalOptions::check() const {
    if (payload_bytes_max > kPayloadBytesMax) {
        return fail("journal: payload_bytes_max must be at most " +
                    std::to_string(kPayloadBytesMax));
    }
    const std::uint64_t record = record_bytes(payload_bytes_max);
    if (segment_bytes < kSegmentHeaderBytes + 2 * record + kSealBytes ||
        segment_bytes % kRecordAlignment != 0) {
        return fail(
            "journal: segment_bytes must be a multiple of 8 and hold two of the longest records");
    }
    if (batch_bytes < record) {
        return fail("journal: batch_bytes must hold the longest record");
    }
    if (spares < 1 || spares > SpareKeeper::kSparesMax) {
        return fail("journal: spares must be 1 to " + std::to_string(SpareKeeper::kSparesMax));
    }
    if (commits_max < 1 || commits_max > Storage::kCommitsMax) {
        return fail("journal: commits_max must be 1 to " + std::to_string(Storage::kCommitsMax));
    }
    if (!std::has_single_bit(ring_slots) || ring_slots < kSlotsMin ||
        ring_slots * kRecordHeaderBytes < record) {
        return fail(
            "journal: ring_slots must be a power of two and the ring hold the longest record");
    }
    return {};
}

}  // namespace hotpath::journal
