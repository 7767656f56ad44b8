#pragma once
/// What `hotpath-counted singly_l2` and `singly_l3` count: books fed message by message, as live packets
/// come, without look-ahead.
///
/// Threads: one. Allocation: none. Complexity: that of the books.

#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"

namespace hotpath::bench {

template <class Books>
[[gnu::always_inline]] inline std::uint64_t replay_singly(Books& books, Bytes block) {
    feed::NullListener listener;
    protocols::FrameCursor frames(block);
    for (Bytes message; frames.next(message);) {
        books.on_message(message, listener);
    }
    return books.counters().messages;
}

[[gnu::noinline]] inline std::uint64_t measured_singly_l3(feed::ItchBooks& books, Bytes block) {
    return replay_singly(books, block);
}

[[gnu::noinline]] inline std::uint64_t measured_singly_l2(feed::ItchLevels& books, Bytes block) {
    return replay_singly(books, block);
}

}  // namespace hotpath::bench
