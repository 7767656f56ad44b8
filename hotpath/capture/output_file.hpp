#pragma once
/// A file opened for writing, with the sentences a person needs when it cannot be, or when the disk
/// is full.
///
/// Threads: one owner. Allocation: the name. Complexity: linear.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::capture {

class OutputFile {
  public:
    [[nodiscard]] static Expected<OutputFile> create(const std::filesystem::path& path);

    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    [[nodiscard]] std::uint64_t bytes_written() const { return bytes_written_; }

    /// All of them or an error, which is final.
    [[nodiscard]] Expected<void> write(Bytes bytes);
    /// May be called again, to no effect.
    [[nodiscard]] Expected<void> close();

  private:
    OutputFile(std::string name, int descriptor)
        : name_(std::move(name)), descriptor_(descriptor) {}

    [[nodiscard]] Error error_of(int code) const;

    std::string name_;
    int descriptor_;  // -1 when closed
    std::uint64_t bytes_written_ = 0;
    std::optional<Error> failure_;
};

}  // namespace hotpath::capture
