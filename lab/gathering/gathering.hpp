#pragma once
/// GatheringProducer: an spsc producer that collects messages in private memory and publishes them
/// in batches.
///
/// A message that is published by itself takes its ring line from a consumer that looks at that
/// very line, and the next message does so again: each of the producer's stores waits for a line's
/// journey, and in front of a store buffer that is full everything else the thread does waits, too.
/// Gathered, many messages pay for that together. What it costs is time: a message is handed over
/// when there are GatheredMax, or at flush(), when no more will come for now, at the end of a
/// packet, say. claim() and publish() are SpscProducer's, so that code that writes messages need
/// not know which of the two it has.
///
/// Threads: as SpscProducer, one. Wait-free. Allocation: none. Complexity: O(1) a message; one of
/// GatheredMax pays for all. What was not handed over when it ends never happened.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/queue/layout.hpp"
#include "hotpath/queue/spsc.hpp"

namespace hotpath::queue {

template <PlainMessage T, std::size_t GatheredMax = 64, PositionIndex Index = std::uint64_t,
          RingLayout Layout = Packed>
class GatheringProducer {
  public:
    explicit GatheringProducer(SpscProducer<T, Index, Layout> producer) noexcept
        : producer_(std::move(producer)) {}

    /// The next message's place, to be written and then published; nullptr when GatheredMax are
    /// kept back and the queue is full. Without a publish() the same place is claimed again.
    [[nodiscard]] T* claim() noexcept {
        return count_ < GatheredMax || flush() ? &gathered_[count_] : nullptr;
    }
    void publish() noexcept {
        HOTPATH_ASSERT_HOT(count_ < GatheredMax, "only claimed places may be published");
        if (++count_ == GatheredMax) {
            static_cast<void>(flush());
        }
    }

    /// Hands over what was published. False when the queue had not room for all: the rest is kept.
    [[nodiscard]] bool flush() noexcept {
        const std::span<const T> kept(gathered_.data() + handed_over_, count_ - handed_over_);
        handed_over_ += producer_.try_push_batch(kept);
        if (handed_over_ < count_) [[unlikely]] {
            return false;
        }
        handed_over_ = 0;
        count_ = 0;
        return true;
    }

  private:
    SpscProducer<T, Index, Layout> producer_;
    std::size_t count_ = 0;
    std::size_t handed_over_ = 0;  // the first of gathered_: a flush met a full queue
    std::array<T, GatheredMax> gathered_;
};

}  // namespace hotpath::queue
