#include "hotpath/shm/ring_check.hpp"

namespace hotpath::shm {

namespace {

using queue::BroadcastCheckpoint;
using queue::BroadcastHeader;
using queue::BroadcastRing;

/// A writer at work may go around the ring during one look; not during all of them.
constexpr int kLooksMax = 1'024;

enum class Look : std::uint8_t { Sound, Overtaken, NoCheckpoint, BadHeader };

/// From the checkpoint to the first header that is not published, a ring's length at most.
Look walk(const BroadcastRing& ring, std::uint64_t position) {
    for (std::uint64_t way = 0; way <= ring.capacity_bytes();) {
        const BroadcastHeader header = ring.header(position);
        if (!ring.is_intact(position)) {
            return Look::Overtaken;
        }
        if (!header.is_published()) {
            return Look::Sound;
        }
        if (!ring.is_sound(header, position)) {
            return Look::BadHeader;
        }
        way += header.stride();
        position += header.stride();
    }
    return Look::Overtaken;
}

Look look_at(const BroadcastRing& ring) {
    BroadcastCheckpoint newest;
    if (ring.reserved_until() % ring.chunk_bytes() != 0 || !ring.newest_checkpoint(newest)) {
        return Look::NoCheckpoint;
    }
    return walk(ring, newest.position);
}

}  // namespace

std::optional<std::string> broadcast_damage(const BroadcastRing& ring) {
    Look look = Look::Overtaken;
    for (int i = 0; i < kLooksMax; ++i) {
        look = look_at(ring);
        if (look == Look::Sound) {
            return std::nullopt;
        }
    }
    switch (look) {
        case Look::NoCheckpoint:
            return "checkpoint is missing, wanted one within the ring";
        case Look::BadHeader:
            return "record header is damaged, wanted one whose record ends within the ring";
        case Look::Overtaken:
        case Look::Sound:
            break;
    }
    return "distance to the newest record exceeds the ring, wanted a shorter one";
}

}  // namespace hotpath::shm
