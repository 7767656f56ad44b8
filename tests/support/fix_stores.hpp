#pragma once
/// A durable store of a FIX session for tests: small, over a disk in memory, with its whole state as
/// one text, and the notes that it was opened with.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/journal/memory_storage.hpp"
#include "hotpath/protocols/fix/store/fix_store.hpp"
#include "tests/support/borrowed_storage.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::support {

/// Segments of 4 KiB.
[[nodiscard]] inline store::FixStoreOptions small_fix_store(
    journal::AckMode mode = journal::AckMode::Sync) {
    return {.kept = {.messages_max = 64, .bytes_max = 4'096},
            .journal = {.ack_mode = mode,
                        .segment_bytes = 4'096,
                        .spares = 2,
                        .payload_bytes_max = 512,
                        .batch_bytes = 1'024,
                        .ring_slots = 64},
            .transaction_bytes_max = 16'384,
            .checkpoint_records = 100};
}

class Notes final : public store::NoteListener {
  public:
    void on_state(Bytes state) override { texts.assign(1, "state:" + text_of(state)); }
    void on_note(Bytes note) override { texts.push_back(text_of(note)); }

    std::vector<std::string> texts;
};

[[nodiscard]] inline Expected<store::FixStore> open_fix_store(
    journal::Storage& disk, const store::FixStoreOptions& options = small_fix_store(),
    store::NoteListener* notes = nullptr) {
    return store::FixStore::open(std::make_unique<BorrowedStorage>(disk), options, Time{1}, notes);
}

/// Everything that a session can see of it.
[[nodiscard]] inline std::string state_of(const protocols::fix::MessageStore& store) {
    std::string text = "in " + std::to_string(store.next_in()) + " out " +
                       std::to_string(store.next_out()) + " since " +
                       std::to_string(store.created_at().value);
    for (std::uint64_t number = store.first_kept(); number < store.next_out(); ++number) {
        const auto message = store.find(number);
        text += "; " + std::to_string(number) + " " + std::string(message->msg_type) + " " +
                std::to_string(message->sending_time.value) + " " + std::string(message->fields);
    }
    return text;
}

}  // namespace hotpath::support
