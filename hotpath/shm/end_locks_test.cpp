// The kernel's locks on a channel's ends: one byte each, owned by an open file.
#include "hotpath/shm/end_locks.hpp"

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

class EndLocksTest : public ::testing::Test {
  protected:
    EndLocksTest() { std::ofstream(path_) << "a channel"; }

    /// A separate open file: to the kernel, another process.
    [[nodiscard]] Descriptor stranger(int flags = O_RDWR) const {
        Descriptor file(::open(path_.c_str(), flags | O_CLOEXEC));
        EXPECT_TRUE(file);
        return file;
    }

    support::TemporaryDirectory directory_;
    std::filesystem::path path_ = directory_ / "channel";
};

TEST_F(EndLocksTest, ALockIsRefusedUntilItsHolderClosesTheFile) {
    const Descriptor other = stranger();
    {
        const Descriptor holder = stranger();
        EXPECT_EQ(try_take(holder, EndLock::writer()), LockTaken::Yes);
        EXPECT_EQ(try_take(holder, EndLock::writer()), LockTaken::Yes) << "its holder may repeat";
        EXPECT_EQ(try_take(other, EndLock::writer()), LockTaken::No);
    }
    EXPECT_EQ(try_take(other, EndLock::writer()), LockTaken::Yes);
}

TEST_F(EndLocksTest, ClosingAnotherDescriptorOfTheFileReleasesNothing) {
    const Descriptor holder = stranger();
    ASSERT_EQ(try_take(holder, EndLock::writer()), LockTaken::Yes);
    {
        const Descriptor passing = stranger();
    }
    EXPECT_TRUE(is_taken(stranger(), EndLock::writer()));
}

TEST_F(EndLocksTest, TheKernelReleasesTheLockOfAKilledProcess) {
    const pid_t child = ::fork();
    if (child == 0) {
        const Descriptor own = stranger();
        (void)try_take(own, EndLock::reader(5));
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    const Descriptor next = stranger();
    EXPECT_EQ(readers_attached(next), 0U);
    EXPECT_EQ(try_take(next, EndLock::reader(5)), LockTaken::Yes);
}

TEST_F(EndLocksTest, EveryEndHasALockOfItsOwn) {
    const Descriptor holder = stranger();
    const Descriptor other = stranger();
    for (std::uint32_t held = 0; held <= EndLock::kReadersMax; ++held) {
        ASSERT_EQ(try_take(holder, {held}), LockTaken::Yes) << held;
        for (std::uint32_t asked = 0; asked <= EndLock::kReadersMax; ++asked) {
            ASSERT_EQ(is_taken(other, {asked}), asked <= held) << asked << " of " << held;
        }
    }
    EXPECT_EQ(EndLock::writer().number, 0U);
    EXPECT_EQ(EndLock::reader().number, 1U) << "the only reader of an spsc channel is the first";
    EXPECT_EQ(EndLock::reader(EndLock::kReadersMax - 1).number, 64U);
}

TEST_F(EndLocksTest, AHolderDoesNotSeeItsOwnLocks) {
    const Descriptor holder = stranger();
    ASSERT_EQ(try_take(holder, EndLock::writer()), LockTaken::Yes);
    ASSERT_EQ(try_take(holder, EndLock::reader(7)), LockTaken::Yes);
    EXPECT_FALSE(is_taken(holder, EndLock::writer()));
    EXPECT_EQ(readers_attached(holder), 0U);
    EXPECT_EQ(readers_attached(stranger()), 1U);
}

TEST_F(EndLocksTest, TheWriterIsNotCountedAsAReaderAndTheLastReaderIs) {
    const Descriptor holder = stranger();
    const Descriptor other = stranger();
    ASSERT_EQ(try_take(holder, EndLock::writer()), LockTaken::Yes);
    EXPECT_EQ(readers_attached(other), 0U);
    ASSERT_EQ(try_take(holder, EndLock::reader(0)), LockTaken::Yes);
    EXPECT_EQ(readers_attached(other), 1U);
    ASSERT_EQ(try_take(holder, EndLock::reader(EndLock::kReadersMax - 1)), LockTaken::Yes);
    EXPECT_EQ(readers_attached(other), 2U);
    ASSERT_EQ(try_take(holder, {EndLock::kReadersMax + 1}), LockTaken::Yes);
    EXPECT_EQ(readers_attached(other), 2U) << "a byte behind the last reader's is no lock";
}

TEST_F(EndLocksTest, AllAreTakenTogetherOrNoneIs) {
    for (std::uint32_t held = 0; held <= EndLock::kReadersMax; ++held) {
        const Descriptor holder = stranger();
        ASSERT_EQ(try_take(holder, {held}), LockTaken::Yes);
        const Descriptor remover = stranger();
        ASSERT_EQ(try_take_all(remover), LockTaken::No) << held;
        const Descriptor other = stranger();
        for (std::uint32_t n = 0; n <= EndLock::kReadersMax; ++n) {
            ASSERT_EQ(is_taken(other, {n}), n == held) << n;
        }
    }
    const Descriptor remover = stranger();
    EXPECT_EQ(try_take_all(remover), LockTaken::Yes);
    const Descriptor other = stranger();
    for (std::uint32_t n = 0; n <= EndLock::kReadersMax; ++n) {
        EXPECT_EQ(try_take(other, {n}), LockTaken::No) << n;
    }
    EXPECT_EQ(try_take(other, {EndLock::kReadersMax + 1}), LockTaken::Yes) << "no end's lock";
}

TEST_F(EndLocksTest, AFailureIsNotALockTakenByAnother) {
    const Descriptor closed(-1);
    EXPECT_EQ(try_take(closed, EndLock::writer()), LockTaken::Failed);
    EXPECT_EQ(try_take_all(closed), LockTaken::Failed);
    EXPECT_FALSE(is_taken(closed, EndLock::writer()));
    EXPECT_EQ(readers_attached(closed), 0U);
    // A write lock needs a file that is open for writing.
    EXPECT_EQ(try_take(stranger(O_RDONLY), EndLock::writer()), LockTaken::Failed);
}

TEST_F(EndLocksTest, APresenceHasAName) {
    EXPECT_EQ(std::string_view(presence_name(Presence::Never)), "never");
    EXPECT_EQ(std::string_view(presence_name(Presence::Attached)), "attached");
    EXPECT_EQ(std::string_view(presence_name(Presence::Left)), "left");
    EXPECT_EQ(std::string_view(presence_name(Presence::Crashed)), "crashed");
    EXPECT_EQ(std::string_view(presence_name(static_cast<Presence>(4))), "unknown");
}

}  // namespace
}  // namespace hotpath::shm
