#pragma once
/// A venue with a market data server, and FIX clients that keep books of what it sends.
///
///   DataVenue venue(1);                                 // seed of its random market
///   FixDataClient client(venue, 0);
///   client.log_on();
///   client.send(market_data_request({.id = "R1", .symbols = {"AAPL"}}));
///   venue.step();                                       // an order at the venue, and a publication
///   client.turn();
///   client.book("R1", "AAPL").levels(Side::Buy) == venue.levels(1, Side::Buy, depth)
///
/// Threads: the test's. Allocation: free. Tests only.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/venue/data/fix_data_server.hpp"
#include "tests/support/fix_books.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/fix_session_pair.hpp"

namespace hotpath::support {

inline constexpr std::uint16_t kDataInstruments = 3;
inline constexpr std::array<std::string_view, kDataInstruments> kDataSymbols{"AAPL", "GOOG", "IBM"};

[[nodiscard]] inline exchange::ExchangeOptions data_exchange() {
    return {.books = {.orders_max = 4'000,
                      .levels_max = 4'000,
                      .instruments_max = kDataInstruments + 1,
                      .huge_pages = HugePages::Never},
            .sessions_max = 1,
            .session_orders_max = 100,
            .executions_per_command_max = 500};
}

/// Users DATA0, DATA1, ... with CompIDs CLIENT0, ... and passwords SECRET0, ...; the n-th of
/// FIX.4.2 when n is odd.
[[nodiscard]] inline exchange::FixDataOptions data_server(std::size_t users = 2) {
    exchange::FixDataOptions options{.books = data_exchange().books, .depth_max = 100};
    for (std::size_t n = 0; n < users; ++n) {
        const std::string number = std::to_string(n);
        options.users.push_back(
            {.name = protocols::nasdaq::soupbintcp::Credentials::of("DATA" + number, "").username,
             .begin_string = n % 2 == 0 ? "FIX.4.4" : "FIX.4.2",
             .comp_id = "CLIENT" + number,
             .venue_comp_id = "VENUE",
             .password = "SECRET" + number});
    }
    return options;
}

class DataVenue {
  public:
    explicit DataVenue(std::uint64_t seed, exchange::FixDataOptions options = data_server())
        : options_(std::move(options)), random_(seed) {
        for (std::uint16_t id = 1; id <= kDataInstruments; ++id) {
            protocols::nasdaq::itch50::StockDirectory directory;
            directory.store_stock_locate(id);
            protocols::nasdaq::itch50::fill_directory(directory, symbol({id}));
            exchange_.publish(directory.bytes());
        }
        exchange_.clear_feed();
        restart();
    }

    [[nodiscard]] exchange::FixDataServer& server() { return *server_; }
    [[nodiscard]] exchange::Exchange& venue() { return exchange_; }
    [[nodiscard]] Time now() const { return now_; }
    void wait(Nanos time) { now_ = now_ + time; }
    [[nodiscard]] static Symbol symbol(InstrumentId id) {
        return *Symbol::from(kDataSymbols[id.value - 1U]);
    }
    [[nodiscard]] const exchange::FixDataOptions& options() const { return options_; }

    /// The process is another one, which knows what is in its journal.
    void restart() {
        auto made = exchange::FixDataServer::create(options_);
        ASSERT_TRUE(made) << made.error().message;
        server_.emplace(std::move(*made));
        server_->begin(exchange_);
    }

