#pragma once
/// The locks of a segment: for one writer and up to kReadersMax readers, each on one byte of the
/// file that the kernel takes back when its holder's file is closed, however the process ended.
///
/// The locks are open-file-description locks: they belong to the opened file, not to the process,
/// so two ends in one process refuse each other like two processes, and closing another descriptor
/// of the same file drops nothing. A child made by fork() without exec() shares its parent's locks.
/// Threads: any, on separate descriptors. Allocation: none. Complexity: a system call each.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/descriptor.hpp"

namespace hotpath::shm {

/// The byte that is locked: 0 is the writer's, 1 to kReadersMax are readers'.
struct EndLock {
    static constexpr std::uint32_t kReadersMax = 64;

    std::uint32_t number = 0;

    [[nodiscard]] static constexpr EndLock writer() noexcept { return {0}; }
    /// The only one of an spsc channel is the first.
    [[nodiscard]] static constexpr EndLock reader(std::uint32_t n = 0) noexcept { return {1 + n}; }
};

enum class LockTaken : std::uint8_t { Yes, No, Failed };  // Failed: errno says why

/// Takes the lock while the file is open; No when another process has it.
[[nodiscard]] LockTaken try_take(const Descriptor& file, EndLock lock) noexcept;

/// Takes every lock at once, so that no process can attach while the channel is removed.
[[nodiscard]] LockTaken try_take_all(const Descriptor& file) noexcept;

/// Whether another process than the holder of this descriptor has the lock.
[[nodiscard]] bool is_taken(const Descriptor& file, EndLock lock) noexcept;

/// How many reader's locks others than the holder of this descriptor have.
[[nodiscard]] std::uint32_t readers_attached(const Descriptor& file) noexcept;

/// The state of a lock, by the kernel's lock and its record.
enum class Presence : std::uint8_t {
    Never,     // not used yet
    Attached,  // in use
    Left,      // the last process exited in order
    Crashed,   // the last one did not
};

[[nodiscard]] const char* presence_name(Presence presence) noexcept;

struct EndState {
    Presence presence = Presence::Never;
    std::uint64_t epoch = 0;       // how many have attached as this end
    std::uint64_t holder_pid = 0;  // of the attached or crashed process; 0: unknown
};

}  // namespace hotpath::shm
