#pragma once
/// LookAhead: walks a block of length-prefixed messages and warms the caches for those still to
/// come.
///
///   at:        n+32                n+16               n+8                n
///              entry of the table  order record       level              next() returns it
///
/// In a replay the future is in memory: while message n is applied, the data of message n+32 is
/// prefetched. Each step has its own place in the block and walks it by itself: to read a length a
/// second time costs less than to remember where the messages were. The distances cover a miss to
/// memory each; shorter blocks (packets) gain nothing and lose nothing, and nothing is prefetched
/// for a block's last bytes, so that no step needs a message's length. For a target that fits the
/// caches looks_ahead() is false, and nothing is prefetched. Threads: one owner. Allocation: none.
/// Complexity: O(1) a message.

#include <cstddef>
#include <cstdint>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/wire/framing.hpp"

namespace hotpath::feed {

/// What a look-ahead's target may read of a message, and beyond its end: this many bytes are there.
inline constexpr std::size_t kBytesAhead = 64;

/// Target: looks_ahead(), called once; prefetch(const std::byte* message, book::PrefetchStep), which
/// may read kBytesAhead bytes of whatever kind; and kLastPrefetch, the last useful step.
template <class Target>
class LookAhead {
  public:
    LookAhead(const Target& target, Bytes block) noexcept
        : target_(target),
          messages_(block),
          begin_(block.data()),
          limit_(target.looks_ahead() && block.size() > kReadable ? block.size() - kReadable : 0),
          order_(limit_),
          level_(limit_) {
        for (std::size_t walked = 0; walked < kTableDistance && table_ < limit_; ++walked) {
            level_ = walked == kLevelDistance ? table_ : level_;
            order_ = walked == kOrderDistance ? table_ : order_;
            walk(table_, book::PrefetchStep::Table);
        }
    }

    /// Sets `message` to the next one; false at the end of the block.
    [[nodiscard]] bool next(Bytes& message) noexcept {
        walk(table_, book::PrefetchStep::Table);
        walk(order_, book::PrefetchStep::Order);
        if constexpr (Target::kLastPrefetch == book::PrefetchStep::Level) {
            walk(level_, book::PrefetchStep::Level);
        }
        return messages_.next(message);
    }

    /// After next() was false: the block ended within a message.
    [[nodiscard]] bool is_truncated() const noexcept { return messages_.is_truncated(); }

  private:
    static constexpr std::size_t kTableDistance = 32;
    static constexpr std::size_t kOrderDistance = 16;
    static constexpr std::size_t kLevelDistance = 8;
    static constexpr std::size_t kReadable = wire::kFramePrefixLength + kBytesAhead;

    /// From the limit on a place stays. Before it a length may lead anywhere: a place beyond the
    /// limit is not read.
    [[gnu::always_inline]] void walk(std::size_t& place, book::PrefetchStep step) noexcept {
        if (place < limit_) [[likely]] {
            const std::byte* const framed = begin_ + place;
            place += wire::kFramePrefixLength + load_be<std::uint16_t>(framed);
            target_.prefetch(framed + wire::kFramePrefixLength, step);
        }
    }

    const Target& target_;
    wire::FrameCursor messages_;
    // Offsets in the block of the next message's prefix.
    const std::byte* begin_;
    std::size_t limit_;
    std::size_t table_ = 0;
    std::size_t order_;
    std::size_t level_;
};

}  // namespace hotpath::feed
