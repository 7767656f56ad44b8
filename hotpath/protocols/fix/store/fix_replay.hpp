#pragma once
/// The state of a FixStore from its last checkpoint and the records behind it, and the bytes of a
/// checkpoint.
///
/// Records wait until their commit: those of a transaction that was rolled back, or that the end of
/// the journal cuts, are not applied. Threads: one owner; set-up. Allocation: one transaction.
/// Complexity: linear.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/journal/record.hpp"
#include "hotpath/journal/storage.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"

namespace hotpath::store {

class NoteListener;

/// A checkpoint's bytes.
void save(const protocols::fix::MemoryStore& kept, Bytes application_state, StateWriter& to);

class FixReplay {
  public:
    /// `kept` is new, and outlives this. Without a listener notes are refused.
    FixReplay(protocols::fix::MemoryStore& kept, NoteListener* listener);

    /// Loads the result of save(). Messages for which the options have no room are dropped.
    [[nodiscard]] Expected<void> load(Bytes checkpoint);
    /// The journal's records from that one on: how many.
    [[nodiscard]] Expected<std::uint64_t> run(journal::Storage& storage, std::uint64_t first_seq);
    /// Records behind the last commit.
    [[nodiscard]] std::uint64_t uncommitted() const noexcept { return waiting_.size(); }

  private:
    struct Waiting {
        std::uint64_t seq = 0;
        journal::RecordType type = 0;
        Time time{};
        std::size_t begin = 0;  // in bytes_
        std::size_t length = 0;
    };

    [[nodiscard]] Expected<void> take(const journal::Record& record);
    [[nodiscard]] Expected<void> apply_waiting();
    [[nodiscard]] Expected<void> apply(const Waiting& waiting, Bytes payload);
    [[nodiscard]] Expected<void> apply_sent(const Waiting& waiting, Bytes payload);
    [[nodiscard]] Expected<void> apply_number(const Waiting& waiting, Bytes payload);
    [[nodiscard]] Expected<void> keep(std::uint64_t number,
                                      const protocols::fix::StoredMessage& message);

    protocols::fix::MemoryStore* kept_;
    NoteListener* listener_;
    std::vector<Waiting> waiting_;
    std::vector<std::byte> bytes_;
};

}  // namespace hotpath::store