    /// What the venue has published leaves.
    void publish() {
        deliver();
        server_->publish(now_);
    }
    void deliver() {
        for (const Bytes packet : exchange_.feed_packets()) {
            server_->on_packet(packet, now_);
        }
        exchange_.clear_feed();
    }
    void step() {
        trade();
        publish();
    }
    void enter(InstrumentId instrument, Side side, std::uint32_t qty, std::int64_t price) {
        now_ = now_ + Nanos{1'000};
        static_cast<void>(exchange_.enter({.id = {2 * ++id_},
                                           .instrument = instrument,
                                           .symbol = symbol(instrument),
                                           .side = side,
                                           .qty = {qty},
                                           .price = {price}},
                                          now_));
    }
    [[nodiscard]] OrderId last_id() const { return {2 * id_}; }

    /// A random command.
    void trade() {
        now_ = now_ + Nanos{1'000};
        const OrderId known{2 * (1 + random_.below(id_ + 1))};
        const InstrumentId instrument{
            static_cast<std::uint16_t>(1 + random_.below(kDataInstruments))};
        const Price price{500'000 + 100 * static_cast<std::int64_t>(random_.below(30))};
        const Qty qty{static_cast<std::uint32_t>(1 + random_.below(100))};
        switch (random_.below(8)) {
            case 0:
            case 1:
                static_cast<void>(exchange_.cancel(known, now_));
                break;
            case 2:
                static_cast<void>(exchange_.reduce(known, qty, now_));
                break;
            case 3:
                static_cast<void>(exchange_.replace(
                    {.original = known, .id = {2 * ++id_}, .qty = qty, .price = price}, now_));
                break;
            default:
                enter(instrument, random_.one_in(2) ? Side::Buy : Side::Sell, qty.value,
                      price.value);
        }
    }

    /// The best `depth` of the venue's own book.
    [[nodiscard]] std::vector<book::Level> levels(InstrumentId instrument, Side side,
                                                  std::size_t depth) const {
        std::vector<book::Level> best(depth);
        best.resize(exchange_.books().depth(instrument, side, best));
        return best;
    }

  private:
    exchange::FixDataOptions options_;
    Random random_;
    exchange::Exchange exchange_ = std::move(*exchange::Exchange::create(data_exchange()));
    std::optional<exchange::FixDataServer> server_;
    Time now_ = kFixNow;
    std::uint64_t id_ = 0;
};

class FixDataClient : public FixBooks {
  public:
    FixDataClient(DataVenue& at, std::size_t user, std::string password)
        : FixBooks(dictionary(at.options().users[user])),
          venue_(at),
          store_(*protocols::fix::MemoryStore::create({})) {
        const exchange::FixDataUser& is = at.options().users[user];
        protocols::fix::SessionOptions options = fix_initiator();
        options.begin_string = is.begin_string;
        options.sender_comp_id = is.comp_id;
        options.password = std::move(password);
        options.message_length_max = 65'536;
        options.output_bytes_max = 4 * 65'536;
        options.fields_max = 8'192;
        options.resets.on_logon = true;
        session_.emplace(*protocols::fix::Session::create(options, dictionary(is), store_));
    }
    FixDataClient(DataVenue& at, std::size_t user)
        : FixDataClient(at, user, "SECRET" + std::to_string(user)) {}

    [[nodiscard]] protocols::fix::Session& session() { return *session_; }
    FixDataClient& connect(const protocols::nasdaq::soupbintcp::Peer& peer = {}) {
        id = venue_.server().on_connect(venue_.now(), peer);
        is_cut_off = !id;
        if (id) {
            session_->on_connected(venue_.now(), *this);
        }
        return *this;
    }
    FixDataClient& log_on() {
        connect();
        turn();
        return *this;
    }
    void put(std::string_view body) {
        const std::string whole = with_soh(body);
        const auto split = protocols::fix::split_body(whole);
        ASSERT_TRUE(split.has_value()) << body;
        session_->begin(split->msg_type, venue_.now()).add_fields(split->fields);
        EXPECT_EQ(session_->send(), protocols::fix::SendStatus::Sent);
    }
    /// And its answer.
    void send(std::string_view body) {
        put(body);
        turn();
    }
    void turn() {
        give();
        venue_.publish();
        while (take() || give()) {
        }
    }
    bool give() {
        const std::vector<std::byte> bytes = copy_of(session_->output());
        if (bytes.empty() || !id || is_cut_off) {
            return false;
        }
        session_->on_written(bytes.size(), venue_.now());
        venue_.server().on_bytes(*id, bytes, venue_.now());
        sweep();
        return true;
    }
    /// What the venue has goes to the client, at most `most` bytes.
    bool take(std::size_t most = 1'000'000) {
        const Bytes waiting = id && !is_cut_off ? venue_.server().output(*id) : Bytes{};
        const std::vector<std::byte> bytes = copy_of(waiting.first(std::min(most, waiting.size())));
        if (bytes.empty()) {
            return false;
        }
        venue_.server().on_written(*id, bytes.size(), venue_.now());
        session_->on_bytes(bytes, venue_.now(), *this);
        sweep();
        return true;
    }
    /// What was closed is noticed.
    void sweep() {
        venue_.server().for_each_closed(
            [&](exchange::ConnectionId closed, protocols::nasdaq::soupbintcp::CloseReason reason) {
                if (id == closed) {
                    is_cut_off = true;
                    close_reason = reason;
                    session_->on_bytes(venue_.server().last_output(closed), venue_.now(), *this);
                }
            });
    }
    void disconnect() {
        venue_.server().on_disconnect(*id, venue_.now());
        sweep();
        session_->on_disconnected(venue_.now());
    }

    std::optional<exchange::ConnectionId> id;
    bool is_cut_off = false;
    protocols::nasdaq::soupbintcp::CloseReason close_reason =
        protocols::nasdaq::soupbintcp::CloseReason::None;

  private:
    [[nodiscard]] static std::vector<std::byte> copy_of(Bytes bytes) {
        return {bytes.begin(), bytes.end()};
    }
    [[nodiscard]] static const protocols::fix::Dictionary& dictionary(
        const exchange::FixDataUser& is) {
        return is.begin_string == "FIX.4.2" ? fix42() : fix44();
    }

    DataVenue& venue_;
    protocols::fix::MemoryStore store_;
    std::optional<protocols::fix::Session> session_;
};

}  // namespace hotpath::support
