// The candidates run the product's own code, and all of a knob give one answer.
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/feed/itch/itch_feed.hpp"
#include "hotpath/jitter/core_list.hpp"
#include "hotpath/journal/options.hpp"
#include "hotpath/tune/look_ahead_knobs.hpp"
#include "hotpath/tune/market.hpp"
#include "hotpath/tune/prefetch_knob.hpp"
#include "hotpath/tune/ring_knobs.hpp"

namespace hotpath::tune {
namespace {

[[nodiscard]] Market small_market() {
    return *read_market({}, {.seed = 5, .messages = 20'000, .instruments = 50});
}

TEST(TuneMarket, IsTheFirstMessagesWithFullBooksAndTheirEnd) {
    const Market market = small_market();
    EXPECT_EQ(market.messages, 20'000U);
    feed::NullListener ignored;
    auto books = *feed::ItchBooks::create(market.by_order());
    auto levels = *feed::ItchLevels::create(market.by_price());
    for (int run = 0; run < 2; ++run) {  // in the same memory
        EXPECT_TRUE(books.replay_block(market.day, ignored));
        EXPECT_TRUE(levels.replay_block(market.day, ignored));
        EXPECT_GT(books.books().open_orders(), 500U);
        EXPECT_EQ(levels.books().open_orders(), books.books().open_orders());
        EXPECT_TRUE(books.replay_block(market.end, ignored));
        EXPECT_TRUE(levels.replay_block(market.end, ignored));
        EXPECT_EQ(books.books().open_orders(), 0U);
        EXPECT_EQ(levels.books().open_orders(), 0U);
        EXPECT_EQ(books.messages_undecoded(), 0U);
    }
}

/// Each twice, the second time in memory that the first has used.
void expect_one_answer(const Knob& knob, std::size_t candidates) {
    ASSERT_EQ(knob.candidates.size(), candidates) << knob.name;
    std::set<std::uint64_t> answers;
    std::set<std::string> words;
    for (int turn = 0; turn < 2; ++turn) {
        for (const Candidate& candidate : knob.candidates) {
            const CandidateRun run = candidate.run();
            EXPECT_GT(run.ns, 0);
            answers.insert(run.answer);
            words.insert(candidate.words);
        }
    }
    EXPECT_EQ(answers.size(), 1U) << knob.name;
    EXPECT_EQ(words.size(), candidates) << knob.name;
}

TEST(TuneKnobs, AMarketHasOneAnswerAtEveryDistance) {
    const Market market = small_market();
    ASSERT_EQ(look_ahead_candidates().front(), feed::LookAheadDistances{});
    const auto by_order = look_ahead_by_order(market);
    const auto by_price = look_ahead_by_price(market);
    ASSERT_TRUE(by_order && by_price);
    expect_one_answer(*by_order, look_ahead_candidates().size());
    expect_one_answer(*by_price, look_ahead_candidates().size() - 1);  // those without levels alone
}

TEST(TuneKnobs, GrowthMarketsGiveOneAnswerForAnyLookAheadThreshold) {
    const auto markets = markets_of_growth({.seed = 5, .messages = 60'000, .instruments = 200});
    ASSERT_TRUE(markets);
    ASSERT_EQ(markets->size(), 2U) << "a third would be too short for its instruments";
    EXPECT_EQ((*markets)[0].messages, 60'000U);
    EXPECT_EQ((*markets)[1].messages, 7'500U);
    for (const auto make : {orders_min_by_order, orders_min_by_price}) {
        const auto made = make(*markets);
        ASSERT_TRUE(made);
        EXPECT_EQ(made->orders_min.front(), feed::LookAheadOptions{}.orders_min);
        EXPECT_THAT(made->orders_min, testing::Contains(0U));
        EXPECT_THAT(made->orders_min, testing::Not(testing::Contains(262'144U)))
            << "the markets never have so many";
        expect_one_answer(made->knob, made->orders_min.size());
    }
}

TEST(TuneKnobs, RecordsAreChangedAlikeFromWhateverCacheTheyCome) {
    expect_one_answer(prefetch_locality(), 4);
}

TEST(TuneKnobs, AnotherMarketHasAnotherAnswer) {
    const Market one = small_market();
    const Market other = *read_market({}, {.seed = 6, .messages = 20'000, .instruments = 50});
    for (const auto make : {look_ahead_by_order, look_ahead_by_price}) {
        EXPECT_NE(make(one)->candidates.front().run().answer,
                  make(other)->candidates.front().run().answer);
    }
}

TEST(TuneKnobs, EveryRecordArrivesWhateverAReaderDoesAndHoweverMessagesLie) {
    const std::vector<std::uint32_t> cores = jitter::allowed_cores();
    if (cores.size() < 2) {
        GTEST_SKIP() << "two threads that spin need two cores";
    }
    ASSERT_EQ(journal_candidates().front(), journal::JournalOptions{}.head_start);
    const TwoCores two{.from = cores[0], .to = cores[1]};
    expect_one_answer(journal_head_start(two), journal_candidates().size());
    expect_one_answer(ring_layout(two), 2);
    expect_one_answer(ring_slots_ahead(two), 5);
    EXPECT_GT(measure::ping_pong_ns(1, two), 0);
}

}  // namespace
}  // namespace hotpath::tune
