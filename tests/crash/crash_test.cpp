// kill -9 of real processes at random moments under load: what a channel promises, it keeps.
// HOTPATH_KILLS says how often in each test.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "hotpath/shm/channels.hpp"
#include "tests/crash/child.hpp"
#include "tests/crash/crash_run.hpp"
#include "tests/crash/ends.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::crash {
namespace {

using ::testing::IsEmpty;

std::uint64_t kills_wanted() {
    return support::wanted_of_this_run("HOTPATH_KILLS", 14);
}

void print(Scenario scenario, const Totals& totals) {
    const auto number = [](std::uint64_t n) { return std::to_string(n); };
    const std::string line =
        std::string(name_of(scenario)) + ": writer killed " + number(totals.writer_kills) +
        " (attaching " + number(totals.writer_starting) + ", inside a claim " +
        number(totals.writer_claiming) + ", in publish " + number(totals.writer_publishing) +
        "), reader killed " + number(totals.reader_kills) + " (attaching " +
        number(totals.reader_starting) + ", holding a message " + number(totals.reader_holding) +
        ", in pop " + number(totals.reader_popping) + "); acknowledged " +
        number(totals.acknowledged) + ", delivered " + number(totals.delivered) +
        ", again to the next reader " + number(totals.redelivered) + ", published unacknowledged " +
        number(totals.unacknowledged) + ", announced lost " + number(totals.lost) + ", torn " +
        number(totals.torn);
    std::printf("%s\n", line.c_str());
}

class KilledAtRandom : public ::testing::TestWithParam<Scenario> {};

INSTANTIATE_TEST_SUITE_P(Channel, KilledAtRandom,
                         ::testing::Values(Scenario::Spsc, Scenario::Paced, Scenario::Free),
                         [](const auto& scenario) { return std::string(name_of(scenario.param)); });

TEST_P(KilledAtRandom, LosesNothingAcknowledgedAndDeliversNothingTorn) {
    const support::TemporaryDirectory folder;
    CrashRun run({.scenario = GetParam(),
                  .kills = kills_wanted(),
                  .seed = support::seed_of_this_test(7),
                  .folder = folder.path()});
    run.run();
    const Totals& totals = run.truth().totals();
    print(GetParam(), totals);
    EXPECT_THAT(run.truth().complaints(), IsEmpty());
    EXPECT_EQ(totals.torn, 0U);
    EXPECT_GE(totals.writer_kills + totals.reader_kills, kills_wanted());
    EXPECT_GT(totals.delivered, 0U);
}

std::vector<std::string> creator_of(const RunOptions& options) {
    return {HOTPATH_CRASH_WORKER, "writer", std::string(name_of(options.scenario)),
            (options.folder / "channels").string(), (options.folder / "evidence").string()};
}

TEST(KilledCreator, LeavesACompleteChannelOrNone) {
    const support::TemporaryDirectory folder;
    const RunOptions options{.scenario = Scenario::Spsc, .folder = folder.path()};
    const EvidenceFile evidence = EvidenceFile::create(folder / "evidence");
    const shm::ChannelFolder place{.folder = folder / "channels", .huge_folder = {}};
    const auto name = shm::ChannelName::from(kChannel);
    Random random(support::seed_of_this_test(11));
    std::uint64_t found = 0;
    const std::uint64_t kills = kills_wanted();
    for (std::uint64_t i = 0; i < kills; ++i) {
        evidence->writer.phase.store(Phase::Starting);
        Child creator;
        creator.start(creator_of(options));
        ::usleep(static_cast<useconds_t>(random.below(4'000)));
        ASSERT_TRUE(creator.kill());
        const auto channels = shm::list_channels(place);
        ASSERT_TRUE(channels.has_value()) << channels.error().message;
        if (!channels->empty()) {
            ++found;
            ASSERT_EQ(channels->size(), 1U);
            EXPECT_EQ(channels->front().damage, "");
            const auto removed = shm::remove_channel(place, *name, shm::Removal::IfUnused);
            ASSERT_TRUE(removed.has_value()) << removed.error().message;
        } else {
            EXPECT_EQ(evidence->writer.phase.load(), Phase::Starting);
        }
    }
    std::printf("creator: killed %s, channel complete %s, none %s\n", std::to_string(kills).c_str(),
                std::to_string(found).c_str(), std::to_string(kills - found).c_str());
    // The next process finds no leftover in the way.
    Child creator;
    evidence->writer.phase.store(Phase::Starting);
    evidence->is_writer_stopped.store(true);
    creator.start(creator_of(options));
    EXPECT_EQ(creator.wait(), 0);
}

}  // namespace
}  // namespace hotpath::crash
