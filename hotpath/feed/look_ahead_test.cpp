// Which messages a look-ahead warms, when, and by which distances.
#include "hotpath/feed/look_ahead.hpp"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::feed {
namespace {

using book::PrefetchStep;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::size_t kMessages = 40;
/// A step's last messages are not prefetched: those that begin so near to the end of the block.
constexpr std::size_t kLengthLeast = kBytesAhead;

/// Messages of different lengths; the first byte of each is its number.
[[nodiscard]] std::vector<std::byte> numbered_messages() {
    std::vector<std::byte> block;
    for (std::size_t n = 0; n < kMessages; ++n) {
        std::vector<std::byte> message(kLengthLeast + n % 7);
        message[0] = static_cast<std::byte>(n);
        const std::size_t at = block.size();
        block.resize(at + protocols::kFramePrefixLength + message.size());
        EXPECT_NE(protocols::append_frame(MutableBytes(block).subspan(at), message), 0U);
    }
    return block;
}

/// Remembers what it was asked to prefetch since it was last asked.
class PrefetchLog {
  public:
    static constexpr PrefetchStep kLastPrefetch = PrefetchStep::Level;

    explicit PrefetchLog(LookAheadDistances distances) : distances_(distances) {}

    [[nodiscard]] LookAheadDistances look_ahead() const { return distances_; }
    void prefetch(const std::byte* message, PrefetchStep step) const {
        asked_[step].push_back(std::to_integer<int>(*message));
    }
    [[nodiscard]] std::vector<int> take(PrefetchStep step) const {
        return std::exchange(asked_[step], {});
    }

  private:
    LookAheadDistances distances_;
    mutable std::map<PrefetchStep, std::vector<int>> asked_{};
};

TEST(LookAhead, EachStepIsItsDistanceAhead) {
    const std::vector<std::byte> block = numbered_messages();
    const PrefetchLog log({.table = 5, .order = 3, .level = 1});
    LookAhead messages(log, block);
    EXPECT_THAT(log.take(PrefetchStep::Table), ElementsAre(0, 1, 2, 3, 4));
    EXPECT_THAT(log.take(PrefetchStep::Order), IsEmpty());
    for (int n = 0; n < 30; ++n) {
        Bytes message;
        ASSERT_TRUE(messages.next(message));
        EXPECT_EQ(std::to_integer<int>(message[0]), n);
        EXPECT_THAT(log.take(PrefetchStep::Table), ElementsAre(n + 5));
        EXPECT_THAT(log.take(PrefetchStep::Order), ElementsAre(n + 3));
        EXPECT_THAT(log.take(PrefetchStep::Level), ElementsAre(n + 1));
    }
}

TEST(LookAhead, AStepOfDistanceZeroIsOffAndTheOthersAreNot) {
    const std::vector<std::byte> block = numbered_messages();
    const PrefetchLog log({.table = 0, .order = 6, .level = 0});
    LookAhead messages(log, block);
    EXPECT_THAT(log.take(PrefetchStep::Table), IsEmpty());
    for (int n = 0; n < 30; ++n) {
        Bytes message;
        ASSERT_TRUE(messages.next(message));
        EXPECT_EQ(std::to_integer<int>(message[0]), n);
        EXPECT_THAT(log.take(PrefetchStep::Order), ElementsAre(n + 6));
    }
    EXPECT_THAT(log.take(PrefetchStep::Table), IsEmpty());
    EXPECT_THAT(log.take(PrefetchStep::Level), IsEmpty());
}

TEST(LookAhead, EveryMessageComesWhateverTheDistancesAre) {
    const std::vector<std::byte> block = numbered_messages();
    for (const LookAheadDistances ahead :
         {kNoLookAhead, LookAheadDistances{},
          LookAheadDistances{.table = 1, .order = 1, .level = 1},
          LookAheadDistances{.table = 3, .order = 900, .level = 39},
          LookAheadDistances{.table = 900, .order = 900, .level = 900}}) {
        const PrefetchLog log(ahead);
        LookAhead messages(log, block);
        int count = 0;
        for (Bytes message; messages.next(message); ++count) {
            ASSERT_EQ(std::to_integer<int>(message[0]), count);
        }
        EXPECT_EQ(count, static_cast<int>(kMessages));
        EXPECT_FALSE(messages.is_truncated());
        // The last message has kBytesAhead bytes or a few more, and no byte follows it.
        const std::size_t warmed = log.take(PrefetchStep::Table).size();
        EXPECT_EQ(warmed, ahead.table == 0 ? 0U : kMessages);
        EXPECT_EQ(log.take(PrefetchStep::Level).size(),
                  ahead.level == 0 || ahead.level > kMessages ? 0U : kMessages - ahead.level);
    }
}

TEST(LookAhead, NothingIsReadBeyondABlockThatIsCutAnywhere) {
    const std::vector<std::byte> whole = numbered_messages();
    for (std::size_t bytes = 0; bytes < 500; ++bytes) {
        // A copy: a sanitizer sees each read beyond its end.
        const std::vector<std::byte> block(whole.begin(),
                                           whole.begin() + static_cast<std::ptrdiff_t>(bytes));
        const PrefetchLog log({.table = 4, .order = 2, .level = 1});
        LookAhead messages(log, block);
        int count = 0;
        for (Bytes message; messages.next(message); ++count) {
            ASSERT_EQ(std::to_integer<int>(message[0]), count);
        }
        EXPECT_LE(log.take(PrefetchStep::Table).size(), static_cast<std::size_t>(count) + 1);
    }
}

/// Off when it is asked first, on at the second time, off at the third ...
class ChangingTarget {
  public:
    static constexpr PrefetchStep kLastPrefetch = PrefetchStep::Level;
    static constexpr LookAheadDistances kOn{.table = 5, .order = 3, .level = 1};

