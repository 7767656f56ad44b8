// kill -9 of a journaling process, and power cuts under one, at random moments: what was
// acknowledged is there in the class that the mode promises, nothing is torn, nothing was never
// written. HOTPATH_KILLS and HOTPATH_POWER_CUTS say how often in each test.
#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/recovery.hpp"
#include "lab/uring/uring_storage.hpp"
#include "tests/crash/child.hpp"
#include "tests/crash/journal_oath.hpp"
#include "tests/crash/power_cut.hpp"
#include "tests/support/journal_days.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::crash {
namespace {

namespace fs = std::filesystem;
using journal::AckMode;

/// Restarts of one journal before a new one begins.
constexpr std::uint64_t kEndsOfOne = 5;

struct JournalTotals {
    std::uint64_t ends = 0;
    std::uint64_t while_opening = 0;
    std::uint64_t torn = 0;
    std::uint64_t torn_bytes = 0;
    std::uint64_t unacknowledged = 0;  // present, but never acknowledged
    std::uint64_t lost = 0;            // of what was acknowledged; allowed by the mode or not
};

struct Life {
    AckMode mode;
    const char* way;
};

/// One journal that lives and ends many times.
class JournalLives {
  public:
    JournalLives(const Life& life, fs::path folder, const fs::path& oath)
        : life_(life), folder_(std::move(folder)), oath_file_(oath), oath_(journal_oath(oath)) {}

    [[nodiscard]] const JournalTotals& totals() const noexcept { return totals_; }

    void start() {
        openings_ = oath_.openings.load();
        worker_.start({HOTPATH_JOURNAL_CRASH_WORKER, journal::ack_mode_name(life_.mode), life_.way,
                       folder_.string(), oath_file_.string()});
    }
    void wait_until_open() {
        for (int i = 0; i < 10'000 && oath_.openings.load() == openings_; ++i) {
            ::usleep(1'000);
        }
    }
    [[nodiscard]] bool kill() {
        totals_.while_opening += oath_.openings.load() == openings_ ? 1U : 0U;
        ++totals_.ends;
        return worker_.kill();
    }

    /// Everything that a reader finds after a recovery, against the oath.
    void verify(bool is_promised) {
        auto storage = journal::FileStorage::open_folder(folder_, journal::Opening::ReadWrite);
        ASSERT_TRUE(storage.has_value()) << storage.error().message;
        const auto recovery = journal::recover(**storage, journal::RecoveryMode::CutTornTail);
        ASSERT_TRUE(recovery.has_value()) << recovery.error().message;
        const auto counted = support::count_day(**storage);
        ASSERT_TRUE(counted.has_value()) << counted.error().message;
        const std::uint64_t acknowledged = oath_.acknowledged.load();
        ASSERT_LE(*counted, oath_.attempted.load());
        if (is_promised) {
            ASSERT_GE(*counted, acknowledged) << "lost";
        }
        totals_.lost += *counted < acknowledged ? acknowledged - *counted : 0;
        totals_.unacknowledged += *counted > acknowledged ? *counted - acknowledged : 0;
        totals_.torn += recovery->dropped_bytes > 0 ? 1U : 0U;
        totals_.torn_bytes += recovery->dropped_bytes;
        // Records whose loss is allowed are written again.
        oath_.acknowledged.store(*counted);
        oath_.attempted.store(*counted);
        records_ = *counted;
    }

    /// With an empty folder: verifying reads all there is.
    void start_over() {
        fs::remove_all(folder_);
        all_records_ += records_;
        records_ = 0;
        oath_.acknowledged.store(0);
        oath_.attempted.store(0);
    }

    void print(const char* what) const {
        std::printf(
            "%s, %s by %s: %llu ends (%llu while opening), %llu records; torn "
            "tails %llu (%llu bytes), unacknowledged found %llu, acknowledged lost %llu\n",
            what, journal::ack_mode_name(life_.mode), life_.way, number(totals_.ends),
            number(totals_.while_opening), number(all_records_ + records_), number(totals_.torn),
            number(totals_.torn_bytes), number(totals_.unacknowledged), number(totals_.lost));
    }

  private:
    static unsigned long long number(std::uint64_t value) { return value; }

    Life life_;
    fs::path folder_;
    fs::path oath_file_;
    JournalOath& oath_;
    Child worker_;
    std::uint64_t openings_ = 0;
    std::uint64_t records_ = 0;
    std::uint64_t all_records_ = 0;
    JournalTotals totals_;
};

class Journaling : public ::testing::TestWithParam<Life> {
  protected:
    void SetUp() override {
        if (std::string(GetParam().way) == "uring") {
            const auto probe = journal::UringStorage::open_folder(folder_ / "probe");
            if (!probe) {
                GTEST_SKIP() << probe.error().message;
            }
        }
    }

