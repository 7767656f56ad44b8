// LineArbiter: each message once and in sequence, the statistics of each line, doubted packets.

#include "hotpath/feed/line_arbiter.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"

namespace hotpath::feed {
namespace {

using protocols::nasdaq::moldudp64::PacketWriter;
using protocols::nasdaq::moldudp64::Session;
using Texts = std::vector<std::string>;

/// Message N is the text "N"; sessions are named by one letter.
class LineArbiterTest : public ::testing::Test {
  protected:
    struct Heard {
        void on_message(Bytes message) {
            texts.emplace_back(reinterpret_cast<const char*>(message.data()), message.size());
        }
        void on_session() { texts.emplace_back("session"); }
        Texts texts;
    };

    Arrival give(Line line, std::uint64_t first, int count, char session = 'M') {
        PacketWriter writer(buffer_, name_of(session), first);
        for (int i = 0; i < count; ++i) {
            const std::string text = std::to_string(first + static_cast<std::uint64_t>(i));
            EXPECT_TRUE(writer.try_append(std::as_bytes(std::span(text))));
        }
        return take(line, writer.finish());
    }
    Arrival give_end(Line line, std::uint64_t next, char session = 'M') {
        PacketWriter writer(buffer_, name_of(session), next);
        return take(line, writer.finish_session());
    }
    Arrival take(Line line, Bytes bytes) {
        return arbiter.on_packet({.line = line, .bytes = bytes, .now = now}, heard);
    }
    /// What was delivered since the last call.
    Texts delivered() { return std::exchange(heard.texts, {}); }

    static Session name_of(char session) {
        return protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>(
            std::string(1, session));
    }

