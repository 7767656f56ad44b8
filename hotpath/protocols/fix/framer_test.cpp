#include "hotpath/protocols/fix/framer.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/checksum.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::fix_message;
using support::text_of;
using support::view_of;
using support::with_soh;

const std::string kHeartbeat = fix_message("FIX.4.4", "35=0|34=2|49=TW|56=ISLD|");
const std::string kOrder = fix_message("FIX.4.4", "35=D|34=3|49=TW|56=ISLD|11=ID|55=INTC|");
const std::string kTransport = fix_message("FIXT.1.1", "35=0|34=4|49=TW|56=ISLD|");

/// What a stream gives: the messages, and how often each status.
struct Received {
    std::vector<std::string> messages;
    std::map<FrameStatus, int> statuses;

    friend bool operator==(const Received&, const Received&) = default;
};

void receive(Framer& framer, std::string_view stream, Received& received) {
    Bytes rest = view_of(stream);
    Bytes message;
    for (FrameStatus status; (status = framer.next(rest, message)) != FrameStatus::NeedMore;) {
        ++received.statuses[status];
        if (status == FrameStatus::Whole) {
            received.messages.push_back(text_of(message));
        }
    }
    EXPECT_TRUE(rest.empty()) << "everything is used up";
}

Received received_at_once(std::string_view stream) {
    Framer framer(1024);
    Received received;
    receive(framer, stream, received);
    return received;
}

/// Every way of getting the stream must give the same: at once, byte by byte, cut in two anywhere.
Received received_in_any_pieces(std::string_view stream) {
    const Received expected = received_at_once(stream);
    for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
        Framer framer(1024);
        Received received;
        receive(framer, stream.substr(0, cut), received);
        receive(framer, stream.substr(cut), received);
        EXPECT_EQ(received, expected) << "cut at " << cut;
    }
    Framer framer(1024);
    Received received;
    for (const char& c : stream) {
        receive(framer, {&c, 1}, received);
    }
    EXPECT_EQ(received, expected) << "byte by byte";
    return expected;
}

TEST(FixFramer, MessagesComeOutOfAStreamCutAnywhere) {
    const Received received = received_in_any_pieces(kHeartbeat + kOrder + kTransport);
    EXPECT_EQ(received.messages, (std::vector{kHeartbeat, kOrder, kTransport}));
    EXPECT_EQ(received.statuses, (std::map<FrameStatus, int>{{FrameStatus::Whole, 3}}));
}

TEST(FixFramer, AMessageThatIsNotCutStaysWhereItLies) {
    Framer framer(1024);
    const std::string stream = kHeartbeat + kOrder;
    Bytes rest = view_of(stream);
    Bytes message;
    const NoAllocScope scope;
    ASSERT_EQ(framer.next(rest, message), FrameStatus::Whole);
    EXPECT_EQ(message.data(), view_of(stream).data());
    ASSERT_EQ(framer.next(rest, message), FrameStatus::Whole);
    EXPECT_EQ(message.data(), view_of(stream).data() + kHeartbeat.size());
    EXPECT_EQ(scope.allocations(), 0U);
}

/// A garbled message between two good ones: it is reported once, and the second is still received.
void expect_skipped(FrameStatus status, std::string_view garbled) {
    SCOPED_TRACE(garbled);
    const Received received = received_in_any_pieces(kHeartbeat + std::string(garbled) + kOrder);
    EXPECT_EQ(received.messages, (std::vector{kHeartbeat, kOrder}));
    EXPECT_EQ(received.statuses,
              (std::map<FrameStatus, int>{{FrameStatus::Whole, 2}, {status, 1}}));
}

TEST(FixFramer, EachKindOfGarbledMessageIsSkippedAndReportedOnce) {
    expect_skipped(FrameStatus::NoBeginString,
                   with_soh("35=0|8=FIX.4.4|9=29|34=2|10=121|").substr(0, 5));
    expect_skipped(FrameStatus::NoBeginString, with_soh("58=FIX.4.4|9=5|35=0|"));
    expect_skipped(FrameStatus::BadBeginString, with_soh("8=FIX.44|9=5|35=0|10=000|"));
    expect_skipped(FrameStatus::BadBeginString, with_soh("8=FIXX.4.4|9=5|35=0|10=000|"));
    expect_skipped(FrameStatus::BadBodyLength, with_soh("8=FIX.4.4|35=0|9=5|10=000|"));
    expect_skipped(FrameStatus::BadBodyLength, with_soh("8=FIX.4.4|9=|35=0|10=000|"));
    expect_skipped(FrameStatus::BadBodyLength, with_soh("8=FIX.4.4|9=-5|35=0|10=000|"));
    expect_skipped(FrameStatus::BadBodyLength, with_soh("8=FIX.4.4|9=12345678|35=0|10=000|"));
    expect_skipped(FrameStatus::NoMsgType, with_soh("8=FIX.4.4|9=12|34=3|35=0|49=T|10=000|"));
    expect_skipped(FrameStatus::TooLong, with_soh("8=FIX.4.4|9=1010|35=0|10=000|"));
    expect_skipped(FrameStatus::BadCheckSum, with_soh("8=FIX.4.4|9=5|35=0|10=162|"));
    expect_skipped(FrameStatus::BadCheckSum, with_soh("8=FIX.4.4|9=5|35=0|10=256|"));
    expect_skipped(FrameStatus::BadCheckSum, with_soh("8=FIX.4.4|9=5|35=0|10=1x3|"));
    expect_skipped(FrameStatus::BadCheckSum, with_soh("8=FIX.4.4|9=5|35=0|10=7|"));
}

