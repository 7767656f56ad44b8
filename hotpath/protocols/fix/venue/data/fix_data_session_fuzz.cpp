// Any bytes of two market data sessions, between messages of the venue's feed: the server survives
// them, what it sends is whole FIX messages, a session's subscriptions and output keep their bounds,
// and nothing is subscribed to without a session.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/fix/framer.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/venue/data/fix_data_server.hpp"

namespace {

using namespace hotpath;
namespace tag = protocols::fix::tag;

constexpr Time kStart{1'764'158'400'000'000'000};
constexpr std::size_t kUsers = 2;
constexpr exchange::ExchangeOptions kVenue{.books = {.orders_max = 64,
                                                     .levels_max = 64,
                                                     .instruments_max = 2,
                                                     .huge_pages = HugePages::Never},
                                           .sessions_max = 1,
                                           .session_orders_max = 32,
                                           .executions_per_command_max = 64};
constexpr std::uint32_t kSubscriptions = 3;

exchange::FixDataOptions server_options() {
    exchange::FixDataOptions options{.books = kVenue.books,
                                     .subscriptions_max = kSubscriptions,
                                     .depth_max = 4,
                                     .levels_per_turn = 16,
                                     .changes_max = 4};
    for (const char* const name : {"0", "1"}) {
        options.users.push_back({.begin_string = name[0] == '0' ? "FIX.4.4" : "FIX.4.2",
                                 .comp_id = name,
                                 .venue_comp_id = "V",
                                 .password = "P"});
    }
    return options;
}

/// A venue, its server, and two connections at most.
class Fuzzed {
  public:
    Fuzzed() {
        protocols::nasdaq::itch50::StockDirectory directory;
        directory.store_stock_locate(1);
        protocols::nasdaq::itch50::fill_directory(directory, *Symbol::from("A"));
        exchange_.publish(directory.bytes());
        server_.begin(exchange_);
        exchange_.clear_feed();
    }