    static constexpr Nanos kSilence{1'000};

    LineArbiter arbiter{
        {.store = {.messages_max = 64, .message_length_max = 8}, .silence_max = kSilence}};
    Heard heard;
    Time now{100};

  private:
    std::vector<std::byte> buffer_ =
        std::vector<std::byte>(protocols::nasdaq::moldudp64::kPacketLengthMax);
};

TEST_F(LineArbiterTest, WhicheverLineBringsAMessageFirstCounts) {
    EXPECT_EQ(give(Line::A, 1, 2), Arrival::Delivered);
    EXPECT_EQ(give(Line::B, 1, 2), Arrival::Duplicate);
    EXPECT_EQ(give(Line::B, 3, 1), Arrival::Delivered);
    EXPECT_EQ(give(Line::A, 3, 1), Arrival::Duplicate);
    EXPECT_EQ(delivered(), (Texts{"session", "1", "2", "3"}));
    EXPECT_EQ(arbiter.counters(Line::A).messages_first, 2U);
    EXPECT_EQ(arbiter.counters(Line::A).messages_late, 1U);
    EXPECT_EQ(arbiter.counters(Line::B).messages_first, 1U);
    EXPECT_EQ(arbiter.counters(Line::B).messages_late, 2U);
    EXPECT_EQ(arbiter.counters(Line::B).duplicates, 1U);
}

TEST_F(LineArbiterTest, PacketsCutDifferentlyOverlap) {
    give(Line::A, 1, 2);
    EXPECT_EQ(give(Line::A, 5, 2), Arrival::Kept);
    EXPECT_EQ(give(Line::A, 8, 1), Arrival::Kept);
    delivered();
    EXPECT_EQ(give(Line::B, 2, 5), Arrival::Delivered) << "2 known, 3 4 new, 5 6 kept already";
    EXPECT_EQ(delivered(), (Texts{"3", "4", "5", "6"}));
    EXPECT_EQ(arbiter.counters(Line::B).messages_first, 2U);
    EXPECT_EQ(arbiter.counters(Line::B).messages_late, 3U);
    EXPECT_EQ(give(Line::B, 7, 1), Arrival::Delivered);
    EXPECT_EQ(delivered(), (Texts{"7", "8"}));
    EXPECT_FALSE(arbiter.has_gap());
    EXPECT_TRUE(arbiter.store().empty());
}

TEST_F(LineArbiterTest, APacketKeptAlreadyIsADuplicate) {
    give(Line::A, 1, 1);
    give(Line::A, 4, 2);
    EXPECT_EQ(give(Line::B, 4, 2), Arrival::Duplicate);
    EXPECT_EQ(give(Line::B, 5, 2), Arrival::Kept);
    EXPECT_EQ(arbiter.counters(Line::B).messages_first, 1U);
}

TEST_F(LineArbiterTest, EachLineIsHeldToWhatItBroughtItself) {
    give(Line::A, 1, 2);
    give(Line::A, 5, 1);
    give(Line::A, 7, 1);
    give(Line::B, 1, 7);
    EXPECT_EQ(arbiter.counters(Line::A).gaps, 2U);
    EXPECT_EQ(arbiter.counters(Line::A).messages_missed, 3U);
    EXPECT_EQ(arbiter.counters(Line::B).gaps, 0U);
    EXPECT_EQ(give(Line::B, 20, 0), Arrival::Empty);
    EXPECT_EQ(arbiter.counters(Line::B).messages_missed, 12U) << "a heartbeat shows it too";
}

TEST_F(LineArbiterTest, InAnotherSessionALineBeginsAnew) {
    give(Line::A, 1, 30);
    give_end(Line::A, 31);
    give(Line::A, 1, 2, 'T');
    EXPECT_EQ(arbiter.counters(Line::A).gaps, 0U);
    give(Line::A, 5, 1, 'T');
    EXPECT_EQ(arbiter.counters(Line::A).gaps, 1U);
    EXPECT_EQ(arbiter.counters(Line::A).messages_missed, 2U);
}

TEST_F(LineArbiterTest, LatenessIsMeasuredAgainstTheFirstCopy) {
    give(Line::A, 1, 2);
    now = {130};
    give(Line::B, 1, 2);
    give(Line::A, 3, 1);
    now = {200};
    give(Line::B, 3, 1);
    const LineCounters& late = arbiter.counters(Line::B);
    EXPECT_EQ(late.late_packets, 2U);
    EXPECT_EQ(late.lateness_max, Nanos{70});
    EXPECT_EQ(late.lateness_total, Nanos{100});
    EXPECT_EQ(late.last_time, Time{200});
    EXPECT_EQ(arbiter.counters(Line::A).late_packets, 0U);
}

TEST_F(LineArbiterTest, ADamagedPacketIsCountedAndChangesNothing) {
    give(Line::A, 1, 1);
    std::vector<std::byte> buffer(100);
    PacketWriter writer(buffer, name_of('M'), 2);
    EXPECT_TRUE(writer.try_append(std::as_bytes(std::span("message"))));
    const Bytes packet = writer.finish();
    for (std::size_t length = 0; length < packet.size(); ++length) {
        EXPECT_EQ(take(Line::A, packet.first(length)), Arrival::Malformed);
    }
    EXPECT_EQ(arbiter.counters(Line::A).malformed, packet.size());
    EXPECT_EQ(arbiter.known_end(), 2U);
}

TEST_F(LineArbiterTest, NumbersThatNoPacketHasAreDamage) {
    give(Line::A, 1, 1);
    EXPECT_EQ(give(Line::A, 0, 0), Arrival::Malformed);
    EXPECT_EQ(give(Line::A, LineArbiter::kSequenceNumberMax + 1, 0), Arrival::Malformed);
    EXPECT_EQ(give(Line::A, ~std::uint64_t{0}, 5), Arrival::Malformed);
    EXPECT_EQ(give(Line::A, LineArbiter::kSequenceNumberMax, 5), Arrival::Doubted);
    EXPECT_EQ(arbiter.known_end(), 2U);
}

TEST_F(LineArbiterTest, AsFarAsTheStoreReachesANumberIsBelieved) {
    give(Line::A, 1, 1);
    EXPECT_EQ(give(Line::A, 2 + 64 + 1, 1), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 2 + 64, 1), Arrival::Kept);
    EXPECT_EQ(arbiter.counters(Line::A).messages_beyond, 1U) << "the store ends one before it";
    EXPECT_TRUE(arbiter.is_overrun());
}

TEST_F(LineArbiterTest, FarNumbersAreBelievedWhenThreePacketsInARowAgree) {
    give(Line::A, 1, 1);
    EXPECT_EQ(give(Line::A, 1'000, 1), Arrival::Doubted);
    EXPECT_EQ(give(Line::B, 1'000, 1), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 2'000, 1), Arrival::Doubted) << "does not agree";
    EXPECT_EQ(give(Line::A, 1'001, 1), Arrival::Doubted) << "neither";
    EXPECT_EQ(give(Line::B, 1'000, 1), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 2, 0), Arrival::Empty) << "what is expected refutes it";
    EXPECT_EQ(give(Line::A, 1'001, 1), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 1'002, 1), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 1'003, 1), Arrival::Kept);
    EXPECT_EQ(arbiter.known_end(), 1'004U);
}

TEST_F(LineArbiterTest, AnotherSessionIsBelievedWhenThreePacketsInARowAgree) {
    give(Line::A, 1, 2);
    EXPECT_EQ(give(Line::A, 1, 1, 'T'), Arrival::Doubted);
    EXPECT_EQ(give(Line::B, 2, 1, 'T'), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 3, 1, 'W'), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 1, 1, 'T'), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 2, 1, 'T'), Arrival::Doubted);
    delivered();
    EXPECT_EQ(give(Line::B, 1, 1, 'T'), Arrival::Delivered);
    EXPECT_EQ(delivered(), (Texts{"session", "1"}));
    EXPECT_EQ(arbiter.session(), name_of('T'));
    EXPECT_EQ(arbiter.sessions(), 2U);
    EXPECT_EQ(arbiter.known_end(), 2U);
}

TEST_F(LineArbiterTest, NumbersFarAheadAreLeftWhenTheSessionGoesOnWhereItWas) {
    give(Line::A, 1, 3);
    for (int n = 0; n < 3; ++n) {
        give(Line::A, 5'000, 0);
    }
    EXPECT_EQ(arbiter.skip_gap(heard), 4'996U);
    EXPECT_EQ(give(Line::A, 4, 1), Arrival::Duplicate);
    EXPECT_EQ(give(Line::B, 4, 1), Arrival::Duplicate);
    delivered();
    EXPECT_EQ(give(Line::A, 5'000, 1), Arrival::Delivered) << "it goes on there";
    EXPECT_EQ(give(Line::A, 5, 1), Arrival::Duplicate);
    EXPECT_EQ(give(Line::B, 5, 1), Arrival::Duplicate);
    EXPECT_EQ(arbiter.next_sequence_number(), 5'001U);
    delivered();
    EXPECT_EQ(give(Line::A, 6, 1), Arrival::Duplicate) << "three in a row that it does not";
    EXPECT_EQ(delivered(), Texts{"session"}) << "it begins again";
    EXPECT_EQ(arbiter.session(), name_of('M'));
    EXPECT_EQ(arbiter.next_sequence_number(), 1U);
    EXPECT_EQ(give(Line::A, 7, 1), Arrival::Kept);
    EXPECT_EQ(give(Line::Replies, 1, 6), Arrival::Delivered);
    EXPECT_EQ(delivered(), (Texts{"1", "2", "3", "4", "5", "6", "7"}));
}

TEST_F(LineArbiterTest, NumbersFarAheadThatBeganASessionAreLeftToo) {
    for (int n = 0; n < 3; ++n) {
        give(Line::A, 5'000, 0);
    }
    EXPECT_EQ(arbiter.skip_gap(heard), 4'999U);
    for (std::uint64_t n = 2; n <= 4; ++n) {
        EXPECT_EQ(give(Line::B, n, 1), Arrival::Duplicate);
    }
    EXPECT_EQ(arbiter.next_sequence_number(), 1U);
    EXPECT_EQ(give(Line::A, 5, 1), Arrival::Kept);
}

TEST_F(LineArbiterTest, WhileASessionLivesNoOtherIsBelieved) {
    give(Line::A, 1, 1);
    give(Line::B, 1, 1);
    give(Line::A, 2, 1);  // three packets: it is established
    now = now + kSilence;
    for (std::uint64_t n = 1; n <= 10; ++n) {
        EXPECT_EQ(give(Line::A, n, 1, 'T'), Arrival::OtherSession);
    }
    EXPECT_EQ(give(Line::Replies, 11, 1, 'T'), Arrival::OtherSession);
    EXPECT_EQ(arbiter.session(), name_of('M'));
    EXPECT_EQ(arbiter.other_session(), name_of('T'));
    EXPECT_EQ(arbiter.counters(Line::A).others, 10U);
    EXPECT_EQ(arbiter.counters(Line::A).doubted, 0U);
    EXPECT_EQ(arbiter.counters(Line::A).last_time, Time{100}) << "they are no sign of life";

    now = now + Nanos{1};
    EXPECT_EQ(give(Line::A, 12, 1, 'T'), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 13, 1, 'T'), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 14, 1, 'T'), Arrival::Kept);
    EXPECT_EQ(arbiter.session(), name_of('T'));
}

TEST_F(LineArbiterTest, ASessionThatTookOverInASilenceIsLeftWhenItIsSilentItself) {
    give(Line::A, 1, 3);
    for (std::uint64_t n = 1; n <= 3; ++n) {
        give(Line::A, n, 1, 'T');
    }
    EXPECT_EQ(arbiter.session(), name_of('T'));
    give(Line::A, 4, 2, 'T');
    give(Line::A, 6, 1, 'T');
    EXPECT_EQ(give(Line::A, 4, 1), Arrival::OtherSession);
    now = now + kSilence + Nanos{1};
    give(Line::A, 5, 1);
    give(Line::A, 6, 1);
    EXPECT_EQ(give(Line::A, 7, 1), Arrival::Kept);
    EXPECT_EQ(arbiter.session(), name_of('M'));
}

TEST_F(LineArbiterTest, AfterTheEndTheNextSessionBeginsAtOnceButNotWithAGap) {
    give(Line::A, 1, 2);
    EXPECT_EQ(give_end(Line::A, 4), Arrival::Empty);
    EXPECT_FALSE(arbiter.is_ended());
    EXPECT_EQ(give(Line::A, 1, 1, 'T'), Arrival::Doubted);
    give(Line::B, 3, 1);
    EXPECT_TRUE(arbiter.is_ended());
    EXPECT_EQ(give(Line::A, 1, 1, 'T'), Arrival::Delivered);
    EXPECT_FALSE(arbiter.is_ended());
}

// Found by `hotpath sim --seed 40928`: a heartbeat with a damaged name came first, requests
// for that session were not answered, and after a snapshot the books were live in it.
TEST_F(LineArbiterTest, JoiningLateTheFirstSessionIsBelievedWhenThreePacketsInARowAgree) {
    EXPECT_EQ(give(Line::A, 38, 0, 'D'), Arrival::Doubted);
    EXPECT_FALSE(arbiter.has_session());
    EXPECT_EQ(give(Line::B, 38, 0), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 38, 2), Arrival::Doubted);
    EXPECT_EQ(give(Line::B, 38, 2), Arrival::Kept);
    EXPECT_EQ(arbiter.session(), name_of('M'));
    EXPECT_EQ(arbiter.sessions(), 1U);
    EXPECT_EQ(arbiter.next_sequence_number(), 1U);
    EXPECT_EQ(arbiter.known_end(), 40U);
}

TEST_F(LineArbiterTest, AfterTheEndALateSessionIsBelievedWhenThreePacketsInARowAgree) {
    give(Line::A, 1, 2);
    give_end(Line::A, 3);
    EXPECT_EQ(give_end(Line::B, 3, 'D'), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 5, 1, 'T'), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 6, 1, 'T'), Arrival::Doubted);
    EXPECT_EQ(arbiter.session(), name_of('M'));
    EXPECT_EQ(give(Line::A, 7, 1, 'T'), Arrival::Kept);
    EXPECT_EQ(arbiter.session(), name_of('T'));
}

TEST_F(LineArbiterTest, AMessageBehindTheEndShowsThatItWasNone) {
    give(Line::A, 1, 2);
    give_end(Line::A, 3);
    EXPECT_TRUE(arbiter.is_ended());
    give(Line::B, 1, 2);
    EXPECT_TRUE(arbiter.is_ended()) << "a line that is late says nothing new";
    give(Line::B, 3, 1);
    EXPECT_FALSE(arbiter.is_ended());
    give_end(Line::B, 4);
    EXPECT_TRUE(arbiter.is_ended());
}

/// The two lines are read one after the other behind a pause: the second is a session late.
TEST_F(LineArbiterTest, ASlowLineDoesNotBringBackTheSessionThatHasEnded) {
    give(Line::A, 1, 8);
    give_end(Line::A, 9);
    EXPECT_EQ(give(Line::A, 1, 1, 'T'), Arrival::Delivered);
    for (std::uint64_t number = 1; number < 9; ++number) {
        EXPECT_EQ(give(Line::B, number, 1), Arrival::OtherSession);
    }
    EXPECT_EQ(give_end(Line::B, 9), Arrival::OtherSession);
    EXPECT_EQ(give(Line::B, 1, 2, 'T'), Arrival::Delivered);
    EXPECT_EQ(arbiter.sessions(), 2U);
    EXPECT_EQ(arbiter.session(), name_of('T'));
    EXPECT_EQ(arbiter.counters(Line::B).others, 9U);
}

TEST_F(LineArbiterTest, ASessionThatGoesBeyondItsEndIsBelievedAgain) {
    give(Line::A, 1, 8);
    give_end(Line::B, 9);
    give(Line::B, 1, 1, 'T');  // a forgery, as the end was
    EXPECT_EQ(give(Line::A, 9, 1), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 10, 1), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 11, 1), Arrival::Kept);
    EXPECT_EQ(arbiter.session(), name_of('M'));
}

TEST_F(LineArbiterTest, ASessionThatHasEndedIsBelievedAgainWhenTheNextIsSilentOrEndsItself) {
    give(Line::A, 1, 8);
    give_end(Line::A, 9);
    give(Line::A, 1, 1, 'T');
    now = now + kSilence + Nanos{1};
    EXPECT_EQ(give(Line::A, 3, 1), Arrival::Doubted);
    EXPECT_EQ(give(Line::A, 1, 1, 'T'), Arrival::Duplicate);
    give_end(Line::A, 2, 'T');
    EXPECT_EQ(give(Line::A, 1, 1), Arrival::Delivered) << "venues name their days in turn";
    EXPECT_EQ(arbiter.session(), name_of('M'));
}

TEST_F(LineArbiterTest, RepliesNeverNameASession) {
    EXPECT_EQ(give(Line::Replies, 1, 1), Arrival::Doubted);
    EXPECT_FALSE(arbiter.has_session());
    give(Line::A, 1, 1);
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(give(Line::Replies, 2, 1, 'T'), Arrival::Doubted);
        EXPECT_EQ(give(Line::Replies, 5'000, 1), Arrival::Doubted);
    }
    EXPECT_EQ(give(Line::Replies, 2, 1), Arrival::Delivered);
}

TEST_F(LineArbiterTest, AMessageTooLongForTheStoreComesAgainInItsTurn) {
    give(Line::A, 1, 1);
    std::vector<std::byte> buffer(100);
    PacketWriter writer(buffer, name_of('M'), 3);
    EXPECT_TRUE(writer.try_append(std::as_bytes(std::span("no slot holds this"))));
    const Bytes packet = writer.finish();
    EXPECT_EQ(take(Line::A, packet), Arrival::Kept);
    EXPECT_EQ(arbiter.counters(Line::A).messages_beyond, 1U);
    give(Line::B, 2, 1);
    EXPECT_TRUE(arbiter.has_gap());
    delivered();
    EXPECT_EQ(take(Line::Replies, packet), Arrival::Delivered);
    EXPECT_FALSE(arbiter.has_gap());
    EXPECT_EQ(delivered().size(), 1U);
}

TEST_F(LineArbiterTest, HeldItKeepsTheNewestAndForgetsWhatHeartbeatsClaimed) {
    give(Line::A, 1, 2);
    delivered();
    arbiter.hold();
    give(Line::A, 3, 40);
    give(Line::A, 43, 40);
    give(Line::A, 100, 0);
    EXPECT_EQ(delivered(), Texts{});
    EXPECT_EQ(arbiter.next_sequence_number(), 83U - 64U);
    EXPECT_TRUE(arbiter.resume_at(80, heard));
    EXPECT_EQ(delivered(), (Texts{"80", "81", "82"}));
    EXPECT_FALSE(arbiter.has_gap());
}

}  // namespace
}  // namespace hotpath::feed
