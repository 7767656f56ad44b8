#pragma once
/// The messages of the messaging benchmark, and the check of their arrival: 40-byte messages of
/// five words, 73-byte records.
///
/// Every receiver reads every byte that carries something and adds it up; the sum is the answer,
/// and one message out of order spoils it. So no subject is measured that loses, repeats, reorders
/// or tears. Threads: none. Allocation: none. Complexity: about 1 ns a message, the same for all.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "hotpath/core/cpu.hpp"

namespace hotpath::bench {

struct Message {
    std::array<std::uint64_t, 5> words;
};
static_assert(sizeof(Message) == 40);

[[nodiscard]] constexpr Message message_of(std::uint64_t k) noexcept {
    return {{k, k + 1, k + 2, k + 3, k + 4}};
}

/// Adds up messages 0, 1, 2, ... On a line of its own: the producer's side has its state near by.
class alignas(kCacheLine) Received {
  public:
    void add(const Message& message) noexcept {
        out_of_order_ |= message.words[0] ^ count_;
        ++count_;
        next_ = message.words[0] + 1;
        // Once a message: sum_ may be one of the words, for all that the compiler knows.
        sum_ += std::accumulate(message.words.begin(), message.words.end(), std::uint64_t{0});
    }

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    /// The number after the last message's: the count, unless some were lost.
    [[nodiscard]] std::uint64_t next() const noexcept { return next_; }
    [[nodiscard]] std::uint64_t answer() const noexcept {
        return out_of_order_ == 0 ? sum_ : ~sum_;
    }

  private:
    std::uint64_t count_ = 0;
    std::uint64_t next_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t out_of_order_ = 0;
};

inline constexpr std::size_t kRecordBytes = 73;
using WideRecord = std::array<std::byte, kRecordBytes>;

/// The number, then 65 bytes that are all its lowest byte.
[[nodiscard]] inline WideRecord record_of(std::uint64_t k) noexcept {
    WideRecord record;
    std::memset(record.data(), static_cast<int>(k & 0xff), record.size());
    std::memcpy(record.data(), &k, sizeof k);
    return record;
}

/// Adds up the number and the last byte of records 0, 1, 2, ...
class ReceivedRecords {
  public:
    void add(const std::byte* record) noexcept {
        std::uint64_t k = 0;
        std::memcpy(&k, record, sizeof k);
        out_of_order_ |= k ^ count_;
        ++count_;
        sum_ += k + std::to_integer<std::uint64_t>(record[kRecordBytes - 1]);
    }

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    [[nodiscard]] std::uint64_t answer() const noexcept {
        return out_of_order_ == 0 ? sum_ : ~sum_;
    }

  private:
    std::uint64_t count_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t out_of_order_ = 0;
};

}  // namespace hotpath::bench
