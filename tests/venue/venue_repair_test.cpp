// A venue whose journal was cut by hand: what was saved of the history that is gone is not loaded
// into the one that follows.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const VenueSettings kManySnapshots{.order_entry = "cancel_on_disconnect = false",
                                   .snapshot_every = 100};
const VenueSettings kNoSnapshots{.order_entry = "cancel_on_disconnect = false"};

/// Two clients who trade with each other, from the first message on.
struct Pair {
    OrderClient alice{"ALICE", "A"};
    OrderClient bob{"BOB", "B"};

    [[nodiscard]] bool connect(const VenueProcess& venue) {
        return alice.connect(venue.order_entry()) && bob.connect(venue.order_entry()) && catch_up();
    }
    [[nodiscard]] bool catch_up() { return alice.catch_up() && bob.catch_up() && alice.catch_up(); }
    [[nodiscard]] bool trade(Random& random, int orders) {
        for (int n = 0; n < orders; ++n) {
            (random.one_in(2) ? alice : bob)
                .enter({.side = random.one_in(2) ? 'B' : 'S',
                        .qty = static_cast<std::uint32_t>(1 + random.below(200)),
                        .price = 500'000 + 100 * static_cast<std::int64_t>(random.below(11)) - 500,
                        .symbol = random.one_in(2) ? "AAPL" : "GOOG"});
        }
        return catch_up();
    }
};

std::set<std::uint64_t> numbers_of(const fs::path& journal, const std::string& end) {
    std::set<std::uint64_t> numbers;
    for (const auto& entry : fs::directory_iterator(journal)) {
        const std::string name = entry.path().filename().string();
        if (name.size() == 20 + end.size() && name.ends_with(end)) {
            numbers.insert(std::stoull(name.substr(0, 20)));
        }
    }
    return numbers;
}

/// Of the segment that is being written, in a record before any snapshot's.
void flip_a_bit_before_the_snapshots(const fs::path& journal) {
    std::string name = std::to_string(*numbers_of(journal, ".journal").rbegin());
    name = std::string(20 - name.size(), '0') + name + ".journal";
    std::fstream file(journal / name, std::ios::binary | std::ios::in | std::ios::out);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    const auto at = static_cast<std::streamoff>(bytes.find_last_not_of('\0') / 10);
    file.clear();
    file.seekp(at);
    file.put(static_cast<char>(bytes[static_cast<std::size_t>(at)] ^ 4));
}

Said journal_command(const std::string& command, const VenueProcess& venue) {
    return run_hotpath("journal " + command + " " + venue.journal().string());
}

/// The books are those that the journal's records make.
void expect_the_state_of_the_journal(const VenueProcess& venue, const std::string& from) {
    const auto state = venue.state()["venue"];
    const Said replayed = journal_command("replay", venue);
    EXPECT_EQ(replayed.exit_code, 0) << replayed.output;
    EXPECT_THAT(replayed.output, HasSubstr(from));
    EXPECT_THAT(replayed.output,
                HasSubstr("checksum " + state["book_checksum"].get<std::string>()));
}

/// A journal with snapshots beyond the place where it was cut.
class ACutJournal : public ::testing::Test {
  protected:
    void SetUp() override {
        ASSERT_TRUE(venue_.start()) << venue_.output();
        Pair pair;
        ASSERT_TRUE(pair.connect(venue_) && pair.trade(random_, 500));
        venue_.kill_hard();
        old_snapshots_ = numbers_of(venue_.journal(), ".snapshot");
        ASSERT_GE(old_snapshots_.size(), 2U);  // a third when the kill came before a removal
        flip_a_bit_before_the_snapshots(venue_.journal());
        ASSERT_FALSE(venue_.start());
        ASSERT_EQ(venue_.wait(), 1);
    }

    /// Files left by an older build or by copying.
    void bring_the_old_snapshots_back() const {
        for (const auto& entry : fs::directory_iterator(venue_.journal())) {
            const std::string path = entry.path().string();
            if (path.ends_with(".snapshot.cut")) {
                fs::copy_file(path, path.substr(0, path.size() - 4));
            }
        }
    }

