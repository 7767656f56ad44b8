// The number of the next message in a file.

#include "hotpath/store/number_file.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/numbers/number_files.hpp"
#include "hotpath/protocols/fix/numbers/fix_numbers_file.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::store {
namespace {

using protocols::cme::kIlinkNumbers;
using protocols::cme::kMdp3Numbers;
using protocols::fix::kFixNumbers;

TEST(NumberFile, BeginsWithOneAndIsKept) {
    const support::TemporaryDirectory folder;
    {
        auto file = NumberFile::open(folder / "numbers", kFixNumbers);
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->next(), 1U);
        file->keep(1'234'567'890'123);
    }
    const auto again = NumberFile::open(folder / "numbers", kFixNumbers);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->next(), 1'234'567'890'123U);
}

TEST(NumberFile, OfAKindWithMoreNumbersKeepsThoseToo) {
    const support::TemporaryDirectory folder;
    {
        auto file = NumberFile::open(folder / "numbers", kIlinkNumbers);
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->next(), 1U);
        EXPECT_EQ(file->more(0), 0U);
        EXPECT_EQ(file->more(1), 0U);
        file->keep_more(0, 1'764'158'400'000'000);
        file->keep_more(1, 1);
        file->keep(57);
    }
    const auto again = NumberFile::open(folder / "numbers", kIlinkNumbers);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->next(), 57U);
    EXPECT_EQ(again->more(0), 1'764'158'400'000'000U);
    EXPECT_EQ(again->more(1), 1U);
    EXPECT_FALSE(NumberFile::open(folder / "numbers", kFixNumbers));
}

TEST(NumberFile, SaysThatItWasRemovedOrReplaced) {
    const support::TemporaryDirectory folder;
    std::filesystem::create_directory(folder / "day");
    const auto changes = {+[](const std::filesystem::path& file) { std::filesystem::remove(file); },
                          +[](const std::filesystem::path& file) {
                              std::filesystem::rename(file, file.string() + ".old");
                              std::ofstream(file) << "another";
                          },
                          +[](const std::filesystem::path& file) {
                              std::filesystem::rename(file.parent_path(),
                                                      file.parent_path().string() + ".old");
                          }};
    for (const auto change : changes) {
        std::filesystem::remove(folder / "day" / "numbers");
        const auto file = NumberFile::open(folder / "day" / "numbers", kFixNumbers);
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->loss(), "");
        change(folder / "day" / "numbers");
        EXPECT_EQ(file->loss(), (folder / "day" / "numbers").string() +
                                    ": removed or replaced while in use; the next start will not "
                                    "find its numbers");
    }
}

TEST(NumberFile, IsOfOneProcess) {
    const support::TemporaryDirectory folder;
    const auto file = NumberFile::open(folder / "numbers", kFixNumbers);
    ASSERT_TRUE(file);
    const auto second = NumberFile::open(folder / "numbers", kFixNumbers);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().message, (folder / "numbers").string() + ": another process uses it");
}

TEST(NumberFile, AnotherFileIsRefused) {
    const support::TemporaryDirectory folder;
    for (const std::string text : {"short", "NOFIXNO1........", "HPFIXNO1........longer"}) {
        std::ofstream(folder / "numbers") << text;
        const auto file = NumberFile::open(folder / "numbers", kFixNumbers);
        ASSERT_FALSE(file) << text;
        EXPECT_NE(file.error().message.find("must be a file of FIX numbers"), std::string::npos);
    }
    static_cast<void>(NumberFile::open(folder / "fix", kFixNumbers));
    const auto of_another = NumberFile::open(folder / "fix", kMdp3Numbers);
    ASSERT_FALSE(of_another);
    EXPECT_NE(of_another.error().message.find("must be a file of MDP 3.0 numbers"),
              std::string::npos);
    const auto nowhere = NumberFile::open(folder / "no" / "such" / "folder", kFixNumbers);
    ASSERT_FALSE(nowhere);
    EXPECT_NE(nowhere.error().message.find("cannot be opened"), std::string::npos);
}

}  // namespace
}  // namespace hotpath::store
