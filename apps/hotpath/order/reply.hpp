#pragma once
/// The orders of a session, derived from its replies: which are open, the number of
/// the next one, how many were rejected.
///
///   orders.on_reply(reply);    orders.open().at(3).open_qty
///
/// Threads: the caller's. Allocation: nodes. Complexity: O(log orders) a reply.

#include <cstdint>
#include <map>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::app {

struct OpenOrder {
    char side = 'B';
    std::uint32_t open_qty = 0;
    Symbol symbol{};
    Price price{};
};

/// Complete when it is given every reply of the session, the first included.
class OrderBookkeeping {
  public:
    void on_reply(Bytes reply);

    [[nodiscard]] const std::map<std::uint32_t, OpenOrder>& open() const { return open_; }
    /// As the last account query was answered.
    [[nodiscard]] std::uint32_t next_number() const { return next_number_; }
    [[nodiscard]] std::uint64_t queries_answered() const { return queries_answered_; }
    [[nodiscard]] std::uint64_t rejected() const { return rejected_; }

  private:
    class Reader;

    std::map<std::uint32_t, OpenOrder> open_;  // by UserRefNum
    std::uint32_t next_number_ = 1;
    std::uint64_t queries_answered_ = 0;
    std::uint64_t rejected_ = 0;
};

}  // namespace hotpath::app
