#pragma once
/// OuchCodec: OUCH 5.0 on the seam of gateway/venue_codec.hpp. UserRefNum is our ClOrdId.
///
/// A replacement's quantity on the wire, and a reduction's, is the total, executed shares included.
/// Fill-or-kill is Ioc with a minimum of all its shares; that and post-only are options after the
/// message. Replies of no shares, without a price or above OUCH's maxima are Malformed. Threads:
/// one. Allocation: at construction. Complexity: O(1) a message. Source: Nasdaq OUCH 5.0
/// specification.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/gateway/outbox.hpp"
#include "hotpath/gateway/venue_codec.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "hotpath/risk/approved_order.hpp"
#include "hotpath/venue/nasdaq/ouch_translator.hpp"
#include "hotpath/wire/ouch50/appendage.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/decode.hpp"
#include "hotpath/wire/ouch50/requests.hpp"

namespace hotpath::venue::nasdaq {

class OuchCodec {
  public:
    static constexpr std::size_t kOrderBytesMax =
        wire::ouch50::EnterOrder::kLength +
        wire::ouch50::OptionList<wire::ouch50::option::MinQty>::kLengthMax;
    static constexpr std::size_t kCancelBytesMax = wire::ouch50::CancelOrderRequest::kLength;
    static constexpr Qty kQtyMax{wire::ouch50::kQuantityMax};

    /// Nothing differs from one OUCH venue to another.
    struct Options {};

    explicit OuchCodec(const gateway::CodecRoom& room, const Options& options = {});

    void allow(InstrumentId instrument, Symbol symbol) noexcept {
        symbols_[instrument.value] = symbol;
    }

    void encode(const risk::ApprovedOrder& order, gateway::Outbox& outbox) const noexcept {
        order->is_new() ? encode_enter(*order, outbox) : encode_replace(*order, outbox);
    }
    void encode_cancel(const oms::Order& order, gateway::Outbox& outbox) const noexcept;
    void encode_reduce(const oms::Order& order, gateway::Outbox& outbox) const noexcept;
    void encode_account_query(gateway::Outbox& outbox) const noexcept;

    template <class Sink>
    wire::DecodeStatus decode(Bytes message, Sink&& sink) const noexcept {
        OuchTranslator translator(sink);
        const wire::DecodeStatus status = wire::ouch50::decode_reply(message, translator);
        return status != wire::DecodeStatus::Ok ? status : translator.status();
    }

  private:
    // For an approved order; private, so that nothing else can be encoded.
    void encode_enter(const risk::OrderCheck& order, gateway::Outbox& outbox) const noexcept;
    void encode_replace(const risk::OrderCheck& order, gateway::Outbox& outbox) const noexcept;

    std::vector<Symbol> symbols_;     // by InstrumentId
    wire::ouch50::EnterOrder enter_;  // with the fields that never change filled in
    wire::ouch50::ReplaceOrderRequest replace_;
};

static_assert(gateway::VenueCodec<OuchCodec>);

}  // namespace hotpath::venue::nasdaq
