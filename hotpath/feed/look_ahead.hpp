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
/// memory each, and what is best depends on the host (`hotpath tune` measures it); shorter blocks
/// (packets) gain nothing and lose nothing, and nothing is prefetched for a block's last bytes, so
/// that no step needs a message's length. What is applied never depends on the distances.
///
/// The target is asked for its distances when a block begins, and after each kPartBytes of a longer
/// one: books that were small may have become large. Threads: one owner. Allocation: none.
/// Complexity: O(1) a message, and no more for other distances.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/framing.hpp"

namespace hotpath::feed {

/// Bytes that may be read from the start of a message, even beyond its end.
inline constexpr std::size_t kBytesAhead = 64;

/// How many messages each step is ahead of the one that is applied; 0: the step is off.
struct LookAheadDistances {
    static constexpr std::size_t kMost = 1'024;

    std::size_t table = 32;
    std::size_t order = 16;
    std::size_t level = 8;

    [[nodiscard]] constexpr std::size_t furthest() const noexcept {
        return std::max({table, order, level});
    }
    friend constexpr bool operator==(const LookAheadDistances&,
                                     const LookAheadDistances&) = default;
};
/// For a target that fits the caches.
inline constexpr LookAheadDistances kNoLookAhead{.table = 0, .order = 0, .level = 0};

/// The settings of a look-ahead: its steps, and from when on it runs. The host chooses them
/// (`hotpath tune`); no result depends on them.
struct LookAheadOptions {
    static constexpr std::uint32_t kOrdersMost = 1'000'000'000;

    LookAheadDistances distances{};
    /// Fewer open orders stay in the caches by themselves: to look ahead for them costs a third of
    /// the replay and brings nothing. 0: always look ahead.
    std::uint32_t orders_min = 32'768;

    [[nodiscard]] constexpr bool is_worth_it(std::uint64_t open_orders) const noexcept {
        return open_orders >= orders_min;
    }
    friend constexpr bool operator==(const LookAheadOptions&, const LookAheadOptions&) = default;
};

/// Target: look_ahead(), the distances from now on; prefetch(const std::byte* message,
/// book::PrefetchStep), which may read kBytesAhead bytes of whatever kind; and kLastPrefetch, the
/// last useful step.
template <class Target>
class LookAhead {
  public:
    LookAhead(const Target& target, Bytes block) noexcept
        : target_(target),
          messages_(block.first(std::min(block.size(), kPartBytes))),
          end_(block.data() + block.size()),
          begin_(block.data()),
          limit_(block.size() > kReadable ? block.size() - kReadable : 0),
          places_(first_places(target, begin_, {.first = 0, .limit = limit_})) {}

    /// Sets `message` to the next one; false at the end of the block.
    [[nodiscard, gnu::always_inline]] bool next(Bytes& message) noexcept {
        walk(places_.table, book::PrefetchStep::Table);
        walk(places_.order, book::PrefetchStep::Order);
        if constexpr (Target::kLastPrefetch == book::PrefetchStep::Level) {
            walk(places_.level, book::PrefetchStep::Level);
        }
        return messages_.next(message) || begin_part(message);
    }

    /// After next() was false: the block ended within a message.
    [[nodiscard]] bool is_truncated() const noexcept { return messages_.is_truncated(); }

  private:
    static constexpr std::size_t kReadable = protocols::kFramePrefixLength + kBytesAhead;
    /// Some thousand messages: to begin a part costs as much as a few. More than a message.
    static constexpr std::size_t kPartBytes = std::size_t{256} << 10U;
    static_assert(kPartBytes > protocols::kFramePrefixLength + protocols::kFramedMessageLengthMax);

    /// Offsets in the block: of the next message, and where no step reads any more.
    struct Span {
        std::size_t first;
        std::size_t limit;
    };
    /// The offsets in the block of each step's next prefix; the limit for a step that is off.
    struct Places {
        std::size_t table;
        std::size_t order;
        std::size_t level;
    };

    /// A function apart: the loop over the messages keeps its registers.
    [[nodiscard, gnu::noinline]] static Places first_places(const Target& target,
                                                            const std::byte* begin,
                                                            Span span) noexcept {
        const auto [first, limit] = span;
        const LookAheadDistances ahead = target.look_ahead();
        Places places{.table = limit, .order = limit, .level = limit};
        std::size_t place = first;
        for (std::size_t walked = 0; walked < ahead.furthest() && place < limit;) {
            const std::byte* const framed = begin + place;
            place += protocols::kFramePrefixLength + load_be<std::uint16_t>(framed);
            if (walked < ahead.table) {
                target.prefetch(framed + protocols::kFramePrefixLength, book::PrefetchStep::Table);
            }
            ++walked;
            places.table = walked == ahead.table ? place : places.table;
            places.order = walked == ahead.order ? place : places.order;
            places.level = walked == ahead.level ? place : places.level;
        }
        return places;
    }

    /// The rest of the block, or as much of it as a part holds, and its first message. False: the
    /// part before was the last.
    [[nodiscard, gnu::always_inline]] bool begin_part(Bytes& message) noexcept {
        const Bytes rest = messages_.rest();
        const auto left = static_cast<std::size_t>(end_ - rest.data());
        if (rest.size() == left) [[likely]] {
            return false;
        }
        messages_ = protocols::FrameCursor({rest.data(), std::min(left, kPartBytes)});
        if (!messages_.next(message)) {
            return false;
        }
        const auto first = static_cast<std::size_t>(messages_.rest().data() - begin_);
        places_ = first_places(target_, begin_, {.first = first, .limit = limit_});
        return true;
    }

    /// From the limit on a place stays. Before it a length may lead anywhere: a place beyond the
    /// limit is not read.
    [[gnu::always_inline]] void walk(std::size_t& place, book::PrefetchStep step) noexcept {
        if (place < limit_) [[likely]] {
            const std::byte* const framed = begin_ + place;
            place += protocols::kFramePrefixLength + load_be<std::uint16_t>(framed);
            target_.prefetch(framed + protocols::kFramePrefixLength, step);
        }
    }

    const Target& target_;
    protocols::FrameCursor messages_;  // of the part
    const std::byte* end_;             // of the block
    const std::byte* begin_;
    std::size_t limit_;
    Places places_;
};

}  // namespace hotpath::feed
