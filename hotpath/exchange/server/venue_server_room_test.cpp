// Streams that run full: every accepted order gets its last report, and no client is left with a
// stream that goes on without telling.

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/server/control.hpp"
#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
using protocols::nasdaq::soupbintcp::CloseReason;
using protocols::nasdaq::soupbintcp::Credentials;
using support::BenchClient;
using support::OrderText;
using support::small_venue;
using support::VenueBench;

constexpr std::size_t kSellers = 5;
constexpr std::uint32_t kReplies = 600;

VenueServerOptions narrow_venue() {
    VenueServerOptions options = small_venue(1 + kSellers);
    options.exchange.executions_per_command_max = 20;
    options.replies.messages_max = kReplies;
    options.cancel_on_disconnect_after = kForever;
    options.operator_users = {Credentials::of("OPS", "SECRET")};
    return options;
}

/// What is open of one user, by the replies of his stream alone.
struct Account : ouch50::NullReplyListener {
    void on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) {
        open[m.load_user_ref_num()] = m.load_quantity();
    }
    void on_order_canceled(const ouch50::OrderCanceled& m) {
        take(m.load_user_ref_num(), m.load_quantity());
    }
    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
        take(m.load_user_ref_num(), m.load_quantity());
    }
    void take(std::uint32_t number, std::uint32_t qty) {
        ASSERT_GE(open[number], qty) << number;
        open[number] -= qty;
        if (open[number] == 0) {
            open.erase(number);
        }
    }
    std::map<std::uint32_t, std::uint32_t> open;
};

class VenueServerRoomTest : public testing::Test {
  protected:
    explicit VenueServerRoomTest(const VenueServerOptions& options = narrow_venue())
        : bench_(options) {
        for (std::size_t user = 0; user < options.users.size(); ++user) {
            clients_.push_back(
                std::make_unique<BenchClient>(bench_, Port::OrderEntry, options.users[user]));
        }
    }

    BenchClient& buyer() { return *clients_[0]; }

    void sell_one(std::size_t seller, std::uint32_t number) {
        OrderText order;
        order.number = number;
        order.side = 'S';
        order.qty = 1;
        clients_[seller]->enter(order);
    }

    /// A share each, of one seller after the other, until nothing is bid any more.
    void sell_to_the_buyer() {
        for (std::size_t seller = 1; seller <= kSellers; ++seller) {
            for (std::uint32_t n = 1; n <= 100 && is_buyer_open(); ++n) {
                sell_one(seller, n);
                bench_.make_durable();
            }
        }
    }
    [[nodiscard]] bool is_buyer_open() const {
        return bench_.server.log().exchange().session_orders({0}) != 0;
    }
    /// Of every user: nothing that the venue has is not told.
    void expect_all_told() {
        bench_.make_durable();
        EXPECT_EQ(bench_.server.counters().replies_not_kept, 0U);
        for (std::size_t user = 0; user < clients_.size(); ++user) {
            Account account;
            const SessionId id{static_cast<std::uint16_t>(user)};
            const protocols::SequencedStore& stream = bench_.server.replies(id);
            for (std::uint64_t seq = 1; seq <= stream.size(); ++seq) {
                ASSERT_EQ(ouch50::decode_reply(stream.at(seq), account),
                          protocols::DecodeStatus::Ok);
            }
            EXPECT_EQ(account.open.size(), bench_.server.log().exchange().session_orders(id))
                << "user " << user;
        }
    }

    VenueBench bench_;
    std::vector<std::unique_ptr<BenchClient>> clients_;
};

