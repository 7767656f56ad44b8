#pragma once
/// The order in an iLink 3 message, as the limits of a port see it.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(message).

#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/server/port_limits.hpp"
#include "hotpath/protocols/cme/venue/ilink_desk.hpp"

namespace hotpath::exchange {

enum class IlinkOrderKind : std::uint8_t { None, Enter, Replace };
[[nodiscard]] IlinkOrderKind ilink_order_kind(Bytes message) noexcept;
/// An OrderMassStatusRequest: many reports answer it.
[[nodiscard]] bool is_ilink_mass_status(Bytes message) noexcept;

/// A NewOrderSingle or an OrderCancelReplaceRequest of this session.
[[nodiscard]] PortOrder port_order_of(const Exchange& exchange, const IlinkDesk& desk,
                                      SessionId session, Bytes ilink_message) noexcept;

}  // namespace hotpath::exchange
