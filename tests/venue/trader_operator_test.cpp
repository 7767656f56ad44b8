// Operators at a trader and a venue, each in its process: their commands are carried out, answered
// and, where it stops trading, final until they say otherwise.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>
#include <sched.h>

#include "hotpath/trader/operator_command.hpp"
#include "tests/venue/tapped_connection.hpp"
#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

constexpr const char* kVenuesOperator =
    "[operator]\naddress = \"127.0.0.1:0\"\n[[operator_user]]\nname = \"OPS\"\npassword = \"A\"\n";

bool contains(const std::string& text, std::string_view words) {
    return text.find(words) != std::string::npos;
}

class TraderOperators : public TradedVenue {
  protected:
    void SetUp() override { set_up(""); }
    /// With another background than the generated market's own.
    void set_up(const std::string& background) {
        addresses_ = free_addresses();
        operators_ = free_addresses()[0];
        settings_ = generated_market(addresses_);
        settings_.background = background.empty() ? settings_.background : background;
        settings_.tables += std::string("\n") + kVenuesOperator;
        venue_.emplace(folder_.path(), settings_);
        ASSERT_TRUE(venue_->start()) << venue_->output();
    }

    std::string with_operators(const std::string& more = "", TraderSettings settings = {}) {
        settings.tables += "[operator]\naddress = \"" + operators_ + "\"\n" + more +
                           "\n[[operator_user]]\nname = \"OPS\"\npassword = \"A\"\n"
                           "[[operator_user]]\nname = \"NIGHT\"\npassword = \"B\"\n";
        return config(settings);
    }
    /// `hotpath operate` at the trader.
    [[nodiscard]] Said report(const std::string& words) const {
        return run_hotpath("operate -c " + (folder_ / "trader.toml").string() + " " + words);
    }
    [[nodiscard]] Said tell_venue(const std::string& words) const {
        return run_hotpath("operate -c " + venue_->config().string() + " --address " +
                           venue_->operator_port().to_string() + " " + words);
    }
    [[nodiscard]] static bool is_mode(TraderProcess& trader, const std::string& mode) {
        return trader.wait_until([&](const nlohmann::json& state) {
            return state["trading"]["mode"] == mode &&
                   (mode == "open" || state["orders"]["open"] == 0);
        });
    }

    std::string operators_;
};

TEST_F(TraderOperators, EveryCommandIsDoneAndAnswered) {
    TraderProcess trader(folder_.path(), with_operators());
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 1)) << trader.state().dump(2);
    const nlohmann::json positions = trader.state()["positions"];
    const std::string symbol = std::ranges::find_if(positions, [](const nlohmann::json& held) {
                                   return held["bought_qty"] != 0 || held["sold_qty"] != 0;
                               })->at("symbol");
    const Said status = report("status");
    EXPECT_EQ(status.exit_code, 0);
    EXPECT_TRUE(contains(status.output, "status: done; open, ")) << status.output;
    EXPECT_TRUE(contains(status.output, trader.state()["identity"].get<std::string>()));
    EXPECT_TRUE(contains(report("kill").output, "kill: done; killed (operator)"));
    ASSERT_TRUE(is_mode(trader, "killed")) << trader.state().dump(2);
    EXPECT_EQ(trader.state()["trading"]["reason"], "operator");
    EXPECT_TRUE(contains(report("reduce-only").output, "killed (operator)")) << "the stricter";
    const std::uint64_t before = executions(trader);
    EXPECT_TRUE(contains(report("--user NIGHT resume-trading").output, "resume: done; open"));
    EXPECT_TRUE(trades_on(trader, before + 1)) << "it trades again";
    const Said canceled = report("cancel " + symbol);
    EXPECT_TRUE(contains(canceled.output, "cancel " + symbol + ": done")) << canceled.output;
    const Said unknown = report("cancel NONE");
    EXPECT_EQ(unknown.exit_code, 1);
    EXPECT_TRUE(contains(unknown.output, "cancel NONE: unknown instrument"));
    EXPECT_TRUE(
        contains(report("reduce-only").output, "reduce only: done; reducing only (operator)"));
    EXPECT_EQ(report("accept-gap").exit_code, 1) << "there is none";
    EXPECT_TRUE(contains(report("override " + symbol + " --for-s 5").output, "not allowed"));
    EXPECT_EQ(report("--user NOUSER kill").exit_code, 1);
    EXPECT_EQ(report("resume-trading").exit_code, 0);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    EXPECT_EQ(report("status").exit_code, 1) << "no trader runs";
}

