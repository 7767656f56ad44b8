// A venue's ITCH packets as an MDP 3.0 channel: its receivers have the venue's books, by order and by
// price, also after a restart of the venue; the same packets give the same bytes; nothing is
// allocated.

#include "hotpath/protocols/cme/venue/mdp3_venue_feed.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/cme/feed/mdp3_channel.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::exchange {
namespace {

using Moment = Mdp3VenueFeed::Moment;

constexpr std::uint16_t kListed = 3;
constexpr ExchangeOptions kVenue{.books = {.orders_max = 2'000,
                                           .levels_max = 2'000,
                                           .instruments_max = kListed,
                                           .huge_pages = HugePages::Never},
                                 .sessions_max = 1,
                                 .session_orders_max = 100,
                                 .executions_per_command_max = 200};
constexpr std::uint64_t kBeginNs = 1'795'384'800ULL * 1'000'000'000;
constexpr Nanos kTurn{2'000'000};

struct Sent {
    Mdp3Group group = Mdp3Group::Incremental;
    std::vector<std::byte> packet;

    friend bool operator==(const Sent&, const Sent&) = default;
};

struct Keep {
    void operator()(Mdp3Group group, Bytes packet) const {
        sent.push_back({group, {packet.begin(), packet.end()}});
    }

    std::vector<Sent>& sent;
};

/// A venue with a random background, and its channel.
class PublishingVenue {
  public:
    PublishingVenue(std::uint64_t seed, bool has_orders) : random_(seed), has_orders_(has_orders) {
        for (std::uint16_t id = 1; id <= kListed; ++id) {
            protocols::nasdaq::itch50::StockDirectory directory;
            directory.store_stock_locate(id);
            protocols::nasdaq::itch50::fill_directory(directory, symbol({id}));
            exchange_.publish(directory.bytes());
        }
        exchange_.clear_feed();
        open(1);
    }

    [[nodiscard]] const Exchange& exchange() const { return exchange_; }
    [[nodiscard]] const Mdp3VenueFeed& feed() const { return *feed_; }
    [[nodiscard]] std::vector<Sent> take_sent() { return std::exchange(sent_, {}); }

    /// The process is another one, which knows what is in its journal.
    void restart() {
        // What the old process did not send any more.
        for (int i = 0; i < 5; ++i) {
            trade();
            exchange_.clear_feed();
        }
        open(feed_->next_packet_number());
    }

    void step() {
        now_ = now_ + kTurn;
        trade();
        for (const Bytes packet : exchange_.feed_packets()) {
            feed_->on_packet(packet, moment(), keep());
        }
        exchange_.clear_feed();
        wait();
    }
    void set_loops(bool has_receiver) { feed_->set_loops(has_receiver, now_); }
    /// Without a trade.
    void wait() {
        now_ = now_ + kTurn;
        feed_->on_timer(moment(), keep());
    }
    [[nodiscard]] Moment moment() const {
        return {.now = now_, .utc_ns = kBeginNs + static_cast<std::uint64_t>(now_.value)};
    }

