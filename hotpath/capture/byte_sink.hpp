#pragma once
/// Bytes to a file, compressed on the way by what the file's name ends in: .gz (gzip), .zst
/// (Zstandard) or neither.
///
/// Errors name the file and the reason (no such directory, permission, disk full) and are final.
/// Threads: one owner. Allocation: at create(). Complexity: linear, memory constant.

#include <cstdint>
#include <filesystem>
#include <memory>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::capture {

class ByteSink {
  public:
    /// Creates the file, or replaces it at its end (OutputFile).
    [[nodiscard]] static Expected<std::unique_ptr<ByteSink>> create(
        const std::filesystem::path& path);

    ByteSink() = default;
    ByteSink(const ByteSink&) = delete;
    ByteSink& operator=(const ByteSink&) = delete;
    virtual ~ByteSink() = default;

    /// Bytes of the file so far, as it is stored.
    [[nodiscard]] virtual std::uint64_t bytes_written() const = 0;

    [[nodiscard]] virtual Expected<void> write(Bytes bytes) = 0;

    /// Ends the compression, closes the file and gives it its name. Nothing may be written afterwards.
    [[nodiscard]] virtual Expected<void> close() = 0;
};

}  // namespace hotpath::capture
