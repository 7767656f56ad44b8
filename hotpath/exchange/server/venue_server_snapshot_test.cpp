// Snapshots of a venue that goes on: each is of one moment, of nothing that is not safe, and costs
// a turn no more than its share.

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/exchange/market/snapshot_books.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

namespace itch50 = protocols::nasdaq::itch50;
using protocols::nasdaq::soupbintcp::CloseReason;
using support::BenchClient;
using support::small_venue;
using support::VenueBench;

BenchClient trader(VenueBench& bench, std::size_t user) {
    return {bench, Port::OrderEntry, bench.options.users[user]};
}
BenchClient reader(VenueBench& bench) {
    return {bench, Port::Glimpse, bench.options.users.back()};
}

void read_all(VenueBench& bench, BenchClient& client) {
    for (int turns = 0; turns < 10'000 && !client.has_ended && !client.is_cut_off(); ++turns) {
        bench.turn();
        client.poll();
    }
}

std::uint64_t next_seq_of(const BenchClient& client) {
    std::uint64_t next_seq = 0;
    EXPECT_EQ(protocols::nasdaq::glimpse50::decode_end_of_snapshot(client.replies.back(), next_seq),
              protocols::DecodeStatus::Ok);
    return next_seq;
}

TEST(VenueSnapshots, ASnapshotIsOfWhatIsSafeAndSaysWhatFollowsIt) {
    VenueBench bench(small_venue(2));
    BenchClient client = trader(bench, 0);
    client.enter({.number = 1, .qty = 70});
    client.enter({.number = 2, .side = 'S', .qty = 30, .price = 510'000});
    BenchClient first = reader(bench);
    EXPECT_TRUE(first.is_logged_in);
    bench.turn();
    bench.turn();
    first.poll();
    EXPECT_TRUE(first.replies.empty()) << "the orders are not safe yet";
    EXPECT_GT(bench.server.next_deadline(), bench.now) << "there is nothing to do but to wait";
    client.enter({.number = 3});
    bench.make_durable(bench.records.size() - 1);
    read_all(bench, first);
    EXPECT_EQ(first.types(), "RRAAG") << "the third order was too late";
    EXPECT_EQ(next_seq_of(first), 5U) << "two directory messages and two orders were published";
    EXPECT_TRUE(first.has_ended);
    bench.make_durable();
    BenchClient again = reader(bench);
    read_all(bench, again);
    EXPECT_EQ(again.types(), "RRAAAG");
}

TEST(VenueSnapshots, ATurnMakesNoMorePiecesThanItsShare) {
    auto options = small_venue(1);
    options.snapshots.pieces_per_turn = 3;
    VenueBench bench(options);
    BenchClient client = trader(bench, 0);
    for (std::uint32_t n = 1; n <= 50; ++n) {
        client.enter({.number = n});
    }
    bench.make_durable();
    BenchClient first = reader(bench);
    EXPECT_EQ(bench.server.snapshots().pieces, 0U) << "a login makes nothing";
    std::uint64_t turns = 0;
    for (std::size_t had = 0; !first.has_ended; had = first.replies.size()) {
        EXPECT_LE(bench.server.next_deadline(), bench.now);
        bench.turn();
        first.poll();
        ++turns;
        ASSERT_LE(bench.server.snapshots().pieces, 3 * turns);
        ASSERT_LE(first.replies.size(), had + 3);
    }
    EXPECT_EQ(first.replies.size(), 2U + 50U + 1U);
    EXPECT_GE(turns, 2 * 50U / 3);
    EXPECT_GT(bench.server.next_deadline(), bench.now);
}

/// Never so slow that the session's own limits see it.
TEST(VenueSnapshots, AReaderThatNeverComesToItsEndIsCutOff) {
    auto options = small_venue(1);
    options.soup.connection.output_bytes_max = 600;
    options.snapshots = {.snapshots_max = 1, .reading_max = {10 * kNanosPerSecond}};
    options.cancel_on_disconnect_after = kForever;
    VenueBench bench(options);
    BenchClient client = trader(bench, 0);
    for (std::uint32_t n = 1; n <= 50; ++n) {
        client.enter({.number = n});
    }
    bench.make_durable();
    BenchClient slow = reader(bench);
    for (int second = 0; second < 9; ++second) {
        bench.advance(Nanos{kNanosPerSecond});
        slow.soup.on_timer(bench.now);
        slow.send();
        bench.server.on_written(*slow.id, 1, bench.now);
    }
    EXPECT_FALSE(slow.is_cut_off());
    BenchClient other = reader(bench);
    EXPECT_EQ(other.rejected, 'S') << "the one there may be is being read";
    EXPECT_EQ(bench.server.snapshots().refused, 1U);
    bench.advance(Nanos{2 * kNanosPerSecond});
    ASSERT_TRUE(slow.is_cut_off());
    EXPECT_EQ(slow.reason(), CloseReason::SlowReader);
    BenchClient next = reader(bench);
    read_all(bench, next);
    EXPECT_EQ(next.replies.size(), 2U + 50U + 1U);
}

TEST(VenueSnapshots, ASnapshotIsNotResumed) {
    VenueBench bench(small_venue(1));
    BenchClient late(bench, Port::Glimpse, bench.options.users[0], 3);
    EXPECT_EQ(late.rejected, 'S');
    BenchClient again = reader(bench);
    read_all(bench, again);
    EXPECT_EQ(again.types(), "RRG");
}

TEST(VenueSnapshots, MakingOneAllocatesNothing) {
    VenueBench bench(small_venue(1));
    BenchClient client = trader(bench, 0);
    for (std::uint32_t n = 1; n <= 100; ++n) {
        client.enter({.number = n});
    }
    bench.make_durable();
    BenchClient first = reader(bench);
    const NoAllocScope scope;
    for (int turns = 0; turns < 10; ++turns) {
        bench.server.on_timer(bench.now);
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(bench.server.snapshots().made, 1U);
}

/// A copy of too few orders for the exchange's: no snapshot says less than there is.
TEST(VenueSnapshots, BooksThatDoNotFitAreNoSnapshot) {
    VenueBench bench(small_venue(1));
    BenchClient client = trader(bench, 0);
    for (std::uint32_t n = 1; n <= 20; ++n) {
        client.enter({.number = n});
    }
    auto narrow = bench.options.exchange.books;
    narrow.orders_max = 10;
    SnapshotBooks books = *SnapshotBooks::create(narrow);
    auto snapshots = *protocols::nasdaq::glimpse50::SnapshotServer::create(
        {.snapshot = SnapshotBooks::room(narrow), .pieces_per_turn = 1'000});
    const protocols::SequencedStore* stream = snapshots.join();
    books.begin_step({.exchange = &bench.server.log().exchange()});
    snapshots.on_turn(books);
    EXPECT_FALSE(snapshots.is_making());
    EXPECT_TRUE(snapshots.is_broken(*stream));
}

/// What is in the books by instrument, side and priority; what trades.
struct ExchangeState {
    std::vector<book::OrderView> orders;
    std::map<std::uint16_t, char> states;
    friend bool operator==(const ExchangeState&, const ExchangeState&) = default;
};

ExchangeState state_of(const Exchange& exchange) {
    ExchangeState found;
    for (std::uint16_t id = 1; id <= exchange.books().instruments_max(); ++id) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            exchange.books().for_each_order({id}, side, [&](const book::OrderView& order) {
                found.orders.push_back(order);
                found.orders.back().tag = 0;  // is not published
            });
        }
        const book::TradingState state = exchange.books().trading_state({id});
        if (state != book::TradingState::Unknown) {
            found.states[id] = state == book::TradingState::Halted ? 'H' : 'T';
        }
    }
    return found;
}

ExchangeState state_of(const BenchClient& client) {
    ExchangeState found;
    for (const support::ByteString& message : client.replies) {
        if (static_cast<char>(message.front()) == itch50::AddOrder::kType) {
            const auto& m = itch50::AddOrder::at(message.data());
            found.orders.push_back({.id = {m.load_order_reference_number()},
                                    .instrument = {m.load_stock_locate()},
                                    .side = itch50::to_side(m.load_buy_sell_indicator()),
                                    .price = itch50::to_price(m.load_price()),
                                    .leaves_qty = {m.load_shares()}});
        } else if (static_cast<char>(message.front()) == itch50::StockTradingAction::kType) {
            const auto& m = itch50::StockTradingAction::at(message.data());
            found.states[m.load_stock_locate()] = m.load_trading_state();
        }
    }
    return found;
}

/// Two traders at few prices, so that orders in the middle of long queues come and go.
class BusyVenue {
  public:
    BusyVenue(const VenueServerOptions& options, std::uint64_t seed)
        : random_(seed), bench_(options), traders_{trader(bench_, 0), trader(bench_, 1)} {}

    void act() {
        BenchClient& client = traders_[random_.below(2)];
        switch (random_.below(20)) {
            case 0:
                halt_or_resume();
                break;
            case 1:
            case 2:
            case 3:
                replace(client);
                break;
            case 4:
            case 5:
            case 6:
            case 7:
                client.cancel(recent(), random_.one_in(2) ? 10 : 0);
                break;
            default:
                enter(client);
        }
        states_[bench_.server.log().exchange().next_seq()] =
            state_of(bench_.server.log().exchange());
        bench_.make_durable(bench_.records.size() - random_.below(3));
    }
    void check(const BenchClient& client) {
        const std::uint64_t next_seq = next_seq_of(client);
        ASSERT_TRUE(states_.contains(next_seq));
        ASSERT_EQ(state_of(client), states_.at(next_seq)) << "before message " << next_seq;
    }

    VenueBench& bench() { return bench_; }
    Random& random() { return random_; }

  private:
    void enter(BenchClient& client) {
        client.enter({.number = ++number_,
                      .side = side(),
                      .qty = static_cast<std::uint32_t>(1 + random_.below(300)),
                      .price = price(),
                      .symbol = random_.one_in(2) ? "AAPL" : "GOOG"});
    }
    void replace(BenchClient& client) {
        protocols::nasdaq::ouch50::ReplaceOrderRequest m;
        m.store_orig_user_ref_num(recent());
        m.store_user_ref_num(++number_);
        m.store_quantity(static_cast<std::uint32_t>(1 + random_.below(300)));
        m.store_price(static_cast<std::uint64_t>(price()));
        m.store_time_in_force(protocols::nasdaq::ouch50::time_in_force::kDay);
        m.store_display(protocols::nasdaq::ouch50::display::kVisible);
        client.request(m.bytes());
    }
    void halt_or_resume() {
        itch50::StockTradingAction action;
        action.store_stock_locate(1);
        action.store_stock(*Symbol::from("AAPL"));
        action.store_trading_state(random_.one_in(6) ? 'H' : 'T');
        bench_.server.publish(action.bytes(), bench_.now);
        bench_.take_records();
    }
    char side() { return random_.one_in(2) ? 'B' : 'S'; }
    std::int64_t price() {
        return 500'000 + 100 * static_cast<std::int64_t>(random_.below(8)) - 300;
    }
    std::uint32_t recent() { return number_ - static_cast<std::uint32_t>(random_.below(60)); }

    Random random_;
    VenueBench bench_;
    BenchClient traders_[2];
    std::uint32_t number_ = 100;
    std::map<std::uint64_t, ExchangeState> states_;  // by the next message
};

TEST(VenueSnapshotsProperty, EverySnapshotOfAVenueThatGoesOnIsOfOneMoment) {
    const std::uint64_t first = support::seed_of_this_test(31);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 12, .long_run = 1'000});
    std::uint64_t snapshots = 0;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        auto options = small_venue(3);
        options.snapshots.pieces_per_turn = 1 + static_cast<std::uint32_t>(seed % 7);
        BusyVenue venue(options, seed);
        std::unique_ptr<BenchClient> client;
        for (int round = 0; round < 1'500; ++round) {
            venue.act();
            if (!client && venue.random().one_in(20)) {
                client = std::make_unique<BenchClient>(venue.bench(), Port::Glimpse,
                                                       options.users.back());
                ASSERT_TRUE(client->is_logged_in);
            }
            if (venue.random().one_in(2)) {
                venue.bench().turn();
            }
            if (client) {
                client->poll();
                if (client->has_ended) {
                    ASSERT_NO_FATAL_FAILURE(venue.check(*client));
                    client.reset();
                    ++snapshots;
                }
            }
        }
        EXPECT_EQ(venue.bench().server.snapshots().broken, 0U);
    }
    EXPECT_GT(snapshots, 5 * seeds);
}

}  // namespace
}  // namespace hotpath::exchange
