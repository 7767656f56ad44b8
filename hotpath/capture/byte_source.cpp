#include "hotpath/capture/byte_source.hpp"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "hotpath/capture/decompressors.hpp"
#include "hotpath/capture/input_file.hpp"

namespace hotpath::capture {

namespace {

constexpr std::size_t kMagicLength = 4;
constexpr std::array<std::uint8_t, 2> kGzipMagic{0x1f, 0x8b};
constexpr std::array<std::uint8_t, 4> kZstdMagic{0x28, 0xb5, 0x2f, 0xfd};
constexpr std::array<std::uint8_t, 4> kZipMagic{'P', 'K', 3, 4};
constexpr std::array<std::uint8_t, 4> kEmptyZipMagic{'P', 'K', 5, 6};

template <std::size_t N>
bool begins_with(Bytes bytes, const std::array<std::uint8_t, N>& magic) {
    return bytes.size() >= N && std::ranges::equal(bytes.first(N), std::as_bytes(std::span(magic)));
}

/// What pzstd puts before its frames: 5x 2a 4d 18.
bool begins_with_skippable_frame(Bytes head) {
    return head.size() >= kMagicLength && (head[0] & std::byte{0xf0}) == std::byte{0x50} &&
           head[1] == std::byte{0x2a} && head[2] == std::byte{0x4d} && head[3] == std::byte{0x18};
}

Compression compression_of(Bytes head) {
    if (begins_with(head, kGzipMagic)) {
        return Compression::Gzip;
    }
    if (begins_with(head, kZstdMagic) || begins_with_skippable_frame(head)) {
        return Compression::Zstd;
    }
    if (begins_with(head, kZipMagic) || begins_with(head, kEmptyZipMagic)) {
        return Compression::Zip;
    }
    return Compression::None;
}

/// A file as it is: its first bytes, which were read to recognise it, then the rest.
class PlainSource final : public ByteSource {
  public:
    explicit PlainSource(StoredBytes stored) : stored_(std::move(stored)) {}

    const std::string& name() const override { return stored_.file().name(); }
    std::string content_name() const override { return stored_.file().file_name(); }
    Compression compression() const override { return Compression::None; }
    std::uint64_t stored_offset() const override { return stored_.offset(); }
    std::uint64_t stored_size() const override { return stored_.file().size(); }
    Expected<std::size_t> read(MutableBytes room) override { return stored_.read(room); }
    Expected<std::unique_ptr<ByteSource>> open_sibling(
        const std::string& file_name) const override {
        return open_beside(stored_.file().name(), file_name);
    }

  private:
    StoredBytes stored_;
};

}  // namespace

Expected<std::size_t> StoredBytes::read(MutableBytes room) {
    if (!head_.empty()) {
        const std::size_t count = std::min(room.size(), head_.size());
        std::copy_n(head_.begin(), count, room.begin());
        head_.erase(head_.begin(), head_.begin() + static_cast<std::ptrdiff_t>(count));
        return count;
    }
    return file_->read(room);
}

Expected<std::unique_ptr<ByteSource>> open_beside(const std::filesystem::path& path,
                                                  const std::string& file_name) {
    const auto sibling = std::filesystem::path(path).replace_filename(file_name);
    std::error_code ignored;
    if (!std::filesystem::exists(sibling, ignored)) {
        return nullptr;
    }
    return ByteSource::open(sibling);
}

Expected<std::unique_ptr<ByteSource>> ByteSource::open(const std::filesystem::path& path) {
    auto file = InputFile::open(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    std::vector<std::byte> head(kMagicLength);
    const auto got = (*file)->read(head);
    if (!got) {
        return std::unexpected(got.error());
    }
    if (*got == 0) {
        return fail(
            fmt::format("{}: the file is empty; copy or download it again", (*file)->name()));
    }
    head.resize(*got);
    const Compression compression = compression_of(head);
    StoredBytes stored(std::move(*file), std::move(head));
    switch (compression) {
        case Compression::Gzip:
            return open_gzip(std::move(stored));
        case Compression::Zstd:
            return open_zstd(std::move(stored));
        case Compression::Zip:
            return open_zip(path);
        case Compression::None:
            break;
    }
    return std::make_unique<PlainSource>(std::move(stored));
}

}  // namespace hotpath::capture
