#include "hotpath/capture/byte_sink.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include "hotpath/capture/decompressors.hpp"
#include "hotpath/capture/output_file.hpp"

namespace hotpath::capture {

namespace {

constexpr std::size_t kOutputBytes = std::size_t{128} << 10U;
constexpr int kZlibMemory = 8;  // zlib's own default
constexpr int kGzipLevel = 6;
constexpr int kZstdLevel = 3;

class PlainSink final : public ByteSink {
  public:
    explicit PlainSink(OutputFile file) : file_(std::move(file)) {}

    std::uint64_t bytes_written() const override { return file_.bytes_written(); }
    Expected<void> write(Bytes bytes) override { return file_.write(bytes); }
    Expected<void> close() override { return file_.close(); }

  private:
    OutputFile file_;
};

class GzipSink final : public ByteSink {
  public:
    explicit GzipSink(OutputFile file) : file_(std::move(file)), output_(kOutputBytes) {
        is_ready_ = deflateInit2(&zlib_, kGzipLevel, Z_DEFLATED, kGzipWindowBits, kZlibMemory,
                                 Z_DEFAULT_STRATEGY) == Z_OK;
    }
    ~GzipSink() override {
        if (is_ready_) {
            deflateEnd(&zlib_);
        }
    }

    std::uint64_t bytes_written() const override { return file_.bytes_written(); }
    Expected<void> write(Bytes bytes) override { return deflate_all(bytes, Z_NO_FLUSH); }
    Expected<void> close() override {
        if (auto ended = deflate_all({}, Z_FINISH); !ended) {
            return ended;
        }
        return file_.close();
    }

  private:
    Expected<void> deflate_all(Bytes bytes, int flush) {
        if (!is_ready_) {
            return fail("zlib cannot start: out of memory");
        }
        // zlib reads through a pointer to non-const, and does not write.
        zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
        zlib_.avail_in = static_cast<uInt>(bytes.size());
        do {
            zlib_.next_out = reinterpret_cast<Bytef*>(output_.data());
            zlib_.avail_out = static_cast<uInt>(output_.size());
            static_cast<void>(deflate(&zlib_, flush));
            if (auto written = file_.write(Bytes(output_).first(output_.size() - zlib_.avail_out));
                !written) {
                return written;
            }
        } while (zlib_.avail_out == 0);
        return {};
    }

    OutputFile file_;
    std::vector<std::byte> output_;
    z_stream zlib_{};
    bool is_ready_ = false;
};

class ZstdSink final : public ByteSink {
  public:
    explicit ZstdSink(OutputFile file)
        : file_(std::move(file)),
          output_(kOutputBytes),
          context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kZstdLevel);
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    }

    std::uint64_t bytes_written() const override { return file_.bytes_written(); }
    Expected<void> write(Bytes bytes) override { return compress(bytes, ZSTD_e_continue); }
    Expected<void> close() override {
        if (auto ended = compress({}, ZSTD_e_end); !ended) {
            return ended;
        }
        return file_.close();
    }

  private:
    Expected<void> compress(Bytes bytes, ZSTD_EndDirective directive) {
        ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
        std::size_t held = 0;
        do {
            ZSTD_outBuffer output{output_.data(), output_.size(), 0};
            held = ZSTD_compressStream2(context_.get(), &output, &input, directive);
            if (ZSTD_isError(held) != 0) {
                return fail(fmt::format("Zstandard cannot compress: {}", ZSTD_getErrorName(held)));
            }
            if (auto written = file_.write(Bytes(output_).first(output.pos)); !written) {
                return written;
            }
        } while (directive == ZSTD_e_end ? held > 0 : input.pos < input.size);
        return {};
    }

    OutputFile file_;
    std::vector<std::byte> output_;
    std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_;
};

}  // namespace

Expected<std::unique_ptr<ByteSink>> ByteSink::create(const std::filesystem::path& path) {
    auto file = OutputFile::create(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    if (path.extension() == ".gz") {
        return std::make_unique<GzipSink>(std::move(*file));
    }
    if (path.extension() == ".zst") {
        return std::make_unique<ZstdSink>(std::move(*file));
    }
    return std::make_unique<PlainSink>(std::move(*file));
}

}  // namespace hotpath::capture
