#pragma once
/// StateWriter and StateReader: the state of an object as bytes, for snapshots and for comparing
/// two runs. The same state gives the same bytes on every machine.
///
///   writer.put(next_seq_); writer.put_bytes(text);          big-endian, byte strings with length
///   next_seq_ = reader.get<std::uint64_t>(); ... if (!reader.is_ok()) { refuse }
///
/// A reader never goes beyond its bytes: what is not there reads as zero and is remembered, so that
/// one check at the end is enough. Threads: one owner. Allocation: the writer's bytes grow.
/// Complexity: one copy.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath {

class StateWriter {
  public:
    [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

    template <std::unsigned_integral T>
    void put(T value) {
        const std::size_t at = bytes_.size();
        bytes_.resize(at + sizeof value);
        store_be(bytes_.data() + at, value);
    }
    void put(bool value) { put(std::uint8_t{value}); }
    void put(Nanos time) { put(static_cast<std::uint64_t>(time.value)); }
    void put(Price price) { put(static_cast<std::uint64_t>(price.value)); }
    void put_bytes(Bytes bytes) {
        put(std::uint64_t{bytes.size()});
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }

  private:
    std::vector<std::byte> bytes_;
};

class StateReader {
  public:
    explicit StateReader(Bytes bytes) noexcept : rest_(bytes) {}

    /// Nothing was missing so far.
    [[nodiscard]] bool is_ok() const noexcept { return is_ok_; }
    /// Nothing was missing, and nothing is left.
    [[nodiscard]] bool is_done() const noexcept { return is_ok_ && rest_.empty(); }
    /// For what the bytes say but cannot be.
    void refuse() noexcept { is_ok_ = false; }

    template <std::unsigned_integral T>
    [[nodiscard]] T get() noexcept {
        const Bytes bytes = take(sizeof(T));
        return is_ok_ ? load_be<T>(bytes.data()) : T{};
    }
    [[nodiscard]] bool get_bool() noexcept { return get<std::uint8_t>() != 0; }
    [[nodiscard]] Nanos get_nanos() noexcept {
        return {static_cast<std::int64_t>(get<std::uint64_t>())};
    }
    [[nodiscard]] Price get_price() noexcept {
        return {static_cast<std::int64_t>(get<std::uint64_t>())};
    }
    /// Valid as long as the bytes read from.
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
