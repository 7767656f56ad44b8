#pragma once
/// Applies recovered records in order and compares the recorded hashes of the state: a replay that
/// gives a different state is refused at the first hash.
///
/// Time comes from the records. Threads: one. Allocation: the reader's. Complexity: linear.

#include <cstdint>
#include <string>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/reader.hpp"
#include "hotpath/journal/record.hpp"

namespace hotpath::journal {

/// The counts of a replay, and its end.
struct Replayed {
    std::uint64_t records = 0;  // the application's
    std::uint64_t hashes = 0;   // compared, and equal
    std::uint64_t last_seq = 0;
    Time last_time{};
};

/// Calls apply(record), which returns Expected<void>, for each of the application's records;
/// `hash()` must return the hash of the state after them. Fails if apply() fails, if a record
/// cannot be read, or if a recorded hash differs from the state's.
template <class Apply, class Hash>
[[nodiscard]] Expected<Replayed> replay(JournalReader& reader, Apply&& apply, Hash&& hash) {
    Replayed replayed;
    Record record;
    auto more = reader.next(record);
    for (; more && *more; more = reader.next(record)) {
        replayed.last_seq = record.seq;
        replayed.last_time = record.time;
        if (record.type != kStateHash) {
            if (Expected<void> applied = apply(std::as_const(record)); !applied) {
                return std::unexpected(applied.error());
            }
            ++replayed.records;
            continue;
        }
        const bool is_whole = record.payload.size() == kStateHashPayloadBytes;
        if (!is_whole || load_le<std::uint64_t>(record.payload.data()) != hash()) {
            return fail(
                "the state after record " + std::to_string(record.seq - 1) +
                " differs from the recorded one: the build differs or a snapshot is damaged");
        }
        ++replayed.hashes;
    }
    if (!more) {
        return std::unexpected(more.error());
    }
    return replayed;
}

}  // namespace hotpath::journal
