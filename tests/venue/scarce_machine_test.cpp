// A machine that runs short while processes trade on it: descriptors, memory, time on a core; its
// wall clock steps; and a feed that goes silent, or a venue that refuses nearly every order.
#include <csignal>
#include <cstdint>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kHasShadowMemory = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kHasShadowMemory = true;
#else
constexpr bool kHasShadowMemory = false;
#endif
#else
constexpr bool kHasShadowMemory = false;
#endif

/// That the process has had so far, in all its threads.
[[nodiscard]] Nanos core_time(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string word;
    for (int n = 0; n < 13; ++n) {
        file >> word;
    }
    std::int64_t user = 0;
    std::int64_t kernel = 0;
    file >> user >> kernel;
    return Nanos{(user + kernel) * kNanosPerSecond / ::sysconf(_SC_CLK_TCK)};
}

/// Ready, or ended by itself with one line that names the program; never ended by a signal.
void expect_clean(HotpathProcess& process, bool is_ready, const std::string& program,
                  std::uint64_t mib) {
    if (is_ready) {
        EXPECT_EQ(process.stop(), 0) << mib << " MiB: " << process.output();
        return;
    }
    const int code = process.wait();
    EXPECT_TRUE(code == 1 || code == 127)
        << mib << " MiB, exit code " << code << ": " << process.output();
    const bool is_said = code == 127 || (process.output().contains("hotpath " + program + ": ") &&
                                         process.output().contains("memory"));
    EXPECT_TRUE(is_said) << mib << " MiB: " << process.output();
}

TEST(VenueWithoutDescriptors, TurnsNewClientsAwayServesOthersAndDoesNotSpin) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    OrderClient bob("BOB", "B");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    venue.process().set_descriptors(false);
    EXPECT_FALSE(bob.connect(venue.order_entry()));
    const Time since = steady_now();
    const Nanos used = core_time(venue.process().pid());
    while (steady_now() - since < Nanos{400'000'000}) {
        alice.poll();
    }
    EXPECT_LT(core_time(venue.process().pid()) - used, Nanos{200'000'000});
    alice.enter({.side = 'B', .qty = 100});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.open().size(), 1U);
    venue.process().set_descriptors(true);
    ASSERT_TRUE(bob.connect(venue.order_entry()));
    bob.enter({.side = 'S', .qty = 100});
    ASSERT_TRUE(bob.catch_up());
    EXPECT_EQ(bob.fills(), 1U);
    EXPECT_EQ(venue.stop(), 0) << venue.output();
    EXPECT_GE(venue.state()["clients"]["not_taken"], 1);
}

TEST(VenueWithoutMemory, SaysSoAndStartsLaterWhereItWas) {
    if (kHasShadowMemory) {
        GTEST_SKIP() << "the sanitizer's memory does not fit any limit";
    }
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    alice.enter({.side = 'B', .qty = 100});
    ASSERT_TRUE(alice.catch_up());
    venue.kill_hard();
    for (const std::uint64_t mib : {16U, 48U, 96U, 160U, 256U, 400U}) {
        HotpathProcess process;
        process.limit(RLIMIT_AS, mib << 20U);
        const bool is_ready = process.start(
            {.arguments = {"exchange", "-c", venue.config().string()}, .ready = "exchange: ready"});
        expect_clean(process, is_ready, "exchange", mib);
    }
    ASSERT_TRUE(venue.start()) << venue.output();
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.complaint(), "");
    EXPECT_EQ(venue.stop(), 0) << venue.output();
}

class OnScarceMachine : public TradedVenue {
  protected:
    /// Executions go on, and in the end the positions are those of the drop copy.
    void expect_trading(TraderProcess& trader) {
        ASSERT_TRUE(trades_on(trader, executions(trader) + 3))
            << trader.output() << trader.state().dump(2);
        EXPECT_EQ(trader.stop(), 0) << trader.output();
        expect_the_venues_positions(trader);
    }
};

TEST_F(OnScarceMachine, ATraderWithoutMemorySaysSo) {
    if (kHasShadowMemory) {
        GTEST_SKIP() << "the sanitizer's memory does not fit any limit";
    }
    TraderProcess trader(folder_.path(), config({}));
    for (const std::uint64_t mib : {16U, 48U, 96U, 160U, 256U}) {
        HotpathProcess process;
        process.limit(RLIMIT_AS, mib << 20U);
        const bool is_ready =
            process.start({.arguments = {"trade", "-c", (folder_.path() / "trader.toml").string()},
                           .ready = "trade: ready"});
        expect_clean(process, is_ready, "trade", mib);
    }
}