    /// Beyond the numbers of the snapshots of the history that is gone.
    void load_kill_and_start(VenueProcess& venue) {
        Pair pair;
        ASSERT_TRUE(pair.connect(venue) && pair.trade(random_, 600));
        venue.kill_hard();
        ASSERT_TRUE(venue.start()) << venue.output();
        ASSERT_GT(venue.state()["journal"]["last_seq"], *old_snapshots_.rbegin());
    }

    support::TemporaryDirectory folder_;
    VenueProcess venue_{folder_.path(), kManySnapshots};
    Random random_{7};
    std::set<std::uint64_t> old_snapshots_;
};

TEST_F(ACutJournal, LosesItsSnapshotsOfWhatWasCutAway) {
    const Said repaired = journal_command("verify --repair-truncate", venue_);
    EXPECT_EQ(repaired.exit_code, 0) << repaired.output;
    for (const std::uint64_t seq : old_snapshots_) {
        EXPECT_THAT(repaired.output, HasSubstr(std::to_string(seq) + ".snapshot.cut"));
    }
    EXPECT_TRUE(numbers_of(venue_.journal(), ".snapshot").empty());
    VenueProcess after(folder_.path(), kNoSnapshots);
    ASSERT_TRUE(after.start()) << after.output();
    ASSERT_NO_FATAL_FAILURE(load_kill_and_start(after));
    expect_the_state_of_the_journal(after, "the first record");
    EXPECT_EQ(journal_command("verify", after).exit_code, 0);
}

TEST_F(ACutJournal, DoesNotLoadASnapshotOfTheOldHistoryWhoseNumberItHasPassed) {
    ASSERT_EQ(journal_command("verify --repair-truncate", venue_).exit_code, 0);
    VenueProcess after(folder_.path(), kNoSnapshots);
    ASSERT_TRUE(after.start()) << after.output();
    Pair pair;
    ASSERT_TRUE(pair.connect(after) && pair.trade(random_, 600));
    after.kill_hard();
    bring_the_old_snapshots_back();
    const Said verified = journal_command("verify", after);
    EXPECT_EQ(verified.exit_code, 1);
    EXPECT_THAT(verified.output, HasSubstr("belongs to another history"));
    ASSERT_TRUE(after.start()) << after.output();
    ASSERT_EQ(after.state()["recovered"]["snapshots_passed_over"].size(), 2U);
    EXPECT_THAT(after.state()["recovered"]["snapshots_passed_over"][0].get<std::string>(),
                HasSubstr("belongs to another history"));
    expect_the_state_of_the_journal(after, "the first record");
    EXPECT_EQ(journal_command("verify", after).exit_code, 0) << "the venue has put them aside";
}

TEST_F(ACutJournal, IsNotVerifiedBesideASnapshotAheadOfIt) {
    ASSERT_EQ(journal_command("verify --repair-truncate", venue_).exit_code, 0);
    bring_the_old_snapshots_back();
    const Said verified = journal_command("verify", venue_);
    EXPECT_EQ(verified.exit_code, 1);
    EXPECT_THAT(verified.output, HasSubstr("ahead of the journal"));
    EXPECT_EQ(journal_command("verify --repair-truncate", venue_).exit_code, 0);
    EXPECT_TRUE(numbers_of(venue_.journal(), ".snapshot").empty());
}

TEST_F(ACutJournal, KeepsItsRecordsBesideSnapshotsThatAreAheadOfIt) {
    ASSERT_EQ(journal_command("verify --repair-truncate", venue_).exit_code, 0);
    ASSERT_TRUE(venue_.start()) << venue_.output();
    bring_the_old_snapshots_back();  // while it runs, and writes snapshots with lower numbers
    Pair pair;
    ASSERT_TRUE(pair.connect(venue_) && pair.trade(random_, 60));
    venue_.kill_hard();
    ASSERT_EQ(numbers_of(venue_.journal(), ".journal").size(), 2U) << "both epochs";
    ASSERT_TRUE(venue_.start()) << venue_.output();
    expect_the_state_of_the_journal(venue_, "the first record");
}

}  // namespace
}  // namespace hotpath::venue_tests
