// Copies of every length up to some words, at the edges; then against a writer, where the words
// must be whole though the copy may not be.

#include "hotpath/queue/atomic_words.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::queue {
namespace {

constexpr std::size_t kBytesMax = 41;
constexpr std::byte kUntouched{0xee};

struct alignas(kWordBytes) Shared {
    std::array<std::byte, 48> bytes;
};

std::vector<std::byte> counting(std::size_t bytes) {
    std::vector<std::byte> counted(bytes);
    for (std::size_t i = 0; i < bytes; ++i) {
        counted[i] = static_cast<std::byte>(i + 1);
    }
    return counted;
}

TEST(AtomicWords, EveryLengthComesBackAsItWas) {
    for (std::size_t bytes = 0; bytes <= kBytesMax; ++bytes) {
        Shared shared{};
        const std::vector<std::byte> sent = counting(bytes);
        std::vector<std::byte> received(bytes);
        store_words(shared.bytes.data(), sent.data(), bytes);
        load_words(received.data(), shared.bytes.data(), bytes);
        EXPECT_EQ(received, sent) << bytes;
    }
}

TEST(AtomicWords, AStoreWritesWholeWordsAndZeroesTheRestOfTheLast) {
    for (std::size_t bytes = 0; bytes <= kBytesMax; ++bytes) {
        Shared shared;
        shared.bytes.fill(kUntouched);
        store_words(shared.bytes.data(), counting(bytes).data(), bytes);
        for (std::size_t i = bytes; i < shared.bytes.size(); ++i) {
            const std::byte expected = i < bytes_in_words(bytes) ? std::byte{0} : kUntouched;
            EXPECT_EQ(shared.bytes[i], expected) << bytes << " bytes, at " << i;
        }
    }
}

TEST(AtomicWords, ALoadTouchesNothingBehindTheRecord) {
    Shared shared{};
    for (std::size_t bytes = 0; bytes <= kBytesMax; ++bytes) {
        std::vector<std::byte> into(kBytesMax + kWordBytes, kUntouched);
        load_words(into.data(), shared.bytes.data(), bytes);
        for (std::size_t i = bytes; i < into.size(); ++i) {
            EXPECT_EQ(into[i], kUntouched) << bytes << " bytes, at " << i;
        }
    }
}

TEST(AtomicWords, TheOwnSideNeedsNoAlignment) {
    Shared shared{};
    const std::vector<std::byte> sent = counting(kBytesMax);
    std::vector<std::byte> received(kBytesMax);
    store_words(shared.bytes.data(), sent.data() + 1, kBytesMax - 1);
    load_words(received.data() + 1, shared.bytes.data(), kBytesMax - 1);
    EXPECT_TRUE(std::equal(sent.begin() + 1, sent.end(), received.begin() + 1));
}

TEST(AtomicWords, BytesInWordsRoundUp) {
    EXPECT_EQ(bytes_in_words(0), 0U);
    EXPECT_EQ(bytes_in_words(1), 8U);
    EXPECT_EQ(bytes_in_words(8), 8U);
    EXPECT_EQ(bytes_in_words(73), 80U);
}

TEST(AtomicWords, ACopyUnderAWriterIsMadeOfWholeWords) {
    using Words = std::array<std::uint64_t, 5>;
    alignas(kWordBytes) std::array<std::byte, sizeof(Words)> shared{};
    std::atomic<bool> enough{false};
    std::thread writer([&] {
        for (std::uint64_t i = 0; !enough.load(std::memory_order_relaxed); ++i) {
            Words words;
            words.fill(i << 32U | i);
            store_words(shared.data(), std::as_bytes(std::span(words)).data(), sizeof(words));
        }
    });
    std::uint64_t mixed_words = 0;
    for (int i = 0; i < 20'000; ++i) {
        Words words;
        load_words(std::as_writable_bytes(std::span(words)).data(), shared.data(), sizeof(words));
        for (const std::uint64_t word : words) {
            mixed_words += word >> 32U != (word & 0xffff'ffffU) ? 1U : 0U;
        }
    }
    enough = true;
    writer.join();
    EXPECT_EQ(mixed_words, 0U);
}

}  // namespace
}  // namespace hotpath::queue
