#pragma once
/// The decompressing ByteSources, one a file: gzip_source.cpp, zstd_source.cpp, zip_source.cpp.
///
/// Each is opened by ByteSource::open once the magic bytes are known; those bytes are handed on in
/// StoredBytes, so that a pipe can be read too. Threads: one owner. Allocation: at opening.
/// Complexity: linear.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "hotpath/capture/byte_source.hpp"
#include "hotpath/capture/input_file.hpp"

namespace hotpath::capture {

/// A file some first bytes of which have been read already and come again.
class StoredBytes {
  public:
    StoredBytes(std::unique_ptr<InputFile> file, std::vector<std::byte> head)
        : file_(std::move(file)), head_(std::move(head)) {}

    [[nodiscard]] const InputFile& file() const { return *file_; }
    [[nodiscard]] std::uint64_t offset() const { return file_->offset() - head_.size(); }

    /// Some bytes, 1 to room.size(); 0 at the end.
    [[nodiscard]] Expected<std::size_t> read(MutableBytes room);

  private:
    std::unique_ptr<InputFile> file_;
    std::vector<std::byte> head_;
};

/// zlib's name for "gzip, not zlib" (+16) with the largest window; the compressing sink says the
/// same.
inline constexpr int kGzipWindowBits = 15 + 16;
inline constexpr std::size_t kCompressedBlockBytes = std::size_t{128} << 10U;

/// "cut off" and "damaged", with where: both in the stored file and in its contents.
struct DamagePlace {
    std::uint64_t stored = 0;
    std::uint64_t contents = 0;
};
[[nodiscard]] Error cut_off(const std::string& name, std::string_view kind, DamagePlace place);
[[nodiscard]] Error damaged(const std::string& name, std::string_view what, DamagePlace place);

/// The file of this name in the folder of `path`; null when there is none.
[[nodiscard]] Expected<std::unique_ptr<ByteSource>> open_beside(const std::filesystem::path& path,
                                                                const std::string& file_name);

[[nodiscard]] Expected<std::unique_ptr<ByteSource>> open_gzip(StoredBytes stored);
[[nodiscard]] Expected<std::unique_ptr<ByteSource>> open_zstd(StoredBytes stored);
[[nodiscard]] Expected<std::unique_ptr<ByteSource>> open_zip(const std::filesystem::path& path);

}  // namespace hotpath::capture
