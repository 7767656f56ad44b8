#pragma once
/// A file opened for writing, complete under its name or not there, with the sentences a person needs
/// when it cannot be, or when the disk is full.
///
/// A regular file is written as NAME.part-PID-N, a name that did not exist, and renamed by close():
/// without it, or after an error, what was written is removed, and an older file is as it was. Devices
/// and pipes are written directly.
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
    /// What is written now, and the name that it gets at the end.
    struct Part {
        std::filesystem::path path{};  // empty: the file itself is written
        std::filesystem::path target{};
    };
    OutputFile(std::string name, Part part, int descriptor)
        : name_(std::move(name)), part_(std::move(part)), descriptor_(descriptor) {}

    [[nodiscard]] static Expected<OutputFile> create_part(std::string name,
                                                          const std::filesystem::path& target);
    void discard() noexcept;
    [[nodiscard]] Error error_of(int code) const;

    std::string name_;
    Part part_;
    int descriptor_;  // -1 when closed
    std::uint64_t bytes_written_ = 0;
    std::optional<Error> failure_;
};

}  // namespace hotpath::capture
