#pragma once
/// A running 64-bit checksum of integers, the same on every machine and compiler. It shows that two
/// runs, books or journals are equal without keeping both.
///
/// Not cryptographic. Each word is mixed by the 128-bit-multiply step of wyhash (Wang Yi, public
/// domain), so order matters and zero words count. Threads: one owner. Allocation: none.
/// Complexity: about 1 ns a word.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath {

class Checksum {
  public:
    constexpr Checksum() noexcept = default;
    /// Continues from the value of another checksum.
    explicit constexpr Checksum(std::uint64_t value) noexcept : state_(value) {}

    constexpr void add(std::uint64_t word) noexcept {
        state_ = mix(state_ ^ kFirst, word ^ kSecond);
    }

    /// The length is part of the checksum, so "ab" + "c" differs from "a" + "bc".
    void add(Bytes bytes) noexcept {
        add(bytes.size());
        while (bytes.size() >= sizeof(std::uint64_t)) {
            add(load_be<std::uint64_t>(bytes.data()));
            bytes = bytes.subspan(sizeof(std::uint64_t));
        }
        std::uint64_t tail = 0;
        for (const std::byte byte : bytes) {
            tail = (tail << 8U) | std::to_integer<std::uint64_t>(byte);
        }
        add(tail);
    }

    [[nodiscard]] constexpr std::uint64_t value() const noexcept { return state_; }

  private:
    static constexpr std::uint64_t kFirst = 0xa0761d6478bd642fULL;
    static constexpr std::uint64_t kSecond = 0xe7037ed1a0b428dbULL;

    [[nodiscard]] static constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
        const WideUint product = static_cast<WideUint>(a) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
    }

    std::uint64_t state_ = 0;
};

}  // namespace hotpath
