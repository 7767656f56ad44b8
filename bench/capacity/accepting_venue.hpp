#pragma once
/// AcceptingVenue: a venue without a book, for one participant. It accepts, replaces, reduces and cancels each
/// request that the participant's record shows as unanswered, in OUCH; it executes nothing.
///
/// Threads: one. Allocation: none. Complexity: O(open orders) an answer.

#include <array>
#include <cstddef>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_entry.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"

namespace hotpath::bench::capacity {

class AcceptingVenue {
    using Answer = protocols::VenueAnswer;

  public:
    /// The next answer, which the participant must get before the next call; empty: nothing is unanswered. Valid
    /// until the next call.
    [[nodiscard]] Bytes answer(const oms::Orders& orders) noexcept {
        for (const ClOrdId id : orders.open_orders()) {
            const oms::Order& order = *orders.find(id);
            if (const std::optional<Answer::Kind> kind = due(order)) {
                return protocols::nasdaq::OuchEntry::encode({}, answer_to(order, *kind), room_);
            }
        }
        return {};
    }

  private:
    [[nodiscard]] static std::optional<Answer::Kind> due(const oms::Order& order) noexcept {
        if (!order.is_accepted) {
            return order.is_replacing() ? Answer::Kind::Replaced : Answer::Kind::Accepted;
        }
        switch (order.state) {
            case oms::OrderState::PendingReduce:
                return Answer::Kind::Reduced;
            case oms::OrderState::PendingCancel:
                return Answer::Kind::Canceled;
            default:
                return std::nullopt;
        }
    }

    [[nodiscard]] static Answer answer_to(const oms::Order& order, Answer::Kind kind) noexcept {
        const Qty left = kind == Answer::Kind::Reduced    ? order.reduce_to_qty - order.cum_qty
                         : kind == Answer::Kind::Canceled ? Qty{}
                                                          : order.leaves_qty;
        return {.kind = kind,
                .order = order,
                .symbol = {},
                .venue_id = {order.id.value},
                .kept_id = {order.id.value},
                .qty = order.leaves_qty - left,
                .leaves_qty = left};
    }

    std::array<std::byte, protocols::kAnswerBytesMax> room_{};
};

}  // namespace hotpath::bench::capacity
