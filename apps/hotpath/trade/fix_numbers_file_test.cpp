// The number of the next FIX message in a file.

#include "apps/hotpath/trade/fix_numbers_file.hpp"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

TEST(FixNumbersFile, BeginsWithOneAndIsKept) {
    const support::TemporaryDirectory folder;
    {
        auto file = FixNumbersFile::open(folder / "numbers");
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->next(), 1U);
        file->keep(1'234'567'890'123);
    }
    const auto again = FixNumbersFile::open(folder / "numbers");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->next(), 1'234'567'890'123U);
}

TEST(FixNumbersFile, IsOfOneProcess) {
    const support::TemporaryDirectory folder;
    const auto file = FixNumbersFile::open(folder / "numbers");
    ASSERT_TRUE(file);
    const auto second = FixNumbersFile::open(folder / "numbers");
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().message, (folder / "numbers").string() + ": another trader uses it");
}

TEST(FixNumbersFile, AnotherFileIsRefused) {
    const support::TemporaryDirectory folder;
    for (const std::string text : {"short", "NOFIXNO1........", "HPFIXNO1........longer"}) {
        std::ofstream(folder / "numbers") << text;
        const auto file = FixNumbersFile::open(folder / "numbers");
        ASSERT_FALSE(file) << text;
        EXPECT_NE(file.error().message.find("must be a file of FIX numbers"), std::string::npos);
    }
    const auto nowhere = FixNumbersFile::open(folder / "no" / "such" / "folder");
    ASSERT_FALSE(nowhere);
    EXPECT_NE(nowhere.error().message.find("cannot be opened"), std::string::npos);
}

}  // namespace
}  // namespace hotpath::app
