#pragma once
/// LookAhead: walks a block of length-prefixed messages and warms the caches for those still to
/// come.
///
///   walked:    n+32                n+16               n+8                n
///              entry of the table  order record       level              next() returns it
///
/// In a replay the future is in memory: while message n is applied, the data of message n+32 is
/// prefetched. The distances cover a miss to memory each; shorter blocks (packets) gain nothing and
/// lose nothing. For a target that fits the caches looks_ahead() is false, and nothing is
/// prefetched. Threads: one owner. Allocation: none. Complexity: O(1) a message.

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/wire/framing.hpp"

namespace hotpath::feed {

/// Target: looks_ahead(), called once; prefetch(Bytes message, book::PrefetchStep), and
/// kLastPrefetch, the last useful step.
template <class Target>
class LookAhead {
  public:
    LookAhead(const Target& target, Bytes block) noexcept
        : target_(target), looks_ahead_(target.looks_ahead()), cursor_(block) {
        while (looks_ahead_ && walked_ < kTableDistance && walk()) {
        }
    }

    /// Sets `message` to the next one; false at the end of the block.
    [[nodiscard]] bool next(Bytes& message) noexcept {
        if (!looks_ahead_) {
            return cursor_.next(message);
        }
        walk();
        if (taken_ == walked_) {
            return false;
        }
        prefetch_at(kOrderDistance, book::PrefetchStep::Order);
        if constexpr (Target::kLastPrefetch == book::PrefetchStep::Level) {
            prefetch_at(kLevelDistance, book::PrefetchStep::Level);
        }
        message = window_[taken_++ % kWindow];
        return true;
    }

    /// After next() was false: the block ended within a message.
    [[nodiscard]] bool is_truncated() const noexcept { return cursor_.is_truncated(); }

  private:
    static constexpr std::size_t kTableDistance = 32;
    static constexpr std::size_t kOrderDistance = 16;
    static constexpr std::size_t kLevelDistance = 8;
    static constexpr std::size_t kWindow = 64;
    static_assert(kTableDistance < kWindow);

    bool walk() noexcept {
        Bytes message;
        if (!cursor_.next(message)) {
            return false;
        }
        window_[walked_++ % kWindow] = message;
        target_.prefetch(message, book::PrefetchStep::Table);
        return true;
    }

    void prefetch_at(std::size_t distance, book::PrefetchStep step) noexcept {
        if (walked_ - taken_ > distance) [[likely]] {
            target_.prefetch(window_[(taken_ + distance) % kWindow], step);
        }
    }

    const Target& target_;
    bool looks_ahead_;
    wire::FrameCursor cursor_;
    std::array<Bytes, kWindow> window_{};
    std::size_t walked_ = 0;
    std::size_t taken_ = 0;
};

}  // namespace hotpath::feed
