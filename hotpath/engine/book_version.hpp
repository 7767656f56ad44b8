#pragma once
/// BookVersion: says whether a book may have changed since an earlier look at it.
///
///   const BookVersion before = version_of(engine, instrument);
///   ...                                                           inputs
///   if (version_of(engine, instrument) == before) { ... }         the same book as before
///
/// Equal versions of a traded instrument, both taken between two inputs while the feed is not stale:
/// the book is the same. Different ones: it may have changed. Made of what the engine keeps for
/// other reasons, so that no packet pays for it. Threads: the engine's. Allocation: none.
/// Complexity: O(1).

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::engine {

struct BookVersion {
    std::uint64_t touch = 0;        // WatchList::last_touch(), or ...
    std::uint64_t next_seq = 0;     // ... of the stream, while a touch waits for its decision
    std::uint64_t levels_full = 0;  // of all books: a replace so refused has removed its order

    friend bool operator==(const BookVersion&, const BookVersion&) = default;
};

template <class Engine>
[[nodiscard]] BookVersion version_of(const Engine& engine, InstrumentId instrument) noexcept {
    const auto touch = engine.watch_list().last_touch(instrument);
    return {.touch = touch.value_or(0),
            .next_seq = touch ? 0 : engine.feed().next_sequence_number(),
            .levels_full = engine.books().counters().levels_full};
}

}  // namespace hotpath::engine
