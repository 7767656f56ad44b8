#pragma once
/// FixOrders: the orders of a FIX session as `hotpath order` has them: its requests, and what the
/// venue's messages say of them.
///
///   ExecutionReport       "order 1 accepted: buy 100 AAPL at 10.00", "order 1 executed: ..."
///   OrderCancelReject     "order 2 rejected: ..." (a replacement), "cancel of order 1 rejected: ..."
///   BusinessMessageReject the same, by BusinessRejectRefID
///
/// An order's number is its ClOrdID; orders with another program's ids are shown by these, and not
/// kept. A request is answered by a report of its ClOrdID; an OrderStatusRequest after it is answered
/// when all else that it has led to has been reported. Threads: one owner. Allocation: free.
/// Complexity: O(fields) a message.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/order_entry/bookkeeping.hpp"
#include "hotpath/order_entry/command.hpp"
#include "hotpath/order_entry/entry_reply.hpp"
#include "hotpath/protocols/fix/by_hand/fix_request.hpp"
#include "hotpath/protocols/fix/dialect.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/tags.hpp"

namespace hotpath::order_entry {

class FixOrders {
  public:
    /// `kept` outlives it.
    FixOrders(const protocols::fix::Dialect& dialect, OrderBookkeeping& kept);

    /// A session without a past: the first order gets this number.
    void begin_at(std::uint32_t number) { kept_->on_next_number(number); }

    /// MsgType and body of an Enter, or of a Replace or Cancel of an open order; "": a Cancel that
    /// would take nothing off.
    [[nodiscard]] std::string request_of(const OrderCommand& command);
    /// About the order of the last request.
    [[nodiscard]] std::string status_request();
    /// The last request is, or the status request after it.
    [[nodiscard]] bool is_answered() const { return awaited_.empty(); }

    /// A message of the venue's; nullopt: nothing to show.
    [[nodiscard]] std::optional<EntryReply> on_message(Bytes message);

  private:
    class Report;

    [[nodiscard]] std::optional<EntryReply> on_report(const Report& report);
    [[nodiscard]] std::optional<EntryReply> on_replaced(const Report& report);
    [[nodiscard]] std::optional<EntryReply> on_less(const Report& report, std::string_view why);
    [[nodiscard]] EntryReply on_refused(const Report& report, protocols::fix::Tag reason);
    void open(const Report& report);
    void close_unless_open(std::uint32_t number);
    void take_numbers(const Report& report);

    const protocols::fix::Dialect* dialect_;
    OrderBookkeeping* kept_;
    protocols::fix::FieldList fields_;
    std::map<std::uint32_t, FixOrderFields> open_;  // by number, as in kept_
    std::uint32_t requests_ = 0;     // the last number given to a cancel or a reduction
    FixOrderFields asked_{};         // by the last request: name and instrument
    std::uint32_t asked_order_ = 0;  // its number
    std::string awaited_{};          // ClOrdID of the answer that is missing
    bool is_status_awaited_ = false;
};

}  // namespace hotpath::order_entry
