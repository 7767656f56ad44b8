#include "hotpath/files/output_file.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::files {
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

TEST_F(OutputFileTest, FilesThatOnlyLookLikeAPartAreLeftAlone) {
    const fs::path path = folder_ / "a.csv";
    std::ofstream(folder_ / "a.csv.part") << "mine";
    ASSERT_TRUE(write_file(path, "new"));
    EXPECT_EQ(content(path), "new");
    EXPECT_EQ(content(folder_ / "a.csv.part"), "mine");
    EXPECT_EQ(files(), 2U);
}

TEST_F(OutputFileTest, APartThatAnotherProcessOfThisNumberLeftIsPassedOver) {
    const fs::path path = folder_ / "a.csv";
    const auto first = make_part(path);
    ASSERT_TRUE(first);
    ::close(first->descriptor);
    const std::string name = first->path.string();
    const std::size_t at = name.rfind('-') + 1;
    const fs::path next = name.substr(0, at) + std::to_string(std::stoull(name.substr(at)) + 1);
    std::ofstream(next) << "mine";
    const fs::path elsewhere = folder_ / "secret";
    std::ofstream(elsewhere) << "mine, too";
    const fs::path link = name.substr(0, at) + std::to_string(std::stoull(name.substr(at)) + 2);
    fs::create_symlink(elsewhere, link);
    ASSERT_TRUE(write_file(path, "new"));
    EXPECT_EQ(content(path), "new");
    EXPECT_EQ(content(next), "mine");
    EXPECT_EQ(content(elsewhere), "mine, too") << "through a link that was put there";
}

TEST_F(OutputFileTest, TwoWritersOfOneNameDoNotMix) {
    const fs::path path = folder_ / "a.csv";
    auto one = OutputFile::create(path);
    auto other = OutputFile::create(path);
    ASSERT_TRUE(one && other);
    one->write("one");
    other->write("other");
    ASSERT_TRUE(one->close());
    EXPECT_EQ(content(path), "one");
    ASSERT_TRUE(other->close());
    EXPECT_EQ(content(path), "other");
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
}  // namespace hotpath::files
