// An operator's commands about a user: suspended, reinstated, disconnected, other limits; and what
// of it a restart, a snapshot and a changed configuration keep.

#include <array>
#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
namespace reason = protocols::nasdaq::ouch50::reject_reason;
using support::BenchClient;
using support::small_venue;
using support::state_of;
using support::VenueBench;

constexpr std::int64_t kPaid = 500'000;
constexpr std::int64_t kHundredPaid = 100 * kPaid;
constexpr std::uint16_t kNotRefused = 0;

VenueServerOptions members_venue() {
    VenueServerOptions options = small_venue(2);
    options.operator_users = {protocols::nasdaq::soupbintcp::Credentials::of("OPS", "A")};
    options.cancel_on_disconnect_after = kForever;
    return options;
}

class VenueServerMembers : public testing::Test {
  protected:
    void command(ControlAction action, std::uint16_t user = 0, const LimitChanges& limits = {}) {
        const Control control{.action = action,
                              .session = kUnknownSession,
                              .user = bench_.options.users[user].username,
                              .limits = limits};
        std::array<std::byte, kControlLengthMax> room{};
        BenchClient ops(bench_, Port::Operator, bench_.options.operator_users[0]);
        ops.request(encode(control, room));
        bench_.make_durable();
        ops.poll();
        ControlAnswer answer;
        ASSERT_FALSE(ops.replies.empty());
        ASSERT_EQ(decode(ops.replies.back(), answer), protocols::DecodeStatus::Ok);
        EXPECT_EQ(answer.status, ControlStatus::Done);
        ops.disconnect();
    }
    static LimitChanges set(MemberLimit which, std::int64_t value) {
        LimitChanges changes{};
        changes[static_cast<std::size_t>(which)] = {LimitChange::Kind::Set, value};
        return changes;
    }
    std::uint16_t enter(BenchClient& client, std::uint32_t number, std::uint32_t qty = 100,
                        std::int64_t price = kPaid) {
        client.enter({.number = number, .qty = qty, .price = price});
        bench_.make_durable();
        client.poll();
        const Bytes reply = client.replies.back();
        return std::to_integer<char>(reply.front()) == ouch50::OrderRejected::kType
                   ? ouch50::OrderRejected::at(reply.data()).load_reason()
                   : kNotRefused;
    }
    [[nodiscard]] std::uint32_t open(std::uint16_t user) const {
        return bench_.server.log().exchange().session_orders({user});
    }
    /// As SoupBinTCP's Debug packets have it.
    [[nodiscard]] static bool has_read(const BenchClient& client, std::string_view text) {
        const std::string all(reinterpret_cast<const char*>(client.received.data()),
                              client.received.size());
        return all.contains(text);
    }

    VenueBench bench_{members_venue()};
    BenchClient flooding_{bench_, Port::OrderEntry, bench_.options.users[0]};
    BenchClient other_{bench_, Port::OrderEntry, bench_.options.users[1]};
};

TEST_F(VenueServerMembers, ASuspendedUserHasNoOrdersAndEntersNone) {
    for (std::uint32_t n = 1; n <= 20; ++n) {
        EXPECT_EQ(enter(flooding_, n), kNotRefused);
    }
    EXPECT_EQ(enter(other_, 1, 100, kPaid - 100), kNotRefused);
    command(ControlAction::Suspend);
    flooding_.poll();
    EXPECT_EQ(open(0), 0U);
    EXPECT_EQ(flooding_.types().substr(20), std::string(20, 'C')) << "each order's end is reported";
    EXPECT_TRUE(has_read(flooding_, "suspended by the venue's operator"));
    for (std::uint32_t n = 21; n <= 40; ++n) {
        EXPECT_EQ(enter(flooding_, n), reason::kSuspended);
    }
    EXPECT_EQ(open(0), 0U);
    EXPECT_EQ(bench_.server.counters().refused_suspended, 20U);
    EXPECT_EQ(open(1), 1U);
    EXPECT_EQ(enter(other_, 2, 100, kPaid - 100), kNotRefused) << "another user trades on";

    command(ControlAction::Reinstate);
    flooding_.poll();
    EXPECT_TRUE(has_read(flooding_, "reinstated by the venue's operator"));
    EXPECT_EQ(enter(flooding_, 41), kNotRefused);
    EXPECT_EQ(open(0), 1U);
}