TEST_F(OnScarceMachine, ATraderWithoutDescriptorsTradesOn) {
    TraderProcess trader(folder_.path(), config({}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 3)) << trader.output();
    const nlohmann::json before = trader.state();
    trader.process().set_descriptors(false);
    const Time since = steady_now();
    while (steady_now() - since < Nanos{500'000'000}) {
        ::usleep(10'000);
    }
    trader.process().set_descriptors(true);
    ASSERT_TRUE(trader.wait_until([&](const nlohmann::json& state) {
        return state["feed"]["next_seq"] > before["feed"]["next_seq"];
    }));
    EXPECT_EQ(trader.state()["sessions"], before["sessions"]) << "the connections have lasted";
    EXPECT_EQ(trader.state()["feed"]["stale_periods"], before["feed"]["stale_periods"]);
    expect_trading(trader);
}

TEST_F(OnScarceMachine, WithTimeStolenFromTheTraderItIsLateAndRight) {
    TraderProcess trader(folder_.path(), config({}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 3)) << trader.output();
    trader.process().steal_time(40, 10, 800);
    expect_trading(trader);
}

TEST_F(OnScarceMachine, WithTimeStolenFromTheVenueItIsLateAndRight) {
    TraderProcess trader(folder_.path(), config({}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 3)) << trader.output();
    venue_->process().steal_time(40, 10, 800);
    expect_trading(trader);
}

/// Its time-outs, windows and heartbeats are of the monotonic clock.
TEST_F(OnScarceMachine, AWallClockThatStepsAnHourChangesNothing) {
    const Clock clock(folder_.path() / "clock");
    TraderProcess trader(folder_.path(), config({}));
    trader.process().set_environment("LD_PRELOAD", HOTPATH_CLOCK_SHIM);
    trader.process().set_environment("HOTPATH_TEST_CLOCK", clock.file().string());
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 3)) << trader.output();
    const nlohmann::json before = trader.state();
    for (const std::int64_t hours : {1, -1}) {
        clock.set(Nanos{hours * 3'600 * kNanosPerSecond});
        ASSERT_TRUE(trades_on(trader, executions(trader) + 3)) << trader.state().dump(2);
    }
    EXPECT_EQ(trader.state()["sessions"], before["sessions"]);
    EXPECT_EQ(trader.state()["feed"]["stale_periods"], before["feed"]["stale_periods"]);
    expect_trading(trader);
}

/// The burst after it is taken whole, or asked for again.
TEST_F(OnScarceMachine, ASilentFeedIsStaleUntilItsBurst) {
    TraderProcess trader(folder_.path(), config({.market_data = "silence_max_ms = 400"}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 3)) << trader.output();
    const std::uint64_t periods = trader.state()["feed"]["stale_periods"];
    venue_->process().signal(SIGSTOP);
    const bool is_stale = trader.wait_until(
        [](const nlohmann::json& state) { return state["feed"]["stale"] == true; });
    const std::uint64_t entered = trader.state()["orders"]["entered"];
    for (int lines = 0; lines < 3; ++lines) {
        ASSERT_TRUE(trader.process().read_more()) << "a line every 100 ms";
    }
    EXPECT_EQ(trader.state()["orders"]["entered"], entered) << "nothing is sent on stale books";
    venue_->process().signal(SIGCONT);
    ASSERT_TRUE(is_stale) << trader.state().dump(2);
    EXPECT_GT(trader.state()["feed"]["stale_periods"], periods);
    expect_trading(trader);
}

/// A venue that refuses nearly every order: one in a second is taken.
class RefusingVenue : public TradedVenue {
  protected:
    void SetUp() override {
        addresses_ = free_addresses();
        settings_ = generated_market(addresses_);
        settings_.order_entry = "orders_per_second = 1\norders_burst = 1";
        venue_.emplace(folder_.path(), settings_);
        ASSERT_TRUE(venue_->start()) << venue_->output();
    }
};

TEST_F(RefusingVenue, IsAskedAgainOnlyAfterThePauseOfTheStrategy) {
    TraderProcess trader(folder_.path(),
                         config({.strategy = "name = \"market_maker\"\nreject_pause_ms = 300"}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
        return state["orders"]["rejected_by_venue"] >= 3;
    })) << trader.state().dump(2);
    const Time since = steady_now();
    const nlohmann::json before = trader.state();
    ASSERT_TRUE(trader.wait_until([&](const nlohmann::json& state) {
        return state["orders"]["rejected_by_venue"] >=
               before["orders"]["rejected_by_venue"].get<std::uint64_t>() + 6;
    })) << trader.state().dump(2);
    const nlohmann::json state = trader.state();
    const auto pauses = static_cast<std::uint64_t>((steady_now() - since).value / 300'000'000) + 2;
    const std::uint64_t refused = state["orders"]["rejected_by_venue"].get<std::uint64_t>() -
                                  before["orders"]["rejected_by_venue"].get<std::uint64_t>();
    constexpr std::uint64_t kQuotes = 6;  // both sides of three instruments
    EXPECT_LE(refused, pauses * kQuotes);
    EXPECT_EQ(state["trading"]["mode"], "open");
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    expect_the_venues_positions(trader);
}

}  // namespace
}  // namespace hotpath::venue_tests
