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
        block.resize(at + wire::kFramePrefixLength + message.size());
        EXPECT_NE(wire::append_frame(MutableBytes(block).subspan(at), message), 0U);
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

}  // namespace
}  // namespace hotpath::feed
