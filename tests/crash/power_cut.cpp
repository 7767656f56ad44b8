#include "tests/crash/power_cut.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <linux/loop.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

#include "tests/crash/child.hpp"

namespace hotpath::crash {

namespace {

constexpr unsigned long kExt4Shutdown = 0x8004587d;  // EXT4_IOC_SHUTDOWN, not in a header
constexpr std::uint32_t kNoLogFlush = 2;
constexpr std::uint64_t kImageBytes = std::uint64_t{64} << 20U;
constexpr int kTries = 200;
constexpr useconds_t kPauseUs = 10'000;

std::unexpected<Error> fail_with(const std::string& what) {
    return fail(what + ": " + std::strerror(errno));
}

/// A free loop device, bound to the image; its path. Another test may take it first.
Expected<std::string> try_bind_loop(const std::filesystem::path& image) {
    const int control = ::open("/dev/loop-control", O_RDWR | O_CLOEXEC);
    if (control < 0) {
        return fail_with("/dev/loop-control cannot be opened");
    }
    const int number = ::ioctl(control, LOOP_CTL_GET_FREE);
    ::close(control);
    if (number < 0) {
        return fail_with("no loop device is free");
    }
    const std::string device = "/dev/loop" + std::to_string(number);
    const int loop = ::open(device.c_str(), O_RDWR | O_CLOEXEC);
    const int file = ::open(image.c_str(), O_RDWR | O_CLOEXEC);
    const bool is_bound = loop >= 0 && file >= 0 && ::ioctl(loop, LOOP_SET_FD, file) == 0;
    const int error = errno;
    ::close(file);
    ::close(loop);
    errno = error;
    if (is_bound) {
        return device;
    }
    auto failed = fail_with(device + " cannot be bound");
    errno = error;  // for a retry
    return failed;
}

Expected<std::string> bind_loop(const std::filesystem::path& image) {
    auto loop = try_bind_loop(image);
    for (int i = 0; i < kTries && !loop && errno == EBUSY; ++i) {
        ::usleep(kPauseUs);
        loop = try_bind_loop(image);
    }
    return loop;
}

void release_loop(const std::string& device) {
    const int loop = ::open(device.c_str(), O_RDWR | O_CLOEXEC);
    if (loop >= 0) {
        ::ioctl(loop, LOOP_CLR_FD, 0);
        ::close(loop);
    }
}

}  // namespace

Expected<std::unique_ptr<PowerCutDisk>> PowerCutDisk::create(const std::filesystem::path& folder) {
    if (::geteuid() != 0) {
        return fail("cutting a file system's power needs root");
    }
    std::unique_ptr<PowerCutDisk> disk(new PowerCutDisk(folder / "disk.ext4", folder / "disk"));
    std::filesystem::create_directory(disk->mounted_);
    const int image = ::open(disk->image_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    const bool is_made = image >= 0 && ::ftruncate(image, static_cast<off_t>(kImageBytes)) == 0;
    ::close(image);
    if (!is_made || ::access("/sbin/mkfs.ext4", X_OK) != 0) {
        return fail_with("/sbin/mkfs.ext4, or room for an image");
    }
    Child mkfs;
    mkfs.start({"/sbin/mkfs.ext4", "-q", "-F", disk->image_.string()});
    if (mkfs.wait() != 0) {
        return fail("mkfs.ext4 failed");
    }
    if (auto mounted = disk->mount(); !mounted) {
        return std::unexpected(mounted.error());
    }
    return disk;
}

PowerCutDisk::~PowerCutDisk() {
    unmount();
}

Expected<void> PowerCutDisk::mount() {
    auto loop = bind_loop(image_);
    if (!loop) {
        return std::unexpected(loop.error());
    }
    loop_ = std::move(*loop);
    if (::mount(loop_.c_str(), mounted_.c_str(), "ext4", 0, "") != 0) {
        return fail_with(loop_ + " cannot be mounted");
    }
    is_mounted_ = true;
    return {};
}

void PowerCutDisk::unmount() {
    // A process that was killed a moment ago may still hold its files.
    for (int i = 0; i < kTries && is_mounted_; ++i) {
        is_mounted_ = ::umount(mounted_.c_str()) != 0;
        if (is_mounted_) {
            ::usleep(kPauseUs);
        }
    }
    if (!loop_.empty()) {
        release_loop(loop_);
        loop_.clear();
    }
}

Expected<void> PowerCutDisk::cut() {
    const int folder = ::open(mounted_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    std::uint32_t how = kNoLogFlush;
    const bool is_cut = folder >= 0 && ::ioctl(folder, kExt4Shutdown, &how) == 0;
    const int error = errno;
    ::close(folder);
    errno = error;
    return is_cut ? Expected<void>{} : fail_with("EXT4_IOC_SHUTDOWN");
}

Expected<void> PowerCutDisk::restore() {
    unmount();
    if (is_mounted_) {
        return fail("the file system stays busy");
    }
    return mount();
}

}  // namespace hotpath::crash