TEST_F(TraderOperators, WithoutAnybodyThereItIsKilled) {
    TraderProcess trader(folder_.path(), with_operators("absence_max_ms = 6000"));
    HotpathProcess watch;
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(
        watch.start({.arguments = {"operate", "-c", (folder_ / "trader.toml").string(), "watch"},
                     .ready = "status"}))
        << watch.output();
    ASSERT_TRUE(trades_on(trader, 1)) << trader.state().dump(2);
    const Time since = steady_now();
    ASSERT_TRUE(trader.wait_until(
        [&](const nlohmann::json&) { return steady_now() - since > Nanos{7 * kNanosPerSecond}; }));
    EXPECT_EQ(trader.state()["trading"]["mode"], "open") << "its heartbeats are enough";
    watch.kill_hard();
    ASSERT_TRUE(is_mode(trader, "killed")) << trader.state().dump(2);
    EXPECT_EQ(trader.state()["trading"]["reason"], "heartbeat");
    EXPECT_EQ(trader.stop(), 1) << "it had been stopped";
}

TEST_F(TraderOperators, ATraderThatIsStoppedByItsMachineIsEndedFromTheVenuesSide) {
    TraderProcess trader(folder_.path(), with_operators());
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
        return state["orders"]["open"] > 0 && state["doing"] == "trading";
    })) << trader.state().dump(2);
    trader.signal(SIGSTOP);
    const Said silent = report("--timeout-ms 500 kill");
    EXPECT_EQ(silent.exit_code, 1) << "it cannot hear: " << silent.output;
    EXPECT_TRUE(contains(tell_venue("cancel-all ALICE").output, "done"));
    EXPECT_TRUE(venue_->wait_until(
        [](const nlohmann::json& state) { return state["venue"]["session_orders"] == 0; }));
    trader.kill_hard();
    TraderProcess again(folder_.path(), with_operators());
    ASSERT_TRUE(again.start()) << again.output();
    EXPECT_TRUE(trades_on(again, 1)) << again.state().dump(2);
    EXPECT_EQ(again.stop(), 0) << again.output();
}

TEST_F(TraderOperators, AnotherConfigurationThanExpectedDoesNotStart) {
    TraderProcess trader(folder_.path(), with_operators());
    const std::string file = (folder_ / "trader.toml").string();
    const Said mine = run_hotpath("trade --check -c " + file);
    ASSERT_EQ(mine.exit_code, 0);
    ASSERT_EQ(mine.output.substr(0, 7), "trade: ");
    const std::string identity = mine.output.substr(7, 16);
    EXPECT_EQ(run_hotpath("trade --check --expect " + identity + " -c " + file).exit_code, 0);
    const TraderProcess other(folder_.path(), with_operators("absence_max_ms = 3000"));
    const Said refused = run_hotpath("trade --check --expect " + identity + " -c " + file);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_TRUE(contains(refused.output, "checksum of configuration and program is "))
        << refused.output;
}

TEST_F(TraderOperators, AKillOutlivesTheProcessAndOnlyAnOperatorOpens) {
    const std::string text = with_operators("", {.tables = "[journal]\nfolder = \"inputs\"\n"});
    TraderProcess trader(folder_.path(), text);
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 1)) << trader.state().dump(2);
    EXPECT_EQ(report("kill").exit_code, 0);
    ASSERT_TRUE(is_mode(trader, "killed")) << trader.state().dump(2);
    for (int starts = 0; starts < 2; ++starts) {
        trader.kill_hard();
        ASSERT_TRUE(trader.start()) << trader.output();
        ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
            return state["links"]["order_entry"]["logged_in"] == true &&
                   state["orders"]["in_doubt"] == false;
        })) << trader.state().dump(2);
        const nlohmann::json before = trader.state();
        const std::uint64_t next_seq = before["feed"]["next_seq"];
        ASSERT_TRUE(trader.wait_until([&](const nlohmann::json& state) {
            return state["feed"]["next_seq"] > next_seq + 2'000;
        }));
        EXPECT_EQ(trader.state()["trading"]["mode"], "killed");
        EXPECT_EQ(trader.state()["trading"]["reason"], "operator") << "why it was, not that it was";
        EXPECT_EQ(trader.state()["orders"]["entered"], before["orders"]["entered"]);
        EXPECT_EQ(venue_->state()["venue"]["session_orders"], 0);
    }
    const std::uint64_t had = executions(trader);
    EXPECT_EQ(report("resume-trading").exit_code, 0);
    EXPECT_TRUE(trades_on(trader, had + 1)) << trader.state().dump(2);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    ASSERT_TRUE(trader.start()) << trader.output();
    EXPECT_TRUE(trades_on(trader, had + 2)) << "a stop in order is no kill";
    EXPECT_EQ(trader.stop(), 0) << trader.output();
}

// ---- in a burst, with every byte of its orders seen

