// The MDP 3.0 packet layer: sizes and numbers, damage, and the week that numbers belong to; and our
// schema's layout against the offsets that CME documents.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"
#include "hotpath/protocols/cme/mdp3/packet_reader.hpp"
#include "hotpath/protocols/cme/mdp3/packet_writer.hpp"

namespace hotpath::protocols::cme::mdp3 {
namespace {

constexpr std::uint64_t kHour = 3'600ULL * 1'000'000'000;
// Sunday, 2026-11-22, 22:00 UTC: the week's trading begins.
constexpr std::uint64_t kSunday = 1'795'384'800ULL * 1'000'000'000;

class Mdp3Packet : public ::testing::Test {
  protected:
    Bytes two_messages() {
        EXPECT_TRUE(writer.try_append(
            [](MutableBytes room) { return AdminHeartbeat::encode(room, [](auto&) {}); }));
        EXPECT_TRUE(writer.try_append([](MutableBytes room) {
            return ChannelReset::encode(room, [](auto& reset) {
                reset.store_transact_time(7);
                reset.put_no_md_entries(1,
                                        [](auto& entry, std::size_t) { entry.store_appl_id(310); });
            });
        }));
        return writer.finish(kSunday);
    }

    std::array<std::byte, kPacketLengthMax> buffer{};
    PacketWriter writer{buffer};
    PacketReader reader;
};

TEST_F(Mdp3Packet, ReadsWhatWasWrittenAndNumbersEachPacket) {
    ASSERT_EQ(reader.open(two_messages()), DecodeStatus::Ok);
    EXPECT_EQ(reader.msg_seq_num(), 1U);
    EXPECT_EQ(reader.sending_time(), kSunday);
    MessageCursor messages = reader.messages();
    Bytes message;
    ASSERT_TRUE(messages.next(message));
    EXPECT_EQ(AdminHeartbeat().open(message), DecodeStatus::Ok);
    ASSERT_TRUE(messages.next(message));
    ChannelReset reset;
    ASSERT_EQ(reset.open(message), DecodeStatus::Ok);
    EXPECT_EQ(reset.load_transact_time(), 7U);
    ASSERT_EQ(reset.no_md_entries().size(), 1U);
    EXPECT_EQ(reset.no_md_entries()[0].load_appl_id(), 310);
    EXPECT_FALSE(messages.next(message));
    EXPECT_FALSE(messages.is_truncated());
    ASSERT_EQ(reader.open(two_messages()), DecodeStatus::Ok);
    EXPECT_EQ(reader.msg_seq_num(), 2U);
}

TEST_F(Mdp3Packet, IsRefusedWholeWhereverItIsCut) {
    const Bytes packet = two_messages();
    std::size_t whole = 0;
    for (std::size_t length = 0; length < packet.size(); ++length) {
        whole += reader.open(packet.first(length)) == DecodeStatus::Ok ? 1U : 0U;
    }
    EXPECT_EQ(whole, 2U);  // after the header, and after the first message
}

TEST_F(Mdp3Packet, ASizeThatDoesNotHoldItselfIsDamage) {
    const Bytes packet = two_messages();
    std::vector<std::byte> damaged(packet.begin(), packet.end());
    store_le(damaged.data() + PacketHeader::kLength, std::uint16_t{1});
    EXPECT_EQ(reader.open(damaged), DecodeStatus::Truncated);
}

TEST_F(Mdp3Packet, AMessageThatDoesNotFitIsNotInThePacket) {
    std::array<std::byte, PacketHeader::kLength + 20> small{};
    PacketWriter tight(small);
    const auto heartbeat = [](MutableBytes room) {
        return AdminHeartbeat::encode(room, [](auto&) {});
    };
    EXPECT_TRUE(tight.try_append(heartbeat));
    EXPECT_TRUE(tight.try_append(heartbeat));
    EXPECT_FALSE(tight.try_append(heartbeat));
    EXPECT_EQ(tight.finish(0).size(), PacketHeader::kLength + 20);
    EXPECT_TRUE(tight.empty());
}

TEST(TradingWeek, BeginsOnSaturdayAtNoon) {
    const TradingWeek week = TradingWeek::of(kSunday);
    const std::uint64_t saturday_noon = kSunday - 34 * kHour;
    EXPECT_EQ(TradingWeek::of(saturday_noon), week);
    EXPECT_TRUE(week.contains(saturday_noon));
    EXPECT_FALSE(week.contains(saturday_noon - 1));
    EXPECT_TRUE(week.contains(saturday_noon + 7 * 24 * kHour - 1));
    EXPECT_FALSE(week.contains(saturday_noon + 7 * 24 * kHour));
    EXPECT_TRUE(TradingWeek::of(0).contains(0));
}

/// The entry of the documented layout: price at 16, quantity at 24, SecurityID at 28, action at 32,
/// type at 33, of 40 bytes; its group begins behind 11 bytes of block and 3 of dimensions.
TEST(Mdp3Schema, AnOrderBookEntryIsLaidOutAsDocumented) {
    std::array<std::byte, 128> room{};
    const sbe::Encoded encoded = MDIncrementalRefreshOrderBook::encode(room, [](auto& refresh) {
        refresh.store_match_event_indicator(MatchEventIndicator{0x80});
        refresh.put_no_md_entries(1, [](auto& entry, std::size_t) {
            entry.store_order_id(0x1122334455667788);
            entry.store_md_order_priority(0x99);
            PriceNull9 price;
            price.store_mantissa(-2);
            entry.store_md_entry_px(price);
            entry.store_md_display_qty(5);
            entry.store_security_id(0x01020304);
            entry.store_md_update_action(MDUpdateAction::Delete);
            entry.store_md_entry_type(MDEntryTypeBook::Offer);
        });
    });
    ASSERT_EQ(encoded.bytes.size(), 8U + 11 + 3 + 40);
    const std::byte* const entry = encoded.bytes.data() + 8 + 11 + 3;
    EXPECT_EQ(load_le<std::uint16_t>(encoded.bytes.data() + 2), 47);
    EXPECT_EQ(encoded.bytes[8 + 8], std::byte{0x80});
    EXPECT_EQ(load_le<std::uint64_t>(entry), 0x1122334455667788U);
    EXPECT_EQ(load_le<std::uint64_t>(entry + 16), static_cast<std::uint64_t>(-2));
    EXPECT_EQ(load_le<std::uint32_t>(entry + 24), 5U);
    EXPECT_EQ(load_le<std::uint32_t>(entry + 28), 0x01020304U);
    EXPECT_EQ(entry[32], std::byte{2});
    EXPECT_EQ(entry[33], std::byte{'1'});
}

}  // namespace
}  // namespace hotpath::protocols::cme::mdp3
