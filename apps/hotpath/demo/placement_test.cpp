// Where the threads of a demo run: two cores where there are two, and the sentence about it.
#include "apps/hotpath/demo/placement.hpp"

#include <gtest/gtest.h>

#include "hotpath/jitter/core_list.hpp"

namespace hotpath::app {
namespace {

using Cores = std::vector<std::uint32_t>;

TEST(DemoPlacement, GivesTheTraderACoreWhereThereAreTwo) {
    const Placement placement = place_demo(2, Cores{0, 1}, {});
    EXPECT_EQ(placement.text(), "2: the market and the venue on core 0, the trader on core 1");
    EXPECT_EQ(place_demo(2, Cores{3, 7, 9}, {}).trader, 7U);
}

TEST(DemoPlacement, AvoidsTheHyperthreadOfTheVenueWhereItCan) {
    EXPECT_EQ(place_demo(2, Cores{0, 1, 2, 3}, Cores{0, 1}).trader, 2U);
    EXPECT_EQ(place_demo(2, Cores{0, 1}, Cores{0, 1}).trader, 1U);
}

TEST(DemoPlacement, OfOneCoreIsOneThreadAndSaysSo) {
    const Placement placement = place_demo(2, Cores{5}, Cores{5});
    EXPECT_EQ(placement.threads, 1U);
    EXPECT_EQ(placement.venue, std::nullopt);
    EXPECT_TRUE(placement.text().starts_with("1 instead of 2: this process may use only one core"));
}

TEST(DemoPlacement, OfOneThreadIsNotPinned) {
    const Placement placement = place_demo(1, Cores{0, 1}, {});
    EXPECT_EQ(placement.threads, 1U);
    EXPECT_EQ(placement.venue, std::nullopt);
    EXPECT_EQ(placement.text(),
              "1: the market, the venue and the trader share a core and its caches");
}

TEST(PinnedThread, IsFreeAgainAfterwards) {
    const Cores before = jitter::allowed_cores();
    Placement::Core core = before.back();
    {
        const PinnedThread pinned(core);
        ASSERT_EQ(core, before.back());
        EXPECT_EQ(jitter::allowed_cores(), Cores{before.back()});
    }
    EXPECT_EQ(jitter::allowed_cores(), before);
}

TEST(PinnedThread, ForgetsACoreThatItCannotHave) {
    const Cores before = jitter::allowed_cores();
    Placement::Core core = jitter::kCoreMax;
    if (before.back() == jitter::kCoreMax) {
        GTEST_SKIP() << "every core is there";
    }
    const PinnedThread pinned(core);
    EXPECT_EQ(core, std::nullopt);
    EXPECT_EQ(jitter::allowed_cores(), before);
    const Placement placement{.threads = 2, .threads_wanted = 2, .venue = 0, .trader = core};
    EXPECT_EQ(placement.text(),
              "2: the market and the venue on core 0, the trader on a core that is not fixed");
}

}  // namespace
}  // namespace hotpath::app
