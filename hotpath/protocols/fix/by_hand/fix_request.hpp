#pragma once
/// Commands of `hotpath order` as requests of FIX 4.2 and 4.4: MsgType and body, without header,
/// TransactTime and trailer.
///
///   enter buy 100 AAPL 10 ioc     35=D|11=1|55=AAPL|54=1|38=100|40=2|44=10|59=3|
///   cancel 1                      35=F|11=1C1|41=1|55=AAPL|54=1|38=100|
///   cancel 1 40                   35=G|11=1R2|41=1|55=AAPL|54=1|38=40|40=2|44=10|59=3|
///
/// ClOrdIDs are those of `hotpath trade` (hotpath/protocols/fix/trader/request_id.hpp). Threads: functions of their
/// arguments. Allocation: the body. Complexity: O(characters).

#include <cstdint>
#include <string>

#include "hotpath/core/error.hpp"
#include "hotpath/order_entry/command.hpp"
#include "hotpath/protocols/fix/dialect.hpp"
#include "hotpath/protocols/fix/trader/request_id.hpp"

namespace hotpath::order_entry {

/// The fields of an order that a request repeats, complete: tag, value and SOH.
struct FixOrderFields {
    std::string name{};        // the ClOrdID that the order has now
    std::string instrument{};  // Symbol and Side
    std::string terms{};       // OrdType, Price, StopPx, TimeInForce, ExecInst
    std::uint32_t qty = 0;     // OrderQty: executed shares included
};

/// Refuses what FIX has no field for: hidden, gtx, firm= and group=.
[[nodiscard]] Expected<void> check_fix_command(const OrderCommand& command);

/// Symbol and Side of an order that is entered.
[[nodiscard]] std::string fix_instrument_of(const OrderCommand& command);
[[nodiscard]] std::string fix_id_text(protocols::fix::RequestId id);

[[nodiscard]] std::string fix_new_order(const protocols::fix::Dialect& dialect,
                                        const OrderCommand& command, std::uint32_t number);
[[nodiscard]] std::string fix_replacement(const protocols::fix::Dialect& dialect,
                                          const OrderCommand& command,
                                          const FixOrderFields& original, std::uint32_t number);
[[nodiscard]] std::string fix_cancel(const protocols::fix::Dialect& dialect,
                                     const FixOrderFields& order, protocols::fix::RequestId id);
/// To `qty` shares in all, with the same terms: venues leave the order its place.
[[nodiscard]] std::string fix_reduction(const protocols::fix::Dialect& dialect,
                                        const FixOrderFields& order, protocols::fix::RequestId id,
                                        std::uint32_t qty);
/// `order.qty` and `order.terms` are not looked at.
[[nodiscard]] std::string fix_status_request(const protocols::fix::Dialect& dialect,
                                             const FixOrderFields& order);

}  // namespace hotpath::order_entry
