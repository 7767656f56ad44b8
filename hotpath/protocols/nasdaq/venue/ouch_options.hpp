#pragma once
/// OUCH's appendage as the venue's options and back: Order Accepted and Order Replaced repeat the
/// accepted options, each once.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(options). Source: OUCH
/// 5.0 (May 2023), "Optional Appendage".

#include <cstddef>

#include "hotpath/exchange/orders/order_report.hpp"
#include "hotpath/exchange/orders/order_request.hpp"
#include "hotpath/protocols/nasdaq/ouch50/appendage.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"

namespace hotpath::exchange {

/// All supported options, in the order of their echo; any other tag is refused. The stop price is an
/// extension.
using TakenOptions = protocols::nasdaq::ouch50::OptionList<
    protocols::nasdaq::ouch50::option::Firm, protocols::nasdaq::ouch50::option::MinQty,
    protocols::nasdaq::ouch50::option::CustomerType, protocols::nasdaq::ouch50::option::MaxFloor,
    protocols::nasdaq::ouch50::option::PriceType, protocols::nasdaq::ouch50::option::PegOffset,
    protocols::nasdaq::ouch50::option::PostOnly, protocols::nasdaq::ouch50::option::GroupId,
    protocols::nasdaq::ouch50::option::SharesLocated,
    protocols::nasdaq::ouch50::extension::StopPrice>;

/// Length of the longest reply.
inline constexpr std::size_t kReplyLengthMax =
    protocols::nasdaq::ouch50::OrderReplaced::kLength + TakenOptions::kLengthMax;

/// Without extensions a stop price is no option that the venue has.
[[nodiscard]] OrderOptions options_of(const protocols::nasdaq::ouch50::Appendage& appendage,
                                      bool takes_extensions) noexcept;

/// Writes the accepted options after `reply`. The firm is the order's: a replacement keeps that of
/// its original.
template <class Message>
void echo(const report::Accepted& accepted,
          protocols::nasdaq::ouch50::WithAppendage<Message>& reply) noexcept {
    namespace option = protocols::nasdaq::ouch50::option;
    const OrderOptions options = accepted.options.value_or(OrderOptions{});
    const Attribution& firm = accepted.order.firm;
    const auto append = [&]<class Option>(OrderOption which, auto value) {
        if (options.has(which)) {
            static_cast<void>(reply.template append<Option>(value));
        }
    };
    if (firm != Attribution{}) {
        static_cast<void>(reply.template append<option::Firm>(firm.mpid));
    }
    append.template operator()<option::MinQty>(OrderOption::MinQty, options.min_qty.value);
    append.template operator()<option::CustomerType>(OrderOption::CustomerType,
                                                     options.customer_type);
    append.template operator()<option::MaxFloor>(OrderOption::MaxFloor, options.max_floor.value);
    append.template operator()<option::PriceType>(OrderOption::Peg, static_cast<char>(options.peg));
    append.template operator()<option::PegOffset>(OrderOption::PegOffset, options.peg_offset);
    append.template operator()<option::PostOnly>(OrderOption::PostOnly,
                                                 static_cast<char>(options.post_only));
    append.template operator()<option::GroupId>(OrderOption::Group, options.group);
    append.template operator()<option::SharesLocated>(OrderOption::SharesLocated,
                                                      options.shares_located);
    append.template operator()<protocols::nasdaq::ouch50::extension::StopPrice>(
        OrderOption::StopPrice, protocols::nasdaq::ouch50::to_long_price4(options.stop_price));
}

}  // namespace hotpath::exchange
