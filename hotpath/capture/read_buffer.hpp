#pragma once
/// A window of about 1 MiB that slides over a ByteSource: look at what is there, consume it,
/// refill.
///
///   |  consumed  |  available()  |  room for refill()  |
///
/// refill() moves the rest to the front, so that an item of up to the capacity always lies in one
/// piece. Damage in the source ends the bytes; damage() then says which. Threads: one owner.
/// Allocation: at construction. Complexity: linear.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/capture/byte_source.hpp"
#include "hotpath/capture/message_stream.hpp"

namespace hotpath::capture {

inline constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;

class ReadBuffer {
  public:
    explicit ReadBuffer(std::unique_ptr<ByteSource> source, std::size_t capacity = kBlockBytes);

    [[nodiscard]] Bytes available() const { return {buffer_.data() + begin_, end_ - begin_}; }
    [[nodiscard]] MutableBytes mutable_available() {
        return {buffer_.data() + begin_, end_ - begin_};
    }
    /// Where available() begins, in the decompressed contents.
    [[nodiscard]] std::uint64_t offset() const { return offset_; }
    /// True if no more input follows: the end of the file, or its damage.
    [[nodiscard]] bool is_ended() const { return ended_; }
    [[nodiscard]] const std::optional<Error>& damage() const { return damage_; }
    [[nodiscard]] const std::string& name() const { return source_->name(); }
    [[nodiscard]] const ByteSource& source() const { return *source_; }
    /// For errors: "byte 12", or "byte 12 of its contents" of a compressed file. `ahead` counts
    /// from available().
    [[nodiscard]] std::string place(std::size_t ahead = 0) const;
    [[nodiscard]] Progress progress() const {
        return {source_->stored_offset(), source_->stored_size()};
    }

    void consume(std::size_t bytes);
    /// Reads until the buffer is full or the source has ended. False when it added nothing.
    bool refill();
    /// Tries to have at least `bytes` available; false when the source ends before.
    [[nodiscard]] bool require(std::size_t bytes);

  private:
    std::unique_ptr<ByteSource> source_;
    std::vector<std::byte> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::uint64_t offset_ = 0;
    bool ended_ = false;
    std::optional<Error> damage_;
};

}  // namespace hotpath::capture