  private:
    static Symbol symbol(InstrumentId id) {
        constexpr std::array<std::string_view, kListed> kNames{"AAPL", "GOOG", "IBM"};
        return *Symbol::from(kNames[id.value - 1U]);
    }
    [[nodiscard]] Keep keep() { return {sent_}; }
    void open(std::uint32_t first_packet) {
        feed_ = Mdp3VenueFeed::create({.market = {.books = kVenue.books,
                                                  .first_packet = first_packet,
                                                  .has_orders = has_orders_},
                                       .definitions_interval = {20'000'000},
                                       .snapshot_interval = {2'000'000},
                                       .heartbeat_interval = {10'000'000}});
        ASSERT_TRUE(feed_) << feed_.error().message;
        feed_->begin(exchange_, moment(), keep());
    }
    void trade() {
        const Time now{now_.value + 1};
        const OrderId known{2 * (1 + random_.below(id_ + 1))};
        const InstrumentId instrument{static_cast<std::uint16_t>(1 + random_.below(kListed))};
        const Price price{500'000 + 100 * static_cast<std::int64_t>(random_.below(30))};
        const Qty qty{static_cast<std::uint32_t>(1 + random_.below(100))};
        switch (random_.below(8)) {
            case 0:
                static_cast<void>(exchange_.cancel(known, now));
                break;
            case 1:
                static_cast<void>(exchange_.reduce(known, qty, now));
                break;
            case 2:
                static_cast<void>(exchange_.replace(
                    {.original = known, .id = {2 * (++id_ + 1)}, .qty = qty, .price = price}, now));
                break;
            default:
                static_cast<void>(
                    exchange_.enter({.id = {2 * (++id_ + 1)},
                                     .instrument = instrument,
                                     .symbol = symbol(instrument),
                                     .side = random_.one_in(2) ? Side::Buy : Side::Sell,
                                     .qty = qty,
                                     .price = price},
                                    now));
        }
    }

    Random random_;
    bool has_orders_;
    Exchange exchange_ = std::move(*Exchange::create(kVenue));
    Expected<Mdp3VenueFeed> feed_ = fail("not opened");
    Time now_{1'000'000};
    std::uint64_t id_ = 0;
    std::vector<Sent> sent_;
};

feed::Mdp3Channel make_channel(feed::Mdp3Depth depth) {
    return std::move(*feed::Mdp3Channel::create(
        kVenue.books, {.depth = depth, .instruments_max = kListed, .orders_max = 2'000},
        feed::mdp3_feed_options()));
}

/// Line A loses a third, line B another; `is_cut`: both lose everything.
void deliver(const std::vector<Sent>& sent, Moment moment, bool is_cut,
             feed::Mdp3Channel& channel) {
    feed::NullListener ignored;
    const bool is_by_order = channel.codec().depth() == feed::Mdp3Depth::ByOrder;
    for (const Sent& each : sent) {
        const std::uint64_t number = protocols::cme::mdp3::Mdp3Packets::number_of(each.packet);
        switch (each.group) {
            case Mdp3Group::Incremental:
                for (const feed::Line line : {feed::Line::A, feed::Line::B}) {
                    if (!is_cut && number % 3 != (line == feed::Line::A ? 0U : 1U)) {
                        channel.on_packet({line, each.packet, moment.now}, ignored);
                    }
                }
                break;
            case Mdp3Group::Definitions:
                channel.on_definition_packet(each.packet, ignored);
                break;
            case Mdp3Group::Orders:
                if (is_by_order) {
                    channel.on_snapshot_packet(each.packet, moment.now, ignored);
                }
                break;
            case Mdp3Group::Levels:
                if (!is_by_order) {
                    channel.on_snapshot_packet(each.packet, moment.now, ignored);
                }
                channel.on_state_packet(each.packet, ignored);
        }
    }
    channel.on_timer(moment.now, ignored);
}

void expect_same_orders(const book::L3Books& venue, const book::L3Books& received) {
    struct Row {
        Price price{};
        Qty qty{};
        bool operator==(const Row&) const = default;
    };
    for (std::uint16_t id = 1; id <= kListed; ++id) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            std::vector<Row> expected;
            std::vector<Row> rows;
            venue.for_each_order({id}, side, [&](const book::OrderView& order) {
                expected.push_back({order.price, order.leaves_qty});
            });
            received.for_each_order({id}, side, [&](const book::OrderView& order) {
                rows.push_back({order.price, order.leaves_qty});
            });
            ASSERT_TRUE(rows == expected) << "instrument " << id;
        }
    }
}

void expect_same_levels(const book::L3Books& venue, const book::L3Books& received) {
    for (std::uint16_t id = 1; id <= kListed; ++id) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            std::array<book::Level, 10> expected{};
            std::array<book::Level, 11> levels{};
            const std::size_t depth = venue.depth({id}, side, expected);
            ASSERT_EQ(received.depth({id}, side, levels), depth);
            for (std::size_t i = 0; i < depth; ++i) {
                ASSERT_EQ(levels[i].price, expected[i].price);
                ASSERT_EQ(levels[i].qty, expected[i].qty);
            }
        }
    }
}

/// A receiver of a venue that restarts, and loses packets; returns how often books were compared.
std::uint64_t compared_books(std::uint64_t seed, feed::Mdp3Depth depth) {
    const bool is_by_order = depth == feed::Mdp3Depth::ByOrder;
    PublishingVenue venue(seed, is_by_order);
    feed::Mdp3Channel channel = make_channel(depth);
    std::uint64_t compared = 0;
    for (int i = 1; i <= 1'500; ++i) {
        if (i % 500 == 0) {
            const std::uint32_t before = venue.feed().next_packet_number();
            venue.restart();
            EXPECT_GT(venue.feed().next_packet_number(), before) << "the reset";
        }
        i % 100 < 60 ? venue.step() : venue.wait();
        deliver(venue.take_sent(), venue.moment(), i % 250 < 4, channel);
        if (channel.feed().is_stale() ||
            channel.feed().next_sequence_number() != venue.feed().next_packet_number()) {
            continue;
        }
        ++compared;
        const book::L3Books& books = channel.feed().books();
        is_by_order ? expect_same_orders(venue.exchange().books(), books)
                    : expect_same_levels(venue.exchange().books(), books);
        if (::testing::Test::HasFatalFailure()) {
            ADD_FAILURE() << "seed " << seed << " step " << i;
            break;
        }
    }
    EXPECT_EQ(venue.feed().market().counters().refused, 0U);
    EXPECT_GT(channel.feed().counters().snapshots_applied, 2U) << "late start, losses, restarts";
    EXPECT_FALSE(channel.feed().is_stale());
    return compared;
}

