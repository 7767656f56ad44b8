// `hotpath operate` about a user of a venue in a separate process: suspended in a flood of orders,
// reinstated, disconnected, other limits; over a kill of the venue, and in its journal.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

class MemberControls : public testing::Test {
  protected:
    void SetUp() override { ASSERT_TRUE(venue_.start()) << venue_.output(); }

    [[nodiscard]] std::string operate(const std::string& words) {
        return run_hotpath("operate -c " + venue_.config().string() + " --address " +
                           venue_.operator_port().to_string() + " " + words)
            .output;
    }
    [[nodiscard]] nlohmann::json alices_session() {
        return venue_.next_state([] {})["sessions"][0];
    }
    bool enter(OrderClient& client, char side, std::int64_t price, std::uint32_t qty = 100) {
        client.enter({.side = side, .qty = qty, .price = price});
        return client.catch_up();
    }

    support::TemporaryDirectory folder_;
    VenueProcess venue_{
        folder_.path(),
        {.order_entry = "cancel_on_disconnect = false",
         .tables = "[operator]\naddress = \"127.0.0.1:0\"\n[[operator_user]]\nname = \"OPS\"\n"
                   "password = \"O\"\n",
         .health_every_ms = 100}};
};

TEST_F(MemberControls, AFloodEndsWhenItsUserIsSuspended) {
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue_.order_entry()));
    for (int n = 0; n < 200; ++n) {
        ASSERT_TRUE(enter(alice, 'B', 400'000));
    }
    EXPECT_EQ(operate("suspend ALICE"), "suspend user ALICE: done\n");
    for (int n = 0; n < 100; ++n) {
        ASSERT_TRUE(enter(alice, 'B', 400'000));
    }
    EXPECT_TRUE(alice.open().empty());
    EXPECT_EQ(alice.rejects(), 100U);
    EXPECT_EQ(alices_session()["suspended"], true);
    EXPECT_EQ(alices_session()["open_orders"], 0);

    venue_.kill_hard();
    alice.disconnect();
    ASSERT_TRUE(venue_.start()) << venue_.output();
    EXPECT_NE(venue_.output().find("exchange: user ALICE is suspended by an operator"),
              std::string::npos)
        << venue_.output();
    ASSERT_TRUE(alice.connect(venue_.order_entry())) << "and reads";
    ASSERT_TRUE(enter(alice, 'B', 400'000));
    EXPECT_EQ(alice.rejects(), 101U);
    EXPECT_EQ(operate("reinstate ALICE"), "reinstate user ALICE: done\n");
    ASSERT_TRUE(enter(alice, 'B', 400'000));
    EXPECT_EQ(alice.open().size(), 1U);

    EXPECT_EQ(operate("disconnect ALICE"), "disconnect user ALICE: done\n");
    ASSERT_TRUE(alice.poll_until([&] { return !alice.poll(); }));
    EXPECT_EQ(venue_.stop(), 0) << venue_.output();
    const std::string dump = run_hotpath("journal dump " + venue_.journal().string()).output;
    for (const char* command :
         {"suspend user ALICE", "reinstate user ALICE", "disconnect user ALICE"}) {
        EXPECT_NE(dump.find(std::string(command) + " (operator 0"), std::string::npos) << command;
    }
    EXPECT_EQ(run_hotpath("journal replay " + venue_.journal().string()).exit_code, 0);
}

TEST_F(MemberControls, LimitsOfAnOperatorHoldAtOnceAndAfterAKill) {
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue_.order_entry()));
    ASSERT_TRUE(enter(alice, 'B', 400'000));
    EXPECT_EQ(operate("limits ALICE"),
              "hotpath operate: give one or more limits, or --configured\n");
    EXPECT_EQ(operate("limits ALICE --order-value-max 1000 --orders-per-second 50"),
              "limits of user ALICE: orders_per_second 50, order_value_max 1000.00: done\n");
    ASSERT_TRUE(enter(alice, 'B', 400'000));
    EXPECT_EQ(alice.rejects(), 1U);
    ASSERT_TRUE(enter(alice, 'B', 400'000, 25));
    EXPECT_EQ(alice.open().size(), 2U);
    EXPECT_EQ(alices_session()["limits"]["order_value_max"], 1'000.0);
    EXPECT_EQ(alices_session()["limits"]["orders_per_second"], 50);
    venue_.kill_hard();
    alice.disconnect();
    ASSERT_TRUE(venue_.start()) << venue_.output();
    EXPECT_NE(venue_.output().find("exchange: user ALICE has limits of an operator"),
              std::string::npos)
        << venue_.output();
    ASSERT_TRUE(alice.connect(venue_.order_entry()));
    ASSERT_TRUE(enter(alice, 'B', 400'000));
    EXPECT_EQ(alice.rejects(), 2U);
    EXPECT_EQ(operate("limits ALICE --configured"),
              "limits of user ALICE: orders_per_second as configured, order_value_max as "
              "configured, collar_bps as configured, exposure_max as configured: done\n");
    ASSERT_TRUE(enter(alice, 'B', 400'000));
    EXPECT_EQ(alice.rejects(), 2U);
}

TEST_F(MemberControls, ATradeIsBrokenOnceAndTheJournalReplays) {
    OrderClient alice("ALICE", "A");
    OrderClient bob("BOB", "B");
    ASSERT_TRUE(alice.connect(venue_.order_entry()));
    ASSERT_TRUE(bob.connect(venue_.order_entry()));
    for (int n = 0; n < 2; ++n) {
        ASSERT_TRUE(enter(alice, 'B', 400'000));
        ASSERT_TRUE(enter(bob, 'S', 400'000));
    }
    const std::string refused =
        "hotpath operate: some commands were refused: see the answers above\n";
    EXPECT_EQ(operate("correct-trade 3 --price 39.50"),
              "correct trade 3 of AAPL, 100 at 40.00 to 39.50 (supervisory): done\n");
    EXPECT_EQ(operate("break-trade 1 --reason erroneous"),
              "break trade 1 of AAPL, 100 at 40.00 (erroneous): done\n");
    EXPECT_EQ(operate("break-trade 1"),
              "break trade 1 of AAPL, 100 at 40.00 (supervisory): already broken\n" + refused);
    EXPECT_EQ(operate("break-trade 99"), "break trade 99 (supervisory): unknown trade\n" + refused);
    for (OrderClient* const client : {&alice, &bob}) {
        ASSERT_TRUE(client->catch_up());
        std::string types;
        for (const std::vector<std::byte>& reply : client->replies()) {
            types += static_cast<char>(reply.front());
        }
        std::erase(types, 'Q');
        EXPECT_EQ(types, "SAEAEFB");
    }
    EXPECT_EQ(venue_.stop(), 0) << venue_.output();
    const Said replayed = run_hotpath("journal replay " + venue_.journal().string());
    EXPECT_EQ(replayed.exit_code, 0) << replayed.output;
}

}  // namespace
}  // namespace hotpath::venue_tests
