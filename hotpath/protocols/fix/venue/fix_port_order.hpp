#pragma once
/// The order in a FIX message, as the limits of a port see it.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(message).

#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/server/port_limits.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/venue/fix_desk.hpp"

namespace hotpath::exchange {

/// A New Order Single or an Order Cancel/Replace Request of this session.
[[nodiscard]] PortOrder port_order_of(const Exchange& exchange, const FixDesk& desk,
                                      SessionId session,
                                      const protocols::fix::FieldList& fields) noexcept;

}  // namespace hotpath::exchange
