#pragma once
/// Compares the messages of one consumer of a stressed queue with those sent: every message once,
/// whole, in its producer's order; and where a queue reports a loss, exactly that many are missing.
///
/// The queue's adapter calls take() for each message and lost() for each reported gap; finish()
/// says what was sent and finds what never came. Threads: the consumer's. Allocation: only for
/// faults. Complexity: O(bytes) a message.

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>

#include "tests/stress/payload.hpp"

namespace hotpath::stress {

struct Faults {
    std::uint64_t dropped = 0;
    std::uint64_t duplicated = 0;
    std::uint64_t reordered = 0;
    std::uint64_t torn = 0;
    std::uint64_t miscounted = 0;  // reported gaps that were not the missing messages

    [[nodiscard]] std::uint64_t total() const noexcept {
        return dropped + duplicated + reordered + torn + miscounted;
    }
    void add(const Faults& others) noexcept;
    /// "none", or how many of which.
    [[nodiscard]] std::string text() const;
};

class Checker {
  public:
    Checker(std::size_t producers, Lengths lengths) noexcept
        : producers_(producers), lengths_(lengths) {}

    void take(Bytes payload) {
        ++delivered_;
        const std::uint64_t word = tag_word(payload);
        const std::uint64_t producer = word % kProducersMax;
        if (producer >= producers_ || !is_whole(payload)) [[unlikely]] {
            ++faults_.torn;
            return;
        }
        const std::uint64_t expected = expected_[producer];
        if (word ==
                (Tag{.producer = producer, .number = expected}.word() & tag_mask(payload.size())) &&
            payload.size() == lengths_.of(expected)) [[likely]] {
            expected_[producer] = expected + 1;
            after_gap_ = false;
        } else {
            take_unexpected(producer, payload);
        }
    }

    /// The queue reports that many lost messages of its one producer.
    void lost(std::uint64_t messages) noexcept;

    /// The queue has something and cannot give it.
    void unreadable() noexcept { ++faults_.torn; }

    /// The queue numbers its messages itself, and says that this is the next one's number.
    void numbered(std::uint64_t number) noexcept {
        if (number != expected_[0] && faults_.total() == 0) [[unlikely]] {
            ++faults_.miscounted;
        }
    }

    /// After the queue is empty: the number of messages sent by each producer.
    void finish(std::span<const std::uint64_t> sent) noexcept;

    /// The number that the one producer's next message will have.
    [[nodiscard]] std::uint64_t expected() const noexcept { return expected_[0]; }

    [[nodiscard]] std::uint64_t delivered() const noexcept { return delivered_; }
    [[nodiscard]] std::uint64_t lost() const noexcept { return lost_; }
    [[nodiscard]] std::uint64_t gaps() const noexcept { return gaps_; }
    [[nodiscard]] const Faults& faults() const noexcept { return faults_; }

  private:
    // A message farther than this from the expected one is not out of order but nonsense.
    static constexpr std::int64_t kDistanceMax = 100'000;

    void take_unexpected(std::uint64_t producer, Bytes payload);

    std::size_t producers_;
    Lengths lengths_;
    std::array<std::uint64_t, kProducersMax> expected_{};
    std::array<std::set<std::uint64_t>, kProducersMax> skipped_;
    bool after_gap_ = false;
    std::uint64_t delivered_ = 0;
    std::uint64_t lost_ = 0;
    std::uint64_t gaps_ = 0;
    Faults faults_;
};

}  // namespace hotpath::stress
