// The layouts of IEX-TP and DEEP: against the field table, and against single messages that IEX sent.
#include "hotpath/protocols/iex/deep_messages.hpp"

#include <bit>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/iex/deep_codes.hpp"
#include "hotpath/protocols/iex/segment.hpp"
#include "tests/support/data_files.hpp"
#include "tests/support/iex_fields.hpp"
#include "tests/support/protocol_table.hpp"

namespace hotpath::protocols::iex {
namespace {

using support::kDeepMessages;
using support::MessageType;

TEST(DeepMessages, EveryFieldStandsWhereTheSpecificationPutsIt) {
    for (const MessageType& type : kDeepMessages) {
        support::expect_fields_of_table(
            type.fields, type.length,
            support::field_rows("iex_deep.csv", "out", std::string(1, type.type)),
            std::endian::little);
    }
}

TEST(DeepMessages, EveryFieldOfASegmentsHeaderStandsWhereTheSpecificationPutsIt) {
    support::expect_fields_of_table(support::kFields<SegmentHeader>, SegmentHeader::kLength,
                                    support::field_rows("iex_deep.csv", "out", "segment"),
                                    std::endian::little);
}

TEST(DeepMessages, ANewMessageIsItsTypeAndZeros) {
    for (const MessageType& type : kDeepMessages) {
        std::vector<std::byte> expected(type.length);
        expected[0] = static_cast<std::byte>(type.type);
        EXPECT_EQ(type.make(), expected) << type.name;
    }
}

TEST(DeepMessages, EveryTypeHasItsOwnNameAndLetter) {
    std::set<std::string_view> names;
    std::string types;
    for (const MessageType& type : kDeepMessages) {
        names.insert(type.name);
        types += type.type;
        EXPECT_LE(type.length, kDeepMessageLengthMax);
    }
    EXPECT_EQ(names.size(), DeepMessages::kCount);
    EXPECT_EQ(types, "SDHIOPE85TXBA");
}

/// Single messages and segments that IEX sent, as files of the licensed data.
class SentByIex : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!support::licensed_data("iex/messages")) {
            GTEST_SKIP() << support::missing_data("iex/messages");
        }
    }

    Bytes read(const std::string& name) {
        std::ifstream file(*support::licensed_data("iex/messages") / (name + ".dump"),
                           std::ios::binary);
        content_ = {std::istreambuf_iterator<char>(file), {}};
        return std::as_bytes(std::span(content_));
    }
    template <class M>
    M load(const std::string& name) {
        const Bytes bytes = read(name);
        EXPECT_EQ(bytes.size(), M::kLength);
        const M message = bytes.size() < M::kLength ? M{} : M::at(bytes.data());
        EXPECT_EQ(message.load_message_type(), M::kType);
        return message;
    }

  private:
    std::string content_;
};

TEST_F(SentByIex, ASystemEventHasItsFields) {
    const auto m = load<SystemEvent>("IEXSystemEventMessage");
    EXPECT_EQ(m.load_system_event(), system_event::kStartOfSystemHours);
    EXPECT_EQ(m.load_timestamp(), 1'509'796'800'105'932'526);
}

