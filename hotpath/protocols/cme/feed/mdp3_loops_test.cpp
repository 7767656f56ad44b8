// The place in a loop that is sent again and again: beginnings, the other line's copies, gaps.

#include "hotpath/protocols/cme/feed/mdp3_loops.hpp"

#include <gtest/gtest.h>

namespace hotpath::feed {
namespace {

using Step = Mdp3LoopPosition::Step;

TEST(Mdp3LoopPosition, WaitsForTheFirstPacketAndThenTakesEachOnce) {
    Mdp3LoopPosition loop;
    EXPECT_EQ(loop.on_packet(3, 10), Step::Ignored);
    EXPECT_EQ(loop.on_packet(1, 20), Step::Begin);
    EXPECT_EQ(loop.on_packet(1, 20), Step::Ignored);  // the other line's
    EXPECT_EQ(loop.on_packet(2, 21), Step::Next);
    EXPECT_EQ(loop.on_packet(2, 21), Step::Ignored);
    EXPECT_EQ(loop.on_packet(3, 22), Step::Next);
}

TEST(Mdp3LoopPosition, AfterAGapWaitsForTheNextBeginning) {
    Mdp3LoopPosition loop;
    EXPECT_EQ(loop.on_packet(1, 20), Step::Begin);
    EXPECT_EQ(loop.on_packet(3, 22), Step::Broken);
    EXPECT_EQ(loop.on_packet(2, 21), Step::Ignored);
    EXPECT_EQ(loop.on_packet(4, 23), Step::Ignored);
    EXPECT_EQ(loop.on_packet(1, 30), Step::Begin);
}

TEST(Mdp3LoopPosition, TheNextLoopsBeginningIsNoCopyOfThisOnes) {
    Mdp3LoopPosition loop;
    EXPECT_EQ(loop.on_packet(1, 20), Step::Begin);
    EXPECT_EQ(loop.on_packet(2, 21), Step::Next);
    EXPECT_EQ(loop.on_packet(1, 30), Step::Begin);
    EXPECT_EQ(loop.on_packet(2, 21), Step::Ignored);  // of the loop before, on the slower line
    EXPECT_EQ(loop.on_packet(2, 31), Step::Next);
}

TEST(Mdp3LoopPosition, OnePacketWithAWrongTimeDoesNotEndItForEver) {
    Mdp3LoopPosition loop;
    EXPECT_EQ(loop.on_packet(1, 1'000'000), Step::Begin);
    Step step = Step::Ignored;
    for (int packets = 0; packets < 40 && step == Step::Ignored; ++packets) {
        step = loop.on_packet(1, 20);
    }
    EXPECT_EQ(step, Step::Begin);
}

}  // namespace
}  // namespace hotpath::feed
