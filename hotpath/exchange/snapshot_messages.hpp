#pragma once
/// The books of this moment as the ITCH messages of a GLIMPSE snapshot, into a stream of their own:
/// directory, trading states, every open order by instrument, side and priority, the end.
///
/// The directory says symbol and instrument, nothing else of what a full one says. Threads: the
/// exchange's owner. Allocation: the stream. Complexity: O(orders + instruments).

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/wire/sequenced_store.hpp"

namespace hotpath::exchange {

/// Complete and ended; Exchange::next_seq() is the number its last message says.
[[nodiscard]] Expected<wire::SequencedStore> make_snapshot(const Exchange& exchange, Nanos now);

/// The longest of its messages.
inline constexpr std::size_t kSnapshotMessageMax = 50;

}  // namespace hotpath::exchange
