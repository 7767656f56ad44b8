#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/framer.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/validator.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/server.hpp"
#include "tests/support/fix_messages.hpp"

namespace hotpath::protocols {
namespace {

using namespace nasdaq;

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

TEST(ProtocolsReadme, ItsExampleCountsVolumeAndSendsOrders) {
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

TEST(ProtocolsReadme, ItsSessionLetsAClientInAndRepliesToIt) {
    soupbintcp::LoginRequest request;
    request.store_requested_session(soupbintcp::kCurrentSession);
    request.store_requested_sequence_number(to_digits<20>(1));
    const Bytes from_client = request.bytes();
    const std::array<std::byte, 5> reply{};
    const Time now{1};
    std::size_t sent = 0;
    const auto send_to_client = [&](Bytes bytes) { return sent += bytes.size(); };

    struct Sessions : soupbintcp::NullServerListener {
        soupbintcp::LoginAnswer on_login(const soupbintcp::LoginRequest&) {
            return soupbintcp::LoginAnswer::accept(stream, soupbintcp::to_session("MONDAY"));
        }
        SequencedStore stream =
            *SequencedStore::create({.messages_max = 1'000, .bytes_max = 64'000});
    } sessions;
    auto server = *soupbintcp::SoupServer::create({});

    server.on_connected(now);
    server.on_bytes(from_client, now, sessions);
    if (sessions.stream.try_append(reply)) {
        server.on_stream(now);
    }
    server.on_written(send_to_client(server.output()));

    EXPECT_EQ(sent, soupbintcp::LoginAccepted::kLength + soupbintcp::room_for(reply.size()));
    EXPECT_TRUE(server.is_logged_in());
}

TEST(ProtocolsReadme, ItsFixExampleCountsSharesAndSendsATestRequest) {
    const auto dictionary = *fix::Dictionary::create(fix::kFix44);
    const std::string report = support::fix_message(
        "FIX.4.4",
        "35=8|49=X|56=T|34=1|52=20240229-12:34:56|37=O|17=E|150=F|39=2|55=IBM|54=1|32=300|31=1|"
        "151=0|14=300|6=1|");
    const std::string stream_text = report + support::fix_message("FIX.4.4", "35=8|32=5|") + report;
    const Bytes from_peer = support::view_of(stream_text);
    std::array<std::byte, 256> buffer;
    std::string sent;
    const auto send = [&](Bytes bytes) { sent = support::text_of(bytes); };
    std::uint64_t filled = 0;
    fix::Framer framer(4096);

    fix::FieldList fields(dictionary.data_fields());
    fix::Validator validator(dictionary, {});
    Bytes message;
    for (Bytes stream = from_peer; framer.next(stream, message) == fix::FrameStatus::Whole;) {
        if (fields.split(message) == fix::SplitStatus::Ok &&
            validator.check(fields) == fix::Verdict{}) {
            filled += fix::to_uint(fields.value(fix::tag::kLastQty).value_or("0")).value_or(0);
        }
    }
    fix::MessageWriter writer(buffer);
    writer.begin("FIX.4.4", "1");
    writer.add(fix::tag::kTestReqId, "ping");
    send(writer.finish());

    EXPECT_EQ(filled, 600U) << "the second report lacks required fields";
    EXPECT_EQ(sent, support::fix_message("FIX.4.4", "35=1|112=ping|"));
}

}  // namespace
}  // namespace hotpath::protocols
