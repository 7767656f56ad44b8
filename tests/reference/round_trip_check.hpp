#pragma once
/// The round-trip oracle: a recording made into order flow, matched by the exchange with nobody
/// else there, must come back as the recording.
///
/// Per message three things are compared with the recording's own books: the venue's books, the
/// books that its published packets build, and, for an execution, what was published of it (order,
/// quantity, match number). A message that the recording's own books refuse (an order unknown,
/// added twice or executed for more than it has) has no order to compare and is counted
/// `impossible`; an execution a price-time matcher cannot produce is ordered directly and counted
/// apart (FlowCounters). Books are compared after those too.
///
/// Threads: one owner. Allocation: all in create(). Complexity: O(open orders of the instrument) a
/// message compared.

#include <cstdint>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"

namespace hotpath::sim::flow {

struct RoundTripOptions {
    book::BooksOptions books{};
    /// The best prices are compared after every message, order by order after every so many, and
    /// all books in finish().
    std::uint32_t books_compared_every = 1;
};

struct RoundTripReport {
    std::uint64_t messages = 0;
    std::uint64_t recorded_executions = 0;    // E and C of known orders
    std::uint64_t reproduced_executions = 0;  // published with the same order, quantity, number
    std::uint64_t other_executions = 0;       // published, not recorded
    std::uint64_t book_comparisons = 0;
    std::uint64_t book_differences = 0;
    std::uint64_t first_difference = 0;  // the message, from 1; 0: none
    std::uint64_t malformed_packets = 0;

    [[nodiscard]] constexpr bool holds() const {
        return reproduced_executions == recorded_executions && other_executions == 0 &&
               book_differences == 0 && malformed_packets == 0;
    }
};

class RoundTripCheck {
  public:
    /// On an exchange of its own.
    [[nodiscard]] static Expected<RoundTripCheck> create(const RoundTripOptions& options);
    /// On the exchange given, which should be empty: what is in it will be found out.
    [[nodiscard]] static Expected<RoundTripCheck> create(const RoundTripOptions& options,
                                                         exchange::Exchange&& exchange);

    /// One ITCH message of the recording, without a length before it.
    void on_message(Bytes message) noexcept;
    /// Compares all books once more.
    void finish() noexcept;

    [[nodiscard]] const RoundTripReport& report() const noexcept { return report_; }
    [[nodiscard]] const FlowCounters& flow() const noexcept { return flow_.counters(); }
    [[nodiscard]] const exchange::Exchange& exchange() const noexcept { return exchange_; }
    [[nodiscard]] const book::L3Books& recording() const noexcept { return flow_.recording(); }

  private:
    /// What an execution message says; all zero: none is expected.
    struct Trade {
        OrderId id;
        Qty qty;
        MatchId match;

        friend constexpr bool operator==(const Trade&, const Trade&) = default;
    };
    struct Expectation;  // of a recorded message
    struct Publication;  // of a published one

    RoundTripCheck(RecordedFlow&& flow, exchange::Exchange&& exchange, book::L3Books&& published)
        : flow_(std::move(flow)),
          exchange_(std::move(exchange)),
          published_(std::move(published)) {}

    void read_feed(const Trade& expected) noexcept;
    void read_published(Bytes message, const Trade& expected) noexcept;
    void compare_books(InstrumentId instrument) noexcept;
    void note_comparison(bool are_equal) noexcept;

    RecordedFlow flow_;
    exchange::Exchange exchange_;
    book::L3Books published_;  // built from the exchange's packets
    std::uint32_t books_compared_every_ = 1;
    std::uint64_t next_seq_ = 1;
    RoundTripReport report_;
};

}  // namespace hotpath::sim::flow
