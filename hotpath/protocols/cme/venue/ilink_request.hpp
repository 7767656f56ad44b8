#pragma once
/// A client's iLink 3 request in the venue's units.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(1).

#include <expected>
#include <optional>

#include "hotpath/protocols/cme/venue/ilink_order.hpp"
#include "hotpath/protocols/fix/venue/reject_reasons.hpp"

namespace hotpath::exchange {

class Exchange;

/// The numbers of tags 102, 103 and 380 are FIX's.
using IlinkReason = FixReason;

/// The terms, or why an order cannot have them. What the venue itself checks (bounds, ticks,
/// extensions) is not looked at; an instrument need not be listed. A price between two of the
/// venue's units is refused, never rounded.
[[nodiscard]] std::expected<IlinkTerms, IlinkReason> ilink_terms_of(
    const protocols::cme::ilink3::NewOrderSingle& message) noexcept;
[[nodiscard]] std::expected<IlinkTerms, IlinkReason> ilink_terms_of(
    const protocols::cme::ilink3::OrderCancelReplaceRequest& message) noexcept;

/// OrdType K names no limit: it gets the best price of the other side, at which it trades and
/// what is left of it rests. False: the listed instrument has none. Other types stay as they are.
[[nodiscard]] bool take_best_price(const Exchange& exchange, IlinkTerms& terms) noexcept;

/// SecurityID is the venue's number of the instrument; {0}: it is none.
[[nodiscard]] InstrumentId to_instrument(std::int32_t security_id) noexcept;

/// SeqNum of a client's message; nothing when the message is too short to have one.
[[nodiscard]] std::optional<std::uint32_t> ilink_number_of(Bytes message) noexcept;

/// The fields that a report repeats of any request.
template <class Message>
[[nodiscard]] IlinkLabels ilink_labels_of(const Message& m) noexcept {
    IlinkLabels labels{.sender_id = IlinkText<20>::from(m.load_sender_id()),
                       .location = IlinkText<5>::from(m.load_location()),
                       .party_list = m.load_party_details_list_req_id(),
                       .manual = m.load_manual_order_indicator()};
    if constexpr (requires { m.load_cl_ord_id(); }) {
        labels.cl_ord_id = IlinkText<20>::from(m.load_cl_ord_id());
    }
    if constexpr (requires { m.load_order_request_id(); }) {
        labels.request_id = m.load_order_request_id();
    }
    return labels;
}

}  // namespace hotpath::exchange
