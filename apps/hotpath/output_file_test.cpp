#include "apps/hotpath/output_file.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
  protected:
    [[nodiscard]] static std::string content(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
    }

    support::TemporaryDirectory folder_;
};

TEST_F(OutputFileTest, IsCompleteUnderItsNameAfterClose) {
    const fs::path path = folder_ / "a.csv";
    auto file = OutputFile::create(path);
    ASSERT_TRUE(file);
    const std::string line(1'000, 'x');
    for (int i = 0; i < 1'000; ++i) {
        file->write(line);
    }
    EXPECT_FALSE(fs::exists(path)) << "half a file under its name";
    ASSERT_TRUE(file->close());
    EXPECT_EQ(fs::file_size(path), 1'000'000U);
    EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFileTest, LeavesTheOlderResultWhenItIsNotClosed) {
    const fs::path path = folder_ / "a.csv";
    ASSERT_TRUE(write_file(path, "old"));
    {
        auto file = OutputFile::create(path);
        ASSERT_TRUE(file);
        file->write("new");
    }
    EXPECT_EQ(content(path), "old");
    EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFileTest, ReplacesTheOlderResultThroughASymbolicLink) {
    ASSERT_TRUE(write_file(folder_ / "a.csv", "old"));
    fs::create_symlink(folder_ / "a.csv", folder_ / "link");
    ASSERT_TRUE(write_file(folder_ / "link", "new"));
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(content(folder_ / "a.csv"), "new");
}

TEST_F(OutputFileTest, ADirectoryCannotBeWritten) {
    const auto result = write_file(folder_.path(), "x");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message,
              "cannot write " + folder_.path().string() + ": Is a directory");
}

TEST_F(OutputFileTest, AMissingDirectoryIsNamed) {
    const fs::path path = folder_ / "none/a.csv";
    const auto result = write_file(path, "x");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message,
              "cannot write " + path.string() + ": No such file or directory");
}

TEST_F(OutputFileTest, AFullDeviceIsReportedByClose) {
    const auto result = write_file("/dev/full", "x");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "cannot write /dev/full: No space left on device");
}

TEST_F(OutputFileTest, AReadOnlyFileIsNotReplaced) {
    if (::geteuid() == 0) {
        GTEST_SKIP() << "root may write everything";
    }
    const fs::path path = folder_ / "a.csv";
    ASSERT_TRUE(write_file(path, "old"));
    fs::permissions(path, fs::perms::owner_read);
    EXPECT_FALSE(write_file(path, "new"));
    EXPECT_EQ(content(path), "old");
}

}  // namespace
}  // namespace hotpath::app
