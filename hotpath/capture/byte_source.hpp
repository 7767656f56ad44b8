#pragma once
/// The bytes of a file, decompressed as they are read: plain, gzip (several members), Zstandard
/// (several frames), or one member of a zip archive. The file's first bytes decide which, not its
/// name.
///
/// Damage (a cut-off file, a wrong checksum) is an error that names the file and the bytes, in the
/// file as it is stored and in its contents; all that was decompressed before it is handed out
/// first. Threads: one owner. Allocation: buffers of 128 KiB to 1 MiB at open(), what the
/// decompressor needs. Complexity: linear.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::capture {

enum class Compression : std::uint8_t { None, Gzip, Zstd, Zip };

class ByteSource {
  public:
    /// Refuses with one helpful line: a missing or unreadable file, a directory, an empty file. In
    /// a zip archive it is the one member named like a LOBSTER message file, else the only member
    /// there is.
    [[nodiscard]] static Expected<std::unique_ptr<ByteSource>> open(
        const std::filesystem::path& path);

    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    /// The file of this name in the same folder or archive; null when there is none.
    [[nodiscard]] virtual Expected<std::unique_ptr<ByteSource>> open_sibling(
        const std::string& file_name) const {
        static_cast<void>(file_name);
        return nullptr;
    }

    /// For people: the path, and the member of an archive: "day.zip (GOOG_message_5.csv)".
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// The file's own name, or the member's: what a ticker may be read from.
    [[nodiscard]] virtual std::string content_name() const = 0;
    [[nodiscard]] virtual Compression compression() const = 0;
    /// Bytes of the stored file taken so far, and all there are (0: not known, a pipe).
    [[nodiscard]] virtual std::uint64_t stored_offset() const = 0;
    [[nodiscard]] virtual std::uint64_t stored_size() const = 0;

    /// Reads some bytes, 1 to room.size(); 0 only at the end.
    [[nodiscard]] virtual Expected<std::size_t> read(MutableBytes room) = 0;
};

}  // namespace hotpath::capture
