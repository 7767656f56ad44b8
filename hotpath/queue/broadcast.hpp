#pragma once
/// One writer, many readers, records of any length: the writer never waits, a reader that it has
/// lapped gets the exact number of lost records. All of broadcast in one include, and a queue that
/// owns its memory.
///
///   BroadcastQueue queue(1U << 20U);            BroadcastReader reader = queue.reader();
///   BroadcastWriter writer = queue.writer();    std::array<std::byte, 256> record;
///   writer.write(bytes);                        reader.try_read(record).status == ...Record
///
/// Which memory the writer may overwrite, and how a reader detects it. Everything shared is a word
/// of 8 bytes, stored with release and loaded with acquire (atomic_words.hpp), so there is no data
/// race to reason about, only order. R is reserved_until, C the capacity, P a record's position.
///
/// 1. Nothing unpublished is read. A reader at P waits for the word at P to become non-zero. It
///    came to P through the header before it (or a checkpoint), stored with release after the word
///    at P was zeroed: its acquire makes the zero the oldest value it can find there, never the
///    payload of the previous lap, with any value. The header at P is stored with release
///    after the payload: its acquire shows the whole record. Without the first pair old bytes pass
///    for a header; without the second the payload is that of the lap before.
/// 2. Nothing overwritten is delivered. Before the writer stores anything at position Q it stores
///    R > Q. Every store of a word is a release after that one, every load of a word an acquire:
///    a reader that loaded a word of Q >= P + C therefore sees R > P + C when it loads R
///    afterwards, and refuses what it copied. When it sees R - P <= C, no word it copied was of a
///    later lap. With relaxed words the load of R could come first, and a mixture would be
///    delivered: never seen on x86, allowed on ARM. The header is used before the check, within
///    bounds that hold for any word: what it describes ends within the ring and fits the reader's
///    memory. So the copy is harmless, and one check after it refuses both.
/// 3. A batch appears at once. All its words, also the headers after the first, are stored before
///    the first header, and readers reach them only through it. Padding at the ring's end is
///    the first header of a batch: that of the record after it is stored before. Checkpoints are
///    only left for the first record of a publication.
/// 4. A writer that dies has published a record or has not: the header is one word. All else that
///    it stored lies after a zero word that readers wait at. R may be too high then, which costs a
///    slow reader some records that were still whole, and is counted as lost. The next writer
///    leaves the checkpoint that the dead one may have owed.
/// 5. A checkpoint is two words, its position stored last with release. A reader that takes the
///    position of one and the seq of the next has a position a lap old, which 2. refuses.
///
/// Threads, allocation, complexity: those of the writer and the readers; BroadcastQueue allocates
/// once. After the talk "Engineering low-latency trading systems" (FastQueue) and Agrona's
/// broadcast buffer.

#include <cstddef>

#include "hotpath/queue/broadcast_reader.hpp"
#include "hotpath/queue/broadcast_ring.hpp"
#include "hotpath/queue/broadcast_writer.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue {

/// A broadcast within one process. It must outlive its writer and its readers.
class BroadcastQueue {
  public:
    /// Allocates the ring. `capacity_bytes` must be a power of two, 4 KiB to 4 GiB; aborts
    /// otherwise.
    explicit BroadcastQueue(std::size_t capacity_bytes, BroadcastStart start = {})
        : memory_(BroadcastRing::bytes(capacity_bytes)),
          ring_(BroadcastRing::format(memory_.bytes(), capacity_bytes, start)) {}

    [[nodiscard]] BroadcastRing ring() const noexcept { return ring_; }
    /// Returns the writer, one at a time; it continues after the last published record.
    [[nodiscard]] BroadcastWriter writer() const noexcept { return BroadcastWriter(ring_); }
    /// Returns a reader, independent of all others.
    [[nodiscard]] BroadcastReader reader(StartAt start = StartAt::Newest) const noexcept {
        return BroadcastReader(ring_, start);
    }

  private:
    RingMemory memory_;
    BroadcastRing ring_;
};

}  // namespace hotpath::queue
