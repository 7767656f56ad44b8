// The file of host settings: what is written is read, and what is not there has its default.
#include "hotpath/config/host_settings_file.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::config {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class HostSettingsFile : public ::testing::Test {
  protected:
    [[nodiscard]] Expected<HostSettings> read(const std::string& text) const {
        std::ofstream(folder_ / "host.toml") << text;
        return read_host_settings(folder_ / "host.toml");
    }

    support::TemporaryDirectory folder_;
};

TEST_F(HostSettingsFile, WithoutAFileThereAreTheDefaults) {
    const auto settings = read_host_settings({});
    ASSERT_TRUE(settings);
    EXPECT_EQ(*settings, HostSettings{});
    EXPECT_EQ(settings->look_ahead, feed::LookAheadOptions{});
    EXPECT_EQ(settings->journal, journal::JournalOptions{}.head_start);
    EXPECT_EQ(settings->journal.pauses_max, 0U) << "a journal's reader makes no pauses by default";
}

TEST_F(HostSettingsFile, AKeyThatIsNotThereKeepsItsDefault) {
    const auto settings = read("[look_ahead]\norder = 0\n");
    ASSERT_TRUE(settings) << settings.error().message;
    feed::LookAheadOptions expected;
    expected.distances.order = 0;
    EXPECT_EQ(settings->look_ahead, expected);
    EXPECT_EQ(settings->journal, HostSettings{}.journal);
}

TEST_F(HostSettingsFile, WhatIsWrittenIsReadBack) {
    Random random(support::seed_of_this_test(1));
    for (int turn = 0; turn < 100; ++turn) {
        const HostSettings settings{
            .look_ahead = {.distances = {.table = random.below(1'025),
                                         .order = random.below(1'025),
                                         .level = random.below(1'025)},
                           .orders_min = static_cast<std::uint32_t>(random.below(1'000'000'001))},
            .journal = {.messages_few = 2 + random.below(65'535),
                        .pauses_max = static_cast<std::uint32_t>(random.below(4'097))}};
        const std::string text = host_settings_text(settings, "first\nsecond");
        EXPECT_THAT(text, StartsWith("# first\n# second\n\n[look_ahead]"));
        const auto again = read(text);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(*again, settings);
    }
}

TEST_F(HostSettingsFile, AFileThatIsNotThereIsNamed) {
    const auto settings = read_host_settings(folder_ / "none.toml");
    ASSERT_FALSE(settings);
    EXPECT_THAT(settings.error().message, HasSubstr("none.toml: No such file"));
}

}  // namespace
}  // namespace hotpath::config
