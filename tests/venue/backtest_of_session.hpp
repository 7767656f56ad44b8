#pragma once
/// A session of hotpath trade at hotpath exchange that is recorded and backtested.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {

class BacktestOfALiveSession : public TradedVenue {
  protected:
    /// The trader's configuration; of another protocol, its keys.
    [[nodiscard]] virtual std::string text_of(const TraderSettings& settings) {
        return config(settings);
    }
    /// The trader's process has started.
    virtual void on_started(TraderProcess&) {}
    /// Trades until there are so many executions, then stops trader and venue. A session that a busy machine
    /// makes lose packets is no premise of these tests: another takes its place.
    void trade(const std::string& strategy, std::uint64_t wanted) {
        constexpr int kSessions = 3;
        for (int sessions = 1;; ++sessions) {
            ASSERT_NO_FATAL_FAILURE(trade_once(strategy, wanted));
            if (may_lose_packets_ || !recorded_.output.contains("feed gaps")) {
                return;
            }
            ASSERT_LT(sessions, kSessions) << "each session lost packets\n" << recorded_.output;
            ASSERT_NO_FATAL_FAILURE(begin_again());
        }
    }
    void trade_once(const std::string& strategy, std::uint64_t wanted) {
        const std::string journaled = strategy + "\n[fees]\nadded = -0.002\nremoved = 0.003\n" +
                                      "[journal]\nfolder = \"inputs\"\n";
        TraderProcess trader(folder_.path(), text_of({.strategy = journaled}));
        ASSERT_TRUE(trader.start()) << trader.output();
        ASSERT_NO_FATAL_FAILURE(on_started(trader));
        ASSERT_TRUE(trades_on(trader, wanted)) << trader.state().dump(2);
        EXPECT_EQ(trader.stop(), 0) << trader.output();
        EXPECT_EQ(venue_->stop(), 0) << venue_->output();
        recorded_ = recorded();
        ASSERT_EQ(recorded_.exit_code, 0) << recorded_.output;
    }
    /// With an empty folder and a new venue.
    void begin_again() {
        venue_.reset();
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
            std::filesystem::remove_all(entry.path());
        }
        SetUp();
    }
    [[nodiscard]] Said recorded() const {
        return run_hotpath("backtest record " + path("inputs") + " " + path("session") +
                           " --venue " + venue_->journal().string());
    }
    [[nodiscard]] std::string path(const std::string& name) const {
        return (folder_ / name).string();
    }
    [[nodiscard]] Said compared(const std::string& options) const {
        return run_hotpath("backtest compare " + path("session/backtest.toml") + " " +
                           path("inputs") + " --json " + path("compared.json") + " " + options);
    }
    [[nodiscard]] nlohmann::json result() const {
        std::ifstream file(path("compared.json"));
        return nlohmann::json::parse(file);
    }
    void replace_in(const std::string& name, const std::string& line, const std::string& by) const {
        std::ifstream file(path(name));
        std::string text{std::istreambuf_iterator<char>(file), {}};
        const std::size_t at = text.find(line);
        ASSERT_NE(at, std::string::npos) << line << " is not in " << text;
        std::ofstream(path(name)) << text.replace(at, line.size(), by);
    }

    bool may_lose_packets_ = false;
    Said recorded_{};  // of the last session
};

}  // namespace hotpath::venue_tests
