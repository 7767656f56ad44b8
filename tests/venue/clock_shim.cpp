// Loaded before libc into a venue under test (LD_PRELOAD): its CLOCK_REALTIME is the machine's plus
// the nanoseconds that the file of HOTPATH_TEST_CLOCK says, read at every call. A time namespace
// moves the monotonic clocks only, and setting the machine's clock is not a test's to do.

#include <cstdint>
#include <cstdlib>
#include <ctime>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t step() {
    std::int64_t nanoseconds = 0;
    const char* path = std::getenv("HOTPATH_TEST_CLOCK");
    const int file = path == nullptr ? -1 : ::open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        if (::read(file, &nanoseconds, sizeof nanoseconds) != sizeof nanoseconds) {
            nanoseconds = 0;
        }
        ::close(file);
    }
    return nanoseconds;
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, struct timespec* time) noexcept {
    const auto done = static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
    if (done == 0 && clock == CLOCK_REALTIME) {
        const std::int64_t now = time->tv_sec * kSecond + time->tv_nsec + step();
        time->tv_sec = now / kSecond;
        time->tv_nsec = now % kSecond;
    }
    return done;
}
