#pragma once
/// An MDP 3.0 channel behind a bad network: two lines that lose, repeat, delay, reorder and damage
/// packets, and loops for definitions and snapshots, into Mdp3Channel; whenever a book counts as the
/// venue's it is compared with it.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/cme/feed/mdp3_channel.hpp"
#include "tests/support/mdp3_week.hpp"

namespace hotpath::support::mdp3 {

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
    std::uint64_t others = 0;
    std::uint64_t events = 0;
    std::uint64_t trades = 0;
    std::uint64_t confirmed = 0;
    std::uint64_t refreshed = 0;
    std::uint64_t recovered = 0;
};

struct Listener : feed::NullListener {
    void on_end_of_event(Time) noexcept { ++events; }
    void on_trade(const feed::Trade&) noexcept { ++trades; }

    std::uint64_t events = 0;
    std::uint64_t trades = 0;
};

class Network {
    static constexpr Nanos kSilence{2'000'000};

  public:
    /// `codec`: what the books are; bounds are the network's.
    Network(std::uint64_t seed, feed::Mdp3Options codec)
        : random_(seed),
          faults_{.loss = 2 + random_.below(20),
                  .duplicate = 2 + random_.below(20),
                  .delay = 2 + random_.below(20),
                  .damage = 2 + random_.below(40)},
          channel_(*feed::Mdp3Channel::create(kBounds, bounded(std::move(codec)),
                                              feed_options(random_))) {
        weeks_.emplace_back(random_.next(), kSunday, packet_bytes());
        joins_at_ = random_.one_in(2) ? random_.below(60) : 0;
    }

