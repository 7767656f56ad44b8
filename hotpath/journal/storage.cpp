#include "hotpath/journal/storage.hpp"

#include <utility>

#include "hotpath/core/assert.hpp"

namespace hotpath::journal {

Io<FileBytes> Storage::view(const std::string& name) {
    const Io<File> file = open(name);
    if (!file) {
        return std::unexpected(file.error());
    }
    Io<std::uint64_t> filled = size(*file);
    std::vector<std::byte> copy;
    if (filled) {
        copy.resize(static_cast<std::size_t>(*filled));
        filled = read(*file, 0, copy);
    }
    close(*file);
    if (!filled) {
        return std::unexpected(filled.error());
    }
    copy.resize(static_cast<std::size_t>(*filled));
    return FileBytes(std::move(copy));
}

void DirectCommits::begin_commit(const Commit& commit) {
    HOTPATH_ASSERT(end_ - begin_ < kCommitsMax, "take results first: at most kCommitsMax may wait");
    CommitResult result{.ticket = commit.ticket};
    if (const auto written = write(commit.file, commit.offset, commit.bytes); !written) {
        result.error = written.error();
    } else if (commit.is_synced) {
        if (const auto synced = sync(commit.file); !synced) {
            result.error = synced.error();
            result.failed_at = CommitStep::Sync;
        }
    }
    done_[end_++ % kCommitsMax] = result;
}

std::optional<CommitResult> DirectCommits::poll_commit() {
    if (begin_ == end_) {
        return std::nullopt;
    }
    return done_[begin_++ % kCommitsMax];
}

}  // namespace hotpath::journal
