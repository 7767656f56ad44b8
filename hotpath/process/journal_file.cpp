#include "hotpath/process/journal_file.hpp"

#include <thread>
#include <utility>

#include "hotpath/journal/recovery.hpp"
#include "hotpath/timing/day_clock.hpp"

namespace hotpath::process {

namespace {

constexpr std::chrono::milliseconds kFolderPause{100};

[[nodiscard]] Expected<std::unique_ptr<journal::FileStorage>> open_patiently(
    const std::filesystem::path& folder, std::chrono::milliseconds patience) {
    for (;; patience -= kFolderPause) {
        auto storage = journal::FileStorage::open_folder(folder, journal::Opening::ReadWrite);
        if (storage || patience <= std::chrono::milliseconds{0}) {
            return storage;
        }
        std::this_thread::sleep_for(kFolderPause);
    }
}

}  // namespace

Expected<std::unique_ptr<JournalFile>> JournalFile::open(const std::filesystem::path& folder,
                                                         const journal::JournalOptions& options,
                                                         std::chrono::milliseconds patience) {
    auto storage = open_patiently(folder, patience);
    if (!storage) {
        return std::unexpected(storage.error());
    }
    const auto recovery = journal::recover(**storage, journal::RecoveryMode::CutTornTail);
    if (!recovery) {
        return std::unexpected(recovery.error());
    }
    std::unique_ptr<JournalFile> file(new JournalFile(std::move(*storage), options));
    auto writer = journal::JournalWriter::open(*file->storage_, file->spares_, *recovery, options,
                                               timing::wall_clock());
    if (!writer) {
        return std::unexpected(writer.error());
    }
    file->writer_ = std::move(*writer);
    return file;
}

bool JournalFile::has_room(std::size_t payload_bytes) const noexcept {
    return journal::record_bytes(payload_bytes) <= writer_->free_bytes(journal::Space::Reserve);
}

bool JournalFile::maintain() {
    const bool has_written = writer_->poll();
    return spares_.poll() || has_written;
}

Error JournalFile::error() const {
    return {writer_->fault().sentence(*storage_)};
}

Expected<void> JournalFile::close() {
    return writer_->close(timing::wall_clock());
}

}  // namespace hotpath::process
