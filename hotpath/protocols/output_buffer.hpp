#pragma once
/// Bytes on their way out, until the transport takes them: a ring of fixed size.
///
/// The transport writes front() and calls take() with the number of bytes written; what lies around
/// the end of the ring is a second front(). Threads: one owner. Allocation: the constructor.
/// Complexity: one copy in, none out.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"

namespace hotpath::protocols {

class OutputBuffer {
  public:
    /// Holds exactly `bytes_max`.
    explicit OutputBuffer(std::size_t bytes_max)
        : ring_(std::bit_ceil(bytes_max)), bytes_max_(bytes_max) {}

    [[nodiscard]] std::size_t size() const noexcept { return written_ - taken_; }
    [[nodiscard]] bool empty() const noexcept { return written_ == taken_; }
    [[nodiscard]] std::size_t bytes_max() const noexcept { return bytes_max_; }
    [[nodiscard]] bool has_room(std::size_t bytes) const noexcept {
        return bytes <= bytes_max_ - size();
    }

    /// has_room(bytes.size()) was true.
    void append(Bytes bytes) noexcept {
        HOTPATH_ASSERT(has_room(bytes.size()), "call has_room() first");
        const std::size_t place = written_ & (ring_.size() - 1);
        const std::size_t before_end = std::min(bytes.size(), ring_.size() - place);
        copy(bytes.first(before_end), place);
        copy(bytes.subspan(before_end), 0);
        written_ += bytes.size();
    }

    /// The oldest bytes, as many as lie in one piece.
    [[nodiscard]] Bytes front() const noexcept {
        const std::size_t place = taken_ & (ring_.size() - 1);
        return ring_.items().subspan(place, std::min(size(), ring_.size() - place));
    }
    /// Bytes ever appended.
    [[nodiscard]] std::size_t end() const noexcept { return written_; }
    /// Bytes appended since that end() and still waiting, in at most two pieces.
    [[nodiscard]] std::array<Bytes, 2> since(std::size_t end) const noexcept {
        return pieces(std::max(end, taken_));
    }
    void take(std::size_t bytes) noexcept {
        HOTPATH_ASSERT(bytes <= size(), "bytes must be at most size()");
        taken_ += bytes;
    }
    void clear() noexcept { taken_ = written_; }
    /// Bytes ever taken.
    [[nodiscard]] std::size_t begin() const noexcept { return taken_; }
    /// For an empty buffer: bytes appended since that begin() and cleared, in at most two pieces.
    /// Valid until the next append().
    [[nodiscard]] std::array<Bytes, 2> dropped_since(std::size_t begin) const noexcept {
        HOTPATH_ASSERT(written_ - begin <= ring_.size(),
                       "the bytes since begin must still be in the ring");
        return pieces(begin);
    }

  private:
    [[nodiscard]] std::array<Bytes, 2> pieces(std::size_t from) const noexcept {
        const std::size_t bytes = written_ - from;
        const std::size_t place = from & (ring_.size() - 1);
        const std::size_t before_end = std::min(bytes, ring_.size() - place);
        return {ring_.items().subspan(place, before_end), ring_.items().first(bytes - before_end)};
    }
    void copy(Bytes bytes, std::size_t place) noexcept {
        if (!bytes.empty()) {
            std::memcpy(ring_.items().data() + place, bytes.data(), bytes.size());
        }
    }

    FixedArray<std::byte> ring_;
    std::size_t bytes_max_;
    std::size_t written_ = 0;  // both only grow; the ring is indexed by their low bits
    std::size_t taken_ = 0;
};

}  // namespace hotpath::protocols