    /// As they are, or in a message whose header and sums are right.
    void give(std::size_t user, Bytes bytes, bool is_wrapped) {
        if (!clients_[user]) {
            clients_[user] = server_.on_connect(now_);
            numbers_[user] = 1;
            framers_[user].clear();
        }
        if (clients_[user]) {
            const std::vector<std::byte> message =
                is_wrapped ? wrapped(user, bytes) : std::vector(bytes.begin(), bytes.end());
            server_.on_bytes(*clients_[user], message, now_);
        }
        check();
    }
    void enter(std::uint8_t terms) {
        now_ = now_ + Nanos{1'000'000};
        static_cast<void>(exchange_.enter({.id = {2 * ++id_},
                                           .instrument = {1},
                                           .symbol = *Symbol::from("A"),
                                           .side = (terms & 1U) != 0 ? Side::Buy : Side::Sell,
                                           .qty = {1U + terms % 7U},
                                           .price = {10'000 + 100 * (terms % 8)}},
                                          now_));
        for (const Bytes packet : exchange_.feed_packets()) {
            server_.on_packet(packet, now_);
        }
        exchange_.clear_feed();
    }
    void publish() {
        server_.publish(now_);
        check();
    }
    void wait(std::uint8_t seconds) {
        now_ = now_ + Nanos{seconds * kNanosPerSecond};
        server_.on_timer(now_);
        check();
    }
    void read(std::size_t user, std::size_t most) {
        if (!clients_[user]) {
            return;
        }
        const Bytes output = server_.output(*clients_[user]);
        const Bytes taken = output.first(std::min(most, output.size()));
        for (Bytes rest = taken, message; !rest.empty();) {
            const protocols::fix::FrameStatus status = framers_[user].next(rest, message);
            HOTPATH_ASSERT(status == protocols::fix::FrameStatus::Whole ||
                               status == protocols::fix::FrameStatus::NeedMore,
                           "what is sent must be whole messages");
        }
        if (!taken.empty()) {
            server_.on_written(*clients_[user], taken.size(), now_);
        }
        check();
    }
    void hang_up(std::size_t user) {
        if (clients_[user]) {
            server_.on_disconnect(*clients_[user], now_);
        }
        check();
    }

  private:
    /// Of all inputs, empty at the beginning of each connection: their buffers cost more than a venue.
    static std::array<protocols::fix::Framer, kUsers>& framers() {
        static std::array<protocols::fix::Framer, kUsers> framers{protocols::fix::Framer(65'536),
                                                                  protocols::fix::Framer(65'536)};
        return framers;
    }

    std::vector<std::byte> wrapped(std::size_t user, Bytes bytes) {
        std::array<std::byte, 2'048> room;
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        protocols::fix::MessageWriter writer(room);
        const std::string type = text.substr(0, text.find(protocols::fix::kSoh));
        writer.begin(user == 0 ? "FIX.4.4" : "FIX.4.2", type.empty() ? "A" : type);
        writer.add_uint(tag::kMsgSeqNum, numbers_[user]++);
        writer.add(tag::kSenderCompId, user == 0 ? "0" : "1");
        writer.add_time(tag::kSendingTime, now_, protocols::fix::TimePrecision::Milliseconds);
        writer.add(tag::kTargetCompId, "V");
        writer.add_fields(std::string_view(text).substr(std::min(text.size(), type.size() + 1)));
        const Bytes message = writer.finish();
        return {message.begin(), message.end()};
    }
    void check() {
        server_.for_each_closed([this](exchange::ConnectionId id, auto) {
            for (std::optional<exchange::ConnectionId>& client : clients_) {
                if (client == id) {
                    client.reset();
                }
            }
        });
        server_.for_each_note([](const protocols::nasdaq::soupbintcp::ClientNote&) {});
        for (std::size_t user = 0; user < kUsers; ++user) {
            HOTPATH_ASSERT(server_.subscriptions(user) <= kSubscriptions,
                           "a session must keep its bound");
        }
    }

    exchange::Exchange exchange_ = std::move(*exchange::Exchange::create(kVenue));
    exchange::FixDataServer server_ = std::move(*exchange::FixDataServer::create(server_options()));
    std::array<std::optional<exchange::ConnectionId>, kUsers> clients_{};
    std::array<std::uint64_t, kUsers> numbers_{};
    std::array<protocols::fix::Framer, kUsers>& framers_ = framers();
    Time now_ = kStart;
    std::uint64_t id_ = 0;
};

}  // namespace

/// Steps, each a byte with its kind in the three lowest bits and the user in the next, and a byte of
/// length or terms; `|` is SOH. Both users have logged on before.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::byte> text(size);
    std::ranges::transform(std::span(data, size), text.begin(), [](std::uint8_t byte) {
        return byte == '|' ? std::byte{protocols::fix::kSoh} : std::byte{byte};
    });
    Fuzzed venue;
    const std::string logon =
        "A\x01"
        "98=0\x01"
        "108=30\x01"
        "554=P\x01";
    for (std::size_t user = 0; user < kUsers; ++user) {
        venue.give(user, std::as_bytes(std::span(logon)), true);
    }
    Bytes rest = text;
    while (rest.size() >= 2) {
        const auto head = std::to_integer<std::uint8_t>(rest[0]);
        const auto terms = std::to_integer<std::uint8_t>(rest[1]);
        const std::size_t user = std::size_t{head} >> 3U & 1U;
        rest = rest.subspan(2);
        switch (head % 8) {
            case 0:
            case 1: {
                const Bytes piece = rest.first(std::min<std::size_t>(terms, rest.size()));
                venue.give(user, piece, head % 8 == 1);
                rest = rest.subspan(piece.size());
                break;
            }
            case 2:
            case 3:
                venue.enter(terms);
                break;
            case 4:
                venue.publish();
                break;
            case 5:
                venue.wait(terms);
                break;
            case 6:
                venue.read(user, std::size_t{terms} * 64);
                break;
            default:
                venue.hang_up(user);
        }
    }
    venue.publish();
    return 0;
}
