#pragma once
/// An output file: complete under its name, or absent.
///
/// A regular file is written as NAME.part-PID-N, a name that did not exist, and
/// renamed by close(): a failed run leaves an older result and every other file
/// unchanged. Devices and pipes are written directly.
/// The first failure (unwritable, disk full) is kept and returned by close() with the name and the
/// reason; later writes are ignored. Threads: one owner. Allocation: the buffer, once. Complexity:
/// a copy per write, a system call per 256 KiB.

#include <cstddef>
#include <expected>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hotpath/core/error.hpp"

namespace hotpath::files {

class OutputFile {
  public:
    [[nodiscard]] static Expected<OutputFile> create(const std::filesystem::path& path);
    /// Returns null for an empty path: the output was not requested.
    [[nodiscard]] static Expected<std::optional<OutputFile>> create_if_named(
        const std::filesystem::path& path);

    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&& other) noexcept;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    /// Removes the unfinished file unless close() was called.
    ~OutputFile();

    void write(std::string_view text);
    /// Writes the rest and renames the file to its final name.
    [[nodiscard]] Expected<void> close();

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  private:
    static constexpr std::size_t kBufferBytes = 256 * 1024;

    OutputFile(std::filesystem::path path, std::filesystem::path part, int descriptor);
    void flush();
    void discard() noexcept;

    std::filesystem::path path_;
    std::filesystem::path part_;  // empty when `path_` itself is written
    int descriptor_ = -1;
    int error_number_ = 0;  // of the first failure; 0: none
    std::string buffer_;
};

/// Refuses an output that is also an input, and two outputs that are the same file. Ignores empty
/// paths and devices.
[[nodiscard]] Expected<void> check_files_differ(std::span<const std::filesystem::path> inputs,
                                                std::span<const std::filesystem::path> outputs);
[[nodiscard]] Expected<void> check_files_differ(
    const std::filesystem::path& input, std::initializer_list<std::filesystem::path> outputs);

/// A new empty file beside `target` named NAME.part-PID-N. The caller writes, renames or removes
/// it.
struct PartFile {
    std::filesystem::path path{};
    int descriptor = -1;
};
/// Creates such a file, or returns the error number.
[[nodiscard]] std::expected<PartFile, int> make_part(const std::filesystem::path& target);

/// True for a device, a pipe or /dev/stdout, which is written directly.
[[nodiscard]] bool is_written_directly(const std::filesystem::path& path);

/// Writes `text` to `path`.
[[nodiscard]] Expected<void> write_file(const std::filesystem::path& path, std::string_view text);
/// Does nothing for an empty path: the output was not requested.
[[nodiscard]] Expected<void> write_file_if_named(const std::filesystem::path& path,
                                                 std::string_view text);

}  // namespace hotpath::files
