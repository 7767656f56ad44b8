#include "hotpath/capture/read_buffer.hpp"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::capture {

ReadBuffer::ReadBuffer(std::unique_ptr<ByteSource> source, std::size_t capacity)
    : source_(std::move(source)), buffer_(capacity) {}

std::string ReadBuffer::place(std::size_t ahead) const {
    const bool is_plain = source_->compression() == Compression::None;
    return fmt::format("byte {}{}", offset_ + ahead, is_plain ? "" : " of its contents");
}

void ReadBuffer::consume(std::size_t bytes) {
    HOTPATH_ASSERT(bytes <= end_ - begin_, "bytes must be at most available()");
    begin_ += bytes;
    offset_ += bytes;
}

bool ReadBuffer::refill() {
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    const std::size_t before = end_;
    while (!ended_ && end_ < buffer_.size()) {
        const auto got = source_->read({buffer_.data() + end_, buffer_.size() - end_});
        if (!got) {
            damage_ = got.error();
        }
        ended_ = !got || *got == 0;
        end_ += got.value_or(0);
    }
    return end_ > before;
}

bool ReadBuffer::require(std::size_t bytes) {
    HOTPATH_ASSERT(bytes <= buffer_.size(), "bytes must be at most the buffer's size");
    if (available().size() < bytes) {
        static_cast<void>(refill());
    }
    return available().size() >= bytes;
}

}  // namespace hotpath::capture
