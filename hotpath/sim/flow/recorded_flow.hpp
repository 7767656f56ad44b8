#pragma once
/// A recorded ITCH stream as order flow on an Exchange: what the market's participants must have
/// sent for the venue to publish what it published.
///
/// Two rules. The recording decides when an order enters and leaves; the matcher decides its
/// trades. And events that price-time matching cannot produce are not left to the matcher:
/// RecordedFlow keeps the recording's own books, sees there that a message is out of turn or the
/// book crossed, commands the outcome directly, and counts it. README.md of this folder goes
/// through the messages one by one.
///
/// Instruments are the exchange's, by symbol: a recording's stock locate is translated to the id
/// that the exchange has, or now assigns, for the symbol listed there.
///
/// With no session on the exchange its books equal recording() after every message, for any input.
/// With sessions, recorded orders stay on the exchange at most for the recorded lifetime: session
/// orders are met by flow that in the recording met others. When, and what that does to the others,
/// says the FillModel; in a matched flow what then is left of an order that the recording has
/// executed is withdrawn.
///
/// Threads: one owner. Allocation: all in create(). Complexity: one book update and one command a
/// message.

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/growing_hash_map.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/sim/flow/fill_model.hpp"
#include "hotpath/sim/flow/level_flow.hpp"
#include "hotpath/sim/flow/level_takers.hpp"

namespace hotpath::sim::flow {

struct FlowCounters {
    std::uint64_t messages = 0;
    std::uint64_t decode_errors = 0;  // unknown type or wrong length: dropped
    std::uint64_t order_messages = 0;
    std::uint64_t passed_through = 0;  // administrative messages, hidden trades, crosses

    // Events that the matcher would not produce: commanded directly.
    std::uint64_t executions_with_price = 0;   // C
    std::uint64_t executions_out_of_turn = 0;  // E of an order that is not the first in line
    std::uint64_t crossing_orders = 0;         // A, F or U that rested on a book it crosses

    // Impossible events: without effect, except that a reduction beyond the open quantity takes
    // what is left.
    std::uint64_t impossible = 0;

    // The symbol differs from the stock locate's, or is unknown: dropped.
    std::uint64_t symbol_mismatches = 0;

    // Refused by the exchange although recorded: its bounds are too small.
    std::uint64_t refused = 0;

    // Effects of session orders.
    std::uint64_t orders_gone = 0;  // messages on orders that flow meant for others had executed
    std::uint64_t orders_withdrawn = 0;  // executed in the recording, not (or not fully) here

    friend constexpr bool operator==(const FlowCounters&, const FlowCounters&) = default;
};

class RecordedFlow {
  public:
    /// `books` bounds the recording's own books; instruments and orders as for the exchange.
    [[nodiscard]] static Expected<RecordedFlow> create(const book::BooksOptions& books,
                                                       const FillModel& model = kMatched);

    /// The books of the recording, ids as background_order_id() has them; id_at_venue() of each is the
    /// exchange's.
    [[nodiscard]] const book::L3Books& recording() const noexcept { return recording_; }
    /// The exchange's number of an open order of the recording.
    [[nodiscard]] OrderId id_at_venue(OrderId recorded) const noexcept {
        const std::uint64_t* const shift = shifts_.empty() ? nullptr : shifts_.find(recorded);
        return {recorded.value + (shift == nullptr ? 0 : *shift)};
    }
    [[nodiscard]] const FlowCounters& counters() const noexcept { return counters_; }
    /// The instrument of the last of FlowCounters::crossing_orders; 0: none. Not part of the state.
    [[nodiscard]] InstrumentId last_crossing() const noexcept { return last_crossing_; }

    /// From its add on, this order of the recording has no part at the exchange, nor have those that
    /// replace it: the caller enters it as a session's. What executes it meets session orders alone.
    void take_out(std::uint64_t recorded_reference);
    /// The order has ended: another under this number is the background's.
    void put_back(std::uint64_t recorded_reference);

    /// One ITCH message to commands on `exchange`, at the message's own time. The caller drains the
    /// exchange.
    protocols::DecodeStatus on_message(Bytes message, exchange::Exchange& exchange) noexcept;

    /// The recording's books and the counters: with those of the exchange, all that later commands
    /// depend on.
    void save(StateWriter& writer) const;
    /// Into a flow as create() made it, of the same bounds.
    void load(StateReader& reader);

  private:
    class Translator;
    using Shifts = GrowingHashMap<OrderId, std::uint64_t>;

    /// Every open order of the recording, when any has another number at the exchange.
    template <class Visitor>
    void for_each_order(Visitor&& visit) const;

    RecordedFlow(book::L3Books&& recording, const FillModel& model, std::size_t orders_max)
        : recording_(std::move(recording)),
          instruments_(kLocates),
          model_(model),
          levels_(model),
          takers_(model.is_of_levels ? recording_.instruments_max() : std::uint16_t{0}),
          shifts_(orders_max) {}

    /// Writes the exchange's id over the message's locate. False when the message is to be dropped.
    [[nodiscard]] bool place(MutableBytes message, exchange::Exchange& exchange) noexcept;

    static constexpr std::size_t kLocates = std::size_t{1} << 16U;

    book::L3Books recording_;
    FixedArray<InstrumentId> instruments_;  // the exchange's, by the recording's locate; 0: unknown
    FillModel model_;
    LevelFlow levels_;                             // of a model by price
    LevelTakers takers_;                           // of a recording by price; not part of the state
    std::unordered_set<std::uint64_t> taken_out_;  // ids; not part of the state
    Shifts shifts_;     // by recorded number: how far above it the exchange's number of an order is
    OrderId newest_{};  // the highest recorded number so far
    InstrumentId last_crossing_{};
    FlowCounters counters_;
};

}  // namespace hotpath::sim::flow
