#pragma once
/// Checks that the words of a ring are plausible before an endpoint uses them: a damaged file is an
/// error at attach and neither an endless search nor a stray address.
///
/// True for every state that a crash can leave and while the other end keeps working. A ring that
/// passes may still hold wrong messages (those need separate checksums), never wrong places.
/// Threads: the caller has its lock; the other end may be at work. Allocation: an error's sentence.
/// Complexity: spsc O(slots), broadcast O(records in a few chunks).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "hotpath/core/bytes.hpp"
#include "hotpath/queue/broadcast_ring.hpp"
#include "hotpath/queue/spsc_ring.hpp"

namespace hotpath::shm {

enum class SpscEnd : std::uint8_t { Producer, Consumer };

/// The caller's own position is at rest, and the other end can be at most a ring away from it: all
/// turns lie in a window around it, each in the slot of its number.
template <class T>
[[nodiscard]] std::optional<std::string> spsc_damage(MutableBytes ring, std::size_t slots,
                                                     SpscEnd end) {
    using Notes = queue::SpscNotes<std::uint64_t>;
    const auto* const notes = reinterpret_cast<const Notes*>(ring.data());
    const std::uint64_t own = end == SpscEnd::Producer
                                  ? notes->produced.load(std::memory_order_acquire)
                                  : notes->consumed.load(std::memory_order_acquire);
    const queue::Slots<T, std::uint64_t> places(
        reinterpret_cast<queue::Slot<T, std::uint64_t>*>(ring.data() + sizeof(Notes)), slots);
    for (std::size_t i = 0; i < slots; ++i) {
        const std::uint64_t turn = places.at(i).turn.load(std::memory_order_acquire);
        const bool is_near = turn - (own - 2 * slots) <= 5 * slots;
        const bool is_of_this_slot = ((turn - i) & (slots - 1)) <= 1;
        if (!is_near || !is_of_this_slot) {
            return "turn of slot " + std::to_string(i) + " is " + std::to_string(turn) +
                   ", wanted one near " + std::to_string(own);
        }
    }
    return std::nullopt;
}

/// There is a checkpoint, and from it sound headers lead to the first that is not published.
[[nodiscard]] std::optional<std::string> broadcast_damage(const queue::BroadcastRing& ring);

}  // namespace hotpath::shm
