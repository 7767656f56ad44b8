#pragma once
/// The settings of two threads over a ring, as candidates: how the thread that empties a journal's
/// ring waits, and the memory layout of a queue's messages.
///
/// A run sends records from one core to the other, as fast as they go; its answer is their sum at
/// the other end. Threads: run() pins the calling one to the first core, and one more to the
/// second, which it joins. Allocation: the rings, once. Complexity: a run is kRecords records.

#include <span>

#include "hotpath/measure/machine.hpp"
#include "hotpath/queue/head_start.hpp"
#include "hotpath/tune/choice.hpp"

namespace hotpath::tune {

using measure::TwoCores;

/// One for each candidate of the knob; the first is the default.
[[nodiscard]] std::span<const queue::HeadStartOptions> journal_candidates() noexcept;

/// The ring of a journal, of records of 40 bytes: how long its consumer waits after a round that
/// found few.
[[nodiscard]] Knob journal_head_start(const TwoCores& cores);
/// A queue of messages of 40 bytes: on a line each, or packed.
[[nodiscard]] Knob ring_layout(const TwoCores& cores);
/// The same, on a line each: how many slots ahead its producer looks.
[[nodiscard]] Knob ring_slots_ahead(const TwoCores& cores);

}  // namespace hotpath::tune
