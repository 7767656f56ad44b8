// The advice of `hotpath jitter` as text.
#include "apps/hotpath/jitter/report.hpp"

#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(JitterAdvice, NamesTheSettingItsValueTheWantedOneAndTheWay) {
    const std::array settings{
        Setting{.name = "isolation",
                .state = SettingState::Change,
                .present = "3",
                .wanted = "2-3",
                .how = "kernel command line isolcpus=2-3"},
        Setting{.name = "frequency governor", .state = SettingState::Unknown, .present = "not shown"},
        Setting{.name = "swap", .state = SettingState::Good, .present = "none"}};
    const std::string text = advice_text(settings);
    EXPECT_THAT(text, HasSubstr("isolation: now 3; should be 2-3: kernel command line isolcpus="));
    EXPECT_THAT(text, HasSubstr("not to be seen here: frequency governor (not shown"));
    EXPECT_THAT(text, HasSubstr("swap (none)"));
    EXPECT_THAT(text, Not(HasSubstr("swap: now")));
}

}  // namespace
}  // namespace hotpath::app
