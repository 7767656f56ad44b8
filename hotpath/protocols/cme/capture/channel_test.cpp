// A recorded MDP 3.0 channel: which feed a packet is of, and what is said of a capture that lacks one.
#include "hotpath/protocols/cme/capture/channel.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"
#include "hotpath/protocols/cme/mdp3/packet_writer.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::capture::mdp3 {
namespace {

namespace wire3 = protocols::cme::mdp3;
using ::testing::StartsWith;

constexpr std::uint64_t kMonday = 1'795'392'000ULL * 1'000'000'000;  // 2026-11-23
constexpr book::BooksOptions kFewBooks{
    .orders_max = 64, .levels_max = 128, .instruments_max = 4, .huge_pages = HugePages::Never};

template <class M, class Fill>
std::vector<std::byte> packet_of(std::uint32_t number, std::uint64_t sent_at, Fill&& fill) {
    std::array<std::byte, wire3::kPacketLengthMax> buffer{};
    wire3::PacketWriter writer(buffer, number);
    EXPECT_TRUE(writer.try_append(
        [&](MutableBytes room) { return M::encode(room, [&](auto& m) { fill(m); }); }));
    const Bytes packet = writer.finish(sent_at);
    return {packet.begin(), packet.end()};
}

constexpr auto kAsItIs = [](auto&) {};

class Mdp3CaptureChannel : public ::testing::Test {
  protected:
    /// A packet to the group of this number.
    bool give(Bytes packet, std::uint16_t group = 1) {
        return channel_.try_packet(packet, {.address = 1, .port = group}, {});
    }
    bool give_status(std::uint32_t number, std::uint16_t group = 1,
                     std::uint64_t sent_at = kMonday) {
        return give(packet_of<wire3::SecurityStatus>(number, sent_at, kAsItIs), group);
    }
    std::string error_at_end() {
        channel_.finish(CaptureEnd::Whole);
        return channel_.error().value_or("");
    }

