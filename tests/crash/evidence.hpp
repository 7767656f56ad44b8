#pragma once
/// The recorded progress of the two ends of a channel, in the memory of a separate file that
/// outlives them and is independent of the channel.
///
/// Each word has one writer and is stored before and after the step it tells of, so that at any
/// kill the truth lies between the two. The reader's journal holds every delivery in order; the
/// test reads it, checks it and moves `verified`. Threads: as the comments say. Allocation: one
/// mapping. Tests only.

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <utility>

#include "hotpath/core/cpu.hpp"

namespace hotpath::crash {

/// Where an end was when it was killed.
enum class Phase : std::uint64_t {
    Starting,    // not attached yet
    Idle,        // between messages: waiting for room, for a message, for the journal
    Claiming,    // writer: a place is claimed, its bytes are being written
    Publishing,  // writer: in publish(), or in a call that copies and publishes
    Holding,     // reader: looking at a message in the ring, or copying it out
    Popping,     // reader: in pop()
};

struct WriterEvidence {
    alignas(kCacheLine) std::atomic<Phase> phase;
    std::atomic<std::uint64_t> epoch;
    std::atomic<std::uint64_t> first_seq;     // of this epoch
    std::atomic<std::uint64_t> attempted;     // the last message whose publication may have begun
    std::atomic<std::uint64_t> acknowledged;  // the last one whose publication returned
    std::atomic<std::uint64_t> is_after_crash;
};

struct ReaderEvidence {
    alignas(kCacheLine) std::atomic<Phase> phase;
    std::atomic<std::uint64_t> epoch;       // the reader's own incarnation
    std::atomic<std::uint64_t> journalled;  // deliveries, each before it is popped
    std::atomic<std::uint64_t> popped;      // deliveries whose pop returned
    std::atomic<std::uint64_t> last_seq;    // broadcast: the channel's number of the last delivery
    std::atomic<std::uint64_t> torn;        // messages that differ from every written one
    std::atomic<std::uint64_t> is_after_crash;
};

struct Delivery {
    std::uint64_t reader_epoch;
    std::uint64_t writer_epoch;  // from the message itself
    std::uint64_t seq;           // from the message itself
    std::uint64_t channel_seq;   // broadcast: what the channel says it is, counted from 1; else seq
    std::uint64_t lost;          // broadcast: announced before this one
};

struct Evidence {
    static constexpr std::uint64_t kJournal = 1U << 18U;

    WriterEvidence writer;
    ReaderEvidence reader;
    alignas(kCacheLine) std::atomic<std::uint64_t> verified;  // by the test
    std::atomic<bool> is_writer_stopped;                      // asked by the test
    std::atomic<bool> is_reader_stopped;
    alignas(kCacheLine) std::array<Delivery, kJournal> journal;

    [[nodiscard]] Delivery& delivery(std::uint64_t n) noexcept { return journal[n % kJournal]; }
};

class EvidenceFile {
  public:
    /// Abort when it cannot be had: no test can go on.
    [[nodiscard]] static EvidenceFile create(const std::filesystem::path& path);
    [[nodiscard]] static EvidenceFile open(const std::filesystem::path& path);

    EvidenceFile(EvidenceFile&& other) noexcept
        : evidence_(std::exchange(other.evidence_, nullptr)) {}
    EvidenceFile& operator=(EvidenceFile&&) = delete;
    ~EvidenceFile();

    [[nodiscard]] Evidence* operator->() const noexcept { return evidence_; }
    [[nodiscard]] Evidence& operator*() const noexcept { return *evidence_; }

  private:
    explicit EvidenceFile(Evidence* evidence) noexcept : evidence_(evidence) {}

    Evidence* evidence_;
};

/// Spsc: lossless. Paced: broadcast to a reader that is never lapped. Free: broadcast as fast as it
/// goes, over a reader that is.
enum class Scenario : std::uint8_t { Spsc, Paced, Free };

struct ScenarioName {
    Scenario scenario;
    std::string_view name;
};
inline constexpr std::array kScenarios{ScenarioName{Scenario::Spsc, "spsc"},
                                       ScenarioName{Scenario::Paced, "broadcast_paced"},
                                       ScenarioName{Scenario::Free, "broadcast_free"}};

[[nodiscard]] std::string_view name_of(Scenario scenario);

}  // namespace hotpath::crash
