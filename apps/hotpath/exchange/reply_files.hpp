#pragma once
/// ReplyFiles: the venue's streams of replies in files of a folder, made if it is missing, so that
/// a day's replies are bounded by the disk and not by memory.
///
/// Each stream is one mapped file without a name: its room on the disk is taken when it is made, so
/// that a full disk is an error at the start and not in the middle of a day, and the kernel gives
/// it back when the process ends, however that ends. What was not read or written lately may leave
/// memory; a client that resumes from an old reply has it read again. Nothing is read from them
/// after a crash: the journal and the saved state make the streams again. Threads: one owner.
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