TEST_F(VenueServerMembers, ASuspendedUserMayLogInReadAndCancel) {
    EXPECT_EQ(enter(flooding_, 1), kNotRefused);
    command(ControlAction::Suspend);
    flooding_.received.clear();
    flooding_.come_back();
    EXPECT_TRUE(flooding_.is_logged_in);
    EXPECT_EQ(flooding_.types(), "AC") << "it reads what it has missed";
    EXPECT_TRUE(has_read(flooding_, "suspended by the venue's operator")) << "told at each login";
    flooding_.cancel(1);
    bench_.make_durable();
    flooding_.poll();
    EXPECT_FALSE(flooding_.is_cut_off());
}

TEST_F(VenueServerMembers, ARefusedFloodIsDisconnected) {
    command(ControlAction::Suspend);
    const std::uint32_t burst = bench_.options.limits.refusals.burst;
    for (std::uint32_t n = 1; n <= burst + 1 && !flooding_.is_cut_off(); ++n) {
        flooding_.enter({.number = n});
        bench_.make_durable();
    }
    EXPECT_TRUE(flooding_.is_cut_off());
    EXPECT_EQ(flooding_.reason(), protocols::nasdaq::soupbintcp::CloseReason::RateExceeded);
}

TEST_F(VenueServerMembers, AClientIsToldWhenTheCommandIsDurable) {
    ASSERT_TRUE(
        bench_.server.try_control({.action = ControlAction::Suspend, .session = {0}}, bench_.now));
    bench_.take_records();
    flooding_.poll();
    EXPECT_FALSE(has_read(flooding_, "suspended"));
    bench_.make_durable();
    flooding_.poll();
    EXPECT_TRUE(has_read(flooding_, "suspended"));
}

TEST_F(VenueServerMembers, TheJournalAndASnapshotKeepIt) {
    EXPECT_EQ(enter(flooding_, 1), kNotRefused);
    command(ControlAction::Suspend);
    command(ControlAction::SetLimits, 1, set(MemberLimit::OrderValue, kHundredPaid));
    const auto live = state_of(bench_.server);
    const auto loaded = support::server_with_state(bench_.options, live);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(state_of(*loaded), live);
    EXPECT_TRUE(loaded->log().exchange().member({0}).is_suspended);
    EXPECT_EQ(loaded->log().exchange().member({1}).limit(MemberLimit::OrderValue), kHundredPaid);

    bench_.restart(bench_.records.size());
    EXPECT_EQ(bench_.server.log().state_checksum(), loaded->log().state_checksum());
    flooding_.come_back();
    other_.come_back();
    EXPECT_EQ(enter(flooding_, 2), reason::kSuspended);
    EXPECT_EQ(enter(other_, 1, 101), reason::kMaximumNotionalValue);
}

/// A venue that never had such a command reads and writes what an earlier build did.
TEST_F(VenueServerMembers, AStateWithoutCommandsHasNoMoreBytes) {
    const std::size_t before = state_of(bench_.server).size();
    ASSERT_TRUE(bench_.server.try_control(
        {.action = ControlAction::Suspend, .origin = ControlOrigin::Schedule, .session = {0}},
        bench_.now));
    bench_.make_durable();
    EXPECT_GT(state_of(bench_.server).size(), before);
    ASSERT_TRUE(bench_.server.try_control(
        {.action = ControlAction::Reinstate, .origin = ControlOrigin::Schedule, .session = {0}},
        bench_.now));
    bench_.make_durable();
    EXPECT_EQ(state_of(bench_.server).size(), before);
}

