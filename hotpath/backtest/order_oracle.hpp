#pragma once
/// OrderOracle: how many executions of real orders a fill model gives back.
///
/// A recording by order has every execution of each of its resting orders. The oracle takes real
/// orders out of the recording and gives them back as orders of a session, with no latency, to the
/// venue that a backtest trades at; everything else is played as recorded. Then it compares:
///
///   the recording   17 is added   11 executes   17 executes 60   17 is canceled
///   the venue       a session     11 executes   the session's    canceled by
///                   enters it                   executes 60      the session
///
/// What the owner did (cancel, reduce, replace) is done as recorded; its executions must come from
/// the model, as many shares at the same instant: a venue may write the executions of one instant in
/// another order than the queue's. By order, an order given back ranks by its own reference number. What
/// a replace shows is another order. Out of account, and counted: orders that the venue refuses, by
/// reason, or cancels when trading is halted; orders shown late under an old reference number (the
/// opening cross releases them; a session could not have sent them); and executions of crosses and at
/// other prices than the order's, in which sessions take no part. Threads: one owner. Allocation:
/// create(), and a table of the sampled orders. Complexity: that of the venue a message.

#include <cstdint>
#include <memory>
#include <string>

#include "hotpath/backtest/oracle_counts.hpp"
#include "hotpath/backtest/order_scores.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/sim/flow/fill_model.hpp"

namespace hotpath::backtest {

struct OracleOptions {
    book::BooksOptions books{};
    sim::flow::FillModel fills{};
    std::uint32_t one_in = 1;  // orders, by a hash of the reference number; 1: every one
    std::uint32_t part =
        0;  // which of them, below one_in: the parts are disjoint and are all orders
};

class OrderOracle {
  public:
    [[nodiscard]] static Expected<OrderOracle> create(const OracleOptions& options);

    OrderOracle(OrderOracle&&) noexcept;
    OrderOracle& operator=(OrderOracle&&) noexcept;
    ~OrderOracle();

    [[nodiscard]] const OracleCounts& counts() const noexcept;
    /// The orders in the account that have ended; after finish() all.
    [[nodiscard]] const OrderScores& scores() const noexcept;
    /// The first instant at which an order was not given back, as a sentence; empty: there is none.
    [[nodiscard]] const std::string& first_difference() const noexcept;

    /// One ITCH message of the recording.
    void on_message(Bytes message);
    /// The recording has ended.
    void finish();

  private:
    class Venue;

    explicit OrderOracle(std::unique_ptr<Venue> venue) noexcept;

    std::unique_ptr<Venue> venue_;
};

}  // namespace hotpath::backtest
