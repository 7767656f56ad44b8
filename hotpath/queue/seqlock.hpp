#pragma once
/// The latest value of one thing: one writer that never waits, any number of readers that take a
/// whole value or none. Values in between are lost; only version() shows how many.
///
///   one line or more:  version (odd while a value is being written) | the value, in words
///
/// Why a reader never takes half a value: a reader compares the version before and after its copy.
/// This works only if the second look cannot miss a writer whose words are in the copy. The words
/// are stored with release after the odd version and loaded with acquire (atomic_words.hpp): a
/// reader that has one of them has the odd version as well, and its second look finds it. The
/// final, even version is stored with release and loaded with acquire first: a reader that starts
/// with it has all words of that value or later ones. With relaxed words ARM may show the old
/// version twice around a mixture.
///
/// Threads: one writer, any readers. store() is wait-free; load() goes round again for every store
/// that it meets, and waits for a writer that stopped in the middle of one: use try_load() where
/// that can happen. Allocation: none. Complexity: O(sizeof(T)). May lie in shared memory.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/atomic_words.hpp"

namespace hotpath::queue {

template <class T>
    requires std::is_trivially_copyable_v<T>
class alignas(kCacheLine) Seqlock {
  public:
    /// Makes an empty one: version() is 0, and a load returns zero bytes.
    Seqlock() noexcept = default;
    explicit Seqlock(const T& first) noexcept { store(first); }
    Seqlock(const Seqlock&) = delete;
    Seqlock& operator=(const Seqlock&) = delete;

    /// Returns the number of values stored so far; a reader detects a new value by it. Any thread.
    [[nodiscard]] std::uint64_t version() const noexcept {
        return version_.load(std::memory_order_acquire) / 2;
    }

    /// Returns the latest value; waits while one is being written.
    [[nodiscard]] T load() const noexcept {
        Bytes copy;
        while (!try_copy(copy)) {
        }
        return std::bit_cast<T>(copy);
    }

    /// Copies the latest value to `into`. Returns false, and leaves `into` as it was, if a value is
    /// being written meanwhile.
    [[nodiscard]] bool try_load(T& into) const noexcept {
        Bytes copy;
        if (!try_copy(copy)) {
            return false;
        }
        into = std::bit_cast<T>(copy);
        return true;
    }

    /// Stores a value. Only the writer calls it, also after a writer that died in the middle of a
    /// store.
    void store(const T& value) noexcept { store_first(value, sizeof(T)); }
    /// Stores at least the first `bytes` of a value; the others may keep those of an earlier value.
    /// It is for a value that says how much of its end is used. Complexity: O(bytes).
    void store_first(const T& value, std::size_t bytes) noexcept {
        const std::size_t whole_words = bytes_in_words(std::min(bytes, sizeof(T)));
        const std::uint64_t writing = version_.load(std::memory_order_relaxed) | 1U;
        version_.store(writing, std::memory_order_relaxed);
        store_words(words_.data(), std::as_bytes(std::span(&value, 1)).data(),
                    std::min(whole_words, sizeof(T)));
        version_.store(writing + 1, std::memory_order_release);
    }

  private:
    using Bytes = std::array<std::byte, sizeof(T)>;

    [[nodiscard]] bool try_copy(Bytes& copy) const noexcept {
        const std::uint64_t before = version_.load(std::memory_order_acquire);
        load_words(copy.data(), words_.data(), sizeof(T));
        return before % 2 == 0 && version_.load(std::memory_order_relaxed) == before;
    }

    std::atomic<std::uint64_t> version_{0};
    alignas(kWordBytes) std::array<std::byte, bytes_in_words(sizeof(T))> words_{};
};

}  // namespace hotpath::queue
