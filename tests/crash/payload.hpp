#pragma once
/// Messages that say of every word of theirs whether it is right: each is computed from the
/// message's epoch and number and its own place, and a checksum of all of them is the last.
///
/// Lengths are computed, too, from 5 words to kWordsMax: large, so that a kill often falls while
/// one is being written. Threads: values. Allocation: none. Tests only.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/checksum.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::crash {

inline constexpr std::size_t kWordsMax = 1'024;
inline constexpr std::size_t kWordsMin = 5;

struct Identity {
    std::uint64_t epoch = 0;  // of the writer
    std::uint64_t seq = 0;    // from 1

    friend bool operator==(const Identity&, const Identity&) = default;
};

[[nodiscard]] inline std::uint64_t mixed(Identity id, std::uint64_t salt) {
    return SplitMix64(id.seq * 0x9e3779b97f4a7c15ULL + id.epoch * 0x2545f4914f6cdd1dULL + salt)
        .next();
}

/// How long the message of that number is.
[[nodiscard]] inline std::size_t words_of(std::uint64_t seq) {
    return kWordsMin + mixed({0, seq}, 1) % (kWordsMax - kWordsMin + 1);
}

/// Calls store(i, word) for every word of the message, in order.
template <class Store>
void write_words(Identity id, Store&& store) {
    const std::size_t words = words_of(id.seq);
    Checksum checksum;
    const auto put = [&](std::size_t i, std::uint64_t word) {
        checksum.add(word);
        store(i, word);
    };
    put(0, id.epoch);
    put(1, id.seq);
    put(2, words);
    const std::uint64_t first = mixed(id, 2);
    for (std::size_t i = 3; i + 1 < words; ++i) {
        put(i, first + i * 0x9e3779b97f4a7c15ULL);
    }
    store(words - 1, checksum.value());
}

/// The bytes of a slot before its message is written: no end may see them.
template <class Store>
void scribble(std::uint64_t seq, Store&& store) {
    constexpr std::uint64_t kScribble = 0xdeadbeefdeadbeefULL;
    for (std::size_t i = 0; i < words_of(seq); ++i) {
        store(i, kScribble);
    }
}

/// Whether `words` begin with a complete written message. load(i) is the i-th word.
[[nodiscard]] inline bool is_whole(std::span<const std::uint64_t> words) {
    if (words.size() < kWordsMin || words[2] != words_of(words[1]) || words[2] > words.size()) {
        return false;
    }
    bool is_right = true;
    write_words({.epoch = words[0], .seq = words[1]},
                [&](std::size_t i, std::uint64_t word) { is_right &= words[i] == word; });
    return is_right;
}

}  // namespace hotpath::crash
