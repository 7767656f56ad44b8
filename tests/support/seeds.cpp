#include "tests/support/seeds.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace hotpath::support {
namespace {

std::string name_of_this_test() {
    const ::testing::TestInfo* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    return test == nullptr ? "*" : std::string(test->test_suite_name()) + "." + test->name();
}

}  // namespace

std::uint64_t seed_of_this_test(std::uint64_t seed) {
    if (const char* const chosen = std::getenv("HOTPATH_SEED")) {
        seed = std::strtoull(chosen, nullptr, 0);
    }
    std::error_code ignored;
    const std::string program = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
    std::printf("replay with: HOTPATH_SEED=%llu %s --gtest_filter=%s\n",
                static_cast<unsigned long long>(seed), program.c_str(),
                name_of_this_test().c_str());
    std::fflush(stdout);
    return seed;
}

std::uint64_t wanted_of_this_run(const char* variable, std::uint64_t otherwise) {
    const char* const text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

bool is_long_run() {
    const char* const chosen = std::getenv("HOTPATH_LONG_TESTS");
    return chosen != nullptr && std::string_view(chosen) == "1";
}

std::uint64_t rounds_of_this_run(const Rounds& rounds) {
    constexpr std::uint64_t kRoundsMin = 1;
    return is_long_run() ? rounds.long_run
                         : std::max(kRoundsMin, rounds.usual / HOTPATH_USUAL_ROUNDS_DIVISOR);
}

}  // namespace hotpath::support
