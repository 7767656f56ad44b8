// A session of hotpath trade whose orders go over FIX or iLink 3 gives the same orders and fills when it is
// backtested, and so does one whose market data is MDP 3.0 by order; by price it is refused in one clear line.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"
#include "tests/venue/backtest_of_session.hpp"
#include "tests/venue/faulty_network.hpp"
#include "tests/venue/ilink_login.hpp"
#include "tests/venue/mdp3_groups.hpp"

namespace hotpath::venue_tests {
namespace {

using feed::Mdp3Depth;
using testing::HasSubstr;

class BacktestOfOtherProtocols : public BacktestOfALiveSession {
  protected:
    void start(const std::string& tables) {
        start_venue(tables);
        if (!address_.empty()) {
            settings_.addresses[0] = address_;
        }
    }
    void expect_the_same(const std::string& strategy, std::uint64_t fills) {
        ASSERT_NO_FATAL_FAILURE(trade(strategy, fills));
        const Said said = compared("--time-us 0");
        EXPECT_EQ(said.exit_code, 0) << said.output;
        const nlohmann::json found = result();
        EXPECT_EQ(found["agree"], true);
        EXPECT_EQ(found["sent_apart_max_ns"], 0);
        EXPECT_GE(found["live"]["fills"], fills);
        EXPECT_NE(found["live"]["fees_dollars"], 0);
        EXPECT_EQ(found["live"], found["backtest"]);
    }

    /// A configuration with the first of its symbols alone.
    [[nodiscard]] static std::string of_one_symbol(std::string text) {
        const std::size_t list = text.find("symbols = [");
        const std::size_t rest = text.find(',', list);
        return text.erase(rest, text.find(']', list) - rest);
    }

    std::string address_;  // where the trader's orders go; empty: over OUCH
};

class BacktestOfAFixSession : public BacktestOfOtherProtocols {
  protected:
    void SetUp() override { start(tables()); }
    [[nodiscard]] std::string tables() {
        address_ = free_addresses()[0];
        return "\n[fix]\naddress = \"" + address_ +
               "\"\nids_max = 65536\n[[fix_user]]\nuser = \"ALICE\"\n"
               "comp_id = \"ALICE-FIX\"\npassword = \"AFIX\"\nversion = \"FIX.4.4\"\n";
    }
    [[nodiscard]] std::string text_of(const TraderSettings& settings) override {
        TraderSettings with = settings;
        with.venue =
            "protocol = \"fix\"\ncomp_id = \"ALICE-FIX\"\nfix_password = \"AFIX\"\n"
            "fix_numbers = \"numbers\"\nversion = \"FIX.4.4\"\n";
        return config(with);
    }
};

TEST_F(BacktestOfAFixSession, HasTheSameOrdersAndFillsAtTheSameNanosecond) {
    expect_the_same("name = \"market_maker\"", 100);
}

/// Of a market of three: an instant of the venue has messages of the others, too, which a backtest leaves out.
class BacktestOfOneSymbol : public BacktestOfAFixSession {
  protected:
    [[nodiscard]] std::string text_of(const TraderSettings& settings) override {
        return of_one_symbol(BacktestOfAFixSession::text_of(settings));
    }
};

TEST_F(BacktestOfOneSymbol, HasTheSameOrdersAndFillsAtTheSameNanosecond) {
    expect_the_same("name = \"market_maker\"", 50);
}

/// Packets are lost, also such as have messages of other symbols alone.
class BacktestOfLostPackets : public BacktestOfOneSymbol {
  protected:
    void SetUp() override {
        BacktestOfOneSymbol::SetUp();
        network_.emplace(*venue_, VenuesPorts{.requests = venue_->requests()}, 1);
    }
    void on_started(TraderProcess& trader) override {
        ASSERT_TRUE(trades_on(trader, 5)) << trader.state().dump(2);
        network_->fail({.lost_percent = 10});
    }
    [[nodiscard]] std::string text_of(const TraderSettings& settings) override {
        return network_->in_place_of_the_venues(BacktestOfOneSymbol::text_of(settings));
    }

