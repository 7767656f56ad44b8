// The times and the market of a venue out of its journal: turns stay in order and come after the orders in them,
// and what a recording cannot have is an error or is counted.
#include "hotpath/backtest/live/venue_market.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/exchange/server/control.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/journal.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
namespace event = exchange::event;

constexpr Time kVenueNoon{43'200'000'000'000};
constexpr exchange::SessionId kOurs{0};
constexpr exchange::SessionId kOther{1};

[[nodiscard]] constexpr Time noon_and(std::int64_t nanos) {
    return kVenueNoon + Nanos{nanos};
}

class JournalOfAVenue : public ::testing::Test {
  protected:
    JournalOfAVenue() {
        auto storage =
            journal::FileStorage::open_folder(folder_.path(), journal::Opening::ReadWrite);
        EXPECT_TRUE(storage) << storage.error().message;
        auto opened =
            journal::Journal::open(std::move(*storage), {.segment_bytes = kSegment}, kVenueNoon);
        EXPECT_TRUE(opened) << opened.error().message;
        journal_ = std::move(*opened);
    }

    void keep(Bytes record) {
        constexpr std::uint8_t kRecord = 1;
        const journal::Appended kept = journal_->append(kRecord, kVenueNoon, record);
        while (journal_->durable_seq() < kept.seq) {
            journal_->poll();
        }
    }
    /// So many nanoseconds after noon.
    void keep(std::int64_t at, const exchange::Event& event) {
        std::array<std::byte, exchange::kInputLengthMax> room{};
        keep(exchange::encode({.time = noon_and(at), .event = event}, room));
    }
    void begin() { keep(0, event::Options{message_}); }
    void order(std::int64_t at, exchange::SessionId session = kOurs) {
        keep(at, event::Order{.session = session, .message = message_});
    }
    void command(std::int64_t at, exchange::ControlAction action) {
        std::array<std::byte, exchange::kInputMessageMax> room{};
        keep(at, event::Command{.message = exchange::encode({.action = action}, room)});
    }
    [[nodiscard]] static protocols::nasdaq::itch50::SystemEvent market_message(std::int64_t at) {
        protocols::nasdaq::itch50::SystemEvent m;
        m.store_timestamp(static_cast<std::uint64_t>(noon_and(at).value));
        m.store_event_code('M');
        return m;
    }

    [[nodiscard]] Expected<VenueTimes> times(const std::vector<std::int64_t>& sent = {}) const {
        std::vector<Time> all;
        for (const std::int64_t nanos : sent) {
            all.push_back(noon_and(nanos));
        }
        return VenueTimes::read(folder_.path(), all);
    }
    [[nodiscard]] std::string error() const {
        const auto read = times();
        return read ? "" : read.error().message;
    }
    [[nodiscard]] std::filesystem::path file() const { return market_ / "market.itch"; }

    static constexpr std::uint64_t kSegment = std::uint64_t{1} << 20U;

    support::TemporaryDirectory folder_;
    support::TemporaryDirectory market_;
    std::unique_ptr<journal::Journal> journal_;
    std::vector<std::byte> message_{4};
};

TEST_F(JournalOfAVenue, ATurnWithoutAnOrderKeepsItsTime) {
    begin();
    keep(100, event::Background{message_});
    EXPECT_EQ(times()->of(noon_and(100)), noon_and(100));
    EXPECT_EQ(times()->of(noon_and(57)), noon_and(57)) << "no turn";
    EXPECT_TRUE(times()->requests().empty());
}

TEST_F(JournalOfAVenue, ATurnComesAfterTheLastOfItsOrdersWasSent) {
    begin();
    order(100);
    order(100);
    order(200);
    const auto read = times({130, 110, 150});
    EXPECT_EQ(read->of(noon_and(100)), noon_and(130));
    EXPECT_EQ(read->of(noon_and(200)), noon_and(200)) << "sent before";
    EXPECT_THAT(read->requests(), ElementsAre(noon_and(130), noon_and(130), noon_and(200)));
}

TEST_F(JournalOfAVenue, TurnsStayInOrderANanosecondApart) {
    begin();
    order(100);
    keep(120, event::Background{message_});
    keep(125, event::Background{message_});
    keep(400, event::Background{message_});
    const auto read = times({300});
    EXPECT_EQ(read->of(noon_and(100)), noon_and(300));
    EXPECT_EQ(read->of(noon_and(120)), noon_and(301));
    EXPECT_EQ(read->of(noon_and(125)), noon_and(302));
    EXPECT_EQ(read->of(noon_and(400)), noon_and(400));
}

TEST_F(JournalOfAVenue, RequestsAreTheMessagesOfEachProtocolRefusedOrNot) {
    begin();
    order(1);
    keep(2, event::RefusedOrder{.session = kOurs, .message = message_});
    keep(3, event::FixMessage{.session = kOurs, .message = message_});
    keep(4, event::IlinkMessage{.session = kOurs, .message = message_});
    keep(5, event::CancelAll{.session = kOurs});
    EXPECT_THAT(times()->requests(),
                ElementsAre(noon_and(1), noon_and(2), noon_and(3), noon_and(4)));
}

TEST_F(JournalOfAVenue, ARequestOfUnknownSendingHasTheVenuesTime) {
    begin();
    order(100);
    order(200);
    EXPECT_THAT(times({150})->requests(), ElementsAre(noon_and(150), noon_and(200)));
}

