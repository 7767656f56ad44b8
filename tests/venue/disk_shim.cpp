// Loaded before libc into a process under test (LD_PRELOAD): calls on files below HOTPATH_TEST_DISK_FOLDER fail as the file
// HOTPATH_TEST_DISK says, read at every call. Its words are a call (write, sync, folder) and what happens: an errno, "short" (a
// write of half the bytes), or "slow" and milliseconds. A disk that fails on request needs neither root nor a device.

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

constexpr std::size_t kRoom = 4'096;

struct Fault {
    bool is_short = false;
    int error = 0;
    int slow_ms = 0;
};

/// No terminating zero when the file does not fit: read() never fills the room.
void read_text(const char* path, char (&text)[kRoom]) {
    text[0] = '\0';
    const int file = path == nullptr ? -1 : ::open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        const ssize_t count = ::read(file, text, kRoom - 1);
        text[count > 0 ? count : 0] = '\0';
        ::close(file);
    }
}

bool is_ours(int descriptor) {
    const char* folder = std::getenv("HOTPATH_TEST_DISK_FOLDER");
    char link[64] = "/proc/self/fd/";
    char* end = link + std::strlen(link);
    char digits[16];
    int count = 0;
    do {
        digits[count++] = static_cast<char>('0' + descriptor % 10);
        descriptor /= 10;
    } while (descriptor > 0);
    while (count > 0) {
        *end++ = digits[--count];
    }
    *end = '\0';
    char path[kRoom];
    const ssize_t length = ::readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    return folder != nullptr && std::strncmp(path, folder, std::strlen(folder)) == 0;
}

Fault fault_of(const char* call, int descriptor) {
    Fault fault;
    char text[kRoom];
    read_text(std::getenv("HOTPATH_TEST_DISK"), text);
    const std::size_t length = std::strlen(call);
    if (std::strncmp(text, call, length) != 0 || text[length] != ' ' || !is_ours(descriptor)) {
        return fault;
    }
    const char* what = text + length + 1;
    fault.is_short = std::strncmp(what, "short", 5) == 0;
    if (std::strncmp(what, "slow ", 5) == 0) {
        fault.slow_ms = std::atoi(what + 5);
    } else {
        fault.error = std::atoi(what);
    }
    return fault;
}

/// False with errno when the call is not to be made.
bool passes(const Fault& fault) {
    if (fault.slow_ms > 0) {
        ::usleep(static_cast<useconds_t>(fault.slow_ms) * 1'000U);
    }
    errno = fault.error;
    return fault.error == 0;
}

ssize_t write_at(int file, const void* bytes, std::size_t count, off_t offset) {
    constexpr std::size_t kBlock = 4'096;  // what a direct write is a multiple of
    const Fault fault = fault_of("write", file);
    if (!passes(fault)) {
        return -1;
    }
    if (fault.is_short && count > 1) {
        count = count > kBlock ? count / 2 / kBlock * kBlock + (count < 2 * kBlock ? kBlock : 0)
                               : (count + 1) / 2;
    }
    return static_cast<ssize_t>(::syscall(SYS_pwrite64, file, bytes, count, offset));
}

}  // namespace

extern "C" ssize_t pwrite(int file, const void* bytes, std::size_t count, off_t offset) {
    return write_at(file, bytes, count, offset);
}

extern "C" ssize_t pwrite64(int file, const void* bytes, std::size_t count, off64_t offset) {
    return write_at(file, bytes, count, offset);
}

extern "C" int fdatasync(int file) {
    return passes(fault_of("sync", file)) ? static_cast<int>(::syscall(SYS_fdatasync, file)) : -1;
}

extern "C" int fsync(int file) {
    return passes(fault_of("folder", file)) ? static_cast<int>(::syscall(SYS_fsync, file)) : -1;
}
