#pragma once
/// How the places of a ring lie in memory: a choice of the ring's type.
///
///   OwnLine   | message | turn | ...... | message | turn | ...... |   a place straddles
///             line                      line                          no line it fits into
///   Packed    | message | turn | message | turn | message | turn ..   one right after the other
///             line                      line
///
/// Packed, fewer lines travel for as many messages: faster for a flow of many small ones. OwnLine,
/// a single message has its line to itself: faster when messages come one by one, since the reader
/// of a packed message takes from the writer the line of the next one, too. Only with a single
/// producer: several would take each other's lines with every message.
///
/// A disruptor's packed events lie without their publications: one word, on a separate line, says
/// for kPublishedTogether of them which was published last (disruptor/ring.hpp).
///
/// Threads, allocation, complexity: none, types alone.

#include <bit>
#include <concepts>
#include <cstddef>

namespace hotpath::queue {

struct OwnLine {
    static constexpr bool kIsPacked = false;
};

/// `Events` is a power of two: of a disruptor, what one word publishes. Small ones are for tests.
template <std::size_t Events>
    requires(std::has_single_bit(Events))
struct PackedBy {
    static constexpr bool kIsPacked = true;
    static constexpr std::size_t kPublishedTogether = Events;
};
using Packed = PackedBy<256>;

template <class Layout>
concept RingLayout = requires {
    { Layout::kIsPacked } -> std::convertible_to<bool>;
};

}  // namespace hotpath::queue
