// Users between two starts of a server: a session belongs to a name, and a removed user leaves
// nothing open.

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/arena.hpp"
#include "hotpath/exchange/server/control.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

using protocols::nasdaq::soupbintcp::Credentials;
using support::BenchClient;
using support::small_venue;
using support::VenueBench;

Username name_of(std::string_view text) {
    return protocols::to_alpha<6>(text);
}

TEST(UserTable, ANameHasOneSessionAndKeepsItWhenItIsRemovedAndComesBack) {
    UserTable users(2);
    const UserChange alice{.action = UserAction::Added, .name = name_of("ALICE")};
    const UserChange gone{.action = UserAction::Removed, .name = name_of("ALICE")};
    EXPECT_FALSE(users.may_apply({1}, alice)) << "sessions are given in order";
    EXPECT_FALSE(users.may_apply({0}, gone));
    ASSERT_TRUE(users.may_apply({0}, alice));
    users.apply({0}, alice);
    EXPECT_FALSE(users.may_apply({0}, alice)) << "it is there";
    EXPECT_FALSE(users.may_apply({1}, {.name = name_of("alice")})) << "case does not count";
    users.apply({0}, gone);
    EXPECT_EQ(users.find(name_of("Alice")), SessionId{0});
    EXPECT_FALSE(users.find_active(name_of("ALICE")).has_value());
    ASSERT_TRUE(users.may_apply({0}, alice));
    users.apply({0}, alice);
    EXPECT_EQ(users.find_active(name_of("ALICE")), SessionId{0});
    users.apply({1}, {.name = name_of("BOB")});
    EXPECT_FALSE(users.may_apply({2}, {.name = name_of("CAROL")})) << "it is full";
}

TEST(UserTable, IsLoadedAsItWasSavedAndRefusesWhatNoTableIs) {
    UserTable users(3);
    users.apply({0}, {.name = name_of("ALICE")});
    users.apply({1}, {.name = name_of("BOB")});
    users.apply({0}, {.action = UserAction::Removed, .name = name_of("ALICE")});
    StateWriter saved;
    users.save(saved);
    UserTable loaded(3);
    StateReader reader(saved.bytes());
    loaded.load(reader);
    EXPECT_TRUE(reader.is_done());
    EXPECT_TRUE(loaded.is_removed({0}));
    EXPECT_EQ(loaded.find_active(name_of("BOB")), SessionId{1});
    UserTable narrow(1);
    StateReader again(saved.bytes());
    narrow.load(again);
    EXPECT_FALSE(again.is_ok());
}

TEST(UserChange, IsDecodedAsItWasEncoded) {
    const UserChangeBytes bytes =
        to_bytes(UserChange{.action = UserAction::Removed, .name = name_of("BOB")});
    UserChange change;
    ASSERT_EQ(decode(bytes, change), protocols::DecodeStatus::Ok);
    EXPECT_EQ(change.action, UserAction::Removed);
    EXPECT_EQ(change.name, name_of("BOB"));
    EXPECT_NE(decode(Bytes(bytes).first(6), change), protocols::DecodeStatus::Ok);
    for (const unsigned action : {0U, 3U}) {
        UserChangeBytes wrong = bytes;
        wrong[0] = std::byte(action);
        EXPECT_EQ(decode(wrong, change), protocols::DecodeStatus::Malformed);
    }
}

