#include "hotpath/capture/itch_file_writer.hpp"

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/framing.hpp"

namespace hotpath::capture {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10U;

}  // namespace

ItchFileWriter::ItchFileWriter(std::unique_ptr<ByteSink> sink)
    : sink_(std::move(sink)), buffer_(kBufferBytes) {}

Expected<std::unique_ptr<ItchFileWriter>> ItchFileWriter::create(
    const std::filesystem::path& path) {
    auto sink = ByteSink::create(path);
    if (!sink) {
        return std::unexpected(sink.error());
    }
    return std::unique_ptr<ItchFileWriter>(new ItchFileWriter(std::move(*sink)));
}

Expected<void> ItchFileWriter::write(Bytes message) {
    HOTPATH_ASSERT(!message.empty() && message.size() <= protocols::kFramedMessageLengthMax,
                   "a message must have 1..65,535 bytes");
    std::size_t used = protocols::append_frame(MutableBytes(buffer_).subspan(used_), message);
    if (used == 0) {
        if (auto flushed = flush(); !flushed) {
            return flushed;
        }
        used = protocols::append_frame(buffer_, message);
    }
    used_ += used;
    return {};
}

Expected<void> ItchFileWriter::close() {
    if (auto flushed = flush(); !flushed) {
        return flushed;
    }
    return sink_->close();
}

Expected<void> ItchFileWriter::flush() {
    const Bytes gathered = Bytes(buffer_).first(used_);
    used_ = 0;
    return sink_->write(gathered);
}

}  // namespace hotpath::capture