TEST_F(VenueServerMembers, ADisconnectedUserMayLogInAgain) {
    EXPECT_EQ(enter(flooding_, 1), kNotRefused);
    BenchClient snapshot(bench_, Port::Glimpse, bench_.options.users[0]);
    ASSERT_TRUE(snapshot.is_logged_in);
    command(ControlAction::Disconnect);
    EXPECT_TRUE(flooding_.is_cut_off());
    EXPECT_TRUE(snapshot.is_cut_off());
    EXPECT_FALSE(other_.is_cut_off());
    EXPECT_EQ(bench_.notes(),
              (std::vector<std::string>(2, "disconnected by the venue's operator")));
    EXPECT_EQ(open(0), 1U) << "its orders are cancel on disconnect's";
    flooding_.come_back();
    EXPECT_EQ(enter(flooding_, 2), kNotRefused);
}

TEST_F(VenueServerMembers, LimitsOfAnOperatorHoldInPlaceOfTheConfigurations) {
    EXPECT_EQ(enter(flooding_, 1, 101), kNotRefused);
    command(ControlAction::SetLimits, 0, set(MemberLimit::OrderValue, kHundredPaid));
    EXPECT_EQ(enter(flooding_, 2, 101), reason::kMaximumNotionalValue);
    EXPECT_EQ(enter(flooding_, 3, 100), kNotRefused);
    EXPECT_EQ(enter(other_, 1, 101, kPaid - 100), kNotRefused) << "another user's are not touched";
    command(ControlAction::SetLimits, 0, set(MemberLimit::Exposure, 3 * kHundredPaid));
    EXPECT_EQ(enter(flooding_, 4, 100), reason::kAggregateExposure) << "201 are open";
    EXPECT_EQ(enter(flooding_, 5, 101), reason::kMaximumNotionalValue) << "which was not changed";
    command(ControlAction::SetLimits, 0, set(MemberLimit::Collar, 10));
    EXPECT_EQ(enter(flooding_, 6, 10, kPaid + 1'000), reason::kFatFinger);
    LimitChanges configured{};
    configured.fill({LimitChange::Kind::Configured, 0});
    command(ControlAction::SetLimits, 0, configured);
    EXPECT_EQ(enter(flooding_, 7, 1'000, kPaid + 1'000), kNotRefused);
}

TEST_F(VenueServerMembers, ARateOfAnOperatorHoldsAtOnce) {
    for (std::uint32_t n = 1; n <= 50; ++n) {
        EXPECT_EQ(enter(flooding_, n, 1), kNotRefused);
    }
    command(ControlAction::SetLimits, 0, set(MemberLimit::OrderRate, 2));
    EXPECT_EQ(enter(flooding_, 51, 1), kNotRefused);
    EXPECT_EQ(enter(flooding_, 52, 1), kNotRefused);
    EXPECT_EQ(enter(flooding_, 53, 1), reason::kPortMessageRate);
    bench_.advance({kNanosPerSecond});
    EXPECT_EQ(enter(flooding_, 54, 1), kNotRefused);
    command(ControlAction::SetLimits, 0, set(MemberLimit::OrderRate, 0));
    for (std::uint32_t n = 55; n <= 100; ++n) {
        EXPECT_EQ(enter(flooding_, n, 1), kNotRefused) << "0 is no limit";
    }
}

TEST_F(VenueServerMembers, TheyOutliveAChangeOfTheConfiguration) {
    command(ControlAction::SetLimits, 0, set(MemberLimit::OrderValue, kHundredPaid));
    bench_.options.user_limits = {
        {.order_value_max = {2 * kHundredPaid}, .exposure_max = {3 * kHundredPaid}}};
    bench_.restart(bench_.records.size());
    flooding_.come_back();
    EXPECT_EQ(enter(flooding_, 1, 101), reason::kMaximumNotionalValue) << "the operator's";
    EXPECT_EQ(enter(flooding_, 2, 100), kNotRefused);
    EXPECT_EQ(enter(flooding_, 3, 100), kNotRefused);
    EXPECT_EQ(enter(flooding_, 4, 100), kNotRefused);
    EXPECT_EQ(enter(flooding_, 5, 100), reason::kAggregateExposure) << "the configuration's";
}

}  // namespace
}  // namespace hotpath::exchange
