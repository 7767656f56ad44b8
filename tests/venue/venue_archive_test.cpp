// What a venue has taken stays in its journal: segments that no recovery needs are archived, and
// verify, dump and replay read them with those in use.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

class VenueArchive : public ::testing::Test {
  protected:
    [[nodiscard]] static VenueSettings settings() {
        return {.mode = "pagecache",
                .order_entry = "cancel_on_disconnect = false",
                .tables =
                    "[operator]\naddress = \"127.0.0.1:0\"\n[[operator_user]]\n"
                    "name = \"OPS\"\npassword = \"O\"\n",
                .snapshot_every = 10'000};
    }
    void operate(VenueProcess& venue, const std::string& words) {
        const Said said = run_hotpath("operate -c " + venue.config().string() + " --address " +
                                      venue.operator_port().to_string() + " " + words);
        ASSERT_EQ(said.exit_code, 0) << said.output;
    }
    /// An order and its end each: more than a segment of them has room for.
    static void trade(OrderClient& client, int orders) {
        constexpr int kAtOnce = 500;
        for (int n = 1; n <= orders; ++n) {
            client.enter(
                {.qty = 100, .time_in_force = protocols::nasdaq::ouch50::time_in_force::kIoc});
            ASSERT_TRUE(client.poll()) << client.told();
            if (n % kAtOnce == 0) {
                ASSERT_TRUE(client.catch_up()) << client.told();
            }
        }
    }
    [[nodiscard]] Said journal(const std::string& words) const {
        return run_hotpath("journal " + words + " " + journal_.string());
    }
    [[nodiscard]] std::vector<fs::path> archived() const {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(journal_ / "archive")) {
            if (entry.path().extension() == ".journal") {
                files.push_back(entry.path());
            }
        }
        std::ranges::sort(files);
        return files;
    }
    void expect_damage(const std::string& words) const {
        const Said verified = journal("verify");
        EXPECT_EQ(verified.exit_code, 1);
        EXPECT_THAT(verified.output, HasSubstr(words));
    }

    support::TemporaryDirectory folder_;
    fs::path journal_ = folder_ / "journal";
};

/// The operator's halt is among the first records.
TEST_F(VenueArchive, KeepsTheWholeDayForVerifyDumpAndReplay) {
    VenueProcess venue(folder_.path(), settings());
    ASSERT_EQ(venue.journal(), journal_);
    ASSERT_TRUE(venue.start()) << venue.output();
    ASSERT_NO_FATAL_FAILURE(operate(venue, "halt AAPL --reason T1"));
    ASSERT_NO_FATAL_FAILURE(operate(venue, "resume AAPL"));
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_NO_FATAL_FAILURE(trade(alice, 60'000));
    ASSERT_EQ(venue.stop(), 0) << venue.output();
    const auto state = venue.state();
    const auto segments = archived();
    ASSERT_GE(segments.size(), 3U);
    EXPECT_EQ(state["journal"]["archive"]["segments"], segments.size());
    EXPECT_EQ(state["journal"]["archive"]["error"], "");
    const std::string chain = state["journal"]["archive"]["chain"];

    const Said verified = journal("verify");
    EXPECT_EQ(verified.exit_code, 0) << verified.output;
    EXPECT_THAT(verified.output, AllOf(HasSubstr(", 1 to "), HasSubstr("chain " + chain)));
    const Said dumped = journal("dump --count 20");
    EXPECT_EQ(dumped.exit_code, 0);
    EXPECT_THAT(dumped.output, HasSubstr("halt AAPL"));
    const Said replayed = journal("replay");
    EXPECT_EQ(replayed.exit_code, 0) << replayed.output;
    EXPECT_THAT(replayed.output, HasSubstr("the first record"));
    EXPECT_THAT(replayed.output, HasSubstr(state["venue"]["output_checksum"].get<std::string>()));

    // A changed bit, a segment that is missing, one that was put there.
    const auto flip = [&] {
        std::fstream file(segments[1], std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(5'000);
        const auto changed = static_cast<char>(file.get() ^ 1);
        file.seekp(5'000);
        file.put(changed);
    };
    flip();
    expect_damage(segments[1].string() + ": not the bytes that were archived");
    flip();
    fs::rename(segments[1], folder_ / "away");
    expect_damage("missing, and older segments are there");
    fs::rename(folder_ / "away", segments[1]);
    fs::copy(segments[1], journal_ / "archive" / "00000000000099999999.journal");
    expect_damage("00000000000099999999.journal: not in the archive's chain");
    fs::remove(journal_ / "archive" / "00000000000099999999.journal");
    EXPECT_EQ(journal("verify").exit_code, 0);
}

/// The oldest go; the chain goes on, and recovery needs none of them.
TEST_F(VenueArchive, RemovesSegmentsThatAreOlderThanTheirDays) {
    VenueProcess venue(folder_.path(), settings());
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_NO_FATAL_FAILURE(trade(alice, 40'000));
    ASSERT_EQ(venue.stop(), 0) << venue.output();
    const auto before = archived();
    ASSERT_GE(before.size(), 2U);
    const auto two_days_ago = fs::file_time_type::clock::now() - std::chrono::hours(48);
    fs::last_write_time(before[0], two_days_ago);

    VenueSettings with_days = settings();
    with_days.journal_keys = "archive_days = 1\n";
    VenueProcess next(folder_.path(), with_days);
    ASSERT_TRUE(next.start()) << next.output();
    ASSERT_TRUE(alice.connect(next.order_entry()));
    ASSERT_NO_FATAL_FAILURE(trade(alice, 20'000));
    ASSERT_EQ(next.stop(), 0) << next.output();
    EXPECT_FALSE(fs::exists(before[0]));
    EXPECT_TRUE(fs::exists(before[1]));
    EXPECT_GT(archived().size(), before.size() - 1);
    const Said verified = journal("verify");
    EXPECT_EQ(verified.exit_code, 0) << verified.output;
    EXPECT_THAT(verified.output, HasSubstr("1 removed for their age"));
    const Said replayed = journal("replay");
    EXPECT_EQ(replayed.exit_code, 0) << replayed.output;
    EXPECT_THAT(replayed.output, HasSubstr("the snapshot after record"));
}

/// An archive that cannot be written to costs nothing but room: the segments stay, and it is said.
TEST_F(VenueArchive, SaysThatSegmentsAreNotArchivedAndGoesOn) {
    VenueProcess venue(folder_.path(), settings());
    ASSERT_TRUE(venue.start()) << venue.output();
    fs::remove(journal_ / "archive");
    std::ofstream(journal_ / "archive") << "no folder";
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_NO_FATAL_FAILURE(trade(alice, 40'000));
    ASSERT_EQ(venue.stop(), 0) << venue.output();
    EXPECT_THAT(venue.output(), HasSubstr("old segments of the journal are not archived: "));
    EXPECT_THAT(venue.state()["journal"]["archive"]["error"].get<std::string>(),
                HasSubstr("/archive/chain: cannot be opened"));
    fs::remove(journal_ / "archive");
    const Said verified = journal("verify");
    EXPECT_EQ(verified.exit_code, 0) << verified.output;
    EXPECT_THAT(verified.output, HasSubstr(", 1 to "));
}

}  // namespace
}  // namespace hotpath::venue_tests
