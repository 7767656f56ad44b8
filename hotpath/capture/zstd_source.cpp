#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "hotpath/capture/decompressors.hpp"

namespace hotpath::capture {

namespace {

/// A Zstandard file is one or more frames, one after the other.
class ZstdSource final : public ByteSource {
  public:
    explicit ZstdSource(StoredBytes stored)
        : stored_(std::move(stored)),
          input_(kCompressedBlockBytes),
          context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {}

    const std::string& name() const override { return stored_.file().name(); }
    std::string content_name() const override { return stored_.file().file_name(); }
    Compression compression() const override { return Compression::Zstd; }
    std::uint64_t stored_offset() const override {
        return stored_.offset() - (unread_.size - unread_.pos);
    }
    std::uint64_t stored_size() const override { return stored_.file().size(); }
    Expected<std::unique_ptr<ByteSource>> open_sibling(
        const std::string& file_name) const override {
        return open_beside(name(), file_name);
    }

    Expected<std::size_t> read(MutableBytes room) override {
        ZSTD_outBuffer output{room.data(), room.size(), 0};
        while (output.pos == 0) {
            if (ZSTD_isError(result_) != 0) {
                return std::unexpected(bad_data());
            }
            const auto has_input = ensure_input();
            if (!has_input) {
                return std::unexpected(has_input.error());
            }
            if (!*has_input) {
                return end_of_file();
            }
            decompress(output);
        }
        return output.pos;
    }

  private:
    /// False at the end of the file. The decompressor may hold output that did not fit before: only
    /// then is it asked without new input.
    Expected<bool> ensure_input() {
        if (unread_.pos < unread_.size || has_more_output_) {
            return true;
        }
        const auto got = stored_.read(input_);
        if (!got) {
            return std::unexpected(got.error());
        }
        unread_ = {input_.data(), *got, 0};
        return *got > 0;
    }

    Expected<std::size_t> end_of_file() {
        if (between_frames_) {
            return std::size_t{0};
        }
        return std::unexpected(cut_off(name(), "Zstandard", place()));
    }

    /// Damage shows at the next call, so that what was decompressed before it is handed out.
    void decompress(ZSTD_outBuffer& output) {
        result_ = ZSTD_decompressStream(context_.get(), &output, &unread_);
        contents_ += output.pos;
        between_frames_ = result_ == 0;
        has_more_output_ = !between_frames_ && output.pos == output.size;
    }

    [[nodiscard]] Error bad_data() const {
        if (ZSTD_getErrorCode(result_) == ZSTD_error_frameParameter_windowTooLarge) {
            return {fmt::format(
                "{}: compressed with a window of more than 128 MiB; recompress it without --long",
                name())};
        }
        return damaged(
            name(), fmt::format("the Zstandard data is damaged ({})", ZSTD_getErrorName(result_)),
            place());
    }
    [[nodiscard]] DamagePlace place() const {
        return {.stored = stored_offset(), .contents = contents_};
    }

    StoredBytes stored_;
    std::vector<std::byte> input_;
    std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_;
    ZSTD_inBuffer unread_{nullptr, 0, 0};
    std::size_t result_ =
        0;  // of the last ZSTD_decompressStream: 0 a frame's end, an error, or a hint
    bool has_more_output_ = false;
    bool between_frames_ = false;
    std::uint64_t contents_ = 0;
};

}  // namespace

Expected<std::unique_ptr<ByteSource>> open_zstd(StoredBytes stored) {
    return std::make_unique<ZstdSource>(std::move(stored));
}

}  // namespace hotpath::capture
