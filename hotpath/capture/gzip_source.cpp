#include <algorithm>

#include <fmt/format.h>
#include <zlib.h>

#include "hotpath/capture/decompressors.hpp"

namespace hotpath::capture {

namespace {

constexpr std::uint8_t kGzipFirstByte = 0x1f;

/// A gzip file is one or more members, each with its own checksum, one after the other; zeros may
/// pad the end.
class GzipSource final : public ByteSource {
  public:
    explicit GzipSource(StoredBytes stored)
        : stored_(std::move(stored)), input_(kCompressedBlockBytes) {}
    ~GzipSource() override {
        if (is_ready_) {
            inflateEnd(&zlib_);
        }
    }

    [[nodiscard]] bool start() { return is_ready_ = inflateInit2(&zlib_, kGzipWindowBits) == Z_OK; }

    const std::string& name() const override { return stored_.file().name(); }
    std::string content_name() const override { return stored_.file().file_name(); }
    Compression compression() const override { return Compression::Gzip; }
    std::uint64_t stored_offset() const override { return stored_.offset() - zlib_.avail_in; }
    std::uint64_t stored_size() const override { return stored_.file().size(); }
    Expected<std::unique_ptr<ByteSource>> open_sibling(
        const std::string& file_name) const override {
        return open_beside(name(), file_name);
    }

    Expected<std::size_t> read(MutableBytes room) override {
        for (;;) {
            if (is_bad_) {
                return std::unexpected(bad_data());
            }
            const auto has_input = ensure_input();
            if (!has_input) {
                return std::unexpected(has_input.error());
            }
            if (!*has_input) {
                return end_of_file();
            }
            if (between_members_ && !begin_member()) {
                return std::unexpected(trailing_data());
            }
            const std::size_t got = between_members_ ? 0 : inflate_some(room);
            if (got > 0) {
                return got;
            }
        }
    }

  private:
    /// False at the end of the file.
    Expected<bool> ensure_input() {
        if (zlib_.avail_in > 0 || has_more_output_) {
            return true;
        }
        const auto got = stored_.read(input_);
        if (!got) {
            return std::unexpected(got.error());
        }
        zlib_.next_in = reinterpret_cast<Bytef*>(input_.data());
        zlib_.avail_in = static_cast<uInt>(*got);
        return *got > 0;
    }

    Expected<std::size_t> end_of_file() {
        if (between_members_) {
            return std::size_t{0};
        }
        return std::unexpected(cut_off(name(), "gzip", place()));
    }

    /// Steps over padding and to the next member. False when something else follows.
    bool begin_member() {
        while (zlib_.avail_in > 0 && *zlib_.next_in == 0) {
            ++zlib_.next_in;
            --zlib_.avail_in;
        }
        if (zlib_.avail_in == 0) {
            return true;
        }
        between_members_ = false;
        return *zlib_.next_in == kGzipFirstByte && inflateReset(&zlib_) == Z_OK;
    }

    /// Damage shows at the next call, so that what was decompressed before it is handed out.
    std::size_t inflate_some(MutableBytes room) {
        zlib_.next_out = reinterpret_cast<Bytef*>(room.data());
        zlib_.avail_out = static_cast<uInt>(std::min<std::size_t>(room.size(), 1U << 30U));
        const uInt room_before = zlib_.avail_out;
        const int result = inflate(&zlib_, Z_NO_FLUSH);
        const std::size_t got = room_before - zlib_.avail_out;
        contents_ += got;
        between_members_ = result == Z_STREAM_END;
        is_bad_ = result != Z_OK && result != Z_BUF_ERROR && result != Z_STREAM_END;
        has_more_output_ = result == Z_OK && zlib_.avail_out == 0;
        return got;
    }

    [[nodiscard]] Error bad_data() const {
        return damaged(
            name(),
            fmt::format("the gzip data is damaged ({})", zlib_.msg ? zlib_.msg : "unreadable"),
            place());
    }
    [[nodiscard]] Error trailing_data() const {
        return damaged(name(), "the gzip data ends, but more bytes follow", place());
    }
    [[nodiscard]] DamagePlace place() const {
        return {.stored = stored_offset(), .contents = contents_};
    }

    StoredBytes stored_;
    std::vector<std::byte> input_;
    z_stream zlib_{};
    bool is_ready_ = false;
    bool between_members_ = false;
    bool has_more_output_ = false;  // what did not fit the room of the last call
    bool is_bad_ = false;
    std::uint64_t contents_ = 0;
};

}  // namespace

Expected<std::unique_ptr<ByteSource>> open_gzip(StoredBytes stored) {
    auto source = std::make_unique<GzipSource>(std::move(stored));
    if (!source->start()) {
        return fail(fmt::format("{}: zlib cannot start: out of memory", source->name()));
    }
    return source;
}

}  // namespace hotpath::capture
