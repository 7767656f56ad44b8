#pragma once
/// VenueCodec: what a venue's order-entry protocol must provide. A codec translates and decides
/// nothing: approved orders become bytes in the outbox, replies become venue events.
///
///   encode(approved order)   encode_cancel(open order)   encode_reduce(open order)
///   encode_account_query()                                                          -> Outbox
///   decode(bytes, sink)      calls sink(event) at most once, for an event of oms/venue_events.hpp
///
/// decode() returns Malformed, and reports no event, when a field is implausible (no shares, no
/// price, beyond the protocol's maxima). docs/design/venues.md walks through adding a venue.
/// Threads: one. Allocation: at construction. Complexity: O(1) a message.

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/gateway/outbox.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/risk/approved_order.hpp"

namespace hotpath::gateway {

/// The maximum sizes that a codec must hold.
struct CodecRoom {
    std::uint16_t instruments_max = 0;  // ids 1 to instruments_max
    std::uint32_t orders_remembered =
        64;  // a power of two; of two ids this far apart one is closed
};

/// A sink that ignores every event.
struct NoEvents {
    template <class Event>
    void operator()(const Event&) const noexcept {}
};

template <class C>
concept VenueCodec = std::default_initializable<typename C::Options> &&
                     std::constructible_from<C, const CodecRoom&, const typename C::Options&> &&
                     requires(C codec, InstrumentId instrument, Symbol symbol,
                              const risk::ApprovedOrder& approved, const oms::Order& open,
                              Outbox& outbox, Bytes message, NoEvents& sink, std::int32_t number) {
                         // The longest messages; a cancel's is a reduction's too. The outbox keeps room for them.
                         { C::kOrderBytesMax } -> std::convertible_to<std::size_t>;
                         { C::kCancelBytesMax } -> std::convertible_to<std::size_t>;
                         // The largest quantity of an order, executed shares included.
                         { C::kQtyMax } -> std::convertible_to<Qty>;
                         // Orders of the instrument may follow; the venue has it under this number.
                         { codec.allow(instrument, symbol, number) } noexcept;
                         { codec.encode(approved, outbox) } noexcept;
                         { codec.encode_cancel(open, outbox) } noexcept;
                         // To open.reduce_to_qty in all, its place in the queue kept.
                         { codec.encode_reduce(open, outbox) } noexcept;
                         // Asks for the next id that the venue takes; its answer is an oms::NextId.
                         { codec.encode_account_query(outbox) } noexcept;
                         {
                             codec.decode(message, sink)
                         } noexcept -> std::same_as<protocols::DecodeStatus>;
                     };

/// A protocol whose replacements, reductions and cancels name the venue's id of the order. Before it
/// is known an order cannot be replaced or reduced, and its cancel waits in the codec: after each
/// reply the gateway takes the order whose cancel can be encoded now. A replacement keeps that id.
template <class C>
concept NamesByVenueId = requires(C codec, const C& view, ClOrdId id, OrderId venue_id) {
    { codec.may_change(id) } noexcept -> std::same_as<bool>;
    { codec.take_cancelable() } noexcept -> std::same_as<ClOrdId>;
    // The venue's id of an order of ours; 0: not known, or not a protocol of such ids.
    { view.venue_id_of(id) } noexcept -> std::same_as<OrderId>;
    // The open order of ours that has it now; 0: none.
    { view.holder_of(venue_id) } noexcept -> std::same_as<ClOrdId>;
};

}  // namespace hotpath::gateway
