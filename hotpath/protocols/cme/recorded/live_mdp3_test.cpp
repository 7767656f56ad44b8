// What a trader's MDP 3.0 packets say of orders is what the venue's ITCH messages make of them, however many of them share a
// packet.

#include "hotpath/protocols/cme/recorded/live_mdp3.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/live/live_feed.hpp"
#include "hotpath/protocols/cme/venue/mdp3_market.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::protocols::cme {
namespace {

using backtest::LiveFeed;
using backtest::LiveMessage;
using backtest::LiveSession;
using backtest::PacketEntry;
using testing::ElementsAre;
using testing::Field;

constexpr std::uint64_t kNoon = 43'200'000'000'000;
constexpr std::uint64_t kDayOfNow = 20'000 * std::uint64_t{86'400'000'000'000};

class LiveMdp3Packets : public testing::Test {
  protected:
    LiveMdp3Packets() { messages_ = {add(7, 100), add(8, 200), executed(7, 40), executed(8, 200)}; }

    using Message = std::vector<std::byte>;

    template <class M>
    [[nodiscard]] static Message bytes(const M& message) {
        const Bytes all = message.bytes();
        return {all.begin(), all.end()};
    }
    [[nodiscard]] static Message add(std::uint64_t id, std::uint32_t shares) {
        nasdaq::itch50::AddOrder m;
        m.store_stock_locate(3);
        m.store_timestamp(kNoon);
        m.store_order_reference_number(id);
        m.store_buy_sell_indicator('B');
        m.store_shares(shares);
        m.store_stock(*Symbol::from("AAPL"));
        m.store_price(1'000'000);
        return bytes(m);
    }
    [[nodiscard]] static Message executed(std::uint64_t id, std::uint32_t shares) {
        nasdaq::itch50::OrderExecuted m;
        m.store_stock_locate(3);
        m.store_timestamp(kNoon);
        m.store_order_reference_number(id);
        m.store_executed_shares(shares);
        return bytes(m);
    }
    /// The channel's packets, with an event that ends after every `together` messages.
    [[nodiscard]] std::vector<Message> packets(std::size_t together) const {
        std::vector<Message> packets;
        auto market = exchange::Mdp3Market::create({.books = {.orders_max = 100}});
        EXPECT_TRUE(market) << market.error().message;
        const auto send = [&](Bytes packet) { packets.emplace_back(packet.begin(), packet.end()); };
        for (std::size_t n = 0; n < messages_.size(); ++n) {
            market->on_message(messages_[n], kDayOfNow + kNoon, send);
            if ((n + 1) % together == 0) {
                market->end_event(kDayOfNow + kNoon, send);
            }
        }
        return packets;
    }
    [[nodiscard]] static std::vector<PacketEntry> entries(const std::vector<Message>& packets,
                                                          PacketEntry::Kind kind) {
        std::vector<PacketEntry> all;
        for (const Message& packet : packets) {
            append_entries(packet, all);
        }
        std::erase_if(all, [&](const PacketEntry& entry) { return entry.kind != kind; });
        return all;
    }

    std::vector<Message> messages_;
};

TEST_F(LiveMdp3Packets, SayTheSameHoweverManyOrdersShareOne) {
    const auto alone = packets(1);
    const auto together = packets(4);
    ASSERT_GT(alone.size(), together.size());
    for (const auto kind : {PacketEntry::Kind::Order, PacketEntry::Kind::Trade}) {
        EXPECT_EQ(entries(alone, kind), entries(together, kind));
    }
    EXPECT_THAT(entries(together, PacketEntry::Kind::Order),
                ElementsAre(Field(&PacketEntry::qty, 100), Field(&PacketEntry::qty, 200),
                            Field(&PacketEntry::qty, 60), Field(&PacketEntry::id, 8)));
    EXPECT_THAT(entries(together, PacketEntry::Kind::Trade),
                ElementsAre(Field(&PacketEntry::qty, 40), Field(&PacketEntry::qty, 200)));
}

TEST_F(LiveMdp3Packets, AreThoseThatCameFirstInTheOrderOfTheirNumbers) {
    const auto sent = packets(1);
    LiveMdp3 live;
    const Time at{static_cast<std::int64_t>(kNoon) + 1'000};
    live.on_packet(sent[2], at);
    live.on_packet(sent[1], at + Nanos{5});
    live.on_packet(sent[2], at + Nanos{9});  // the other line's
    live.on_packet(Bytes(sent[1]).first(7), at);
    LiveSession session;
    live.move_to(session);
    ASSERT_EQ(session.feed.size(), 2U);
    EXPECT_EQ(session.feed[0].received, at + Nanos{5});
    EXPECT_EQ(session.feed[1].received, at + Nanos{5}) << "it has waited for the first";
    EXPECT_EQ(session.feed_gaps, 0U) << "before the first packet there is no gap";
    EXPECT_EQ(session.feed[1].sent, Time{static_cast<std::int64_t>(kNoon)});
    ASSERT_EQ(session.entries.size(), 2U);
    std::vector<PacketEntry> of_first;
    append_entries(sent[1], of_first);
    EXPECT_EQ(session.entries[0], of_first);
    EXPECT_FALSE(of_first.empty());
}

TEST_F(LiveMdp3Packets, NameInstruments) {
    const auto sent = packets(4);
    LiveMdp3 live;
    EXPECT_EQ(live.symbol_of({3}), Symbol{});
    live.on_loop_packet(sent[0]);
    EXPECT_EQ(live.symbol_of({3}), Symbol::from("AAPL"));
    EXPECT_EQ(live.symbol_of({4}), Symbol{});
}

TEST_F(LiveMdp3Packets, AMessageOfTheFeedWithoutAnArrivalCameWithTheNextOfItsInstant) {
    LiveFeed feed;
    for (std::uint64_t number = 1; number <= 4; ++number) {
        feed.add(number, messages_[number - 1], kNever);
    }
    feed.set_received(2, Time{50});
    feed.set_received(3, Time{70});
    feed.set_received(3, Time{60});
    const std::vector<LiveMessage> messages = feed.messages();
    EXPECT_THAT(messages, ElementsAre(Field(&LiveMessage::received, Time{50}),
                                      Field(&LiveMessage::received, Time{50}),
                                      Field(&LiveMessage::received, Time{70})))
        << "the trader read no fourth";
}

}  // namespace
}  // namespace hotpath::protocols::cme
