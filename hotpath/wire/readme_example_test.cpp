#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/wire/itch50/decode.hpp"
#include "hotpath/wire/moldudp64/packet_reader.hpp"
#include "hotpath/wire/moldudp64/packet_writer.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace hotpath::wire {
namespace {

/// What an exchange sends: 100 and 200 shares executed, and something that is no message.
Bytes packet_of_two_executions(MutableBytes buffer) {
    moldudp64::PacketWriter writer(buffer, to_alpha<moldudp64::kSessionLength>("TODAY"));
    for (const std::uint32_t shares : {100U, 200U}) {
        itch50::OrderExecuted executed;
        executed.store_executed_shares(shares);
        EXPECT_TRUE(writer.try_append(executed.bytes()));
    }
    EXPECT_TRUE(writer.try_append(std::as_bytes(std::span("?"))));
    return writer.finish();
}

TEST(WireReadme, ItsExampleCountsVolumeAndSendsOrders) {
    std::array<std::byte, 200> buffer;
    const Bytes received = packet_of_two_executions(buffer);
    int refused = 0;
    std::vector<std::size_t> sent;
    const auto send = [&](Bytes bytes) { sent.push_back(bytes.size()); };

    struct Volume : itch50::NullListener {
        void on_order_executed(const itch50::OrderExecuted& m) {
            shares += m.load_executed_shares();
        }
        std::uint64_t shares = 0;
    } volume;

    moldudp64::PacketReader packet;
    if (packet.open(received) == DecodeStatus::Ok) {
        FrameCursor messages = packet.messages();
        for (Bytes message; messages.next(message);) {
            refused += itch50::decode(message, volume) != DecodeStatus::Ok;
        }
    }

    ouch50::EnterOrder order;
    order.store_user_ref_num(1);
    order.store_side(ouch50::to_code(Side::Buy));
    send(order.bytes());

    ouch50::WithAppendage<ouch50::EnterOrder> post_only;
    post_only.append<ouch50::option::PostOnly>('P');
    send(post_only.bytes());

    EXPECT_EQ(volume.shares, 300U);
    EXPECT_EQ(refused, 1);
    EXPECT_EQ(sent, (std::vector<std::size_t>{47, 50}));
}

}  // namespace
}  // namespace hotpath::wire
