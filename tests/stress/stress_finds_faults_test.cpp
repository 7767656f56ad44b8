// The stress suite itself under test: queues that are wrong in a known way, and the fault it names.

#include <gtest/gtest.h>

#include "tests/stress/broken_queue.hpp"
#include "tests/stress/run.hpp"

namespace hotpath::stress {
namespace {

constexpr std::uint64_t kMessages = 20'000;

template <Fault kFault, bool kLossy = false>
Faults faults_of() {
    return run<BrokenQueue<kFault, kLossy>>({.messages = kMessages, .seed = 7}).faults;
}

TEST(StressSuite, AQueueThatIsRightHasNoFaults) {
    EXPECT_EQ((faults_of<Fault::None>().text()), "none");
    EXPECT_EQ((faults_of<Fault::None, true>().text()), "none");
}

TEST(StressSuite, BothEdgesAreMetAndThreadsStandStill) {
    const Report report = run<BrokenQueue<Fault::None, false>>({.messages = kMessages, .seed = 7});
    EXPECT_EQ(report.sent, kMessages);
    EXPECT_EQ(report.delivered, kMessages);
    EXPECT_GT(report.full, 0U);
    EXPECT_GT(report.empty, 0U);
    EXPECT_GT(report.stalls, 0U);
}

TEST(StressSuite, DroppedMessagesAreCounted) {
    const Faults faults = faults_of<Fault::DropsOne>();
    EXPECT_EQ(faults.dropped, kMessages / FaultyMessages<40>::kEvery);
    EXPECT_EQ(faults.total(), faults.dropped);
}

TEST(StressSuite, ALastMessageThatNeverComesIsMissed) {
    EXPECT_EQ(faults_of<Fault::DropsTheLast>().text(), "1 dropped");
}

TEST(StressSuite, DuplicatedMessagesAreCounted) {
    const Faults faults = faults_of<Fault::DuplicatesOne>();
    EXPECT_EQ(faults.duplicated, kMessages / FaultyMessages<40>::kEvery);
    EXPECT_EQ(faults.total(), faults.duplicated);
}

TEST(StressSuite, SwappedMessagesAreOutOfOrder) {
    const Faults faults = faults_of<Fault::SwapsTwo>();
    EXPECT_GT(faults.reordered, 0U);
    EXPECT_EQ(faults.total(), faults.reordered);
}

TEST(StressSuite, HalvesOfTwoMessagesAreNotOne) {
    EXPECT_GT(faults_of<Fault::TearsOne>().torn, 0U);
}

TEST(StressSuite, OneWrongBitIsSeen) {
    EXPECT_EQ(faults_of<Fault::FlipsOneBit>().torn, kMessages / FaultyMessages<40>::kEvery);
}

TEST(StressSuite, AMessageThatWasNotSentIsSeen) {
    EXPECT_EQ(faults_of<Fault::TakesOneForAnother>().torn, kMessages / FaultyMessages<40>::kEvery);
}

TEST(StressSuite, AGapThatIsNotTheMissingMessagesIsMiscounted) {
    EXPECT_GT((faults_of<Fault::MiscountsTheLost, true>().miscounted), 0U);
}

TEST(StressSuite, ALossThatIsNotReportedIsADrop) {
    EXPECT_GT((faults_of<Fault::ConcealsTheLost, true>().dropped), 0U);
}

// One byte has five bits of a message's number: enough to tell it from those around it.
TEST(StressSuite, FaultsOfMessagesOfOneByteAreSeen) {
    const Plan plan{.messages = kMessages, .seed = 7};
    EXPECT_EQ((run<BrokenQueue<Fault::None, false, 1>>(plan).faults.text()), "none");
    EXPECT_EQ((run<BrokenQueue<Fault::DropsOne, false, 1>>(plan).faults.dropped),
              kMessages / FaultyMessages<1>::kEvery);
    EXPECT_EQ((run<BrokenQueue<Fault::DuplicatesOne, false, 1>>(plan).faults.duplicated),
              kMessages / FaultyMessages<1>::kEvery);
}

TEST(StressPayload, EveryLengthIsWholeAndEveryOtherByteWouldNotBe) {
    for (const std::size_t length : {9U, 15U, 16U, 17U, 40U, 73U, 4096U}) {
        std::array<std::byte, kPayloadBytesMax> memory{};
        const std::span payload = std::span(memory).first(length);
        write_payload(payload, {.producer = 3, .number = 12'345'678'901});
        EXPECT_TRUE(is_whole(payload)) << length;
        EXPECT_EQ(tag_word(payload), 12'345'678'901 * kProducersMax + 3) << length;
        for (std::byte& byte : payload) {
            byte ^= std::byte{0x10};
            EXPECT_FALSE(is_whole(payload)) << length;
            byte ^= std::byte{0x10};
        }
    }
}

}  // namespace
}  // namespace hotpath::stress