    std::optional<FaultyNetwork> network_;
};

TEST_F(BacktestOfLostPackets, SaysThatThereWereGaps) {
    may_lose_packets_ = true;
    ASSERT_NO_FATAL_FAILURE(trade("name = \"market_maker\"", 20));
    EXPECT_GT(network_->counts().lost, 10U);
    EXPECT_THAT(recorded_.output, HasSubstr("feed gaps"));
    const Said said = compared("--time-us 0");
    EXPECT_LE(said.exit_code, 1) << said.output;
    EXPECT_GE(result()["live"]["fills"], 20);
}

class BacktestOfAnIlinkSession : public BacktestOfOtherProtocols {
  protected:
    void SetUp() override { start(tables()); }
    [[nodiscard]] std::string tables() {
        address_ = free_addresses()[0];
        return "\n" + ilink_venue(address_);
    }
    [[nodiscard]] std::string text_of(const TraderSettings& settings) override {
        TraderSettings with = settings;
        with.venue = ilink_keys();
        return config(with);
    }
};

constexpr auto kMomentum =
    "name = \"momentum\"\nlookback = 5\nsample_every_ms = 10\nentry_bps = 1\nexit_bps = 0";

/// It changes no order that the venue has not reported yet: over iLink 3 such a change waits, or is refused.
TEST_F(BacktestOfAnIlinkSession, HasTheSameOrdersAndFillsAtTheSameNanosecond) {
    expect_the_same(kMomentum, 20);
}

class BacktestOfAnOuchSession : public BacktestOfOtherProtocols {
  protected:
    [[nodiscard]] static std::string tables() { return "\n"; }
};

/// The same orders in one symbol, with market data over MDP 3.0: of several symbols in one packet the trader decides
/// in another order than on the messages of ITCH. Order entry opens when the channel's loops have given every
/// book and every trading state: an instrument is traded from then on, which a backtest does not know.
template <class Orders>
class OverMdp3 : public Orders {
  protected:
    void SetUp() override {
        this->start(Orders::tables() + groups_.table(depth_));
        const auto order_entry = *net::Endpoint::parse(this->settings_.addresses[0]);
        network_.emplace(*this->venue_, VenuesPorts{.tcp = {order_entry}}, 1);
        network_->fail({.holds = true});
    }
    void on_started(TraderProcess& trader) override {
        constexpr auto kManyLoops =
            std::chrono::milliseconds(300);  // of three instruments, 5 ms each
        ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
            return state["feed"]["mdp3"]["snapshot_loops"] >= 1;
        })) << trader.state().dump(2);
        std::this_thread::sleep_for(kManyLoops);
        network_->heal();
    }
    [[nodiscard]] std::string text_of(const TraderSettings& settings) override {
        TraderSettings with = settings;
        with.market_data = "protocol = \"mdp3\"\n" + groups_.loops(depth_);
        return network_->in_place_of_the_venues(
            groups_.on_the_channel(this->of_one_symbol(Orders::text_of(with)),
                                   this->venue_->line_a(), this->venue_->line_b()));
    }

    Mdp3Depth depth_ = Mdp3Depth::ByOrder;
    Mdp3Groups groups_ = Mdp3Groups::make();
    std::optional<FaultyNetwork> network_;
};

using BacktestOfAnMdp3Session = OverMdp3<BacktestOfAnOuchSession>;

TEST_F(BacktestOfAnMdp3Session, HasTheSameOrdersAndFillsAtTheSameNanosecond) {
    expect_the_same("name = \"market_maker\"", 50);
}

TEST_F(BacktestOfAnMdp3Session, NeedsTheJournalOfTheVenueThatItWasAt) {
    ASSERT_NO_FATAL_FAILURE(trade("name = \"market_maker\"", 10));
    const std::string inputs = path("inputs") + " " + path("again");
    const Said by_recording = run_hotpath("backtest record " + inputs + " --recording day.itch");
    EXPECT_EQ(by_recording.exit_code, 1);
    EXPECT_THAT(by_recording.output, HasSubstr("--venue FOLDER"));
    EXPECT_FALSE(std::filesystem::exists(path("again")));
}

using BacktestOfAnMdp3SessionOverFix = OverMdp3<BacktestOfAFixSession>;

TEST_F(BacktestOfAnMdp3SessionOverFix, HasTheSameOrdersAndFillsAtTheSameNanosecond) {
    expect_the_same("name = \"market_maker\"", 50);
}

/// The channel's definitions name the instruments of its orders. The strategy's first samples are of when the
/// loops had given the book, which a backtest does not know.
using BacktestOfAnMdp3SessionOverIlink = OverMdp3<BacktestOfAnIlinkSession>;

TEST_F(BacktestOfAnMdp3SessionOverIlink, HasItsOrdersBySymbol) {
    ASSERT_NO_FATAL_FAILURE(trade(kMomentum, 10));
    const Said said = compared("--time-us 0");
    EXPECT_LE(said.exit_code, 1) << said.output;
    const nlohmann::json found = result();
    EXPECT_GE(found["live"]["fills"], 10);
    EXPECT_GE(found["backtest"]["fills"], 5);
    EXPECT_FALSE(found["live"]["positions"].empty());
    EXPECT_FALSE(found["live"]["positions"].contains(""));
    std::size_t alike = 0;
    for (const auto& pair : found["pairs"]) {
        alike += pair["cause"] == "none" ? 1U : 0U;
    }
    EXPECT_GT(alike, 0U) << said.output;
}

class BacktestOfAnMdp3SessionByPrice : public BacktestOfAnMdp3Session {
  protected:
    BacktestOfAnMdp3SessionByPrice() { depth_ = Mdp3Depth::ByPrice; }
};

TEST_F(BacktestOfAnMdp3SessionByPrice, IsRefusedInOneLine) {
    TraderProcess trader(folder_.path(), text_of({.strategy = "name = \"market_maker\"\n[journal]\n"
                                                              "folder = \"inputs\"\n"}));
    ASSERT_TRUE(trader.start()) << trader.output();
    network_->heal();
    ASSERT_TRUE(trades_on(trader, 1)) << trader.state().dump(2);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    EXPECT_EQ(venue_->stop(), 0) << venue_->output();
    const Said said = recorded();
    EXPECT_EQ(said.exit_code, 1);
    EXPECT_THAT(said.output, HasSubstr("with market data by order"));
    EXPECT_FALSE(std::filesystem::exists(path("session")));
}

}  // namespace
}  // namespace hotpath::venue_tests
