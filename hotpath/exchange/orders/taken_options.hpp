#pragma once
/// The options of OUCH's appendage that the venue takes, and their echo: Order Accepted and Order
/// Replaced repeat the options of the order as it was taken, each once.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(options). Source: OUCH
/// 5.0 (May 2023), "Optional Appendage".

#include <cstddef>

#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/wire/ouch50/appendage.hpp"
#include "hotpath/wire/ouch50/replies.hpp"

namespace hotpath::exchange {

/// All that a request may carry here; any other tag is refused. The stop price is an extension.
using TakenOptions = wire::ouch50::OptionList<
    wire::ouch50::option::Firm, wire::ouch50::option::MinQty, wire::ouch50::option::CustomerType,
    wire::ouch50::option::MaxFloor, wire::ouch50::option::PriceType,
    wire::ouch50::option::PegOffset, wire::ouch50::option::PostOnly, wire::ouch50::option::GroupId,
    wire::ouch50::option::SharesLocated, wire::ouch50::extension::StopPrice>;

/// Of the longest reply.
inline constexpr std::size_t kReplyLengthMax =
    wire::ouch50::OrderReplaced::kLength + TakenOptions::kLengthMax;

/// Writes the options that were taken behind `reply`. A replacement keeps the firm of its original,
/// so the firm is the order's.
template <class Message>
void echo(const wire::ouch50::Appendage& asked, const Attribution& firm,
          wire::ouch50::WithAppendage<Message>& reply) noexcept {
    namespace option = wire::ouch50::option;
    if (firm != Attribution{}) {
        static_cast<void>(reply.template append<option::Firm>(firm.mpid));
    }
    TakenOptions::for_each([&]<class Option>() {
        if (const auto value = asked.load<Option>(); value && Option::kTag != option::Firm::kTag) {
            static_cast<void>(reply.template append<Option>(*value));
        }
    });
}

}  // namespace hotpath::exchange
