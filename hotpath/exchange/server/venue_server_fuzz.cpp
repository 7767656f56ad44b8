// Any bytes at any times on the connections of a venue server, with any user logged in: it survives
// them, promises nothing that is not in its journal, and its journal replays.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/protocols/cme/ilink3/frame.hpp"
#include "hotpath/protocols/cme/ilink3/signed_text.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/tags.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace {

using namespace hotpath;
using exchange::ConnectionId;
using exchange::VenueServer;

/// Every signature of this key is zeros: the fuzzer may log on.
class ZeroSigner final : public protocols::cme::ilink3::Signer {
  public:
    protocols::cme::ilink3::Signature sign(std::string_view) noexcept override { return {}; }
};
ZeroSigner zero_signer;

/// Two of these are made for every input: each bound is the smallest at which what is behind it
/// still happens, and full streams, a full gate and slow readers are no rarity.
exchange::VenueServerOptions fuzz_options() {
    return {.exchange = {.books = {.orders_max = 64,
                                   .levels_max = 64,
                                   .instruments_max = 2,
                                   .huge_pages = HugePages::Never},
                         .session_orders_max = 16,
                         .executions_per_command_max = 8,
                         .takes_extensions = true},
            .users = {protocols::nasdaq::soupbintcp::Credentials::of("A", "A"),
                      protocols::nasdaq::soupbintcp::Credentials::of("B", "")},
            .drop_copy_users = {protocols::nasdaq::soupbintcp::Credentials::of("A", "A")},
            .operator_users = {protocols::nasdaq::soupbintcp::Credentials::of("A", "A")},
            .soup = {.connection = {.packet_length_max = 512, .output_bytes_max = 512},
                     .behind_max = 8},
            .protocols =
                {exchange::FixOptions{
                     .desk = {.ids_max = 16, .has_copies = true},
                     .users = {{.user = 0, .comp_id = "C", .venue_comp_id = "V", .password = "P"},
                               {.user = 1,
                                .comp_id = "D",
                                .venue_comp_id = "V",
                                .password = "P",
                                .is_drop_copy = true}},
                     .reports = {.messages_max = 384},
                     .copies = {.messages_max = 64},
                     .own_runs_max = 64,
                     .sending_time_accuracy = kForever},
                 exchange::IlinkOptions{.desk = {.is_taken = true},
                                        .users = {{.user = 0,
                                                   .access_key_id = "K",
                                                   .session = "ABC",
                                                   .firm = "F",
                                                   .signer = &zero_signer}},
                                        .reports = {.messages_max = 384}}},
            .limits = {.cancels = {.per_second = 10, .burst = 10}, .orders_open_max = 8},
            .snapshots = {.snapshots_max = 1, .pieces_per_turn = 8},
            .connections_max = 3,
            .between_sessions = Nanos{1'000'000'000},
            .replies = {.messages_max = 384},
            .drop_copies = {.messages_max = 64},
            .answers = {.messages_max = 16},
            .feed = {.messages_max = 64, .bytes_max = 4'096},
            .record_bytes_max = 4 * exchange::kInputLengthMax,
            .gate = {.bytes_max = 660'000, .outputs_max = 1'600}};
}

protocols::nasdaq::soupbintcp::LoginRequest a_login() {
    protocols::nasdaq::soupbintcp::LoginRequest login;
    login.store_username(protocols::to_alpha<6>("A"));
    login.store_password(protocols::to_alpha<10>("A"));
    login.store_requested_session(protocols::nasdaq::soupbintcp::kCurrentSession);
    login.store_requested_sequence_number(protocols::to_digits<20>(1));
    return login;
}

/// A FIX message of the client with a right CheckSum, in the first byte's number; the rest is its body.
/// Without any bytes a Logon.
std::vector<std::byte> a_fix_message(Bytes script, Time now) {
    namespace fix = protocols::fix;
    std::array<std::byte, 1'024> room{};
    fix::MessageWriter writer(room);
    const auto first = script.empty() ? 1U : std::to_integer<unsigned>(script[0]);
    const bool is_logon = script.size() < 2;
    const char type = is_logon ? 'A' : std::to_integer<char>(script[1] & std::byte{0x7F});
    writer.begin("FIX.4.4", std::string_view(&type, 1));
    writer.add_uint(fix::tag::kMsgSeqNum, first % 16 + 1);
    writer.add(fix::tag::kSenderCompId, first < 128 ? "C" : "D");
    writer.add_time(fix::tag::kSendingTime, now, fix::TimePrecision::Milliseconds);
    writer.add(fix::tag::kTargetCompId, "V");
    if (is_logon) {
        writer.add_uint(fix::tag::kEncryptMethod, 0);
        writer.add_uint(fix::tag::kHeartBtInt, 5);
        writer.add(fix::tag::kPassword, "P");
    } else {
        writer.add_fields(as_text(script.subspan(2)));
    }
    const Bytes message = writer.finish();
    return {message.begin(), message.end()};
}

/// A frame of iLink 3 in the first byte's kind and the second's number; the rest is its block.
std::vector<std::byte> an_ilink_frame(Bytes script, Time now) {
    namespace ilink3 = protocols::cme::ilink3;
    std::array<std::byte, 1'100> room{};
    const MutableBytes place = MutableBytes(room).subspan(ilink3::kFramingHeaderLength);
    const auto kind = script.empty() ? 0U : std::to_integer<unsigned>(script[0]);
    const auto number = script.size() < 2 ? 1U : std::to_integer<std::uint32_t>(script[1]);
    const auto fill_session = [&](auto& m) {
        m.store_access_key_id("K");
        m.store_session("ABC");
        m.store_firm("F");
        m.store_uuid(1 + number / 64);
        m.store_request_timestamp(static_cast<std::uint64_t>(now.value) * 256 + number);
    };
    protocols::cme::sbe::Encoded encoded;
    switch (kind % 6) {
        case 0:
            encoded = ilink3::Negotiate::encode(place, fill_session);
            break;
        case 1:
            encoded = ilink3::Establish::encode(place, [&](auto& m) {
                fill_session(m);
                m.store_next_seq_no(number % 64);
                m.store_keep_alive_interval(10'000);
            });
            break;
        case 2:
            encoded = ilink3::RetransmitRequest::encode(place, [&](auto& m) {
                m.store_uuid(1 + number / 64);
                m.store_last_uuid({});
                m.store_from_seq_no(number % 64);
                m.store_msg_count(static_cast<std::uint16_t>(kind));
            });
            break;
        case 3:
            encoded = ilink3::Sequence::encode(place, [&](auto& m) {
                m.store_uuid(1 + number / 64);
                m.store_next_seq_no(number % 64);
            });
            break;
        default:
            encoded = ilink3::NewOrderSingle::encode(place, [&](auto& m) {
                ilink3::PriceOptional price;
                price.store_mantissa(std::int64_t{1 + kind % 4} * 10'000'000);
                m.store_price(price);
                m.store_order_qty(1 + kind % 8);
                m.store_security_id(1);
                m.store_side((kind & 64U) != 0 ? ilink3::Side::Buy : ilink3::Side::Sell);
                m.store_seq_num(number % 64);
                m.store_ord_type(ilink3::OrderTypeReq::Limit);
                m.store_time_in_force(ilink3::TimeInForce::Day);
            });
    }
    const std::size_t length = ilink3::kFramingHeaderLength + encoded.bytes.size();
    ilink3::store_framing_header(room.data(), length);
    return {room.begin(), room.begin() + static_cast<std::ptrdiff_t>(length)};
}

struct Journal {
    std::vector<std::vector<std::byte>> records;

    void take(VenueServer& server) {
        server.for_each_record([&](const exchange::InputRecord& record) {
            HOTPATH_ASSERT(record.seq == records.size() + 1,
                           "records must be numbered from 1 without gaps");
            records.emplace_back(record.bytes.begin(), record.bytes.end());
        });
    }
};

/// One byte says what is done, the next with how much.
void act(VenueServer& server, Journal& journal, std::span<const std::byte>& script, Time& now) {
    const auto what = std::to_integer<std::uint8_t>(script[0]);
    const ConnectionId id{static_cast<std::uint16_t>(what % 3)};
    const std::size_t length =
        std::min<std::size_t>(std::to_integer<std::size_t>(script[1]), script.size() - 2);
    const Bytes bytes = script.subspan(2, length);
    script = script.subspan(2 + length);
    now = now + Nanos{static_cast<std::int64_t>(length) * 100'000'000};
    constexpr unsigned kPortStep = 37;  // a byte has all seven
    switch (what / 3 % 9) {
        case 0:
            static_cast<void>(
                server.on_connect(static_cast<exchange::Port>(what / kPortStep), now));
            break;
        case 7:
            server.on_bytes(id, a_fix_message(bytes, now), now);
            break;
        case 8:
            server.on_bytes(id, an_ilink_frame(bytes, now), now);
            break;
        case 1:
            server.on_bytes(id, a_login().bytes(), now);
            break;
        case 2:
            server.on_bytes(id, bytes, now);
            break;
        case 3:
            server.on_disconnect(id, now);
            break;
        case 4:
            server.on_written(id, server.output(id).size(), now);
            break;
        case 5:
            if (exchange::Control control;
                exchange::decode(bytes, control) == protocols::DecodeStatus::Ok) {
                static_cast<void>(server.try_control(control, now));
            }
            break;
        default:
            static_cast<void>(server.on_request(bytes));
            server.on_timer(now);
    }
    journal.take(server);
}

std::vector<std::byte> state_of(const VenueServer& server) {
    StateWriter writer;
    server.save(writer);
    return {writer.bytes().begin(), writer.bytes().end()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
    auto created = VenueServer::create(fuzz_options(), nullptr);
    VenueServer& server = *created;
    Journal journal;
    Time now{};
    server.start(1, now);
    protocols::nasdaq::itch50::StockDirectory directory;
    directory.store_stock_locate(1);
    directory.store_stock(*Symbol::from("A"));
    server.publish(directory.bytes(), now);
    journal.take(server);

    std::span script(reinterpret_cast<const std::byte*>(bytes), length);
    while (script.size() >= 2) {
        act(server, journal, script, now);
        if (!script.empty() && script[0] > std::byte{64}) {
            server.on_durable(journal.records.size(), now);
        }
        server.for_each_packet([](Bytes) {});
        server.for_each_closed([](ConnectionId, VenueServer::CloseReason) {});
    }
    server.on_durable(journal.records.size(), now);
    journal.take(server);  // FIX timers turn with it, and their numbers are inputs

    auto again = VenueServer::create(fuzz_options(), nullptr);
    for (std::size_t n = 0; n < journal.records.size(); ++n) {
        const auto status = again->replay(journal.records[n], n + 1);
        HOTPATH_ASSERT(status == exchange::ApplyStatus::Ok, "every journal record must apply");
    }
    HOTPATH_ASSERT(state_of(*again) == state_of(server), "replay must give the same venue");
    return 0;
}
