// A market from a file or from the generator, as the same blocks of messages.

#include "hotpath/sim/market/market_input.hpp"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/framing.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::sim::market {
namespace {

class MarketInputTest : public testing::Test {
  protected:
    static support::OwnedBytes all_of(MarketInput& market) {
        support::OwnedBytes all;
        for (;;) {
            const auto block = market.next_block();
            EXPECT_TRUE(block.has_value()) << block.error().message;
            if (!block || block->empty()) {
                return all;
            }
            support::append(all, *block);
        }
    }

    support::TemporaryDirectory folder_;
};

TEST_F(MarketInputTest, ARecordingGivesEachMessageOnceAndSaysWhatItIs) {
    support::write_file(folder_ / "day.itch", support::sample_frames(1'000));
    const auto market = MarketInput::recorded(folder_ / "day.itch");
    ASSERT_TRUE(market.has_value()) << market.error().message;
    EXPECT_FALSE((*market)->is_generated());
    EXPECT_EQ((*market)->description(), "day.itch (ITCH 5.0 file)");
    EXPECT_FALSE((*market)->date().has_value());
    EXPECT_TRUE((*market)->skips().empty());
    EXPECT_TRUE(all_of(**market) == support::sample_frames(1'000));
    const ReadProgress progress = (*market)->progress();
    EXPECT_EQ(progress.done, progress.total);
    EXPECT_EQ(progress.messages, 1'000U);
}

TEST_F(MarketInputTest, ABookThatIsAnEstimateIsSaidToBeOne) {
    support::write_file(folder_ / "GOOG_x_message_5.csv",
                        support::bytes_of("1.0,1,7,100,5000,1\n"));
    const auto market = MarketInput::recorded(folder_ / "GOOG_x_message_5.csv");
    ASSERT_TRUE(market.has_value()) << market.error().message;
    EXPECT_EQ((*market)->description(),
              "GOOG_x_message_5.csv (LOBSTER message file; the book is an estimate)");
    EXPECT_EQ((*market)->book_source().basis, capture::BookBasis::Estimate);
}

TEST_F(MarketInputTest, AFileThatIsNoneOrIsDamagedIsAnError) {
    const auto missing = MarketInput::recorded(folder_ / "none.itch");
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.error().message,
              (folder_ / "none.itch").string() + ": there is no such file; check the path");
    support::OwnedBytes cut = support::sample_frames(3);
    cut.pop_back();
    support::write_file(folder_ / "cut.itch", cut);
    const auto market = MarketInput::recorded(folder_ / "cut.itch");
    ASSERT_TRUE(market.has_value()) << "its beginning is a market's";
    EXPECT_TRUE((*market)->next_block().has_value());
    const auto end = (*market)->next_block();
    ASSERT_FALSE(end.has_value());
    EXPECT_TRUE(end.error().message.contains("cut off at byte")) << end.error().message;
}

TEST_F(MarketInputTest, AGeneratedMarketIsThatOfItsGenerator) {
    const MarketOptions options{.seed = 7, .messages = 12'345, .instruments = 3};
    const auto market = MarketInput::generated(options);
    ASSERT_TRUE(market.has_value()) << market.error().message;
    EXPECT_TRUE((*market)->is_generated());
    EXPECT_EQ((*market)->description(), "seed 7, 12,345 messages, 3 instruments");
    EXPECT_EQ((*market)->progress().done, 0U);
    EXPECT_EQ((*market)->progress().total, 12'345U);
    const support::OwnedBytes all = all_of(**market);
    EXPECT_EQ((*market)->progress().done, 12'345U);
    EXPECT_EQ((*market)->progress().messages, 12'345U);
    auto generator = MarketGenerator::create(options);
    ASSERT_TRUE(generator.has_value());
    std::vector<std::byte> block(1'000);
    support::OwnedBytes same;
    for (Bytes part = generator->next_block(block); !part.empty();
         part = generator->next_block(block)) {
        support::append(same, part);
    }
    EXPECT_TRUE(all == same);
    EXPECT_FALSE(MarketInput::generated({.messages = 1, .instruments = 100}).has_value());
}

}  // namespace
}  // namespace hotpath::sim::market
