#include "hotpath/shm/seats.hpp"

#include <cerrno>

#include <fcntl.h>

namespace hotpath::shm {

namespace {

struct flock range_of(Seat first, std::uint32_t count) noexcept {
    struct flock range{};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    range.l_start = first.number;
    range.l_len = count;
    return range;
}

SeatTaken try_lock(const Descriptor& file, struct flock range) noexcept {
    if (::fcntl(file.number(), F_OFD_SETLK, &range) == 0) {
        return SeatTaken::Yes;
    }
    return errno == EAGAIN || errno == EACCES ? SeatTaken::No : SeatTaken::Failed;
}

/// The first of these seats held by another process; 0 of them: none.
struct flock first_taken(const Descriptor& file, struct flock range) noexcept {
    if (::fcntl(file.number(), F_OFD_GETLK, &range) != 0) {
        range.l_type = F_UNLCK;
    }
    return range;
}

}  // namespace

SeatTaken try_take(const Descriptor& file, Seat seat) noexcept {
    return try_lock(file, range_of(seat, 1));
}

SeatTaken try_take_all(const Descriptor& file) noexcept {
    return try_lock(file, range_of(Seat::writer(), 1 + Seat::kReadersMax));
}

bool is_taken(const Descriptor& file, Seat seat) noexcept {
    return first_taken(file, range_of(seat, 1)).l_type != F_UNLCK;
}

std::uint32_t readers_seated(const Descriptor& file) noexcept {
    std::uint32_t seated = 0;
    for (std::uint32_t n = 0; n < Seat::kReadersMax; ++n) {
        seated += is_taken(file, Seat::reader(n)) ? 1U : 0U;
    }
    return seated;
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
