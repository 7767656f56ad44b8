#include "hotpath/jitter/core_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::jitter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CoreList, ReadsCoresAndRangesInAnyOrderEachOnce) {
    EXPECT_THAT(*parse_core_list("5,0,2-4,3"), ElementsAre(0, 2, 3, 4, 5));
    EXPECT_THAT(*parse_core_list("1023"), ElementsAre(1023));
}

TEST(CoreList, AnEmptyListIsWhatTheKernelWritesForNone) {
    EXPECT_TRUE(parse_core_list("")->empty());
    EXPECT_TRUE(parse_core_list("(null)")->empty());
}

TEST(CoreList, RefusesWhatIsNoListAndNamesIt) {
    for (const char* text : {",", "1,", ",1", "1,,2", "1-", "-1", "3-2", "1024", "a", "0x1", "1 ",
                             "99999999999999999999", "1-2-3"}) {
        const auto cores = parse_core_list(text);
        ASSERT_FALSE(cores) << text;
        EXPECT_THAT(cores.error().message, HasSubstr("must be cores from 0 to 1023")) << text;
        EXPECT_THAT(check_core_list(text), HasSubstr(text));
    }
    EXPECT_EQ(check_core_list("0-1"), "");
}

TEST(CoreList, WritesRangesAsTheKernelDoes) {
    EXPECT_EQ(core_list_text(*parse_core_list("7,0,1,2,5")), "0-2,5,7");
    EXPECT_EQ(core_list_text({}), "");
}

TEST(CoreList, ThisProcessMayRunSomewhere) {
    EXPECT_FALSE(allowed_cores().empty());
}

}  // namespace
}  // namespace hotpath::jitter
