#pragma once
/// The two ends of each kind of channel, working as fast as they can until they are stopped, or
/// killed at any instruction.
///
/// Every end records in the evidence its next step before it and the finished step after. Threads:
/// one process each. Allocation: at start. Tests only.

#include <cstdint>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/shm/channel_folder.hpp"
#include "tests/crash/evidence.hpp"

namespace hotpath::crash {

struct Stage {
    shm::ChannelFolder place;
    Scenario scenario = Scenario::Spsc;
    Evidence* evidence = nullptr;
};

inline constexpr std::uint64_t kSlots = 64;
inline constexpr std::uint64_t kCapacityBytes = 1U << 20U;
inline constexpr const char* kChannel = "crash-test";

/// Ends when the evidence says so; the error is that the channel could not be attached.
[[nodiscard]] Expected<void> write_spsc(const Stage& stage);
[[nodiscard]] Expected<void> read_spsc(const Stage& stage);
[[nodiscard]] Expected<void> write_broadcast(const Stage& stage);
[[nodiscard]] Expected<void> read_broadcast(const Stage& stage);

/// The writer's oath around one publication: messages attempted until `last`, then acknowledged.
class Publication {
  public:
    Publication(WriterEvidence& writer, std::uint64_t last) noexcept
        : writer_(writer), last_(last) {
        writer_.attempted.store(last, std::memory_order_release);
        writer_.phase.store(Phase::Claiming, std::memory_order_release);
    }
    void begin_publish() noexcept {
        writer_.phase.store(Phase::Publishing, std::memory_order_release);
    }
    void acknowledge() noexcept {
        if (last_ % kLingerEvery == 0) {
            linger();
        }
        writer_.acknowledged.store(last_, std::memory_order_release);
        writer_.phase.store(Phase::Idle, std::memory_order_release);
    }

  private:
    static constexpr std::uint64_t kLingerEvery = 4;

    /// So that some are killed between publishing and knowing it.
    void linger() noexcept;

    WriterEvidence& writer_;
    std::uint64_t last_;
};

/// Waits (spinning) until the test has read enough of the journal, then enters one more delivery.
void journal(Evidence& evidence, const Delivery& delivery);

/// Yields to other threads: the machine has two cores.
void pause_a_little() noexcept;

}  // namespace hotpath::crash