    /// The whole life of the feed; false when it does not recover.
    [[nodiscard]] bool run() {
        const std::uint64_t weeks = random_.one_in(5) ? 2 : 1;
        for (std::uint64_t i = 0; i < weeks; ++i) {
            if (i > 0) {
                now_ = now_ + kSilence + kStep;  // the weekend
                weeks_.emplace_back(random_.next(),
                                    kSunday + protocols::cme::mdp3::TradingWeek::kLengthNs,
                                    packet_bytes());
            }
            for (std::uint64_t packets = 20 + random_.below(80); packets > 0; --packets) {
                // Now and then more than the feed can keep.
                for (std::uint64_t events = random_.one_in(20) ? random_.below(120) : 1; events > 0;
                     --events) {
                    send_lines(week().publish());
                }
                if (random_.one_in(8)) {
                    intrude();
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
        for (const feed::Line line : {feed::Line::A, feed::Line::B}) {
            totals.malformed += channel_.feed().lines().counters(line).malformed;
            totals.others += channel_.feed().lines().counters(line).others;
        }
        totals.broken_loops += channel_.loops().counters().broken;
        totals.sessions += channel_.feed().lines().sessions();
        totals.confirmed += channel_.codec().counters().books_confirmed;
        totals.refreshed += channel_.codec().counters().books_refreshed;
        totals.recovered += channel_.codec().counters().books_recovered;
        totals.events += listener_.events;
        totals.trades += listener_.trades;
    }
    [[nodiscard]] const feed::Mdp3Channel& channel() const { return channel_; }

  private:
    enum class Group : std::uint8_t { A, B, Definitions, Orders, Levels };
    struct InFlight {
        Group group = Group::A;
        Message bytes;
    };

    static feed::Mdp3Options bounded(feed::Mdp3Options codec) {
        codec.instruments_max = kInstruments;
        codec.orders_max = kBounds.orders_max;
        return codec;
    }
    static feed::LiveFeedOptions feed_options(Random& random) {
        feed::LiveFeedOptions options = feed::mdp3_feed_options();
        options.lines.store.messages_max = random.one_in(2) ? 64 : 256;
        options.lines.silence_max = kSilence;
        options.requests.gap_timeout = {static_cast<std::int64_t>(random.below(600'000))};
        options.snapshot_timeout = {static_cast<std::int64_t>(1'000'000 + random.below(9'000'000))};
        options.snapshot_interval = {static_cast<std::int64_t>(1 + random.below(500'000))};
        return options;
    }
    std::size_t packet_bytes() { return random_.one_in(2) ? 524 : 600 + random_.below(873); }

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
        const Faults before = faults_;
        if (channel_.codec().has_natural_refresh()) {
            // Each packet that both lines lose makes every book doubtful again.
            faults_ = {.loss = std::max<std::uint64_t>(faults_.loss, 20),
                       .duplicate = faults_.duplicate,
                       .delay = std::max<std::uint64_t>(faults_.delay, 20),
                       .damage = std::max<std::uint64_t>(faults_.damage, 40)};
        }
        const bool is_over = is_there_in_time();
        faults_ = before;
        return is_over;
    }
    [[nodiscard]] bool is_there_in_time() {
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
            if (!is_certain({id}) ||
                channel_.feed().books().trading_state({id}) != week->state({id})) {
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
    /// Anyone may send to a group: packets of another week, which is not believed while the channel's
    /// is alive, and numbers of its week that no packet has.
    void intrude() {
        const auto before = channel_.feed().lines().session();
        const bool is_safe = is_alive();
        std::vector<Message> packets = random_.one_in(2) ? week().heartbeat() : stranger_.publish();
        for (Message& packet : packets) {
            if (packets.size() == 1) {
                packet[2] ^= std::byte{16};  // a number far ahead
            }
            for (int copy = 0; copy < 3; ++copy) {
                channel_.on_packet({feed::Line::A, packet, now_}, listener_);
                check();
            }
        }
        if (is_safe) {
            ASSERT_EQ(channel_.feed().lines().session(), before);
        }
    }
    /// No other week was believed before this one, and enough packets have come.
    [[nodiscard]] bool is_alive() const {
        const auto& lines = channel_.feed().lines();
        return lines.sessions() == 1 && week_of_feed() == &weeks_.front() &&
               lines.counters(feed::Line::A).messages_first > 3 &&
               now_ - lines.last_heard() <= kSilence;
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
                bytes[protocols::cme::mdp3::PacketHeader::kLength] ^= std::byte{4};
                break;
            case 3:  // a number far ahead
                bytes[2 + random_.below(2)] ^= std::byte{16};
                return group == Group::A || group == Group::B;
            default:  // another week
                bytes[11] ^= std::byte{1};
                return group == Group::A || group == Group::B;
        }
        protocols::cme::mdp3::PacketReader packet;
        return packet.open(bytes) != protocols::DecodeStatus::Ok;
    }

    void step() {
        now_ = now_ + kStep;
        // Loops go on all the time; the receiver has left the groups that it does not want.
        if (channel_.wants_definitions()) {
            send_loop(Group::Definitions, week().definitions());
        }
        if (is_by_order()) {
            send_loop(Group::Orders, week().snapshot());
        }
        send_loop(Group::Levels, week().levels());
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
                channel_.on_packet({arrived.group == Group::A ? feed::Line::A : feed::Line::B,
                                    arrived.bytes, now_},
                                   listener_);
                break;
            case Group::Definitions:
                channel_.on_definition_packet(arrived.bytes, listener_);
                break;
            case Group::Orders:
                channel_.on_snapshot_packet(arrived.bytes, now_, listener_);
                break;
            case Group::Levels:
                if (!is_by_order()) {
                    channel_.on_snapshot_packet(arrived.bytes, now_, listener_);
                }
                channel_.on_state_packet(arrived.bytes, listener_);
        }
    }
    [[nodiscard]] bool is_by_order() const {
        return channel_.codec().depth() == feed::Mdp3Depth::ByOrder;
    }
    [[nodiscard]] bool is_certain(InstrumentId id) const {
        const feed::Mdp3Instrument& instrument = channel_.codec().instruments()[id];
        return instrument.symbol != Symbol{} &&
               instrument.certainty == feed::Mdp3Certainty::Certain;
    }

    void check() {
        const Week* const week = week_of_feed();
        if (channel_.feed().is_stale() || week == nullptr) {
            return;
        }
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            if (is_by_order()) {
                check_orders({id}, *week);
            } else if (is_certain({id})) {
                check_levels({id}, *week);
            } else {
                ASSERT_EQ(channel_.feed().books().trading_state({id}), book::TradingState::Unknown);
            }
        }
        if (is_by_order()) {
            ASSERT_EQ(channel_.codec().orders().size(), channel_.feed().books().open_orders());
        }
        ASSERT_EQ(channel_.codec().counters().entries_refused, 0U);
        ASSERT_EQ(channel_.feed().books().counters().unknown_orders, 0U);
        ASSERT_EQ(channel_.feed().books().counters().duplicate_orders, 0U);
    }
    /// A book is that of the packets delivered, or of its snapshot if that is newer.
    [[nodiscard]] std::uint64_t packet_of_book(InstrumentId id) const {
        return std::max<std::uint64_t>(channel_.feed().next_sequence_number() - 1,
                                       channel_.codec().instruments()[id].book_as_of);
    }
    void check_levels(InstrumentId id, const Week& week) {
        const LevelRows* const rows = week.levels_after(packet_of_book(id));
        if (rows == nullptr) {
            return;  // within an event
        }
        for (const Side side : {Side::Buy, Side::Sell}) {
            const std::vector<book::Level>& expected = (*rows)[id.value - 1U][side_index(side)];
            const auto levels = channel_.codec().levels().of(id, side).levels();
            std::array<book::Level, 11> best{};
            ASSERT_EQ(channel_.feed().books().depth(id, side, best), expected.size())
                << "next " << channel_.feed().next_sequence_number() << " as of "
                << channel_.codec().instruments()[id].book_as_of;
            ASSERT_EQ(levels.size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i) {
                ASSERT_EQ(best[i], (book::Level{expected[i].price, expected[i].qty, 1}));
                ASSERT_EQ(levels[i].price, expected[i].price);
                ASSERT_EQ(levels[i].orders, expected[i].orders);
                ++orders_;
            }
        }
        ++checks_;
    }
    void check_orders(InstrumentId id, const Week& week) {
        const std::vector<Row>* const rows = week.rows_after(packet_of_book(id));
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
    Week stranger_{1, kSunday + 2 * protocols::cme::mdp3::TradingWeek::kLengthNs, 524};
    std::uint64_t published_ = 0;
    std::uint64_t joins_at_ = 0;
    std::uint64_t checks_ = 0;
    std::uint64_t orders_ = 0;
    Time now_{};
    std::multimap<std::int64_t, InFlight> in_flight_;  // by when they arrive
};

}  // namespace hotpath::support::mdp3
