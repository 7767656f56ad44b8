#pragma once
/// ReplyFiles: the venue's streams of replies in files of a folder, which is created if missing, so
/// that a day's replies are bounded by the disk and not by memory.
///
/// Each stream is one mapped file without a name: its disk space is allocated at creation, so
/// that a full disk is an error at the start and not in the middle of a day, and the kernel frees
/// it when the process ends in any way. Unused pages may leave
/// memory; they are read back when a client resumes from an old reply. The files are not used
/// after a crash: the journal and the saved state recreate the streams. Threads: one owner.
/// Allocation: take(). Complexity: O(1) a stream.

#include <cstddef>
#include <filesystem>
#include <vector>

#include "hotpath/exchange/server/venue_server_options.hpp"

namespace hotpath::app {

class ReplyFiles final : public exchange::StreamMemory {
  public:
    explicit ReplyFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}
    ~ReplyFiles() override;

    [[nodiscard]] Expected<MutableBytes> take(std::size_t bytes) override;

  private:
    std::filesystem::path folder_;
    std::vector<MutableBytes> mappings_;
};

}  // namespace hotpath::app
