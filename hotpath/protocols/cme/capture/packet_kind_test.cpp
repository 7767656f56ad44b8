#include "hotpath/protocols/cme/capture/packet_kind.hpp"

#include <array>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"
#include "hotpath/protocols/cme/mdp3/packet_writer.hpp"

namespace hotpath::capture::mdp3 {
namespace {

namespace wire3 = protocols::cme::mdp3;

/// A packet with one message each of M.
template <class... M>
class PacketOf {
  public:
    explicit PacketOf(auto&&... fill) { (append<M>(fill), ...); }
    [[nodiscard]] Bytes bytes() { return bytes_.empty() ? bytes_ = writer_.finish(1) : bytes_; }

  private:
    template <class Each>
    void append(auto&& fill) {
        EXPECT_TRUE(writer_.try_append(
            [&](MutableBytes room) { return Each::encode(room, [&](auto& m) { fill(m); }); }));
    }

    std::array<std::byte, wire3::kPacketLengthMax> buffer_{};
    wire3::PacketWriter writer_{buffer_, 1};
    Bytes bytes_;
};

constexpr auto kNothing = [](auto&) {};

TEST(Mdp3PacketKind, SnapshotsAndDefinitionsThatCountThemselvesAreLoops) {
    const auto kind_of = [](auto packet) { return look_at(packet.bytes())->kind; };
    EXPECT_EQ(kind_of(PacketOf<wire3::SnapshotFullRefresh>(kNothing)), PacketKind::Levels);
    EXPECT_EQ(kind_of(PacketOf<wire3::SnapshotFullRefreshOrderBook>(kNothing)), PacketKind::Orders);
    EXPECT_EQ(kind_of(PacketOf<wire3::MDInstrumentDefinitionFuture>(
                  [](auto& m) { m.store_tot_num_reports(3); })),
              PacketKind::Definitions);
    EXPECT_EQ(kind_of(PacketOf<wire3::MDInstrumentDefinitionFuture>(
                  [](auto& m) { m.store_tot_num_reports(std::nullopt); })),
              PacketKind::Incremental);
    EXPECT_EQ(kind_of(PacketOf<wire3::SecurityStatus>(kNothing)), PacketKind::Incremental);
}

TEST(Mdp3PacketKind, AHeartbeatIsOfAnyFeedUntilAMessageFollows) {
    EXPECT_EQ(look_at(PacketOf<wire3::AdminHeartbeat>(kNothing).bytes())->kind, std::nullopt);
    EXPECT_EQ(look_at(PacketOf<wire3::AdminHeartbeat, wire3::MDIncrementalRefreshOrderBook>(
                          kNothing, kNothing)
                          .bytes())
                  ->kind,
              PacketKind::Incremental);
}

TEST(Mdp3PacketKind, OrdersMakeAChannelByOrder) {
    const auto has_orders = [](auto packet) { return look_at(packet.bytes())->has_orders; };
    EXPECT_TRUE(has_orders(PacketOf<wire3::MDIncrementalRefreshOrderBook>(kNothing)));
    EXPECT_TRUE(has_orders(PacketOf<wire3::SnapshotFullRefreshOrderBook>(kNothing)));
    EXPECT_TRUE(has_orders(PacketOf<wire3::MDIncrementalRefreshBook>([](auto& m) {
        m.put_no_md_entries(1, [](auto&, std::size_t) {});
        m.put_no_order_id_entries(1, [](auto&, std::size_t) {});
    })));
    EXPECT_FALSE(has_orders(PacketOf<wire3::MDIncrementalRefreshBook>(
        [](auto& m) { m.put_no_md_entries(1, [](auto&, std::size_t) {}); })));
    EXPECT_FALSE(has_orders(PacketOf<wire3::SnapshotFullRefresh>(kNothing)));
}

TEST(Mdp3PacketKind, OtherBytesAreNoPacketOfTheProtocol) {
    PacketOf<wire3::SecurityStatus> packet(kNothing);
    const Bytes whole = packet.bytes();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_FALSE(look_at(whole.first(length))) << length;
    }
    std::array<std::byte, 64> other{};
    EXPECT_FALSE(look_at(Bytes(other)));
    EXPECT_FALSE(look_at(Bytes(other).first(wire3::PacketHeader::kLength))) << "no message";
}

}  // namespace
}  // namespace hotpath::capture::mdp3
