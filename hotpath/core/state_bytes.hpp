#pragma once
/// StateWriter and StateReader: the state of an object as bytes, for snapshots and for comparing
/// two runs. The same state gives the same bytes on every machine.
///
///   writer.put(next_seq_); writer.put_bytes(text);          big-endian, byte strings with length
///   next_seq_ = reader.get<std::uint64_t>(); ... if (!reader.is_ok()) { refuse }
///
/// A state that is larger than memory goes to a StateSink, in pieces of kStatePieceBytes and a last
/// one that may be shorter. A reader never goes beyond its bytes: what is not there reads as zero
/// and is remembered, so that one check at the end is enough. Threads: one owner. Allocation: the
/// writer's bytes grow, with a sink to a piece and the longest byte string. Complexity: one copy.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath {

inline constexpr std::size_t kStatePieceBytes = std::size_t{1} << 20U;

class StateSink {
  public:
    StateSink() = default;
    StateSink(const StateSink&) = delete;
    StateSink& operator=(const StateSink&) = delete;
    virtual ~StateSink() = default;
    virtual void on_piece(Bytes piece) = 0;
};

class StateWriter {
  public:
    StateWriter() = default;
    /// Writes to `sink` in pieces; finish() passes on the last one.
    explicit StateWriter(StateSink& sink) noexcept : sink_(&sink) {}

    /// The whole state; only for a writer without a sink.
    [[nodiscard]] Bytes bytes() const noexcept {
        HOTPATH_ASSERT(sink_ == nullptr, "bytes() needs a writer without a sink");
        return bytes_;
    }
    void finish() {
        if (sink_ != nullptr && !bytes_.empty()) {
            sink_->on_piece(bytes_);
            bytes_.clear();
        }
    }

    template <std::unsigned_integral T>
    void put(T value) {
        const std::size_t at = bytes_.size();
        bytes_.resize(at + sizeof value);
        store_be(bytes_.data() + at, value);
        give_whole_pieces();
    }
    void put(bool value) { put(std::uint8_t{value}); }
    void put(Time time) { put(static_cast<std::uint64_t>(time.value)); }
    void put(Price price) { put(static_cast<std::uint64_t>(price.value)); }
    void put_bytes(Bytes bytes) {
        put(std::uint64_t{bytes.size()});
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        give_whole_pieces();
    }

  private:
    void give_whole_pieces() {
        if (sink_ == nullptr || bytes_.size() < kStatePieceBytes) {
            return;
        }
        Bytes rest = bytes_;
        for (; rest.size() >= kStatePieceBytes; rest = rest.subspan(kStatePieceBytes)) {
            sink_->on_piece(rest.first(kStatePieceBytes));
        }
        bytes_.erase(bytes_.begin(), bytes_.end() - static_cast<std::ptrdiff_t>(rest.size()));
    }

    StateSink* sink_ = nullptr;
    std::vector<std::byte> bytes_;
};

class StateReader {
  public:
    explicit StateReader(Bytes bytes) noexcept : rest_(bytes) {}

    /// True unless a read went beyond the end or refuse() was called.
    [[nodiscard]] bool is_ok() const noexcept { return is_ok_; }
    /// True if is_ok() and all bytes are read.
    [[nodiscard]] bool is_done() const noexcept { return is_ok_ && rest_.empty(); }
    /// Marks the state as bad; for decoded values that are impossible.
    void refuse() noexcept { is_ok_ = false; }

    template <std::unsigned_integral T>
    [[nodiscard]] T get() noexcept {
        const Bytes bytes = take(sizeof(T));
        return is_ok_ ? load_be<T>(bytes.data()) : T{};
    }
    [[nodiscard]] bool get_bool() noexcept { return get<std::uint8_t>() != 0; }
    [[nodiscard]] Time get_time() noexcept {
        return {static_cast<std::int64_t>(get<std::uint64_t>())};
    }
    [[nodiscard]] Price get_price() noexcept {
        return {static_cast<std::int64_t>(get<std::uint64_t>())};
    }
    /// The result is valid as long as the bytes given to the reader.
    [[nodiscard]] Bytes get_bytes() noexcept { return take(get<std::uint64_t>()); }

  private:
    [[nodiscard]] Bytes take(std::uint64_t count) noexcept {
        is_ok_ = is_ok_ && count <= rest_.size();
        if (!is_ok_) {
            return {};
        }
        const Bytes taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }

    Bytes rest_;
    bool is_ok_ = true;
};

}  // namespace hotpath
