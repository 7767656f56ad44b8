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
        jitter::Setting{.name = "isolation",
                        .state = jitter::SettingState::Change,
                        .present = "3",
                        .wanted = "2-3",
                        .how = "kernel command line isolcpus=2-3"},
        jitter::Setting{.name = "frequency governor",
                        .state = jitter::SettingState::Unknown,
                        .present = "not shown"},
        jitter::Setting{.name = "swap", .state = jitter::SettingState::Good, .present = "none"}};
    const std::string text = advice_text(settings);
    EXPECT_THAT(text, HasSubstr("isolation: now 3; should be 2-3: kernel command line isolcpus="));
    EXPECT_THAT(text, HasSubstr("not to be seen here: frequency governor (not shown"));
    EXPECT_THAT(text, HasSubstr("swap (none)"));
    EXPECT_THAT(text, Not(HasSubstr("swap: now")));
}

}  // namespace
}  // namespace hotpath::app