TEST_F(JournalOfAVenue, OfASecondSessionsOrdersIsRefused) {
    begin();
    order(1);
    order(2, kOther);
    EXPECT_THAT(error(), EndsWith(": must hold the orders of one session: a backtest has no place "
                                  "for the orders of a second trader"));
}

TEST_F(JournalOfAVenue, OfASecondDayIsRefused) {
    begin();
    order(10);
    order(9);
    EXPECT_THAT(error(), EndsWith(": must hold one day of the venue, got several"));
}

TEST_F(JournalOfAVenue, WithoutItsBeginIsRefused) {
    order(1);
    EXPECT_THAT(error(), EndsWith(": must begin with the venue's first input"));
}

TEST_F(JournalOfAVenue, OfSomethingElseIsRefused) {
    begin();
    keep(message_);
    EXPECT_THAT(error(), EndsWith(": record 2 must be an input of hotpath exchange"));
}

TEST_F(JournalOfAVenue, ThatIsNotThereIsAnError) {
    EXPECT_FALSE(VenueTimes::read(market_ / "none", {}));
}

/// The times of the messages in an ITCH file.
[[nodiscard]] std::vector<Time> times_in(const std::filesystem::path& file) {
    std::vector<Time> all;
    auto stream = capture::open(file);
    EXPECT_TRUE(stream) << stream.error().message;
    for (auto block = (*stream)->next_block(); block && !block->empty();
         block = (*stream)->next_block()) {
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message);) {
            using protocols::nasdaq::itch50::SystemEvent;
            all.push_back(
                {static_cast<std::int64_t>(SystemEvent::at(message.data()).load_timestamp())});
        }
    }
    return all;
}

TEST_F(JournalOfAVenue, TheMarketIsWhatTheVenuePublishedByItselfAtTheCorrectedTimes) {
    begin();
    order(10);
    const auto first = market_message(10);
    const auto second = market_message(20);
    keep(10, event::Background{first.bytes()});
    keep(20, event::Publication{second.bytes()});
    const auto market = write_venue_market(folder_.path(), *times({15}), file());
    ASSERT_TRUE(market) << market.error().message;
    EXPECT_EQ(market->messages, 2U);
    EXPECT_EQ(market->commands, 0U);
    EXPECT_THAT(times_in(file()), ElementsAre(noon_and(15), noon_and(20)));
}

TEST_F(JournalOfAVenue, CommandsAreCountedButTheStartOfTheDayIsNone) {
    begin();
    command(1, exchange::ControlAction::StartDay);
    command(2, exchange::ControlAction::EndDay);
    const auto message = market_message(3);
    keep(3, event::Background{message.bytes()});
    EXPECT_EQ(write_venue_market(folder_.path(), *times(), file())->commands, 1U);
}

TEST_F(JournalOfAVenue, WithoutAMarketOrWithAnotherOneIsRefused) {
    begin();
    const auto none = write_venue_market(folder_.path(), *times(), file());
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().message, EndsWith(": must hold messages of a market, got none"));
    keep(1, event::Background{message_});
    const auto wrong = write_venue_market(folder_.path(), *times(), file());
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().message, EndsWith(": has a market message that is not ITCH 5.0"));
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(JournalOfAVenue, GivesASessionsMessagesTheirTimesAtTheVenue) {
    begin();
    order(100);
    order(200);
    LiveSession session;
    session.feed = {{.sent = noon_and(100)}, {.sent = noon_and(77)}};
    session.requests = {{.sent = noon_and(130)}, {.sent = noon_and(190)}, {.sent = noon_and(300)}};
    session.replies = {{.sent = noon_and(200), .answers = 0},
                       {.sent = noon_and(100)},
                       {.sent = noon_and(55), .answers = 2}};
    correct(session, *times({130, 190}));
    EXPECT_EQ(session.feed[0].sent, noon_and(130));
    EXPECT_EQ(session.feed[1].sent, noon_and(77));
    ASSERT_EQ(session.requests.size(), 2U) << "the third never came to the venue";
    EXPECT_EQ(session.requests[0].received, noon_and(130));
    EXPECT_EQ(session.requests[1].received, noon_and(200));
    EXPECT_EQ(session.replies[0].sent, noon_and(130)) << "it answers the first request";
    EXPECT_EQ(session.replies[1].sent, noon_and(130)) << "its turn's";
    EXPECT_EQ(session.replies[2].sent, noon_and(55)) << "of a request that never came";
}

TEST(AccountQuery, TakesNoTimeWhereTheLinkAnswersIt) {
    LiveSession session;
    session.requests = {{.sent = {7}}};
    add_query(session);
    EXPECT_EQ(session.requests.size(), 1U) << "order entry never opened";
    session.events.opened = Time{5};
    add_query(session);
    EXPECT_EQ(session.requests.size(), 1U) << "it is a message of the session already";
    session.answers_query_itself = true;
    add_query(session);
    ASSERT_EQ(session.requests.size(), 2U);
    EXPECT_EQ(session.requests[0].sent, Time{5});
    EXPECT_EQ(session.requests[0].received, Time{5});
    ASSERT_EQ(session.replies.size(), 1U);
    EXPECT_EQ(session.replies[0].received, Time{5});
}

}  // namespace
}  // namespace hotpath::backtest