TEST_F(SentByIex, ASecurityDirectoryHasItsFields) {
    const auto m = load<SecurityDirectory>("IEXSecurityDirectoryMessage");
    EXPECT_EQ(m.load_flags(), directory_flag::kTestSecurity);
    EXPECT_EQ(m.load_timestamp(), 1'509'795'046'090'464'161);
    EXPECT_EQ(m.load_symbol().view(), "ZEXIT");
    EXPECT_EQ(m.load_round_lot_size(), 100U);
    EXPECT_EQ(m.load_adjusted_poc_price(), 10'0000);
    EXPECT_EQ(m.load_luld_tier(), 1);
}

TEST_F(SentByIex, ATradingStatusHasItsFields) {
    const auto m = load<TradingStatus>("IEXTradingStatusMessage");
    EXPECT_EQ(m.load_trading_status(), trading_status::kHalted);
    EXPECT_EQ(m.load_timestamp(), 1'509'797'845'011'734'394);
    EXPECT_EQ(m.load_symbol().view(), "ZWZZT");
    EXPECT_EQ(protocols::trimmed(m.load_reason()), "NA");
}

TEST_F(SentByIex, AnOperationalHaltStatusHasItsFields) {
    const auto m = load<OperationalHaltStatus>("IEXOperationalHaltStatusMessage");
    EXPECT_EQ(m.load_operational_halt_status(), 'N');
    EXPECT_EQ(m.load_timestamp(), 1'509'795'046'074'896'417);
    EXPECT_EQ(m.load_symbol().view(), "AA");
}

TEST_F(SentByIex, APriceLevelUpdateHasItsFields) {
    const auto m = load<PriceLevelUpdate<Side::Buy>>("IEXPriceLevelUpdateMessage");
    EXPECT_EQ(m.load_event_flags(), event_flag::kComplete);
    EXPECT_EQ(m.load_timestamp(), 1'509'799'810'232'574'926);
    EXPECT_EQ(m.load_symbol().view(), "ZXIET");
    EXPECT_EQ(m.load_size(), 5'431U);
    EXPECT_EQ(m.load_price(), 99'9100);
}

TEST_F(SentByIex, ATradeReportHasItsFields) {
    const auto m = load<TradeReport>("IEXTradeReportMessage");
    EXPECT_EQ(m.load_sale_condition_flags(), 192);
    EXPECT_EQ(m.load_timestamp(), 1'509'799'811'101'738'406);
    EXPECT_EQ(m.load_symbol().view(), "ZXIET");
    EXPECT_EQ(m.load_size(), 471U);
    EXPECT_EQ(m.load_price(), 99'9500);
    EXPECT_EQ(m.load_trade_id(), 3'914'566);
}

TEST_F(SentByIex, AnAuctionInformationHasItsFields) {
    const auto m = load<AuctionInformation>("IEXAuctionInformationMessage");
    EXPECT_EQ(m.load_timestamp(), 1'509'799'500'155'613'925);
    EXPECT_EQ(m.load_symbol().view(), "ZXIET");
    EXPECT_EQ(m.load_auction_type(), 'H');
    EXPECT_EQ(m.load_paired_shares(), 0U);
    EXPECT_EQ(m.load_reference_price(), 100'0000);
    EXPECT_EQ(m.load_indicative_clearing_price(), 100'0000);
    EXPECT_EQ(m.load_imbalance_shares(), 0U);
    EXPECT_EQ(m.load_imbalance_side(), 'N');
    EXPECT_EQ(m.load_extension_number(), 0);
    EXPECT_EQ(m.load_scheduled_auction_time(), 1'509'799'800U);
    EXPECT_EQ(m.load_auction_book_clearing_price(), 100'0000);
    EXPECT_EQ(m.load_collar_reference_price(), 0);
    EXPECT_EQ(m.load_lower_auction_collar(), 0);
    EXPECT_EQ(m.load_upper_auction_collar(), 0);
}

TEST_F(SentByIex, ASegmentHasItsHeaderAndItsMessage) {
    SegmentReader segment;
    ASSERT_EQ(segment.open(read("DEEPSegment")), protocols::DecodeStatus::Ok);
    const SegmentHeader& header = segment.header();
    EXPECT_EQ(header.load_version(), 1);
    EXPECT_EQ(header.load_message_protocol_id(), protocol_id::kDeep);
    EXPECT_EQ(header.load_channel_id(), 1U);
    EXPECT_EQ(header.load_session_id(), 1'145'176'064U);
    EXPECT_EQ(header.load_payload_length(), 40);
    EXPECT_EQ(header.load_message_count(), 1);
    EXPECT_EQ(header.load_stream_offset(), 578'248);
    EXPECT_EQ(header.load_first_message_sequence_number(), 25'846);
    EXPECT_EQ(header.load_send_time(), 1'509'799'811'104'335'442);
    MessageCursor messages = segment.messages();
    Bytes message;
    ASSERT_TRUE(messages.next(message));
    EXPECT_EQ(message.size(), TradeReport::kLength);
    EXPECT_FALSE(messages.next(message));
}

TEST_F(SentByIex, SegmentsOfTopsAreOfOtherFeeds) {
    for (const auto& [name, protocol, count] :
         {std::tuple{"TOPS15Segment", protocol_id::kTops15, 1},
          std::tuple{"TOPS16Segment", protocol_id::kTops16, 1},
          std::tuple{"BigTopsSegment", protocol_id::kTops16, 52}}) {
        SegmentReader segment;
        ASSERT_EQ(segment.open(read(name)), protocols::DecodeStatus::Ok) << name;
        EXPECT_EQ(segment.header().load_message_protocol_id(), protocol) << name;
        EXPECT_EQ(segment.header().load_message_count(), count) << name;
    }
}

}  // namespace
}  // namespace hotpath::protocols::iex
