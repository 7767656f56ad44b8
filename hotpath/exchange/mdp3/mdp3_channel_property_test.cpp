// A random market at a matcher, published as an MDP 3.0 channel over two lines that lose, repeat,
// delay and damage packets, with loops for definitions and snapshots: whenever the channel's feed
// is not stale at the end of an event, its books are the venue's, order by order.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/exchange/mdp3/mdp3_publisher.hpp"
#include "hotpath/feed/mdp3/mdp3_channel.hpp"
#include "hotpath/match/matcher.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::exchange {
namespace {

using feed::FeedState;
using feed::Line;
using Message = std::vector<std::byte>;

constexpr std::uint16_t kInstruments = 3;
constexpr book::BooksOptions kBounds{.orders_max = 512,
                                     .levels_max = 512,
                                     .instruments_max = kInstruments,
                                     .huge_pages = HugePages::Never};
constexpr Nanos kStep{100'000};
constexpr std::uint64_t kSunday = 1'795'384'800ULL * 1'000'000'000;
constexpr std::array<std::string_view, kInstruments> kSymbols{"ESZ6", "ESH7", "NQZ6"};

/// One order of the venue's books.
struct Row {
    std::uint64_t public_id = 0;
    std::uint64_t priority = 0;
    InstrumentId instrument{};
    Side side = Side::Buy;
    Price price{};
    Qty qty{};

    friend bool operator==(const Row&, const Row&) = default;
};

/// Keeps copies of the packets sent.
struct Keep {
    void operator()(Bytes packet) const { sent.emplace_back(packet.begin(), packet.end()); }

    std::vector<Message>& sent;
};

/// The venue in one week: its market, its channel, and its books after each event.
class Week {
  public:
    Week(std::uint64_t seed, std::uint64_t begin_ns, std::size_t packet_bytes)
        : random_(seed),
          now_ns_(begin_ns),
          publisher_(*Mdp3Publisher::create(options(packet_bytes))) {
        rows_.emplace(0, std::vector<Row>{});
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            publish_state({id});
        }
    }

    [[nodiscard]] static std::int32_t security_id(std::uint16_t id) { return 5'000 + 77 * id; }
    [[nodiscard]] std::uint32_t next_number() const { return publisher_.next_packet_number(); }
    /// After this packet; nothing when it is within an event.
    [[nodiscard]] const std::vector<Row>* rows_after(std::uint64_t number) const {
        const auto found = rows_.find(number);
        return found == rows_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] book::TradingState state(InstrumentId id) const { return states_[id.value - 1U]; }
    [[nodiscard]] const wire::mdp3::TradingWeek& week() const { return week_; }

    /// The packets of the next event.
    [[nodiscard]] std::vector<Message> publish() {
        switch (random_.below(60)) {
            case 0:
                publish_state({static_cast<std::uint16_t>(1 + random_.below(kInstruments))});
                break;
            case 1:
                publisher_.heartbeat(tick(), keep());
                break;
            case 2:
                publisher_.reset_channel(matcher_.books(), tick(), keep());
                break;
            default:
                trade();
                publisher_.end_event(tick(), keep());
        }
        note();
        return std::exchange(sent_, {});
    }
    [[nodiscard]] std::vector<Message> heartbeat() {
        publisher_.heartbeat(tick(), keep());
        note();
        return std::exchange(sent_, {});
    }
    [[nodiscard]] std::vector<Message> definitions() {
        publisher_.publish_definitions(tick(), keep());
        return std::exchange(sent_, {});
    }
    [[nodiscard]] std::vector<Message> snapshot() {
        publisher_.publish_snapshot(matcher_.books(), tick(), keep());
        return std::exchange(sent_, {});
    }
    [[nodiscard]] std::vector<Message> states() {
        publisher_.publish_states(tick(), keep());
        return std::exchange(sent_, {});
    }

  private:
    static Mdp3PublisherOptions options(std::size_t packet_bytes) {
        Mdp3PublisherOptions options{
            .orders_max = kBounds.orders_max, .entries_max = 2'000, .packet_bytes = packet_bytes};
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            options.securities.push_back({.security_id = security_id(id),
                                          .symbol = kSymbols[id - 1U],
                                          .group = kSymbols[id - 1U].substr(0, 2),
                                          .asset = kSymbols[id - 1U].substr(0, 2)});
        }
        return options;
    }

    std::uint64_t tick() { return now_ns_ += 1 + random_.below(1'000); }
    [[nodiscard]] Keep keep() { return {sent_}; }
    void publish_state(InstrumentId id) {
        using Status = wire::mdp3::SecurityTradingStatus;
        const Status status = random_.one_in(3) ? Status::TradingHalt : Status::ReadyToTrade;
        states_[id.value - 1U] = *feed::to_trading_state(status);
        publisher_.publish_state(id, status, tick(), keep());
    }

    void trade() {
        const std::uint64_t kind = open_.empty() ? 0 : random_.below(10);
        if (kind < 5 || open_.size() < 4) {
            return enter();
        }
        const std::size_t place = random_.below(open_.size());
        const OrderId id = open_[place];
        const Qty qty{static_cast<std::uint32_t>(1 + random_.below(100))};
        match::MatchStatus status{};
        if (kind < 7) {
            status = matcher_.cancel(id, publisher_);
        } else if (kind < 8) {
            status = matcher_.reduce(id, qty, publisher_);
        } else {
            open_.push_back({++id_});
            status = matcher_.replace(id, {.id = {id_}, .qty = qty, .price = price()}, publisher_);
        }
        if (status == match::MatchStatus::UnknownOrder || !matcher_.books().find(id)) {
            open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(place));
        }
    }
    void enter() {
        open_.push_back({++id_});
        ASSERT_EQ(matcher_.enter(
                      {.id = {id_},
                       .instrument = {static_cast<std::uint16_t>(1 + random_.below(kInstruments))},
                       .side = random_.one_in(2) ? Side::Buy : Side::Sell,
                       .time_in_force = random_.one_in(8) ? TimeInForce::Ioc : TimeInForce::Day,
                       .qty = {static_cast<std::uint32_t>(1 + random_.below(200))},
                       .price = price()},
                      publisher_),
                  match::MatchStatus::Ok);
    }
    Price price() { return {50'000'000 + 2'500 * static_cast<std::int64_t>(random_.below(20))}; }

    void note() {
        std::vector<Row> rows;
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            for (const Side side : {Side::Buy, Side::Sell}) {
                matcher_.books().for_each_order({id}, side, [&](const book::OrderView& order) {
                    rows.push_back({.public_id = publisher_.public_id(order.id),
                                    .priority = order.id.value,
                                    .instrument = order.instrument,
                                    .side = order.side,
                                    .price = order.price,
                                    .qty = order.leaves_qty});
                });
            }
        }
        rows_.insert_or_assign(next_number() - 1, std::move(rows));
    }

    Random random_;
    std::uint64_t now_ns_;
    wire::mdp3::TradingWeek week_ = wire::mdp3::TradingWeek::of(now_ns_);
    match::Matcher matcher_ = *match::Matcher::create({.books = kBounds});
    Mdp3Publisher publisher_;
    std::array<book::TradingState, kInstruments> states_{};
    std::vector<OrderId> open_;  // and some that are not any more
    std::uint64_t id_ = 0;
    std::map<std::uint64_t, std::vector<Row>> rows_;
    std::vector<Message> sent_;
};

/// How bad the network is: once in so many times on average.
struct Faults {
    std::uint64_t loss = 2;
    std::uint64_t duplicate = 5;
    std::uint64_t delay = 3;
    std::uint64_t damage = 8;
};

/// What happened over all seeds: a test in which nothing goes wrong proves nothing.
struct Totals {
    std::uint64_t checks = 0;
    std::uint64_t orders = 0;
    std::uint64_t snapshots_applied = 0;
    std::uint64_t snapshots_failed = 0;
    std::uint64_t snapshots_too_old = 0;
    std::uint64_t in_snapshot = 0;
    std::uint64_t channel_resets = 0;
    std::uint64_t malformed = 0;
    std::uint64_t broken_loops = 0;
    std::uint64_t sessions = 0;
    std::uint64_t events = 0;
    std::uint64_t trades = 0;
};

struct Listener : feed::NullListener {
    void on_end_of_event(Time) noexcept { ++events; }
    void on_trade(const feed::Trade&) noexcept { ++trades; }

    std::uint64_t events = 0;
    std::uint64_t trades = 0;
};

class Network {
  public:
    explicit Network(std::uint64_t seed)
        : random_(seed),
          faults_{.loss = 2 + random_.below(20),
                  .duplicate = 2 + random_.below(20),
                  .delay = 2 + random_.below(20),
                  .damage = 2 + random_.below(40)},
          channel_(*feed::Mdp3Channel::create(kBounds, codec_options(), feed_options(random_))) {
        weeks_.emplace_back(random_.next(), kSunday, packet_bytes());
        joins_at_ = random_.one_in(2) ? random_.below(60) : 0;
    }

    /// The whole life of the feed; false when it does not recover.
    [[nodiscard]] bool run() {
        const std::uint64_t weeks = random_.one_in(5) ? 2 : 1;
        for (std::uint64_t i = 0; i < weeks; ++i) {
            if (i > 0) {
                weeks_.emplace_back(random_.next(), kSunday + wire::mdp3::TradingWeek::kLengthNs,
                                    packet_bytes());
            }
            for (std::uint64_t packets = 20 + random_.below(80); packets > 0; --packets) {
                // Now and then more than the feed can keep.
                for (std::uint64_t events = random_.one_in(20) ? random_.below(120) : 1; events > 0;
                     --events) {
                    send_lines(week().publish());
                }
                step();
            }
            if (!drain()) {
                return false;
            }
        }
        return true;
    }

    void add_to(Totals& totals) const {
        totals.checks += checks_;
        totals.orders += orders_;
        totals.snapshots_applied += channel_.feed().counters().snapshots_applied;
        totals.snapshots_failed += channel_.feed().counters().snapshots_failed;
        totals.snapshots_too_old += channel_.feed().counters().snapshots_too_old;
        totals.in_snapshot += channel_.codec().counters().in_snapshot;
        totals.channel_resets += channel_.codec().counters().channel_resets;
        for (const Line line : {Line::A, Line::B}) {
            totals.malformed += channel_.feed().lines().counters(line).malformed;
        }
        totals.broken_loops += channel_.loops().counters().broken;
        totals.sessions += channel_.feed().lines().sessions();
        totals.events += listener_.events;
        totals.trades += listener_.trades;
    }
    [[nodiscard]] const feed::Mdp3Channel& channel() const { return channel_; }

  private:
    enum class Group : std::uint8_t { A, B, Definitions, Snapshots, States };
    struct InFlight {
        Group group = Group::A;
        Message bytes;
    };

    static feed::Mdp3Options codec_options() {
        return {.instruments_max = kInstruments, .orders_max = kBounds.orders_max};
    }
    static feed::LiveFeedOptions feed_options(Random& random) {
        feed::LiveFeedOptions options = feed::mdp3_feed_options();
        options.lines.store.messages_max = random.one_in(2) ? 64 : 256;
        options.requests.gap_timeout = {static_cast<std::int64_t>(random.below(600'000))};
        options.snapshot_timeout = {static_cast<std::int64_t>(1'000'000 + random.below(9'000'000))};
        options.snapshot_interval = {static_cast<std::int64_t>(1 + random.below(500'000))};
        return options;
    }
    std::size_t packet_bytes() { return random_.one_in(2) ? 256 : 300 + random_.below(1'173); }

    Week& week() { return weeks_.back(); }
    /// The week that the feed is in; nothing when a damaged packet has named another.
    [[nodiscard]] const Week* week_of_feed() const {
        for (const Week& each : weeks_) {
            if (each.week() == channel_.feed().lines().session()) {
                return &each;
            }
        }
        return nullptr;
    }

    [[nodiscard]] bool drain() {
        joins_at_ = 0;
        for (int steps = 0; steps < 20'000; ++steps) {
            send_lines(week().heartbeat());
            step();
            if (is_there()) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] bool is_there() const {
        const Week* const week = week_of_feed();
        if (week != &weeks_.back() || channel_.feed().is_stale() ||
            channel_.feed().next_sequence_number() != week->next_number()) {
            return false;
        }
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            if (channel_.feed().books().trading_state({id}) != week->state({id})) {
                return false;  // until the states' loop has come
            }
        }
        return true;
    }

    void send_lines(const std::vector<Message>& packets) {
        if (++published_ >= joins_at_) {
            send(Group::A, packets);
            send(Group::B, packets);
        }
    }
    void send(Group group, const std::vector<Message>& packets) {
        for (const Message& packet : packets) {
            send(group, packet);
        }
    }
    void send(Group group, const Message& packet) {
        // A loop of fifty packets, each lost on both lines every other time, never comes whole.
        const std::uint64_t least = group == Group::A || group == Group::B ? 0 : 10;
        if (random_.one_in(std::max(faults_.loss, least))) {
            return;
        }
        const int copies = random_.one_in(faults_.duplicate) ? 2 : 1;
        for (int i = 0; i < copies; ++i) {
            Message bytes = packet;
            if (random_.one_in(std::max(faults_.damage, least)) && !try_damage(bytes, group)) {
                continue;
            }
            const bool is_delayed = random_.one_in(std::max(faults_.delay, least));
            const std::uint64_t steps = is_delayed ? random_.below(12) : 0;
            const Time due{now_.value + static_cast<std::int64_t>(steps) * kStep.value};
            in_flight_.emplace(due.value, InFlight{group, std::move(bytes)});
        }
    }
    /// False when a receiver could not notice: then the packet counts as lost.
    [[nodiscard]] bool try_damage(Message& bytes, Group group) {
        switch (random_.below(5)) {
            case 0:
                bytes.resize(random_.below(bytes.size()));
                break;
            case 1:
                bytes.resize(bytes.size() + 1 + random_.below(4), std::byte{1});
                break;
            case 2:
                bytes[wire::mdp3::PacketHeader::kLength] ^= std::byte{4};
                break;
            case 3:  // a number far ahead
                bytes[2 + random_.below(2)] ^= std::byte{16};
                return group == Group::A || group == Group::B;
            default:  // another week
                bytes[11] ^= std::byte{1};
                return group == Group::A || group == Group::B;
        }
        wire::mdp3::PacketReader packet;
        return packet.open(bytes) != wire::DecodeStatus::Ok;
    }

    void step() {
        now_ = now_ + kStep;
        // Loops go on all the time; the receiver has left the groups that it does not want.
        if (channel_.wants_definitions()) {
            send_loop(Group::Definitions, week().definitions());
        }
        send_loop(Group::Snapshots, week().snapshot());
        if (random_.one_in(4)) {
            send_loop(Group::States, week().states());
        }
        while (!in_flight_.empty() && in_flight_.begin()->first <= now_.value) {
            const auto arrived = in_flight_.extract(in_flight_.begin());
            deliver(arrived.mapped());
            check();
        }
        if (now_ >= channel_.feed().next_deadline()) {
            channel_.on_timer(now_, listener_);
            check();
        }
    }
    void send_loop(Group group, const std::vector<Message>& packets) {
        send(group, packets);
        send(group, packets);
    }
    void deliver(const InFlight& arrived) {
        switch (arrived.group) {
            case Group::A:
            case Group::B:
                channel_.on_packet(
                    {arrived.group == Group::A ? Line::A : Line::B, arrived.bytes, now_},
                    listener_);
                break;
            case Group::Definitions:
                channel_.on_definition_packet(arrived.bytes, listener_);
                break;
            case Group::Snapshots:
                channel_.on_snapshot_packet(arrived.bytes, now_, listener_);
                break;
            case Group::States:
                channel_.on_state_packet(arrived.bytes, listener_);
        }
    }

    void check() {
        const Week* const week = week_of_feed();
        if (channel_.feed().is_stale() || week == nullptr) {
            return;
        }
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            check({id}, *week);
        }
        ASSERT_EQ(channel_.codec().orders().size(), channel_.feed().books().open_orders());
        ASSERT_EQ(channel_.codec().counters().entries_refused, 0U);
        ASSERT_EQ(channel_.feed().books().counters().unknown_orders, 0U);
        ASSERT_EQ(channel_.feed().books().counters().duplicate_orders, 0U);
    }
    /// A book is that of the packets delivered, or of its snapshot if that is newer.
    void check(InstrumentId id, const Week& week) {
        const std::uint64_t number =
            std::max<std::uint64_t>(channel_.feed().next_sequence_number() - 1,
                                    channel_.codec().instruments()[id].book_as_of);
        const std::vector<Row>* const rows = week.rows_after(number);
        if (rows == nullptr) {
            return;  // within an event
        }
        std::vector<Row> known;
        for (const Side side : {Side::Buy, Side::Sell}) {
            channel_.feed().books().for_each_order(id, side, [&](const book::OrderView& order) {
                known.push_back({.priority = order.id.value & ((std::uint64_t{1} << 48U) - 1),
                                 .instrument = order.instrument,
                                 .side = order.side,
                                 .price = order.price,
                                 .qty = order.leaves_qty});
            });
        }
        std::size_t row = 0;
        for (const Row& expected : *rows) {
            if (expected.instrument != id) {
                continue;
            }
            ASSERT_LT(row, known.size());
            const OrderId* const place = channel_.codec().orders().find({expected.public_id});
            ASSERT_NE(place, nullptr);
            ASSERT_EQ(place->value, std::uint64_t{id.value} << 48U | expected.priority);
            known[row].public_id = expected.public_id;
            ASSERT_EQ(known[row], expected)
                << "next " << channel_.feed().next_sequence_number() << " as of "
                << channel_.codec().instruments()[id].book_as_of;
            ++row;
        }
        ASSERT_EQ(row, known.size()) << "next " << channel_.feed().next_sequence_number()
                                     << " as of " << channel_.codec().instruments()[id].book_as_of;
        ++checks_;
        orders_ += row;
    }

    Random random_;
    Faults faults_;
    Listener listener_;
    feed::Mdp3Channel channel_;
    std::vector<Week> weeks_;
    std::uint64_t published_ = 0;
    std::uint64_t joins_at_ = 0;
    std::uint64_t checks_ = 0;
    std::uint64_t orders_ = 0;
    Time now_{};
    std::multimap<std::int64_t, InFlight> in_flight_;  // by when they arrive
};

TEST(Mdp3ChannelProperty, BooksAreTheVenuesWhateverTheNetworkDoes) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 2'000, .long_run = 50'000});
    Totals totals;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        Network network(seed);
        ASSERT_TRUE(network.run())
            << "seed " << seed << " does not recover: " << name(network.channel().feed().state())
            << ", next " << network.channel().feed().next_sequence_number();
        ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
        network.add_to(totals);
    }
    EXPECT_GT(totals.checks, seeds * 10);
    EXPECT_GT(totals.orders, seeds * 100);
    EXPECT_GT(totals.snapshots_applied, seeds / 2);
    EXPECT_GT(totals.snapshots_failed, seeds / 4);
    EXPECT_GT(totals.snapshots_too_old, seeds / 1'000);
    EXPECT_GT(totals.in_snapshot, seeds);
    EXPECT_GT(totals.channel_resets, seeds / 2);
    EXPECT_GT(totals.malformed, seeds);
    EXPECT_GT(totals.broken_loops, seeds);
    EXPECT_GT(totals.sessions, seeds + seeds / 10);
    EXPECT_GT(totals.events, seeds * 10);
    EXPECT_GT(totals.trades, seeds);
}

}  // namespace
}  // namespace hotpath::exchange
