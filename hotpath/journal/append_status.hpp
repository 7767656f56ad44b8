#pragma once
/// The outcome of an append to a journal, the room that it may use, and the fault that ends it.
///
/// Threads: values. Allocation: the sentence. Complexity: O(1).

#include <cstdint>
#include <string>

#include "hotpath/journal/storage.hpp"

namespace hotpath::journal {

/// The outcome of an append.
enum class AppendStatus : std::uint8_t {
    Done,
    Busy,    // the groups are full: poll() and try again
    Full,    // no room on disk for this; error() says where
    Failed,  // permanently
};

/// The room that a record may use: Reserve is kept from orders, for cancels.
enum class Space : std::uint8_t { Normal, Reserve };

/// The failed step and its file; a few words, so that threads can share it.
struct JournalFault {
    enum class Step : std::uint8_t { None, Write, Sync, NewSegment, NewSpare };

    Step step = Step::None;
    int error = 0;
    std::uint64_t file = 0;   // a segment's first sequence number, or a spare's number
    std::uint64_t bytes = 0;  // wanted
    bool is_final = false;

    [[nodiscard]] std::string sentence(const Storage& storage) const;
};

}  // namespace hotpath::journal
