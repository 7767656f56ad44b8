#pragma once
/// CrossedBooks: judges a recording's own locked and crossed books at the end of each instant.
///
/// A venue publishes what happened together as several messages, and between two of them a book may
/// be crossed. So a message that locks or crosses the book of an instrument that trades is kept, and
/// is a fault only when the book still is so, and still trades, when the recording's time goes on or
/// the recording ends. Nothing is repaired. Threads: one owner. Allocation: one entry for each
/// instrument that is crossed in one instant. Complexity: one comparison a message.

#include <cstdint>
#include <vector>

#include "hotpath/backtest/message_time.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"

namespace hotpath::backtest {

class CrossedBooks {
  public:
    [[nodiscard]] bool is_empty() const noexcept { return kept_.empty(); }

    /// A message that is about to be played. An error names the first message that left a book
    /// locked or crossed at the end of the instant before.
    [[nodiscard]] Expected<void> before(Bytes message, const sim::flow::RecordedFlow& flow,
                                        const exchange::Exchange& venue) {
        return time_of_message(message) > instant_ ? at_end(flow, venue) : Expected<void>();
    }
    /// The order of this message, the recording's `number`th, has locked or crossed its book.
    void note(Bytes message, std::uint64_t number, const sim::flow::RecordedFlow& flow,
              const exchange::Exchange& venue);
    /// The instant has ended.
    [[nodiscard]] Expected<void> at_end(const sim::flow::RecordedFlow& flow,
                                        const exchange::Exchange& venue);

  private:
    struct Crossing {
        std::uint64_t number = 0;  // of its first message
        InstrumentId instrument{};
    };

    std::vector<Crossing> kept_;  // of one instant
    Time instant_{};
};

}  // namespace hotpath::backtest