TEST(Mdp3VenueFeed, ByOrderItsReceiversHaveTheVenuesBooksAlsoAfterRestarts) {
    const std::uint64_t first = support::seed_of_this_test(1);
    for (std::uint64_t seed = first; seed < first + 10; ++seed) {
        EXPECT_GT(compared_books(seed, feed::Mdp3Depth::ByOrder), 900U);
    }
}

TEST(Mdp3VenueFeed, ByPriceItsReceiversHaveTheTenBestLevelsAlsoAfterRestarts) {
    const std::uint64_t first = support::seed_of_this_test(1);
    for (std::uint64_t seed = first; seed < first + 10; ++seed) {
        EXPECT_GT(compared_books(seed, feed::Mdp3Depth::ByPrice), 900U);
    }
}

TEST(Mdp3VenueFeed, TheSamePacketsAtTheSameTimesGiveTheSameBytes) {
    PublishingVenue one(3, true);
    PublishingVenue other(3, true);
    for (int i = 0; i < 500; ++i) {
        one.step();
        other.step();
        ASSERT_EQ(one.take_sent(), other.take_sent());
    }
}

TEST(Mdp3VenueFeed, AHeartbeatComesOnlyAfterSilence) {
    PublishingVenue venue(1, true);
    const auto heartbeats = [&](const std::vector<Sent>& sent) {
        std::size_t count = 0;
        for (const Sent& each : sent) {
            protocols::cme::mdp3::MessageCursor messages(
                Bytes(each.packet).subspan(protocols::cme::mdp3::PacketHeader::kLength));
            Bytes message;
            count +=
                messages.next(message) && protocols::cme::mdp3::MessageHeader::at(message.data())
                                                  .load_template_id() ==
                                              protocols::cme::mdp3::AdminHeartbeat::kTemplateId
                    ? 1U
                    : 0U;
        }
        return count;
    };
    static_cast<void>(venue.take_sent());
    for (int i = 0; i < 50; ++i) {  // 100 ms
        venue.wait();
    }
    const std::size_t in_silence = heartbeats(venue.take_sent());
    EXPECT_GE(in_silence, 9U);
    EXPECT_LE(in_silence, 11U);
}

TEST(Mdp3VenueFeed, LoopsWithoutAReceiverAreNotMadeAndWithOneBeginAtOnce) {
    PublishingVenue venue(6, true);
    for (int i = 0; i < 20; ++i) {
        venue.step();
    }
    venue.set_loops(false);
    static_cast<void>(venue.take_sent());
    for (int i = 0; i < 30; ++i) {
        venue.wait();
    }
    std::size_t heartbeats = 0;
    for (const Sent& sent : venue.take_sent()) {
        EXPECT_EQ(sent.group, Mdp3Group::Incremental);
        ++heartbeats;
    }
    EXPECT_GT(heartbeats, 0U);
    venue.set_loops(true);
    venue.wait();
    std::array<bool, kMdp3Groups> groups{};
    for (const Sent& sent : venue.take_sent()) {
        groups[static_cast<std::size_t>(sent.group)] = true;
    }
    EXPECT_TRUE(groups[static_cast<std::size_t>(Mdp3Group::Definitions)]);
    EXPECT_TRUE(groups[static_cast<std::size_t>(Mdp3Group::Orders)]);
    EXPECT_TRUE(groups[static_cast<std::size_t>(Mdp3Group::Levels)]);
}

TEST(Mdp3VenueFeed, NothingIsAllocatedWhileItPublishes) {
    Exchange exchange = std::move(*Exchange::create(kVenue));
    auto feed = Mdp3VenueFeed::create({.market = {.books = kVenue.books}});
    ASSERT_TRUE(feed);
    std::uint64_t bytes = 0;
    const auto count = [&](Mdp3Group, Bytes packet) { bytes += packet.size(); };
    const NoAllocScope scope;
    feed->begin(exchange, {.now = {1}, .utc_ns = kBeginNs}, count);
    for (std::uint64_t n = 1; n <= 500; ++n) {
        const Time now{static_cast<std::int64_t>(n) * 1'000'000};
        static_cast<void>(exchange.enter({.id = {2 * n},
                                          .instrument = {1},
                                          .symbol = *Symbol::from("AAPL"),
                                          .side = n % 3 == 0 ? Side::Sell : Side::Buy,
                                          .qty = {10},
                                          .price = {500'000 + static_cast<std::int64_t>(n % 7)}},
                                         now));
        const Moment moment{.now = now, .utc_ns = kBeginNs + n};
        for (const Bytes packet : exchange.feed_packets()) {
            feed->on_packet(packet, moment, count);
        }
        exchange.clear_feed();
        feed->on_timer(moment, count);
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_GT(bytes, 50'000U);
}

}  // namespace
}  // namespace hotpath::exchange