    support::TemporaryDirectory folder_;
};

INSTANTIATE_TEST_SUITE_P(
    Journal, Journaling,
    ::testing::Values(Life{AckMode::Memory, "files"}, Life{AckMode::PageCache, "files"},
                      Life{AckMode::Sync, "files"}, Life{AckMode::Sync, "overlapped"},
                      Life{AckMode::Sync, "uring"}),
    [](const auto& life) {
        return std::string(journal::ack_mode_name(life.param.mode)) + "_" + life.param.way;
    });

/// In mode memory records are safe when they are appended, and die with the process: what is found
/// is still what was written first, and nothing else (verify()).
TEST_P(Journaling, KilledAtRandomLosesNothingThatTheModePromises) {
    const bool is_promised = GetParam().mode != AckMode::Memory;
    const std::uint64_t kills = support::wanted_of_this_run("HOTPATH_KILLS", 14);
    Random random(support::seed_of_this_test(23));
    JournalLives lives(GetParam(), folder_ / "day", folder_ / "oath");
    for (std::uint64_t i = 0; i < kills; ++i) {
        lives.start();
        if (random.one_in(2)) {
            lives.wait_until_open();
        }
        ::usleep(static_cast<useconds_t>(random.below(20'000)));
        ASSERT_TRUE(lives.kill()) << "the worker had ended by itself";
        lives.verify(is_promised);
        if (HasFatalFailure()) {
            return;
        }
        if (i % kEndsOfOne == kEndsOfOne - 1) {
            lives.start_over();
        }
    }
    lives.print("killed");
    EXPECT_TRUE(!is_promised || lives.totals().lost == 0U);
}

TEST_P(Journaling, WithoutPowerLosesNothingThatWasSynced) {
    const std::uint64_t cuts = support::wanted_of_this_run("HOTPATH_POWER_CUTS", 4);
    auto disk = PowerCutDisk::create(folder_.path());
    if (!disk) {
        GTEST_SKIP() << "no power can be cut here: " << disk.error().message;
    }
    Random random(support::seed_of_this_test(29));
    JournalLives lives(GetParam(), (*disk)->mounted() / "day", folder_ / "oath");
    for (std::uint64_t i = 0; i < cuts; ++i) {
        lives.start();
        if (!random.one_in(4)) {
            lives.wait_until_open();
        }
        ::usleep(static_cast<useconds_t>(random.below(60'000)));
        const auto cut = (*disk)->cut();
        ASSERT_TRUE(cut.has_value()) << cut.error().message;
        ::usleep(2'000);  // the worker's disk is gone, and it must notice
        (void)lives.kill();
        const auto restored = (*disk)->restore();
        ASSERT_TRUE(restored.has_value()) << restored.error().message;
        lives.verify(GetParam().mode == AckMode::Sync);
        if (HasFatalFailure()) {
            return;
        }
        if (i % kEndsOfOne == kEndsOfOne - 1) {
            lives.start_over();
        }
    }
    lives.print("power cut");
    if (GetParam().mode == AckMode::Sync) {
        EXPECT_EQ(lives.totals().lost, 0U);
    }
}

}  // namespace
}  // namespace hotpath::crash
