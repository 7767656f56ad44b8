#pragma once
/// A week of a small random market, published as an MDP 3.0 channel: its packets, and its books after
/// each event, order by order and level by level.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/match/matcher.hpp"
#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"
#include "hotpath/protocols/cme/venue/mdp3_publisher.hpp"

namespace hotpath::support::mdp3 {

using Message = std::vector<std::byte>;

inline constexpr std::uint16_t kInstruments = 3;
inline constexpr book::BooksOptions kBounds{.orders_max = 512,
                                            .levels_max = 512,
                                            .instruments_max = kInstruments,
                                            .huge_pages = HugePages::Never};
inline constexpr Nanos kStep{100'000};
inline constexpr std::uint64_t kSunday = 1'795'384'800ULL * 1'000'000'000;
inline constexpr std::array<std::string_view, kInstruments> kSymbols{"ESZ6", "ESH7", "NQZ6"};

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

/// The ten best levels of each side of each instrument.
using LevelRows = std::array<std::array<std::vector<book::Level>, 2>, kInstruments>;

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
          publisher_(*exchange::Mdp3Publisher::create(options(packet_bytes))) {
        rows_.emplace(0, std::vector<Row>{});
        levels_.emplace(0, LevelRows{});
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            publish_state({id});
        }
    }

    [[nodiscard]] static std::int32_t security_id(std::uint16_t id) { return 5'000 + 77 * id; }
    [[nodiscard]] std::uint32_t next_number() const { return publisher_.next_packet_number(); }
    /// After this packet, as levels; nothing when it is within an event.
    [[nodiscard]] const LevelRows* levels_after(std::uint64_t number) const {
        const auto found = levels_.find(number);
        return found == levels_.end() ? nullptr : &found->second;
    }
    /// After this packet; nothing when it is within an event.
    [[nodiscard]] const std::vector<Row>* rows_after(std::uint64_t number) const {
        const auto found = rows_.find(number);
        return found == rows_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] book::TradingState state(InstrumentId id) const { return states_[id.value - 1U]; }
    [[nodiscard]] const protocols::cme::mdp3::TradingWeek& week() const { return week_; }

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
                publisher_.end_event(matcher_.books(), tick(), keep());
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
    [[nodiscard]] std::vector<Message> levels() {
        publisher_.publish_levels(matcher_.books(), tick(), keep());
        return std::exchange(sent_, {});
    }

  private:
    exchange::Mdp3PublisherOptions options(std::size_t packet_bytes) {
        exchange::Mdp3PublisherOptions options{.orders_max = kBounds.orders_max,
                                               .entries_max = 2'000,
                                               .packet_bytes = packet_bytes,
                                               .has_short_actions = random_.one_in(2)};
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
        using Status = protocols::cme::mdp3::SecurityTradingStatus;
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
        LevelRows levels;
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            for (const Side side : {Side::Buy, Side::Sell}) {
                std::vector<book::Level>& best = levels[id - 1U][side_index(side)];
                best.resize(10);
                best.resize(matcher_.books().depth({id}, side, best));
            }
        }
        levels_.insert_or_assign(next_number() - 1, std::move(levels));
    }

    Random random_;
    std::uint64_t now_ns_;
    protocols::cme::mdp3::TradingWeek week_ = protocols::cme::mdp3::TradingWeek::of(now_ns_);
    match::Matcher matcher_ = *match::Matcher::create({.books = kBounds});
    exchange::Mdp3Publisher publisher_;
    std::array<book::TradingState, kInstruments> states_{};
    std::vector<OrderId> open_;  // and some that are not any more
    std::uint64_t id_ = 0;
    std::map<std::uint64_t, std::vector<Row>> rows_;
    std::map<std::uint64_t, LevelRows> levels_;
    std::vector<Message> sent_;
};

}  // namespace hotpath::support::mdp3
