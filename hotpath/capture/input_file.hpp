#pragma once
/// A file opened for reading, with the sentences a person needs when it cannot be.
///
/// Reads are plain read(2) calls of the size asked for, so a large block goes from the page cache
/// to where it is wanted in one copy. Threads: one owner. Allocation: the name. Complexity: linear.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::capture {

class InputFile {
  public:
    /// Refuses what is missing, unreadable or a directory.
    [[nodiscard]] static Expected<std::unique_ptr<InputFile>> open(
        const std::filesystem::path& path);

    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::string file_name() const { return std::filesystem::path(name_).filename(); }
    [[nodiscard]] std::uint64_t size() const { return size_; }      // 0 when not known: a pipe
    [[nodiscard]] std::uint64_t offset() const { return offset_; }  // of the next byte to read

    /// Fills `room` unless the file ends before; fewer bytes than room.size() mean the end.
    [[nodiscard]] Expected<std::size_t> read(MutableBytes room);

  private:
    InputFile(std::string name, int descriptor, std::uint64_t size)
        : name_(std::move(name)), descriptor_(descriptor), size_(size) {}

    std::string name_;
    int descriptor_;
    std::uint64_t size_;
    std::uint64_t offset_ = 0;
};

}  // namespace hotpath::capture