/// Session test case 2m: the body is longer than BodyLength says.
TEST(FixFramer, ABodyLengthThatIsTooShortLosesItsMessageAlone) {
    std::string garbled = kOrder;
    garbled.replace(garbled.find("9="), 4, "9=20");
    expect_skipped(FrameStatus::BadBodyLength, garbled);
}

TEST(FixFramer, ABodyLengthThatIsTooLongTakesTheNextMessageWithIt) {
    std::string garbled = kOrder;
    const auto length = std::to_string(std::stoi(garbled.substr(garbled.find("9=") + 2, 2)) + 22);
    garbled.replace(garbled.find("9=") + 2, 2, length);
    const Received received = received_in_any_pieces(garbled + kHeartbeat + kOrder);
    EXPECT_EQ(received.messages, std::vector{kOrder});
    EXPECT_EQ(received.statuses.at(FrameStatus::BadBodyLength), 1);
}

/// A message whose body has others; its CheckSum is no number.
std::string garbled_around(const std::string& others) {
    const std::string body = with_soh("35=D|") + others;
    return with_soh("8=FIX.4.4|9=" + std::to_string(body.size()) + "|") + body +
           with_soh("10=1x3|");
}

/// By the time that it is known to be garbled, whole messages are in the buffer behind its beginning.
TEST(FixFramer, AGarbledMessageAroundGoodOnesLosesNoneOfThem) {
    const Received received =
        received_in_any_pieces(garbled_around(kHeartbeat + kOrder) + kTransport);
    EXPECT_EQ(received.messages, (std::vector{kHeartbeat, kOrder, kTransport}));
    EXPECT_EQ(received.statuses.at(FrameStatus::BadCheckSum), 1);
}

TEST(FixFramer, AWrongLengthWithoutACheckSumEndsWhenTheBufferIsFull) {
    const std::string garbled = with_soh("8=FIX.4.4|9=5|35=D|58=") + std::string(1100, 'x');
    const Received received = received_in_any_pieces(garbled + with_soh("|") + kOrder);
    EXPECT_EQ(received.messages, std::vector{kOrder});
    EXPECT_EQ(received.statuses.at(FrameStatus::BadBodyLength), 1);
}

TEST(FixFramer, ADelimiterWithinDataDoesNotEndAMessage) {
    const std::string signed_in = fix_message("FIX.4.4", "35=A|34=1|95=14|96=a|10=123|b=c8=|98=0|");
    const Received received = received_in_any_pieces(signed_in + kOrder);
    EXPECT_EQ(received.messages, (std::vector{signed_in, kOrder}));
}

TEST(FixFramer, ClearForgetsWhatHasBegunToArrive) {
    Framer framer(1024);
    Bytes rest = view_of(kOrder).first(30);
    Bytes message;
    EXPECT_EQ(framer.next(rest, message), FrameStatus::NeedMore);
    EXPECT_EQ(framer.held(), 30U);
    framer.clear();
    EXPECT_EQ(framer.held(), 0U);
    rest = view_of(kHeartbeat);
    EXPECT_EQ(framer.next(rest, message), FrameStatus::Whole);
}

TEST(FixFramer, EveryStatusHasAName) {
    for (std::size_t i = 0; i < kFrameStatuses; ++i) {
        EXPECT_FALSE(name(static_cast<FrameStatus>(i)).empty());
    }
}

/// Good messages and broken ones in pieces of any size: what comes out does not depend on the
/// pieces, and every good message that no broken one stands before comes out.
TEST(FixFramer, RandomStreamsGiveTheSameInAnyPieces) {
    Random random(support::seed_of_this_test(22));
    const auto rounds = support::rounds_of_this_run({.usual = 2'000, .long_run = 100'000});
    for (std::uint64_t round = 0; round < rounds; ++round) {
        std::string stream;
        for (std::uint64_t i = random.below(8); i > 0; --i) {
            std::string message = random.one_in(2) ? kOrder : kTransport;
            if (random.one_in(8)) {
                message = garbled_around(message + kHeartbeat);
            }
            if (random.one_in(3)) {
                message[random.below(message.size())] = static_cast<char>(random.below(256));
            }
            stream +=
                message.substr(0, random.one_in(5) ? random.below(message.size()) : message.size());
        }
        stream += kHeartbeat + kHeartbeat;
        const Received expected = received_at_once(stream);
        Framer framer(1024);
        Received received;
        for (std::size_t first = 0; first < stream.size();) {
            const std::size_t piece = 1 + random.below(90);
            receive(framer, std::string_view(stream).substr(first, piece), received);
            first += piece;
        }
        ASSERT_EQ(received, expected);
    }
}

TEST(FixChecksum, ItIsTheSumOfTheBytesAtAnyLength) {
    Random random(support::seed_of_this_test(23));
    std::vector<std::byte> bytes;
    std::uint64_t sum = 0;
    for (int length = 0; length < 5'000; ++length) {
        ASSERT_EQ(checksum(bytes), sum % 256) << length;
        bytes.push_back(
            std::byte{static_cast<std::uint8_t>(random.one_in(2) ? 255 : random.below(256))});
        sum += std::to_integer<std::uint64_t>(bytes.back());
    }
}

}  // namespace
}  // namespace hotpath::protocols::fix
