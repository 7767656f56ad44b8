#include "hotpath/shm/end_locks.hpp"

#include <cerrno>

#include <fcntl.h>

namespace hotpath::shm {

namespace {

struct flock range_of(EndLock first, std::uint32_t count) noexcept {
    struct flock range{};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    range.l_start = first.number;
    range.l_len = count;
    return range;
}

LockTaken try_lock(const Descriptor& file, struct flock range) noexcept {
    if (::fcntl(file.number(), F_OFD_SETLK, &range) == 0) {
        return LockTaken::Yes;
    }
    return errno == EAGAIN || errno == EACCES ? LockTaken::No : LockTaken::Failed;
}

/// The first of these locks held by another process; 0 of them: none.
struct flock first_taken(const Descriptor& file, struct flock range) noexcept {
    if (::fcntl(file.number(), F_OFD_GETLK, &range) != 0) {
        range.l_type = F_UNLCK;
    }
    return range;
}

}  // namespace

LockTaken try_take(const Descriptor& file, EndLock lock) noexcept {
    return try_lock(file, range_of(lock, 1));
}

LockTaken try_take_all(const Descriptor& file) noexcept {
    return try_lock(file, range_of(EndLock::writer(), 1 + EndLock::kReadersMax));
}

bool is_taken(const Descriptor& file, EndLock lock) noexcept {
    return first_taken(file, range_of(lock, 1)).l_type != F_UNLCK;
}

std::uint32_t readers_attached(const Descriptor& file) noexcept {
    std::uint32_t attached = 0;
    for (std::uint32_t n = 0; n < EndLock::kReadersMax; ++n) {
        attached += is_taken(file, EndLock::reader(n)) ? 1U : 0U;
    }
    return attached;
}

const char* presence_name(Presence presence) noexcept {
    switch (presence) {
        case Presence::Never:
            return "never";
        case Presence::Attached:
            return "attached";
        case Presence::Left:
            return "left";
        case Presence::Crashed:
            return "crashed";
    }
    return "unknown";
}

}  // namespace hotpath::shm