/// HOTPATH_TRADER_CORE: a core for its trading thread alone (script/kill-switch).
class TraderInABurst : public TraderOperators {
  protected:
    void SetUp() override {
        may_use_the_traders_core(false);
        set_up(
            "source = \"generator\"\nmessages = 5_000_000\ninstruments = 3\n"
            "pacing = \"poisson\"\nmessages_per_second = 50000.0");
    }
    /// This process, and those that it starts from here on.
    static void may_use_the_traders_core(bool is_allowed) {
        const char* core = std::getenv("HOTPATH_TRADER_CORE");
        if (core == nullptr) {
            return;
        }
        ::cpu_set_t cores;
        CPU_ZERO(&cores);
        for (unsigned each = 0; each < std::thread::hardware_concurrency(); ++each) {
            if (is_allowed || each != static_cast<unsigned>(std::atoi(core))) {
                CPU_SET(each, &cores);
            }
        }
        ASSERT_EQ(::sched_setaffinity(0, sizeof cores, &cores), 0);
    }
    /// With its orders sent to this address.
    [[nodiscard]] std::string config_at(const std::string& order_entry) {
        std::string text =
            with_operators("", {.strategy = "name = \"market_maker\"\nhalf_spread_dollars = 0.01\n"
                                            "hysteresis_percent = 0"});
        const auto replace = [&](const std::string& words, const std::string& others) {
            text.replace(text.find(words), words.size(), others);
        };
        replace("order_entry = \"" + addresses_[0] + '"', "order_entry = \"" + order_entry + '"');
        if (const char* core = std::getenv("HOTPATH_TRADER_CORE"); core != nullptr) {
            replace("idle = \"wait\"", std::string("idle = \"poll\"\ncore = ") + core);
        }
        return text;
    }
};

TEST_F(TraderInABurst, BehindTheAnswerToAKillNoOrderIsOnTheWire) {
    TappedPort tapped(*net::Endpoint::parse(addresses_[0]));
    TraderProcess trader(folder_.path(), config_at(tapped.address()));
    may_use_the_traders_core(true);
    ASSERT_TRUE(trader.start()) << trader.output();
    may_use_the_traders_core(false);
    const auto pass_until = [&](auto&& is_it, Nanos at_most) {
        const Time until = steady_now() + at_most;
        while (!is_it() && steady_now() < until) {
            if (!tapped.poll()) {
                pause_before_looking_again();
            }
        }
        return is_it();
    };
    ASSERT_TRUE(pass_until([&] { return tapped.tap().orders > 100; }, kPatience));

    SoupConnection commands("OPS", "A");
    ASSERT_TRUE(commands.connect(*net::Endpoint::parse(operators_)));
    protocols::nasdaq::soupbintcp::NullClientListener nothing;
    ASSERT_TRUE(pass_until(
        [&] {
            commands.poll(nothing);
            return commands.soup().is_logged_in();
        },
        kPatience));
    struct Answer : protocols::nasdaq::soupbintcp::NullClientListener {
        void on_sequenced(std::uint64_t, Bytes message) noexcept {
            is_here = trader::decode(message, answer) == protocols::DecodeStatus::Ok;
        }
        trader::OperatorAnswer answer{};
        bool is_here = false;
    } heard;
    std::array<std::byte, trader::kOperatorCommandLength> room{};
    commands.send(trader::encode({.action = trader::OperatorAction::Kill}, room));
    const Time commanded = steady_now();
    ASSERT_TRUE(pass_until(
        [&] {
            commands.poll(heard);
            return heard.is_here;
        },
        kPatience));
    EXPECT_EQ(heard.answer.mode, risk::TradingMode::Killed);
    tapped.drain();
    const std::uint64_t orders = tapped.tap().orders;
    const std::int64_t last_us = (tapped.last_order() - commanded).value / 1'000;
    std::printf("the last new order passed %lld us after the kill was sent\n",
                static_cast<long long>(last_us));
    RecordProperty("last_order_us_after_kill", std::to_string(last_us));
    const Time answered = steady_now();
    EXPECT_FALSE(pass_until([&] { return tapped.tap().orders != orders; }, {2 * kNanosPerSecond}))
        << tapped.tap().orders - orders << " passed " << (tapped.last_order() - answered).value
        << " ns after the answer";
    EXPECT_TRUE(pass_until(
        [&] {
            const nlohmann::json state = trader.state();
            return !state.is_null() && state["orders"]["open"] == 0;
        },
        kPatience));
    trader.signal(SIGTERM);
    ASSERT_TRUE(pass_until([&] { return trader.state()["running"] == false; }, kPatience));
    EXPECT_EQ(trader.wait(), 0) << trader.output();
}

// ---- the venue's day

TEST_F(TraderOperators, TheEndOfTheVenuesDayIsItsOwnAndTheNextBeginsWithAnother) {
    TraderProcess trader(folder_.path(), with_operators());
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 3)) << trader.state().dump(2);
    EXPECT_EQ(tell_venue("--timeout-ms 20000 start-of-day").exit_code, 0);
    EXPECT_EQ(trader.wait(), 0) << trader.output();
    EXPECT_TRUE(contains(trader.output(), "trade: stopped"));
    EXPECT_EQ(trader.state()["orders"]["open"], 0);
}

}  // namespace
}  // namespace hotpath::venue_tests
