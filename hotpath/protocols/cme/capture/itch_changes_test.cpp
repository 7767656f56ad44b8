#include "hotpath/protocols/cme/capture/itch_changes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/protocols/framing.hpp"
#include "tests/support/dbn_day.hpp"

namespace hotpath::capture::mdp3 {
namespace {

using ::testing::ElementsAre;

constexpr Time kNow{1'000};
constexpr Price kPrice{5'000};

/// Events of one instrument, and the messages that they make.
class ItchOfMdp3 : public testing::Test {
  protected:
    ItchOfMdp3() {
        EXPECT_TRUE(directory_.admits({1}, *Symbol::from("ABC")));
        changes_.set_directory(directory_);
        changes_.set_sent_at(kNow);
    }

    void trade(std::uint64_t qty) {
        changes_.on_trade({.resting_side = Side::Buy,
                           .instrument = {1},
                           .price = kPrice,
                           .qty = {qty},
                           .venue_time = kNow});
    }
    void add(std::uint64_t id, std::uint32_t qty) {
        changes_.on_change({.verb = book::BookVerb::Add, .after = order(id, qty)}, kNow);
    }
    void replace(std::uint64_t id, std::uint32_t qty, book::OrderView now) {
        changes_.on_change(
            {.verb = book::BookVerb::Replace, .before = order(id, qty), .after = now}, kNow);
    }
    static book::OrderView order(std::uint64_t id, std::uint32_t qty, Price price = kPrice) {
        return {
            .id = {id}, .instrument = {1}, .side = Side::Buy, .price = price, .leaves_qty = {qty}};
    }
    std::vector<std::string> words() {
        changes_.on_end_of_event(kNow);
        support::ItchWords listener;
        protocols::FrameCursor frames(changes_.block().bytes());
        for (Bytes message; frames.next(message);) {
            static_cast<void>(protocols::nasdaq::itch50::decode(message, listener));
        }
        EXPECT_EQ(listener.words.at(0), "R ABC");
        return {listener.words.begin() + 2, listener.words.end()};
    }

  private:
    feed::InstrumentDirectory directory_{1};
    StreamStats stats_;
    ItchChanges changes_{1, stats_};
};

TEST_F(ItchOfMdp3, ADisplayThatIsRefreshedWhenItTradesIsNewBehindTheOthers) {
    add(1, 2);
    add(2, 5);
    trade(2);
    replace(1, 2, order(3, 2));
    trade(9);
    replace(3, 2, order(4, 6));
    EXPECT_THAT(words(), ElementsAre("A 1 B2@5000", "A 2 B5@5000", "A 3 B2@5000", "E 1 2",
                                     "A 4 B6@5000", "E 3 2", "P B7@5000"));
}

TEST_F(ItchOfMdp3, AReplacementThatDidNotTradeIsAReplacement) {
    add(1, 2);
    replace(1, 2, order(3, 4));
    trade(2);
    replace(3, 4, order(4, 4, {4'990}));
    EXPECT_THAT(words(), ElementsAre("A 1 B2@5000", "U 1 3 4@5000", "U 3 4 4@4990", "P B2@5000"));
}

}  // namespace
}  // namespace hotpath::capture::mdp3
