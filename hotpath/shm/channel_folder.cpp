#include "hotpath/shm/channel_folder.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hotpath::shm {

namespace {

namespace fs = std::filesystem;

std::string octal(mode_t mode) {
    std::ostringstream text;
    text << '0' << std::oct << (mode & 07777U);
    return text.str();
}

/// The first hugetlbfs mount; a path with characters that /proc/mounts escapes is passed over.
std::optional<fs::path> hugetlbfs_mount() {
    std::ifstream mounts("/proc/self/mounts");
    for (std::string line; std::getline(mounts, line);) {
        std::istringstream fields(line);
        std::string device;
        std::string folder;
        std::string type;
        fields >> device >> folder >> type;
        if (type == "hugetlbfs" && folder.find('\\') == std::string::npos) {
            return folder;
        }
    }
    return std::nullopt;
}

Expected<Descriptor> open_folder(const fs::path& folder) {
    Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!opened) {
        return fail_at(folder, "cannot be opened as a directory");
    }
    struct stat status{};
    if (::fstat(opened.number(), &status) != 0) {
        return fail_at(folder, "cannot be examined");
    }
    if (status.st_uid != ::geteuid()) {
        return refuse(folder, {.field = "owner",
                               .found = "user " + std::to_string(status.st_uid),
                               .wanted = "user " + std::to_string(::geteuid())});
    }
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return refuse(folder, {.field = "mode",
                               .found = octal(status.st_mode),
                               .wanted = "0700: no other user may create channels there"});
    }
    return opened;
}

}  // namespace

std::unexpected<Error> fail_at(const fs::path& file, const std::string& what) {
    const int error_number = errno;  // before anything allocates
    return fail(file.string() + ": " + what + ": " + std::strerror(error_number));
}

std::unexpected<Error> refuse(const fs::path& file, const Mismatch& mismatch) {
    return fail(file.string() + ": " + mismatch.field + " is " + mismatch.found + ", wanted " +
                mismatch.wanted);
}

ChannelFolder ChannelFolder::standard() {
    const std::string own = "hotpath-" + std::to_string(::geteuid());
    const auto mount = hugetlbfs_mount();
    return {.folder = fs::path("/dev/shm") / own, .huge_folder = mount ? *mount / own : fs::path()};
}

ChannelFolder ChannelFolder::at(const fs::path& folder) {
    return folder.empty() ? standard() : ChannelFolder{.folder = folder, .huge_folder = {}};
}

Expected<void> make_folder(const fs::path& folder) {
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
        return fail_at(folder, "cannot be created");
    }
    return check_folder(folder);
}

Expected<void> check_folder(const fs::path& folder) {
    const auto opened = open_folder(folder);
    return opened ? Expected<void>{} : std::unexpected(opened.error());
}

Expected<FolderLock> FolderLock::take(const fs::path& folder, int tries) {
    auto opened = open_folder(folder);
    if (!opened) {
        return std::unexpected(opened.error());
    }
    for (int i = 0; i < tries; ++i) {
        if (::flock(opened->number(), LOCK_EX | LOCK_NB) == 0) {
            return FolderLock(std::move(*opened));
        }
        if (errno != EWOULDBLOCK && errno != EINTR) {
            return fail_at(folder, "cannot be locked");
        }
        ::usleep(kPauseMs * 1'000);
    }
    return fail(folder.string() +
                ": another process has held the lock of this directory for too long");
}

}  // namespace hotpath::shm
