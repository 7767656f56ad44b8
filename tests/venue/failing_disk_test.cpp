// A venue whose disk fails: it stops with exit code 1, says why, and tells its clients. What it has
// acknowledged is there at the next start.

#include "tests/venue/failing_disk.hpp"

#include <cerrno>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kWords =
    "the venue has stopped, its journal has failed: requests without an answer may be lost";

struct Case {
    const char* mode;
    const char* commits;
    const char* fault;
    int error;
};

void PrintTo(const Case& tested, std::ostream* out) {
    *out << tested.mode << ", commits " << tested.commits << ", error " << tested.error << " of "
         << tested.fault;
}

class FailedDisk : public testing::TestWithParam<Case> {
  protected:
    /// Ends with exit code 1 within a few seconds, and with the journal's error.
    void expect_the_end(const std::string& error) {
        int code = -1;
        ASSERT_TRUE(venue_.process().has_ended_unread(20, code)) << "the venue goes on";
        EXPECT_EQ(code, 1);
        EXPECT_THAT(venue_.state()["journal"]["error"].get<std::string>(), HasSubstr(error));
        EXPECT_EQ(venue_.state()["running"], false);
    }
    [[nodiscard]] static std::string fault(const char* call, int error) {
        return std::string(call) + " " + std::to_string(error);
    }

    support::TemporaryDirectory folder_;
    VenueProcess venue_{folder_.path(),
                        {.mode = GetParam().mode,
                         .commits = GetParam().commits,
                         .order_entry = "cancel_on_disconnect = false"}};
    FailingDisk disk_{folder_.path(), venue_.journal()};
};

TEST_P(FailedDisk, StopsTheVenueWhichTellsItsClients) {
    disk_.load_into(venue_.process());
    ASSERT_TRUE(venue_.start()) << venue_.output();
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue_.order_entry()));
    alice.enter({.side = 'B', .qty = 100});
    ASSERT_TRUE(alice.catch_up());
    ASSERT_EQ(alice.open().size(), 1U);
    disk_.set(fault(GetParam().fault, GetParam().error));
    for (int n = 0; alice.poll() && n < 40'000; ++n) {  // a segment is full before
        alice.enter({.side = 'B', .qty = 100, .price = 400'000});
        alice.poll();
    }
    ASSERT_TRUE(alice.poll_until([&] { return !alice.poll(); })) << "the connection stays";
    EXPECT_EQ(alice.told(), kWords);
    expect_the_end(std::strerror(GetParam().error));
    if (std::string(GetParam().mode) == "memory") {
        return;  // acknowledged before it is written: a client may be ahead of what is left
    }
    // It has been acknowledged: it is there.
    const std::size_t open = alice.open().size();
    disk_.set("");
    ASSERT_TRUE(venue_.start()) << venue_.output();
    ASSERT_TRUE(alice.connect(venue_.order_entry()));
    ASSERT_TRUE(alice.catch_up());
    EXPECT_GE(alice.open().size(), open);
    EXPECT_EQ(alice.complaint(), "");
    EXPECT_EQ(venue_.stop(), 0) << venue_.output();
}

INSTANTIATE_TEST_SUITE_P(
    Modes, FailedDisk,
    testing::Values(Case{"sync", "one", "sync", EIO}, Case{"sync", "one", "write", EIO},
                    Case{"sync", "overlapped", "sync", EIO},
                    Case{"sync", "overlapped", "write", EIO}, Case{"sync", "one", "sync", ENOSPC},
                    Case{"pagecache", "one", "write", EIO}, Case{"pagecache", "one", "sync", EIO},
                    Case{"memory", "one", "write", EIO}));

class DiskThatRecovers : public testing::TestWithParam<const char*> {
  protected:
    support::TemporaryDirectory folder_;
    VenueProcess venue_{folder_.path(), {.mode = "sync", .commits = GetParam()}};
    FailingDisk disk_{folder_.path(), venue_.journal()};
};

/// No room, half of each write, or a long wait: the venue goes on, nothing is lost.
TEST_P(DiskThatRecovers, LosesNothing) {
    disk_.load_into(venue_.process());
    ASSERT_TRUE(venue_.start()) << venue_.output();
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue_.order_entry()));
    for (const char* fault : {"write short", "sync slow 200", "write 28"}) {
        const bool is_full = std::string(fault) == "write 28";
        disk_.set(fault);
        const std::uint64_t before = alice.accepted();
        alice.enter({.side = 'B', .qty = 100});
        if (is_full) {
            EXPECT_FALSE(alice.poll_until([&, until = steady_now() + Nanos{300'000'000}] {
                return alice.accepted() > before || steady_now() > until;
            }) && alice.accepted() > before)
                << "answered before it was written";
            disk_.set("");
        }
        ASSERT_TRUE(alice.catch_up()) << fault << ": " << alice.told();
        EXPECT_EQ(alice.accepted(), before + 1) << fault;
        disk_.set("");
    }
    venue_.kill_hard();
    ASSERT_TRUE(venue_.start()) << venue_.output();
    ASSERT_TRUE(alice.connect(venue_.order_entry()));
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.accepted(), 3U);
    EXPECT_EQ(alice.complaint(), "");
    EXPECT_EQ(venue_.stop(), 0) << venue_.output();
}

INSTANTIATE_TEST_SUITE_P(Commits, DiskThatRecovers, testing::Values("one", "overlapped"));

}  // namespace
}  // namespace hotpath::venue_tests
