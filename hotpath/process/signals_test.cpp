// A stop request sets a flag; a closed peer and a file that is too long are errors of the calls.
#include "hotpath/process/signals.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "hotpath/core/descriptor.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::process {
namespace {

std::atomic<int> last_signal{0};

void note_signal(int number) {
    last_signal.store(number);
}

/// The handlers as they were before the test.
class Signals : public ::testing::Test {
  protected:
    void SetUp() override {
        for (std::size_t n = 0; n < kNumbers.size(); ++n) {
            ::sigaction(kNumbers[n], nullptr, &before_[n]);
        }
        last_signal = 0;
    }
    void TearDown() override {
        for (std::size_t n = 0; n < kNumbers.size(); ++n) {
            ::sigaction(kNumbers[n], &before_[n], nullptr);
        }
    }

  private:
    static constexpr std::array kNumbers{SIGINT, SIGTERM, SIGUSR1, SIGXFSZ, SIGPIPE};
    std::array<struct sigaction, kNumbers.size()> before_{};
};

TEST_F(Signals, AHandlerGetsTheSignalsThatItWishesFor) {
    set_signals({SIGUSR1}, note_signal);
    ::raise(SIGUSR1);
    EXPECT_EQ(last_signal, SIGUSR1);
}

TEST_F(Signals, AClosedPeerIsAnErrorOfTheWrite) {
    set_signals({}, note_signal);
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    const Descriptor writer(ends[1]);
    ::close(ends[0]);
    EXPECT_EQ(::write(writer.number(), "x", 1), -1);
    EXPECT_EQ(errno, EPIPE);
}

TEST_F(Signals, AFileThatIsTooLongIsAnErrorOfTheWrite) {
    const support::TemporaryDirectory folder;
    set_signals({}, note_signal);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit one{.rlim_cur = 1, .rlim_max = before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &one), 0);
    const Descriptor file(
        ::open((folder / "file").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
    const ssize_t first = ::write(file.number(), "x", 1);
    const ssize_t second = ::write(file.number(), "x", 1);
    const int error = errno;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(first, 1);
    EXPECT_EQ(second, -1);
    EXPECT_EQ(error, EFBIG);
}

TEST_F(Signals, AStopRequestSetsTheFlagAndTheProcessGoesOn) {
    const std::atomic<bool>& is_stopped = stop_on_signals();
    EXPECT_FALSE(is_stopped);
    ::raise(SIGTERM);
    EXPECT_TRUE(is_stopped);
    EXPECT_EQ(Expected<void>(stopped()).error().message,
              "stopped before the end; no result was written");
}

}  // namespace
}  // namespace hotpath::process