/// USER0 and USER1, each with an order open.
class ServerUsers : public ::testing::Test {
  protected:
    static VenueServerOptions options() {
        VenueServerOptions options = small_venue(2);
        options.users_max = 4;
        options.exchange.takes_extensions = true;
        options.cancel_on_disconnect_after = kForever;
        options.operator_users = {Credentials::of("OPS", "SECRET")};
        return options;
    }
    void SetUp() override {
        BenchClient zero(bench_, Port::OrderEntry, bench_.options.users[0]);
        BenchClient one(bench_, Port::OrderEntry, bench_.options.users[1]);
        zero.enter({.number = 1, .price = 400'000});
        zero.enter({.number = 2,
                    .price = 390'000,
                    .time_in_force = protocols::nasdaq::ouch50::time_in_force::kGtc});
        one.enter({.number = 1, .price = 380'000});
        bench_.make_durable();
        ASSERT_EQ(open(0), 2U);
        ASSERT_EQ(open(1), 1U);
    }
    [[nodiscard]] std::uint32_t open(std::uint16_t session) const {
        return bench_.server.log().exchange().session_orders({session});
    }
    void restart_with(const std::vector<Credentials>& users) {
        bench_.options.users = users;
        bench_.restart(bench_.records.size());
        bench_.take_records();
        bench_.turn();
        bench_.make_durable();
    }

    VenueBench bench_{options()};
    const std::vector<Credentials> users_ = bench_.options.users;
};

TEST_F(ServerUsers, AnOperatorNamesTheUserWhateverTheOrderOfTheConfiguration) {
    restart_with({users_[1], users_[0]});
    EXPECT_TRUE(bench_.server.user_changes().empty());
    BenchClient ops(bench_, Port::Operator, bench_.options.operator_users[0]);
    std::array<std::byte, kControlLengthMax> room{};
    ops.request(encode({.action = ControlAction::CancelSession,
                        .session = kUnknownSession,
                        .user = users_[1].username},
                       room));
    EXPECT_EQ(open(0), 2U);
    EXPECT_EQ(open(1), 0U);
    ops.request(encode(
        {.action = ControlAction::CancelSession, .session = {0}, .user = name_of("NOUSER")}, room));
    EXPECT_EQ(open(0), 2U) << "a name that no session has";
}

TEST_F(ServerUsers, WhoIsRemovedHasNothingOpenAndNoLogin) {
    restart_with({users_[1], Credentials::of("NEW", "SECRET")});
    ASSERT_EQ(bench_.server.user_changes().size(), 2U);
    EXPECT_EQ(bench_.server.user_changes()[1].open_orders, 2U);
    EXPECT_EQ(open(0), 0U) << "good till canceled, too";
    EXPECT_EQ(open(1), 1U);
    const BenchClient gone(bench_, Port::OrderEntry, users_[0]);
    EXPECT_FALSE(gone.is_logged_in);
    const BenchClient fresh(bench_, Port::OrderEntry, bench_.options.users[1]);
    EXPECT_TRUE(fresh.is_logged_in);
    EXPECT_TRUE(fresh.replies.empty()) << fresh.types();
    EXPECT_FALSE(bench_.server.replies({0}).empty()) << "the history is kept";
    restart_with(users_);
    EXPECT_TRUE(bench_.server.user_changes()[0].is_back);
    BenchClient back(bench_, Port::OrderEntry, users_[0]);
    EXPECT_EQ(back.types().substr(0, 4), "AACC") << back.types();
}

TEST_F(ServerUsers, ASessionWithoutAUserIsToldNothingLiveAndInAReplay) {
    ASSERT_TRUE(bench_.server.try_control({.action = ControlAction::StartDay}, bench_.now));
    for (int turn = 0; turn < 5; ++turn) {
        bench_.turn();
        bench_.make_durable();
    }
    EXPECT_EQ(bench_.server.replies({1}).size(), 1U) << "the day has begun";
    for (int start = 0; start < 2; ++start) {
        restart_with({users_[0], users_[1], Credentials::of("LATE", "SECRET")});
        EXPECT_EQ(bench_.server.user_changes().size(), start == 0 ? 1U : 0U);
        EXPECT_TRUE(bench_.server.replies({2}).empty());
    }
}

TEST_F(ServerUsers, WhoIsRemovedBetweenTwoDaysHasNothingOpenInTheNext) {
    bench_.server.end_of_session(bench_.now);
    bench_.take_records();
    bench_.make_durable();
    restart_with({users_[1]});
    EXPECT_EQ(open(0), 2U) << "nothing is told behind the end of a session";
    ASSERT_TRUE(bench_.server.try_control({.action = ControlAction::StartDay}, bench_.now));
    for (int turn = 0; turn < 5; ++turn) {
        bench_.turn();
        bench_.make_durable();
    }
    EXPECT_FALSE(bench_.server.log().has_ended());
    EXPECT_EQ(open(0), 0U);
}

TEST_F(ServerUsers, AJournalWithoutAPlaceForANewNameIsRefused) {
    std::vector<Credentials> users;
    for (const char* name : {"C", "D", "E"}) {
        users.push_back(Credentials::of(name, "SECRET"));
    }
    bench_.options.users = users;
    auto server = VenueServer::create(bench_.options, nullptr);
    for (std::size_t n = 0; n < bench_.records.size(); ++n) {
        ASSERT_EQ(server->replay(bench_.records[n], n + 1), ApplyStatus::Ok);
    }
    const auto checked = server->prepare_users();
    ASSERT_FALSE(checked.has_value());
    EXPECT_NE(checked.error().message.find("users_max = 4 of this journal, and 2 names have"),
              std::string::npos);
}

/// Memory for so many streams.
class FewStreams final : public StreamMemory {
  public:
    explicit FewStreams(std::size_t streams) : streams_(streams) {}

    [[nodiscard]] Expected<MutableBytes> take(std::size_t bytes) override {
        if (arenas_.size() == streams_) {
            return fail("no memory for another stream");
        }
        auto arena = Arena::create(bytes, HugePages::Never);
        return arena ? arenas_.emplace_back(std::move(*arena)).allocate<std::byte>(bytes)
                     : Expected<MutableBytes>(std::unexpected(arena.error()));
    }

  private:
    std::size_t streams_;
    std::vector<Arena> arenas_;
};

TEST_F(ServerUsers, StreamsMayBeInMemoryOfTheCallers) {
    FewStreams memory(3);  // the drop copy and two users
    bench_.options.stream_memory = &memory;
    auto server = VenueServer::create(bench_.options, nullptr);
    ASSERT_TRUE(server) << server.error().message;
    for (std::size_t n = 0; n < bench_.records.size(); ++n) {
        ASSERT_EQ(server->replay(bench_.records[n], n + 1), ApplyStatus::Ok);
    }
    ASSERT_TRUE(server->prepare_users());
    for (const std::uint16_t user : std::array<std::uint16_t, 2>{0, 1}) {
        const protocols::SequencedStore& expected = bench_.server.replies({user});
        ASSERT_GT(expected.size(), 0U);
        ASSERT_EQ(server->replies({user}).size(), expected.size());
        for (std::uint64_t n = 1; n <= expected.size(); ++n) {
            EXPECT_TRUE(std::ranges::equal(server->replies({user}).at(n), expected.at(n)));
        }
    }
}

TEST_F(ServerUsers, AUserWithoutMemoryForItsStreamIsAnErrorBeforeTheStart) {
    for (const std::size_t streams : {1U, 2U}) {
        FewStreams memory(streams);
        bench_.options.stream_memory = &memory;
        const auto refused = VenueServer::create(bench_.options, nullptr);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().message, "no memory for another stream");
    }
    FewStreams memory(2);  // the journal has a user more than the configuration
    bench_.options.stream_memory = &memory;
    bench_.options.users = {users_[0]};
    bench_.options.users_max = 2;
    auto server = VenueServer::create(bench_.options, nullptr);
    ASSERT_TRUE(server) << server.error().message;
    for (std::size_t n = 0; n < bench_.records.size(); ++n) {
        static_cast<void>(server->replay(bench_.records[n], n + 1));
    }
    const auto refused = server->prepare_users();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "no memory for another stream");
}

TEST_F(ServerUsers, AJournalOfAnOlderBuildIsRefusedByItsVersion) {
    auto server = VenueServer::create(bench_.options, nullptr);
    std::vector<std::byte> old = bench_.records[0];
    old[kInputHeaderLength + 20] ^= std::byte{0x30};  // outputs version 0
    EXPECT_EQ(server->replay(old, 1), ApplyStatus::VersionDiffers);
}

}  // namespace
}  // namespace hotpath::exchange