    StreamStats stats_;
    Channel channel_{stats_, kFewBooks};
};

TEST_F(Mdp3CaptureChannel, IsOpenedByAPacketOfTheProtocolAlone) {
    StreamStats stats;
    EXPECT_EQ(open_channel(support::view_of("no packet of it at all"), stats), nullptr);
    EXPECT_NE(open_channel(packet_of<wire3::SecurityStatus>(1, kMonday, kAsItIs), stats), nullptr);
}

TEST_F(Mdp3CaptureChannel, TakesNoPacketOfAnotherProtocol) {
    EXPECT_FALSE(give(support::view_of("no packet of it at all")));
    EXPECT_FALSE(channel_.date().has_value());
    EXPECT_EQ(error_at_end(), "") << "nothing of MDP 3.0 came, and nothing is wrong with it";
    EXPECT_TRUE(channel_.block().bytes().empty());
}

TEST_F(Mdp3CaptureChannel, HasTheUtcDateOfItsFirstPacket) {
    ASSERT_TRUE(give_status(1, 1, kMonday + 86'399'999'999'999));
    EXPECT_EQ(date_text(*channel_.date()), "2026-11-23");
    ASSERT_TRUE(give_status(2, 1, kMonday + 86'400'000'000'000));
    EXPECT_EQ(date_text(*channel_.date()), "2026-11-23");
}

TEST_F(Mdp3CaptureChannel, NeedsIncrementalPackets) {
    ASSERT_TRUE(give(packet_of<wire3::SnapshotFullRefresh>(1, kMonday, kAsItIs)));
    EXPECT_EQ(error_at_end(),
              "no incremental packets of MDP 3.0: record lines A and B with the loops");
}

TEST_F(Mdp3CaptureChannel, NeedsALoopOfDefinitions) {
    ASSERT_TRUE(give_status(1));
    EXPECT_EQ(error_at_end(),
              "no whole loop of instrument definitions of MDP 3.0 (message 54), without which its "
              "books have no names: record that feed with the others");
}

TEST_F(Mdp3CaptureChannel, IsByPriceUnlessAPacketHasAnOrder) {
    ASSERT_TRUE(give_status(1));
    EXPECT_EQ(channel_.book_source().basis, BookSource{}.basis) << "not known yet";
    (void)error_at_end();
    EXPECT_EQ(channel_.book_source().basis, BookBasis::ByPrice);
    EXPECT_EQ(channel_.book_source().levels, 10U);
    StreamStats stats;
    Channel by_order(stats, kFewBooks);
    ASSERT_TRUE(by_order.try_packet(
        packet_of<wire3::MDIncrementalRefreshOrderBook>(1, kMonday, kAsItIs), {}, {}));
    EXPECT_EQ(by_order.book_source().basis, BookSource{}.basis);
    EXPECT_EQ(by_order.book_source().levels, BookSource{}.levels);
}

TEST_F(Mdp3CaptureChannel, LooksAtABoundedNumberOfPacketsForAnOrder) {
    for (std::uint32_t number = 1; number < Channel::kPacketsLookedAt; ++number) {
        ASSERT_TRUE(give_status(number));
    }
    EXPECT_EQ(channel_.book_source().basis, BookSource{}.basis);
    ASSERT_TRUE(give_status(Channel::kPacketsLookedAt));
    EXPECT_EQ(channel_.book_source().basis, BookBasis::ByPrice);
}

TEST_F(Mdp3CaptureChannel, HasTwoIncrementalLinesAtMost) {
    ASSERT_TRUE(give_status(1, 1));
    ASSERT_TRUE(give_status(1, 2));
    ASSERT_TRUE(give_status(2, 1));
    EXPECT_FALSE(channel_.error().has_value());
    (void)give_status(1, 3);
    ASSERT_TRUE(channel_.error().has_value());
    EXPECT_EQ(
        *channel_.error(),
        "incremental packets of MDP 3.0 go to more than two groups: record one channel a file, "
        "its lines A and B and its loops");
    EXPECT_FALSE(give_status(3, 1)) << "nothing is taken after an error";
    EXPECT_THAT(error_at_end(), StartsWith("incremental packets of MDP 3.0 go to more than two"))
        << "the first error is the error";
}

TEST_F(Mdp3CaptureChannel, PacketsOfLoopsAreNoIncrementalLines) {
    ASSERT_TRUE(give_status(1, 1));
    ASSERT_TRUE(give_status(1, 2));
    ASSERT_TRUE(give(packet_of<wire3::SnapshotFullRefresh>(1, kMonday, kAsItIs), 3));
    ASSERT_TRUE(give(packet_of<wire3::MDInstrumentDefinitionFuture>(
                         1, kMonday, [](auto& m) { m.store_tot_num_reports(1); }),
                     4));
    // A heartbeat is of the feed of its group.
    ASSERT_TRUE(give(packet_of<wire3::AdminHeartbeat>(2, kMonday, kAsItIs), 3));
    ASSERT_TRUE(give(packet_of<wire3::AdminHeartbeat>(2, kMonday, kAsItIs), 4));
    EXPECT_FALSE(channel_.error().has_value());
    (void)give(packet_of<wire3::AdminHeartbeat>(1, kMonday, kAsItIs), 5);
    EXPECT_TRUE(channel_.error().has_value()) << "of an unknown group it is incremental";
}

/// A price, and how it is named.
using RefusedPrice = std::pair<std::int64_t, const char*>;

class Mdp3CaptureByOrder : public Mdp3CaptureChannel,
                           public ::testing::WithParamInterface<RefusedPrice> {
  protected:
    Mdp3CaptureByOrder() {
        EXPECT_TRUE(give(packet_of<wire3::MDIncrementalRefreshOrderBook>(1, kMonday, kAsItIs)));
        const auto define = [](auto& m) {
            m.store_security_update_action(wire3::SecurityUpdateAction::Add);
            m.store_tot_num_reports(1);
            m.store_security_id(kFuture);
            m.store_symbol("ESZ6");
            m.store_security_group("ES");
            m.store_asset("ES");
        };
        EXPECT_TRUE(give(packet_of<wire3::MDInstrumentDefinitionFuture>(1, kMonday, define), 2));
    }
    /// A snapshot of the future with one bid at this price, and what was left out so far.
    std::string skips_after_snapshot(std::int64_t mantissa) {
        EXPECT_TRUE(give(packet_of<wire3::SnapshotFullRefreshOrderBook>(
                             1, kMonday,
                             [&](auto& m) {
                                 m.store_last_msg_seq_num_processed(1);
                                 m.store_tot_num_reports(1);
                                 m.store_security_id(kFuture);
                                 m.store_no_chunks(1);
                                 m.store_current_chunk(1);
                                 m.put_no_md_entries(1, [&](auto& entry, std::size_t) {
                                     wire3::Price9 price;
                                     price.store_mantissa(mantissa);
                                     entry.store_order_id(1);
                                     entry.store_md_order_priority(1);
                                     entry.store_md_entry_px(price);
                                     entry.store_md_display_qty(5);
                                     entry.store_md_entry_type(wire3::MDEntryTypeBook::Bid);
                                 });
                             }),
                         3));
        return to_text(channel_.block().skips());
    }

    static constexpr std::int32_t kFuture = 5'002;
};

INSTANTIATE_TEST_SUITE_P(, Mdp3CaptureByOrder,
                         ::testing::Values(RefusedPrice{-1'000'000'000, "price -1"},
                                           RefusedPrice{110'484'375'000, "price 110.484375"},
                                           RefusedPrice{10, "price 0.00000001"},
                                           RefusedPrice{429'497'000'000'000, "price 429497"}),
                         [](const auto& test) { return "price_" + std::to_string(test.index); });

TEST_P(Mdp3CaptureByOrder, NamesAPriceThatItsUnitCannotHold) {
    EXPECT_EQ(skips_after_snapshot(GetParam().first),
              "1 prices that the unit of 1/10,000 cannot hold (the first: " +
                  std::string(GetParam().second) + " in packet 1 at 00:00:00.000000000)");
}

}  // namespace
}  // namespace hotpath::capture::mdp3
