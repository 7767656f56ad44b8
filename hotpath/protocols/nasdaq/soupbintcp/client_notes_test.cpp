#include "hotpath/protocols/nasdaq/soupbintcp/client_notes.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace hotpath::protocols::nasdaq::soupbintcp {
namespace {

std::vector<ClientNote> taken(ClientNotes& notes) {
    std::vector<ClientNote> all;
    notes.for_each([&](const ClientNote& note) { all.push_back(note); });
    return all;
}

TEST(ClientNotes, ASecondHasSoManyAndTheNextSaysHowManyWereLeftOut) {
    ClientNotes notes;
    const Time now{kNanosPerSecond};
    for (std::uint16_t n = 0; n < 25; ++n) {
        notes.add({.peer = {.port = n}, .reason = CloseReason::SlowReader}, now);
    }
    const auto first = taken(notes);
    ASSERT_EQ(first.size(), ClientNotes::kLinesPerSecondMax);
    EXPECT_EQ(first.front().peer.port, 0) << "the oldest first";
    EXPECT_EQ(first.back().suppressed, 0U);
    EXPECT_EQ(notes.suppressed(), 15U);
    notes.add({}, now + Nanos{kNanosPerSecond - 1});
    EXPECT_TRUE(taken(notes).empty());
    notes.add({}, now + Nanos{kNanosPerSecond});
    notes.add({}, now + Nanos{kNanosPerSecond});
    const auto next = taken(notes);
    ASSERT_EQ(next.size(), 2U);
    EXPECT_EQ(next[0].suppressed, 16U);
    EXPECT_EQ(next[1].suppressed, 0U);
}

TEST(ClientNotes, NotesThatAreNotTakenAreBounded) {
    ClientNotes notes;
    for (int n = 0; n < 1'000; ++n) {
        notes.add({}, Time{n * kNanosPerSecond});
    }
    EXPECT_EQ(taken(notes).size() + notes.suppressed(), 1'000U);
    EXPECT_GT(notes.suppressed(), 0U);
}

TEST(ClientNotes, AClientThatLeavesInOrderIsNotWorthALine) {
    EXPECT_FALSE(is_worth_a_note(CloseReason::LoggedOut));
    EXPECT_FALSE(is_worth_a_note(CloseReason::EndOfSession));
    EXPECT_FALSE(is_worth_a_note(CloseReason::Disconnected));
    EXPECT_TRUE(is_worth_a_note(CloseReason::LoginRejected));
    EXPECT_TRUE(is_worth_a_note(CloseReason::MalformedPacket));
    EXPECT_TRUE(is_worth_a_note(CloseReason::Displaced));
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::soupbintcp
