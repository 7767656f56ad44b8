// The venue's journal and what a trader received of its MDP 3.0 channel: each ITCH message arrived with its entries.

#include "apps/hotpath/backtest/venue_feed.hpp"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/journal.hpp"
#include "hotpath/protocols/cme/recorded/live_mdp3.hpp"
#include "hotpath/protocols/cme/venue/mdp3_market.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

using backtest::LiveMessage;
using backtest::LiveSession;
using protocols::cme::LiveMdp3;

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

constexpr Time kNoon{43'200'000'000'000};
constexpr std::uint8_t kRecord = 1;
constexpr std::uint64_t kSegment = std::uint64_t{1} << 20U;

class VenueFeed : public testing::Test {
  protected:
    VenueFeed() {
        for (std::uint64_t id = 1; id <= 4; ++id) {
            messages_.push_back(add(id, static_cast<std::uint32_t>(100 * id)));
        }
        write_journal();
    }

    [[nodiscard]] static protocols::nasdaq::itch50::AddOrder add(std::uint64_t id,
                                                                 std::uint32_t shares) {
        protocols::nasdaq::itch50::AddOrder m;
        m.store_stock_locate(1);
        m.store_timestamp(static_cast<std::uint64_t>(kNoon.value));
        m.store_order_reference_number(id);
        m.store_buy_sell_indicator('B');
        m.store_shares(shares);
        m.store_stock(*Symbol::from("AAPL"));
        m.store_price(1'000'000);
        return m;
    }
    /// The venue's options, and a publication for each message.
    void write_journal() const {
        auto storage =
            journal::FileStorage::open_folder(folder_.path(), journal::Opening::ReadWrite);
        ASSERT_TRUE(storage) << storage.error().message;
        auto journal =
            journal::Journal::open(std::move(*storage), {.segment_bytes = kSegment}, kNoon);
        ASSERT_TRUE(journal) << journal.error().message;
        const exchange::ExchangeOptions options{.books = kBooks, .sessions_max = 1};
        auto log = exchange::VenueLog::create(options, nullptr);
        ASSERT_TRUE(log) << log.error().message;
        const auto keep = [&](const exchange::Event& event) {
            const exchange::Input input{
                .time = kNoon, .outputs = log->outputs_so_far(), .event = event};
            ASSERT_EQ(log->apply(input), exchange::ApplyStatus::Ok);
            log->clear_outputs();
            std::vector<std::byte> room(exchange::kInputLengthMax);
            const journal::Appended kept =
                (*journal)->append(kRecord, kNoon, exchange::encode(input, room));
            while ((*journal)->durable_seq() < kept.seq) {
                (*journal)->poll();
            }
        };
        const exchange::VenueLogOptionsBytes bytes = exchange::to_bytes({.exchange = options});
        keep(exchange::event::Options{bytes});
        for (const auto& message : messages_) {
            keep(exchange::event::Publication{message.bytes()});
        }
    }
    /// What a trader has of these messages when events end after `together` of them: packet n at n microseconds
    /// after noon.
    [[nodiscard]] static LiveSession received(
        const std::vector<protocols::nasdaq::itch50::AddOrder>& messages, std::size_t together) {
        LiveMdp3 live;
        std::int64_t packets = 0;
        auto market = exchange::Mdp3Market::create({.books = kBooks});
        EXPECT_TRUE(market) << market.error().message;
        const auto send = [&](Bytes packet) {
            live.on_packet(packet, kNoon + Nanos{1'000 * ++packets});
        };
        for (std::size_t n = 0; n < messages.size(); ++n) {
            market->on_message(messages[n].bytes(), 0, send);
            if ((n + 1) % together == 0) {
                market->end_event(0, send);
            }
        }
        LiveSession session;
        session.market_data = protocols::MarketFeeds::index_of("mdp3");
        live.move_to(session);
        return session;
    }

    static constexpr book::BooksOptions kBooks{
        .orders_max = 100, .levels_max = 100, .instruments_max = 4};

    support::TemporaryDirectory folder_;
    std::vector<protocols::nasdaq::itch50::AddOrder> messages_;
};

// The first packet is the definition of the instrument.
TEST_F(VenueFeed, HasEachMessageWhenThePacketWithItsOrderCame) {
    const auto feed = venue_feed(folder_.path(), received(messages_, 1));
    ASSERT_TRUE(feed) << feed.error().message;
    const auto at = [](std::int64_t us) {
        return Field(&LiveMessage::received, kNoon + Nanos{1'000 * us});
    };
    EXPECT_THAT(feed->messages(), ElementsAre(at(2), at(3), at(4), at(5)));
    const auto two_a_packet = venue_feed(folder_.path(), received(messages_, 2));
    ASSERT_TRUE(two_a_packet) << two_a_packet.error().message;
    EXPECT_THAT(two_a_packet->messages(), ElementsAre(at(2), at(2), at(3), at(3)));
    EXPECT_EQ(feed->symbol_of({1}), Symbol{}) << "no message has listed it";
}

TEST_F(VenueFeed, LeavesOutWhatWasSentBeforeTheTraderListened) {
    LiveSession late = received(messages_, 1);
    late.feed.erase(late.feed.begin(), late.feed.begin() + 3);
    late.entries.erase(late.entries.begin(), late.entries.begin() + 3);
    const auto feed = venue_feed(folder_.path(), late);
    ASSERT_TRUE(feed) << feed.error().message;
    EXPECT_EQ(feed->messages()[2].received, kNoon + Nanos{4'000});
    EXPECT_EQ(feed->messages()[3].received, kNoon + Nanos{5'000});
}

TEST_F(VenueFeed, RefusesTheJournalOfAnotherVenue) {
    const std::vector others{add(1, 77), add(2, 78), add(3, 300), add(9, 400)};
    const auto feed = venue_feed(folder_.path(), received(others, 1));
    ASSERT_FALSE(feed);
    EXPECT_THAT(feed.error().message,
                HasSubstr("must be the journal of the venue that sent the trader's MDP 3.0 "
                          "packets; it lacks 3 of the 4 orders in them"));
}

}  // namespace
}  // namespace hotpath::app
