// The directory of channels: ours alone, and locked while a channel is created or removed.
#include "hotpath/shm/channel_folder.hpp"

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mntent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class ChannelFolderTest : public ::testing::Test {
  protected:
    void expect_refused(const Expected<void>& result, const std::string& message) const {
        ASSERT_FALSE(result.has_value()) << message;
        EXPECT_EQ(result.error().message, folder_.string() + ": " + message);
    }

    support::TemporaryDirectory directory_;
    fs::path folder_ = directory_ / "channels";
};

TEST_F(ChannelFolderTest, IsMadeForItsOwnerOnlyAndMayBeMadeAgain) {
    ::umask(0);
    ASSERT_TRUE(make_folder(folder_).has_value());
    struct stat status{};
    ASSERT_EQ(::stat(folder_.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777U, 0700U);
    std::ofstream(folder_ / "kept") << "";
    EXPECT_TRUE(make_folder(folder_).has_value());
    EXPECT_TRUE(fs::exists(folder_ / "kept"));
}

TEST_F(ChannelFolderTest, IsNotMadeByACheck) {
    expect_refused(check_folder(folder_),
                   "cannot be opened as a directory: No such file or directory");
    EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(ChannelFolderTest, NeedsItsParent) {
    folder_ = directory_ / "missing" / "channels";
    expect_refused(make_folder(folder_), "cannot be created: No such file or directory");
}

TEST_F(ChannelFolderTest, IsNeitherAFileNorASymbolicLink) {
    std::ofstream(folder_) << "a file";
    expect_refused(make_folder(folder_), "cannot be opened as a directory: Not a directory");
    fs::remove(folder_);
    ASSERT_TRUE(make_folder(directory_ / "elsewhere").has_value());
    fs::create_directory_symlink(directory_ / "elsewhere", folder_);
    expect_refused(make_folder(folder_), "cannot be opened as a directory: Not a directory");
}

TEST_F(ChannelFolderTest, MayBeReadButNotWrittenByOthers) {
    ASSERT_TRUE(make_folder(folder_).has_value());
    for (const mode_t mode : {0700U, 0750U, 0705U, 0755U}) {
        ASSERT_EQ(::chmod(folder_.c_str(), mode), 0);
        EXPECT_TRUE(check_folder(folder_).has_value()) << std::oct << mode;
    }
    for (const auto& [mode, text] :
         {std::pair(0720U, "0720"), {0702U, "0702"}, {01777U, "01777"}}) {
        ASSERT_EQ(::chmod(folder_.c_str(), mode), 0);
        expect_refused(check_folder(folder_), std::string("mode is ") + text +
                                                  ", wanted 0700: no other user may create "
                                                  "channels there");
    }
}

TEST_F(ChannelFolderTest, OfAnotherUserIsRefused) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can give a folder away";
    }
    ASSERT_TRUE(make_folder(folder_).has_value());
    ASSERT_EQ(::chown(folder_.c_str(), 65534, 65534), 0);
    expect_refused(make_folder(folder_), "owner is user 65534, wanted user 0");
    EXPECT_FALSE(FolderLock::take(folder_).has_value());
}

TEST_F(ChannelFolderTest, StandardIsAFolderOfThisUserOnEachKindOfMemory) {
    const std::string own = "hotpath-" + std::to_string(::geteuid());
    fs::path huge;  // by the library's own reader of the table of mounts
    std::FILE* const mounts = ::setmntent("/proc/self/mounts", "r");
    ASSERT_NE(mounts, nullptr);
    while (const struct mntent* const mount = ::getmntent(mounts)) {
        if (huge.empty() && std::string(mount->mnt_type) == "hugetlbfs") {
            huge = fs::path(mount->mnt_dir) / own;
        }
    }
    ::endmntent(mounts);
    const ChannelFolder standard = ChannelFolder::standard();
    EXPECT_EQ(standard.folder, fs::path("/dev/shm") / own);
    EXPECT_EQ(standard.huge_folder, huge);
}

TEST_F(ChannelFolderTest, HasALockForOneHolderAtATime) {
    ASSERT_TRUE(make_folder(folder_).has_value());
    std::atomic<int> holders = 0;
    std::atomic<int> taken = 0;
    const auto take_and_release = [&] {
        for (int i = 0; i < 20; ++i) {
            const auto lock = FolderLock::take(folder_);
            ASSERT_TRUE(lock.has_value()) << lock.error().message;
            EXPECT_EQ(holders.fetch_add(1), 0);
            ++taken;
            holders.fetch_sub(1);
        }
    };
    std::thread other(take_and_release);
    take_and_release();
    other.join();
    EXPECT_EQ(taken, 40);
}

TEST_F(ChannelFolderTest, IsNotWaitedForWithoutEnd) {
    ASSERT_TRUE(make_folder(folder_).has_value());
    const auto held = FolderLock::take(folder_);
    ASSERT_TRUE(held.has_value());
    const auto second = FolderLock::take(folder_, 2);
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(
        second.error().message,
        folder_.string() + ": another process has held the lock of this directory for too long");
}

TEST_F(ChannelFolderTest, IsLockedAtTheFirstTryWhenItIsFree) {
    ASSERT_TRUE(make_folder(folder_).has_value());
    EXPECT_TRUE(FolderLock::take(folder_, 1).has_value());
    EXPECT_TRUE(FolderLock::take(folder_, 1).has_value()) << "the destructor releases it";
}

TEST_F(ChannelFolderTest, CannotBeLockedWhenItIsMissing) {
    const auto lock = FolderLock::take(folder_);
    ASSERT_FALSE(lock.has_value());
    EXPECT_THAT(lock.error().message, HasSubstr("cannot be opened as a directory"));
}

TEST(ChannelErrors, NameFileAndReason) {
    errno = EACCES;
    EXPECT_EQ(fail_at("/x/orders", "cannot be read").error().message,
              "/x/orders: cannot be read: Permission denied");
    EXPECT_EQ(refuse("/x/orders", {.field = "slots", .found = "3", .wanted = "4"}).error().message,
              "/x/orders: slots is 3, wanted 4");
}

}  // namespace
}  // namespace hotpath::shm