TEST_F(VenueServerRoomTest, FillsThatRunAStreamFullEndItsOrdersAndAreAllTold) {
    buyer().enter({.number = 1, .qty = 10'000});
    buyer().enter({.number = 2, .qty = 10'000, .price = 499'000, .time_in_force = 'X'});
    sell_to_the_buyer();
    EXPECT_FALSE(is_buyer_open());
    EXPECT_EQ(buyer().reason(), CloseReason::StreamFull);
    EXPECT_EQ(bench_.server.counters().canceled_for_room, 1U);
    expect_all_told();
    buyer().connect();
    EXPECT_EQ(buyer().replies.size(), bench_.server.replies({0}).size());
    EXPECT_FALSE(buyer().is_cut_off()) << "he may read";
    buyer().enter({.number = 3});
    EXPECT_EQ(buyer().reason(), CloseReason::StreamFull) << "and no more";
    EXPECT_EQ(bench_.server.counters().cut_off_for_room, 1U);
}

TEST_F(VenueServerRoomTest, OrdersAreRefusedInTimeForAllThatAreOpen) {
    std::uint32_t number = 0;
    while (!buyer().is_cut_off()) {
        buyer().enter({.number = ++number, .price = 400'000});
        bench_.make_durable();
        buyer().poll();
        ASSERT_LT(number, 2 * kReplies);
    }
    EXPECT_EQ(buyer().reason(), CloseReason::StreamFull) << "refusals take room, too";
    EXPECT_GT(bench_.server.counters().refused_for_room, 0U);
    EXPECT_FALSE(is_buyer_open());
    expect_all_told();
}

TEST_F(VenueServerRoomTest, ACrossInStepsIsStoppedBetweenThem) {
    Control collect{.action = ControlAction::SetTrading, .symbol = *Symbol::from("AAPL")};
    collect.state = book::TradingState::QuotationOnly;
    ASSERT_TRUE(bench_.server.try_control(collect, bench_.now));
    bench_.take_records();
    buyer().enter({.number = 1, .qty = 10'000});
    for (std::size_t seller = 1; seller <= kSellers; ++seller) {
        for (std::uint32_t n = 1; n <= 90; ++n) {
            sell_one(seller, n);
            bench_.make_durable();
        }
    }
    Control cross = collect;
    cross.action = ControlAction::Cross;
    ASSERT_TRUE(bench_.server.try_control(cross, bench_.now));
    bench_.turn();
    EXPECT_FALSE(is_buyer_open());
    EXPECT_EQ(bench_.server.counters().canceled_for_room, 1U);
    EXPECT_GT(bench_.server.log().exchange().session_orders(), 0U) << "he was in the middle";
    EXPECT_FALSE(bench_.server.log().desk().unfinished());
    expect_all_told();
    const std::uint64_t state = bench_.server.log().state_checksum();
    bench_.restart(bench_.records.size());
    EXPECT_EQ(bench_.server.log().state_checksum(), state);
}

TEST_F(VenueServerRoomTest, WhoIsToBeStoppedIsStoppedBeforeAnythingElseAfterARestart) {
    buyer().enter({.number = 1, .qty = 10'000});
    sell_to_the_buyer();
    std::size_t stop = bench_.records.size();
    for (Input input; stop > 0; --stop) {
        ASSERT_EQ(decode(bench_.records[stop - 1], input), protocols::DecodeStatus::Ok);
        const auto* const cancel = std::get_if<event::CancelAll>(&input.event);
        if (cancel != nullptr && cancel->cause == CancelCause::NoRoom) {
            break;
        }
    }
    ASSERT_GT(stop, 0U);
    bench_.restart(stop - 1);  // the stop itself was not durable
    EXPECT_TRUE(is_buyer_open());
    EXPECT_LE(bench_.server.next_deadline(), bench_.now);
    bench_.turn();
    EXPECT_FALSE(is_buyer_open());
    bench_.make_durable();
    EXPECT_EQ(bench_.server.counters().replies_not_kept, 0U);
}

TEST_F(VenueServerRoomTest, WithoutRoomInTheJournalTheStopComesFirstWhenThereIsSome) {
    buyer().enter({.number = 1, .qty = 10'000});
    std::uint32_t number = 0;
    while (bench_.server.counters().canceled_for_room == 0) {
        // Room for one record: the order that fills the stream takes it.
        bench_.server.set_journal_room({.takes_orders = true, .bytes = 2 * kInputLengthMax - 1});
        const std::size_t seller = 1 + number / 90;
        sell_one(seller, ++number);
        bench_.make_durable();
        ASSERT_LT(number, 90 * kSellers);
    }
    EXPECT_FALSE(is_buyer_open());
    expect_all_told();
}

TEST(VenueServerRoom, AStreamTooSmallForItsInputsIsRefused) {
    VenueServerOptions options = narrow_venue();
    options.replies.messages_max =
        static_cast<std::uint32_t>(replies_kept_min(options.exchange) - 1);
    const auto refused = VenueServer::create(options, nullptr);
    ASSERT_FALSE(refused);
    const std::uint64_t least = 16 * options.exchange.executions_per_command_max + 192;
    EXPECT_EQ(refused.error().message, "exchange: replies_kept of [order_entry] must be at least " +
                                           std::to_string(least) +
                                           " (16 times executions_per_order_max, and 192), got " +
                                           std::to_string(least - 1));
}

class DropCopyRoomTest : public VenueServerRoomTest {
  protected:
    explicit DropCopyRoomTest(std::uint32_t copies_max = 0)
        : VenueServerRoomTest(options(copies_max)) {}

    static VenueServerOptions options(std::uint32_t copies_max) {
        VenueServerOptions options = narrow_venue();
        options.drop_copy_users = {Credentials::of("RISK", "SECRET")};
        options.drop_copies.messages_max = copies_max;
        return options;
    }
    [[nodiscard]] std::uint64_t replies() const {
        std::uint64_t replies = 0;
        for (std::uint16_t user = 0; user <= kSellers; ++user) {
            replies += bench_.server.replies({user}).size();
        }
        return replies;
    }
    void fill_the_streams() {
        buyer().enter({.number = 1, .qty = 10'000});
        sell_to_the_buyer();
        bench_.make_durable();
    }
};

TEST_F(DropCopyRoomTest, HasRoomForEveryReplyOfEverybody) {
    fill_the_streams();
    BenchClient copy(bench_, Port::DropCopy, bench_.options.drop_copy_users[0]);
    EXPECT_EQ(copy.replies.size(), replies());
    bench_.turn();
    EXPECT_FALSE(copy.is_cut_off());
    EXPECT_EQ(bench_.server.counters().drop_copies_not_kept, 0U);
}

class SmallDropCopyTest : public DropCopyRoomTest {
  protected:
    static constexpr std::uint32_t kCopies = 300;
    SmallDropCopyTest() : DropCopyRoomTest(kCopies) {}
};

TEST_F(SmallDropCopyTest, EndsWithAReasonForWhoHasReadAllThereIs) {
    BenchClient copy(bench_, Port::DropCopy, bench_.options.drop_copy_users[0]);
    fill_the_streams();
    ASSERT_GT(replies(), kCopies);
    copy.poll();
    EXPECT_EQ(copy.replies.size(), kCopies);
    bench_.turn();
    EXPECT_EQ(copy.reason(), CloseReason::StreamFull);
    EXPECT_FALSE(copy.has_ended) << "an end of session would say that nothing is missing";
    copy.connect();
    bench_.turn();
    EXPECT_EQ(copy.reason(), CloseReason::StreamFull) << "a client that reconnects is told again";
    EXPECT_EQ(bench_.server.counters().drop_copies_not_kept, replies() - kCopies);
    bench_.restart(bench_.records.size());
    BenchClient late(bench_, Port::DropCopy, bench_.options.drop_copy_users[0]);
    EXPECT_EQ(late.replies.size(), kCopies);
    bench_.turn();
    EXPECT_EQ(late.reason(), CloseReason::StreamFull);
}

}  // namespace
}  // namespace hotpath::exchange
