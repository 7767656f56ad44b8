#pragma once
/// Self-describing records: length and every byte follow from the number, so that a reader can
/// check all of a record by its number.
///
/// Many of their words look like the header of a published record, the worst that can be left over
/// from an earlier lap. Threads: none of its own. Allocation: none. Tests only.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "hotpath/core/random.hpp"
#include "hotpath/queue/broadcast_ring.hpp"

namespace hotpath::support {

class BroadcastRecords {
  public:
    static constexpr std::size_t kBytesMax = 8'192;

    explicit BroadcastRecords(std::size_t length_max) : length_max_(length_max) {}

    /// Three of four are short, the others of any length, the empty and the longest among them.
    [[nodiscard]] std::size_t length(std::uint64_t seq) const {
        SplitMix64 words(seq);
        const std::uint64_t kind = words.next();
        const std::size_t limit =
            kind % 4 == 0 ? length_max_ : std::min<std::size_t>(100, length_max_);
        return words.next() % (limit + 1);
    }

    [[nodiscard]] std::span<const std::byte> record(std::uint64_t seq) {
        return fill(seq, length(seq));
    }

    /// With a given length.
    [[nodiscard]] std::span<const std::byte> fill(std::uint64_t seq, std::size_t length) {
        SplitMix64 words(~seq);
        for (std::size_t at = 0; at < length; at += sizeof(std::uint64_t)) {
            const std::uint64_t random = words.next();
            const std::uint64_t word =
                random % 2 == 0 ? random : queue::BroadcastHeader::record(random / 2 % 64).word();
            std::memcpy(bytes_.data() + at, &word, sizeof word);
        }
        return {bytes_.data(), length};
    }

    [[nodiscard]] bool is_record(std::uint64_t seq, std::span<const std::byte> bytes) {
        return bytes.size() == length(seq) && is_filled(seq, bytes);
    }
    [[nodiscard]] bool is_filled(std::uint64_t seq, std::span<const std::byte> bytes) {
        const std::span<const std::byte> expected = fill(seq, bytes.size());
        return bytes.empty() || std::memcmp(expected.data(), bytes.data(), bytes.size()) == 0;
    }

  private:
    std::size_t length_max_;
    std::array<std::byte, kBytesMax> bytes_{};
};

}  // namespace hotpath::support
