#include "hotpath/core/cpu.hpp"

#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sched.h>

namespace hotpath {
namespace {

std::uint32_t first_allowed_core() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    EXPECT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    std::uint32_t core = 0;
    while (!CPU_ISSET(core, &allowed)) {
        ++core;
    }
    return core;
}

TEST(Cpu, ThereIsAtLeastOneCore) {
    EXPECT_GE(cpu_count(), 1U);
}

TEST(Cpu, APinnedThreadRunsOnItsCoreAlone) {
    // In a thread of its own: pinning outlives the test.
    std::thread([core = first_allowed_core()] {
        ASSERT_TRUE(pin_this_thread(core).has_value());
        EXPECT_EQ(sched_getcpu(), static_cast<int>(core));
        EXPECT_EQ(cpu_count(), 1U);
    }).join();
}

TEST(Cpu, PinningToACoreThatIsNotThereIsAnErrorThatNamesIt) {
    for (const std::uint32_t core : {1023U, 1024U, 1'000'000U}) {
        const Expected<void> pinned = pin_this_thread(core);
        ASSERT_FALSE(pinned.has_value());
        EXPECT_NE(pinned.error().message.find("core " + std::to_string(core)), std::string::npos);
    }
}

}  // namespace
}  // namespace hotpath
