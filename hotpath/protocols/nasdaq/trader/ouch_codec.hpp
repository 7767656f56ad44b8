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
#include "hotpath/protocols/nasdaq/ouch50/appendage.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_translator.hpp"
#include "hotpath/risk/approved_order.hpp"

namespace hotpath::protocols::nasdaq {

class OuchCodec {
  public:
    static constexpr std::size_t kOrderBytesMax =
        protocols::nasdaq::ouch50::EnterOrder::kLength +
        protocols::nasdaq::ouch50::OptionList<
            protocols::nasdaq::ouch50::option::MinQty>::kLengthMax;
    static constexpr std::size_t kCancelBytesMax =
        protocols::nasdaq::ouch50::CancelOrderRequest::kLength;
    static constexpr Qty kQtyMax{protocols::nasdaq::ouch50::kQuantityMax};

    /// Nothing differs from one OUCH venue to another.
    struct Options {};

    explicit OuchCodec(const gateway::CodecRoom& room, const Options& options = {});

    void allow(InstrumentId instrument, Symbol symbol, std::int32_t /*number*/) noexcept {
        symbols_[instrument.value] = symbol;
    }

    void encode(const risk::ApprovedOrder& order, gateway::Outbox& outbox) const noexcept {
        order->is_new() ? encode_enter(*order, outbox) : encode_replace(*order, outbox);
    }
    void encode_cancel(const oms::Order& order, gateway::Outbox& outbox) const noexcept;
    void encode_reduce(const oms::Order& order, gateway::Outbox& outbox) const noexcept;
    void encode_account_query(gateway::Outbox& outbox) const noexcept;

    template <class Sink>
    protocols::DecodeStatus decode(Bytes message, Sink&& sink) const noexcept {
        OuchTranslator translator(sink);
        const protocols::DecodeStatus status =
            protocols::nasdaq::ouch50::decode_reply(message, translator);
        return status != protocols::DecodeStatus::Ok ? status : translator.status();
    }

  private:
    // For an approved order; private, so that nothing else can be encoded.
    void encode_enter(const risk::OrderCheck& order, gateway::Outbox& outbox) const noexcept;
    void encode_replace(const risk::OrderCheck& order, gateway::Outbox& outbox) const noexcept;

    std::vector<Symbol> symbols_;                  // by InstrumentId
    protocols::nasdaq::ouch50::EnterOrder enter_;  // with the fields that never change filled in
    protocols::nasdaq::ouch50::ReplaceOrderRequest replace_;
};

static_assert(gateway::VenueCodec<OuchCodec>);

}  // namespace hotpath::protocols::nasdaq
