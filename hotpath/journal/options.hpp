#pragma once
/// Options of a journal: sizes, and when a record counts as durable.
///
///   memory      accepted                survives nothing; the log is a record of the day
///   pagecache   written to the system   survives the death of the process
///   sync        fdatasync has returned  survives the death of the machine
///
/// Threads, allocation: values. Source of the classes: docs/guide/journal.md.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/record.hpp"
#include "hotpath/journal/storage.hpp"
#include "hotpath/queue/head_start.hpp"

namespace hotpath::journal {

enum class AckMode : std::uint8_t { Memory, PageCache, Sync };

[[nodiscard]] const char* ack_mode_name(AckMode mode) noexcept;
[[nodiscard]] std::optional<AckMode> to_ack_mode(std::string_view name) noexcept;

struct JournalOptions {
    AckMode ack_mode = AckMode::Sync;
    std::uint64_t segment_bytes = std::uint64_t{64} << 20U;
    /// Segments kept ready. The last one is for cancels: with fewer than two, orders are refused
    /// between taking one and creating the next.
    std::uint32_t spares = 2;
    std::size_t payload_bytes_max = 4'096;
    /// The most bytes of one group commit, and the most commits in progress.
    std::size_t batch_bytes = std::size_t{256} << 10U;
    std::uint32_t commits_max = 1;
    /// Size of the ring between the caller and the journal's thread: 40 bytes of payload fit the first
    /// slot of a record, 56 each further one. A power of two.
    std::size_t ring_slots = std::size_t{1} << 15U;
    /// Pause of the thread that empties the ring after a round of few records; set per host.
    queue::HeadStartOptions head_start{.messages_few = 64, .pauses_max = 0};
    std::uint64_t build_id = 0;

    [[nodiscard]] Expected<void> check() const;
};

}  // namespace hotpath::journal
