#pragma once
/// Messages of the stress suite: 1 to 4,096 bytes that hold their sender and number, and prove that
/// they are whole.
///
///   | number of the message, producer in the lowest 3 bits | filler | checksum of all before |
///     the first 8 bytes, or as many as there are                      the last 8 at most
///
/// A length that is not fixed follows from the message's number, so that it is checked, too.
/// Threads: none of its own. Allocation: none. Complexity: O(bytes).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/checksum.hpp"

namespace hotpath::stress {

inline constexpr std::size_t kPayloadBytesMax = 4096;
inline constexpr std::size_t kProducersMax = 8;

/// The sender of a message, and its number among the sender's, from 0.
struct Tag {
    std::uint64_t producer = 0;
    std::uint64_t number = 0;

    [[nodiscard]] constexpr std::uint64_t word() const noexcept {
        return number * kProducersMax + producer;
    }
};

/// How long the messages of a run are: all the same, or each as its number says.
struct Lengths {
    std::size_t least = 1;
    std::size_t most = 1;

    /// Mostly short ones: the longest are an eighth as frequent as the shortest.
    [[nodiscard]] constexpr std::size_t of(std::uint64_t number) const noexcept {
        if (least == most) {
            return most;
        }
        const std::uint64_t mixed = (number + 1) * 0x9e3779b97f4a7c15ULL;
        const std::uint64_t range = ((most - least) >> (mixed % 8)) + 1;
        return least + (mixed >> 32U) % range;
    }
};

/// The bits of a tag's word that a message of that length has room for.
[[nodiscard]] constexpr std::uint64_t tag_mask(std::size_t length) noexcept {
    return length >= sizeof(std::uint64_t) ? ~std::uint64_t{0}
                                           : (std::uint64_t{1} << (8 * length)) - 1;
}

/// Where the checksum begins: nowhere in a message that has room for the tag alone.
[[nodiscard]] constexpr std::size_t checksum_at(std::size_t length) noexcept {
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    return length <= kWord ? length : std::max(kWord, length - std::min(length, kWord));
}

[[nodiscard]] inline std::uint64_t checksum_of(Bytes bytes) noexcept {
    Checksum checksum;
    checksum.add(bytes);
    return checksum.value();
}

inline void write_payload(MutableBytes into, Tag tag) noexcept {
    const std::uint64_t word = tag.word();
    std::memcpy(into.data(), &word, std::min(into.size(), sizeof word));
    if (into.size() <= sizeof word) {
        return;
    }
    const std::size_t end = checksum_at(into.size());
    for (std::size_t at = sizeof word; at < end; at += sizeof word) {
        const std::uint64_t filler = ~(word + at);
        std::memcpy(into.data() + at, &filler, std::min(sizeof filler, end - at));
    }
    const std::uint64_t checksum = checksum_of(into.first(end));
    std::memcpy(into.data() + end, &checksum, into.size() - end);
}

/// The tag's word, as much as there is of it.
[[nodiscard]] inline std::uint64_t tag_word(Bytes payload) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, payload.data(), std::min(payload.size(), sizeof word));
    return word;
}

[[nodiscard]] inline bool is_whole(Bytes payload) noexcept {
    const std::size_t end = checksum_at(payload.size());
    if (end == payload.size()) {
        return true;
    }
    const std::uint64_t checksum = checksum_of(payload.first(end));
    return std::memcmp(payload.data() + end, &checksum, payload.size() - end) == 0;
}

}  // namespace hotpath::stress