    [[nodiscard]] LookAheadDistances look_ahead() const {
        return ++asked_ % 2 == 0 ? kOn : kNoLookAhead;
    }
    void prefetch(const std::byte* message, PrefetchStep step) const {
        prefetched_[step].push_back(message);
    }

    [[nodiscard]] std::size_t asked() const { return asked_; }
    [[nodiscard]] std::vector<const std::byte*> take(PrefetchStep step) const {
        return std::exchange(prefetched_[step], {});
    }

  private:
    mutable std::size_t asked_ = 0;
    mutable std::map<PrefetchStep, std::vector<const std::byte*>> prefetched_{};
};

[[nodiscard]] std::vector<std::byte> long_block(std::size_t messages, std::size_t length) {
    std::vector<std::byte> block(messages * (protocols::kFramePrefixLength + length));
    for (std::size_t at = 0; at < block.size(); at += protocols::kFramePrefixLength + length) {
        EXPECT_NE(protocols::append_frame(MutableBytes(block).subspan(at),
                                          std::vector<std::byte>(length)),
                  0U);
    }
    return block;
}

TEST(LookAhead, TheTargetIsAskedAgainInALongBlockAndNoMessageIsLost) {
    constexpr std::size_t kLength = 101;
    constexpr std::size_t kFrame = protocols::kFramePrefixLength + kLength;
    constexpr std::size_t kCount = 10'000;
    const std::vector<std::byte> block = long_block(kCount, kLength);
    const ChangingTarget target;
    LookAhead messages(target, block);
    std::size_t turns = 0;  // of the target, seen at a message
    bool is_on = false;
    for (std::size_t n = 0; n < kCount; ++n) {
        const bool is_first = target.asked() != turns;
        turns = target.asked();
        is_on = is_first ? turns % 2 == 0 : is_on;
        Bytes message;
        ASSERT_TRUE(messages.next(message));
        ASSERT_EQ(message.data(), block.data() + n * kFrame + protocols::kFramePrefixLength);
        ASSERT_EQ(message.size(), kLength);
        const bool is_end = n + 10 > kCount;
        if (target.asked() == turns && !is_end) {  // within a part
            EXPECT_THAT(target.take(PrefetchStep::Table).size(), is_on ? 1U : 0U) << n;
            const auto levels = target.take(PrefetchStep::Level);
            ASSERT_EQ(levels.size(), is_on ? 1U : 0U) << n;
            EXPECT_TRUE(!is_on || levels.front() == message.data() + kFrame) << n;
        } else {
            static_cast<void>(target.take(PrefetchStep::Table));
            static_cast<void>(target.take(PrefetchStep::Level));
        }
    }
    Bytes message;
    EXPECT_FALSE(messages.next(message));
    EXPECT_FALSE(messages.is_truncated());
    EXPECT_EQ(target.asked(), 4U) << "10,000 messages are almost four parts";
}

TEST(LookAhead, ALongBlockThatEndsWithinAMessageIsTruncated) {
    for (const std::size_t length : {std::size_t{50}, std::size_t{65'535}}) {
        std::vector<std::byte> block = long_block(600'000 / length, length);
        block.pop_back();
        const ChangingTarget target;
        LookAhead messages(target, block);
        std::size_t count = 0;
        for (Bytes message; messages.next(message);) {
            ++count;
        }
        EXPECT_EQ(count, 600'000 / length - 1);
        EXPECT_TRUE(messages.is_truncated());
        EXPECT_GE(target.asked(), 3U);
    }
}

}  // namespace
}  // namespace hotpath::feed
