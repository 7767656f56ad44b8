#pragma once
/// A journal that is recovered, open and written by the caller's own thread: folder, spare segments
/// and writer together.
///
/// Threads: one owner. Allocation: set-up, and what segments need. Complexity: the writer's; a
/// group is a write, in mode sync an fdatasync.

#include <chrono>
#include <filesystem>
#include <memory>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/options.hpp"
#include "hotpath/journal/spares.hpp"
#include "hotpath/journal/writer.hpp"

namespace hotpath::process {

class JournalFile {
  public:
    /// Waits this long for the process that has the folder locked.
    [[nodiscard]] static Expected<std::unique_ptr<JournalFile>> open(
        const std::filesystem::path& folder, const journal::JournalOptions& options,
        std::chrono::milliseconds patience = {});

    [[nodiscard]] journal::JournalWriter& writer() noexcept { return *writer_; }
    /// True if there is room for a record of this length.
    [[nodiscard]] bool has_room(std::size_t payload_bytes) const noexcept;
    /// It will, when the next segment has been made.
    [[nodiscard]] bool can_make_room() const noexcept {
        return spares_.failure() == 0 && !writer_->has_failed();
    }
    /// A group on its way, a piece of the next segment. True when there was something to do.
    bool maintain();
    /// Why it takes nothing.
    [[nodiscard]] Error error() const;
    [[nodiscard]] Expected<void> close();

  private:
    JournalFile(std::unique_ptr<journal::FileStorage> storage,
                const journal::JournalOptions& options)
        : storage_(std::move(storage)), spares_(*storage_, options.segment_bytes, options.spares) {}

    std::unique_ptr<journal::FileStorage> storage_;
    journal::SpareKeeper spares_;
    std::unique_ptr<journal::JournalWriter> writer_;
};

}  // namespace hotpath::process
