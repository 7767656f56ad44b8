#include "hotpath/protocols/fix/message_writer.hpp"

#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/support/fix_messages.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::fix_message;
using support::text_of;
using support::with_soh;

constexpr Time kNow{1'709'210'096'789'000'000};

TEST(FixMessageWriter, AnOrderIsWrittenWithItsLengthAndItsSum) {
    std::array<std::byte, 512> buffer;
    MessageWriter writer(buffer);
    const NoAllocScope scope;
    writer.begin("FIX.4.4", "D");
    writer.add(tag::kSenderCompId, "BUYER");
    writer.add(tag::kTargetCompId, "EXCHANGE");
    writer.add_uint(tag::kMsgSeqNum, 17);
    writer.add_time(tag::kSendingTime, kNow, TimePrecision::Milliseconds);
    writer.add(tag::kClOrdId, "order-1234567890");
    writer.add_char(tag::kSide, '1');
    writer.add_decimal(tag::kPrice, {1250, 2});
    writer.add_int(tag::kOrderQty, -1);
    writer.add_boolean(tag::kPossDupFlag, true);
    writer.add(TagText::of(5001), "custom");
    const Bytes message = writer.finish();
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(text_of(message),
              fix_message("FIX.4.4",
                          "35=D|49=BUYER|56=EXCHANGE|34=17|52=20240229-12:34:56.789|"
                          "11=order-1234567890|54=1|44=12.50|38=-1|43=Y|5001=custom|"));
}

TEST(FixMessageWriter, TheNextMessageBeginsWithNothingOfTheOneBefore) {
    std::array<std::byte, 256> buffer;
    MessageWriter writer(buffer);
    writer.begin("FIX.4.4", "0");
    writer.add(tag::kText, "");
    EXPECT_TRUE(writer.finish().empty());
    writer.begin("FIXT.1.1", "1");
    writer.add(tag::kTestReqId, "ping");
    EXPECT_EQ(text_of(writer.finish()), fix_message("FIXT.1.1", "35=1|112=ping|"));
    EXPECT_EQ(writer.refused().status, WriteStatus::Ok);
}

TEST(FixMessageWriter, DataMayHoldDelimiters) {
    std::array<std::byte, 256> buffer;
    MessageWriter writer(buffer);
    writer.begin("FIX.4.4", "A");
    writer.add_data(tag::kRawDataLength, tag::kRawData, with_soh("a|b=|"));
    EXPECT_EQ(text_of(writer.finish()), fix_message("FIX.4.4", "35=A|95=5|96=a|b=||"));
}

TEST(FixMessageWriter, FieldsMadeBeforeAreCopied) {
    std::array<std::byte, 256> buffer;
    MessageWriter writer(buffer);
    writer.begin("FIX.4.4", "0");
    writer.add_fields(with_soh("49=A|56=B|"));
    writer.add_uint(tag::kMsgSeqNum, 1);
    EXPECT_EQ(text_of(writer.finish()), fix_message("FIX.4.4", "35=0|49=A|56=B|34=1|"));
}

TEST(FixMessageWriter, AValueWithADelimiterOrWithoutCharactersIsRefused) {
    std::array<std::byte, 256> buffer;
    MessageWriter writer(buffer);
    for (std::size_t length = 1; length < 30; ++length) {
        for (std::size_t place = 0; place < length; ++place) {
            std::string value(length, 'x');
            value[place] = kSoh;
            writer.begin("FIX.4.4", "0");
            writer.add(tag::kText, value);
            writer.add(tag::kTestReqId, "");
            EXPECT_TRUE(writer.finish().empty());
            EXPECT_EQ(writer.refused().status, WriteStatus::DelimiterInValue);
            EXPECT_EQ(writer.refused().tag, tag::kText) << "the first refusal stays";
        }
    }
    writer.begin("FIX.4.4", "0");
    writer.add_data(tag::kRawDataLength, tag::kRawData, "");
    EXPECT_EQ(writer.refused().status, WriteStatus::EmptyValue);
    EXPECT_EQ(writer.refused().tag, tag::kRawData);
}

TEST(FixMessageWriter, ValuesOfEveryLengthAreCopiedWhole) {
    std::array<std::byte, 512> buffer;
    MessageWriter writer(buffer);
    std::string value;
    for (int length = 1; length < 200; ++length) {
        value.push_back(static_cast<char>('!' + length % 90));
        writer.begin("FIX.4.4", "B");
        writer.add(tag::kText, value);
        std::string body = "35=B|58=";
        for (std::size_t i = 0; i < value.size(); ++i) {
            body += value[i] == '|' ? '|' : value[i];
        }
        const std::string plain = text_of(writer.finish());
        const std::string expected = with_soh("35=B|58=") + value + kSoh;
        EXPECT_NE(plain.find(expected), std::string::npos) << length;
        EXPECT_TRUE(plain.starts_with(
            with_soh("8=FIX.4.4|9=" + std::to_string(expected.size()) + "|35=B|")));
    }
}

/// Every kind of field in buffers of every length: a whole message or a refusal, never beyond.
TEST(FixMessageWriter, ABufferThatIsTooShortRefusesTheFieldThatDoesNotFit) {
    constexpr std::size_t kLeast = MessageWriter::kPrefixLength + MessageWriter::kCheckSumLength;
    std::size_t whole = 0;
    for (std::size_t length = kLeast; length < 300; ++length) {
        std::vector<std::byte> buffer(length);  // its end is watched by the sanitizer
        MessageWriter writer(buffer);
        writer.begin("FIX.4.4", "D");
        writer.add(tag::kClOrdId, "a text of some length");
        writer.add_int(tag::kOrderQty, -12'345);
        writer.add_uint(tag::kMsgSeqNum, 12'345);
        writer.add_decimal(tag::kPrice, {-12'345, 2});
        writer.add_time(tag::kSendingTime, kNow, TimePrecision::Nanoseconds);
        writer.add_data(tag::kRawDataLength, tag::kRawData, "some data");
        writer.add_fields(with_soh("49=A|"));
        const Bytes message = writer.finish();
        EXPECT_EQ(message.empty(), writer.refused().status == WriteStatus::NoRoom) << length;
        whole += message.empty() ? 0U : 1U;
    }
    EXPECT_GT(whole, 0U);
    EXPECT_LT(whole, 300 - kLeast);
}

TEST(FixTagText, ATagIsItsDigitsAndAnEqualSign) {
    const auto text = [](TagText tag) {
        return std::string(tag.characters().data(), tag.length());
    };
    EXPECT_EQ(text(tag::kAccount), "1=");
    EXPECT_EQ(text(tag::kMsgType), "35=");
    EXPECT_EQ(text(TagText::of(kTagMax)), "9999999=");
    EXPECT_EQ(text(TagText::of(1000)), "1000=");
}

}  // namespace
}  // namespace hotpath::protocols::fix
