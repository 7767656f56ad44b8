#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/data_files.hpp"
#include "tests/support/own_ports.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::support {
namespace {

// An environment variable for the length of a test; what it was before comes back.
class ScopedEnvironment {
  public:
    ScopedEnvironment(const char* name, const std::string& value) : name_(name) {
        if (const char* const before = std::getenv(name)) {
            before_ = before;
        }
        setenv(name, value.c_str(), 1);
    }
    ~ScopedEnvironment() {
        if (before_) {
            setenv(name_, before_->c_str(), 1);
        } else {
            unsetenv(name_);
        }
    }
    ScopedEnvironment(const ScopedEnvironment&) = delete;
    ScopedEnvironment& operator=(const ScopedEnvironment&) = delete;

  private:
    const char* name_;
    std::optional<std::string> before_;
};

TEST(TemporaryDirectory, DisappearsWithEverythingInIt) {
    std::filesystem::path path;
    {
        const TemporaryDirectory folder;
        path = folder.path();
        std::filesystem::create_directories(folder / "a/b");
        std::ofstream(folder / "a/b/file") << "text";
        EXPECT_TRUE(std::filesystem::exists(path / "a/b/file"));
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TemporaryDirectory, IsAnotherOneEachTime) {
    const TemporaryDirectory first;
    const TemporaryDirectory second;
    EXPECT_NE(first.path(), second.path());
}

TEST(DataFiles, LicensedDataIsLookedForWhereTheEnvironmentPoints) {
    const TemporaryDirectory folder;
    std::ofstream(folder / "sample") << "bytes";
    const ScopedEnvironment data("HOTPATH_DATA", folder.path().string());
    EXPECT_EQ(licensed_data("sample"), folder / "sample");
    EXPECT_EQ(licensed_data("another"), std::nullopt);
}

TEST(DataFiles, TheSkipNamesTheFileAndTheVariable) {
    const ScopedEnvironment data("HOTPATH_DATA", "/nowhere");
    EXPECT_EQ(licensed_data("itch50/day"), std::nullopt);
    const std::string sentence = missing_data("itch50/day");
    EXPECT_NE(sentence.find("/nowhere/itch50/day"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("HOTPATH_DATA"), std::string::npos) << sentence;
}

/// The first port of another process, tests/support/own_ports.py, that begins to look at this process's block.
int port_of_another_process(std::uint16_t block) {
    const std::string command =
        "python3 -B -c \"import sys; sys.path.insert(0, '" HOTPATH_SOURCE_DIR
        "/tests/support'); import own_ports; own_ports.os.getpid = lambda: " +
        std::to_string(block) + "; print(own_ports.own_port())\"";
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    int port = 0;
    EXPECT_EQ(std::fscanf(pipe, "%d", &port), 1);
    EXPECT_EQ(::pclose(pipe), 0);
    return port;
}

TEST(OwnPorts, NoPortComesTwiceNorToAnotherProcess) {
    std::set<std::uint16_t> ports;
    for (int n = 0; n < 2 * kPortsOfBlock; ++n) {
        EXPECT_TRUE(ports.insert(own_port()).second);
    }
    const auto block_of = [](int port) { return (port - kOwnPortsFirst) / kPortsOfBlock; };
    const int block = block_of(*ports.begin());
    const int other = port_of_another_process(static_cast<std::uint16_t>(block));
    EXPECT_GE(other, kOwnPortsFirst);
    EXPECT_LT(block_of(other), kPortBlocks);
    EXPECT_FALSE(std::ranges::any_of(
        ports, [&](std::uint16_t port) { return block_of(port) == block_of(other); }));
}

TEST(OwnPorts, APortThatIsBoundIsPassedOver) {
    const std::uint16_t port = own_port();
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port + 1));
    ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_NE(own_port(), port + 1);
    ::close(socket);
}

TEST(Seeds, TheEnvironmentReplacesTheSeedOfATest) {
    const ScopedEnvironment seed("HOTPATH_SEED", "0x10");
    EXPECT_EQ(seed_of_this_test(42), 16U);
}

TEST(Seeds, ATestKeepsItsOwnSeedWithoutTheEnvironment) {
    const ScopedEnvironment seed("HOTPATH_SEED", "");
    unsetenv("HOTPATH_SEED");
    EXPECT_EQ(seed_of_this_test(42), 42U);
}

TEST(Seeds, TheReplayCommandNamesTheTest) {
    ::testing::internal::CaptureStdout();
    const std::uint64_t seed = seed_of_this_test(7);
    const std::string line = ::testing::internal::GetCapturedStdout();
    EXPECT_NE(line.find("HOTPATH_SEED=" + std::to_string(seed)), std::string::npos) << line;
    EXPECT_NE(line.find("--gtest_filter=Seeds.TheReplayCommandNamesTheTest"), std::string::npos)
        << line;
}

TEST(Seeds, LongRunsAreAskedFor) {
    const ScopedEnvironment length("HOTPATH_LONG_TESTS", "1");
    EXPECT_TRUE(is_long_run());
    EXPECT_EQ(rounds_of_this_run({.usual = 100, .long_run = 3'000}), 3'000U);
    unsetenv("HOTPATH_LONG_TESTS");
    EXPECT_FALSE(is_long_run());
    EXPECT_THAT(rounds_of_this_run({.usual = 100, .long_run = 3'000}), testing::AnyOf(12U, 100U));
    EXPECT_GT(rounds_of_this_run({.usual = 3, .long_run = 30}), 0U);
}

}  // namespace
}  // namespace hotpath::support
