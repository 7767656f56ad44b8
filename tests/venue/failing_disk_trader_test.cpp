// A trader whose disk fails: its journal ends, it cancels everything, and its exit code is 1. A slow
// disk, short writes and a pause without room change nothing.

#include <cerrno>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/venue/failing_disk.hpp"
#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

using ::testing::HasSubstr;

class TraderOnAFailingDisk : public TradedVenue {
  protected:
    [[nodiscard]] std::string config_with_journal(const std::string& mode) {
        return config({.tables = "[journal]\nfolder = \"" + journal() + "\"\nmode = \"" + mode +
                                 "\"\nsegment_mib = 1"});
    }
    [[nodiscard]] std::string journal() const { return (folder_.path() / "inputs").string(); }
};

TEST_F(TraderOnAFailingDisk, IsKilledAndSaysWhy) {
    const FailingDisk disk(folder_.path(), journal());
    for (const auto& [mode, fault] :
         {std::pair{"sync", "sync 5"}, {"sync", "write 5"}, {"pagecache", "sync 5"}}) {
        TraderProcess trader(folder_.path(), config_with_journal(mode));
        disk.load_into(trader.process());
        disk.set("");
        ASSERT_TRUE(trader.start()) << trader.output();
        ASSERT_TRUE(trades_on(trader, 1)) << trader.output();
        disk.set(fault);
        ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
            return state["trading"]["mode"] == "killed" && state["orders"]["open"] == 0;
        })) << fault
            << trader.state().dump(2);
        EXPECT_EQ(trader.state()["trading"]["reason"], "journal");
        EXPECT_EQ(trader.stop(), 1);
        EXPECT_THAT(trader.output(), HasSubstr("Input/output error"));
        std::filesystem::remove_all(journal());
    }
}

TEST_F(TraderOnAFailingDisk, TradesOnWhenItIsSlowOrWritesHalf) {
    const FailingDisk disk(folder_.path(), journal());
    TraderProcess trader(folder_.path(), config_with_journal("sync"));
    disk.load_into(trader.process());
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 3)) << trader.output();
    for (const char* fault : {"sync slow 50", "write short"}) {
        disk.set(fault);
        ASSERT_TRUE(trades_on(trader, executions(trader) + 3)) << fault << trader.state().dump(2);
    }
    disk.set("");
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    EXPECT_EQ(run_hotpath("journal replay " + journal()).exit_code, 0);
    expect_the_venues_positions(trader);
}

}  // namespace
}  // namespace hotpath::venue_tests
