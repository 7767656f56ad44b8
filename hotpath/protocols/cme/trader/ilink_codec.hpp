#pragma once
/// IlinkCodec: iLink 3 order entry on the seam of gateway/venue_codec.hpp. Our ClOrdId is ClOrdID (11)
/// in decimal; OrderRequestID says which request it was (request_id.hpp).
///
///   approved order    NewOrderSingle (514), OrderCancelReplaceRequest (515)
///   cancel            OrderCancelRequest (516)
///   reduction         OrderCancelReplaceRequest with less of OrderQty and the same Price: the order
///                     keeps its place in the queue
///   account query     Sequence (506): stays with the link, which answers it with another one
///
/// A message in the outbox is an SBE message with its header: SeqNum and SendingTimeEpoch are the
/// link's to write (trader/ilink_link.hpp). OrderQty is the total, executed shares included.
/// SecurityID is the InstrumentId: the number that the venue's feed gives the instrument.
///
/// 515 and 516 name the venue's OrderID, which its first report brings. Until then an order cannot
/// be changed (may_change()), and its cancel waits (take_cancelable()). Threads: one. Allocation: at
/// construction. Complexity: O(1) a message. Source: CME, "iLink 3 Application Layer" (public).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/gateway/outbox.hpp"
#include "hotpath/gateway/venue_codec.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/cme/trader/order_ids.hpp"
#include "hotpath/protocols/cme/trader/report_translator.hpp"
#include "hotpath/protocols/cme/trader/request_id.hpp"
#include "hotpath/protocols/trader/order_request.hpp"
#include "hotpath/risk/approved_order.hpp"

namespace hotpath::protocols::cme {

class IlinkCodec {
  public:
    struct Options {
        std::string sender_id{};          // SenderID: who is responsible for the orders
        std::string location{};           // Location: a country, and a state or province
        std::uint64_t party_list = 0;     // PartyDetailsListReqID
        std::uint8_t price_decimals = 4;  // of Price's units
    };

    static constexpr std::size_t kSenderIdLengthMax = 20;
    static constexpr std::size_t kLocationLengthMax = 5;
    static constexpr std::uint8_t kPriceDecimalsMax = 9;

    static constexpr std::size_t kCancelBytesMax =
        protocols::cme::ilink3::MessageHeader::kLength +
        protocols::cme::ilink3::OrderCancelReplaceRequest::kBlockLength;
    static constexpr std::size_t kOrderBytesMax = kCancelBytesMax;
    static_assert(protocols::cme::ilink3::NewOrderSingle::kBlockLength <
                      protocols::cme::ilink3::OrderCancelReplaceRequest::kBlockLength &&
                  protocols::cme::ilink3::OrderCancelRequest::kBlockLength <
                      protocols::cme::ilink3::OrderCancelReplaceRequest::kBlockLength);
    static constexpr Qty kQtyMax{999'999'999};

    /// Texts are printable and no longer than above, a price has 0 to kPriceDecimalsMax decimals.
    [[nodiscard]] static Expected<void> validate(const Options& options);

    /// A mantissa of 0.000000001 for each unit of a price.
    [[nodiscard]] static constexpr std::int64_t mantissa_of_unit(
        std::uint8_t price_decimals) noexcept {
        std::int64_t mantissa = 1;
        for (unsigned n = price_decimals; n < kPriceDecimalsMax; ++n) {
            mantissa *= 10;
        }
        return mantissa;
    }

    /// validate(options) was not an error.
    IlinkCodec(const gateway::CodecRoom& room, const Options& options);

    /// The number is the SecurityID.
    void allow(InstrumentId instrument, Symbol symbol, std::int32_t security_id) noexcept {
        security_ids_[instrument.value] = security_id;
        symbols_[instrument.value] = symbol;
    }

    void encode(const risk::ApprovedOrder& order, gateway::Outbox& outbox) noexcept;
    /// Waits if the venue has not reported the order yet.
    void encode_cancel(const oms::Order& order, gateway::Outbox& outbox) noexcept;
    /// may_change(order.id) was true.
    void encode_reduce(const oms::Order& order, gateway::Outbox& outbox) noexcept;
    void encode_account_query(gateway::Outbox& outbox) noexcept;

    /// The venue has reported the order: a replacement or a reduction can name it.
    [[nodiscard]] bool may_change(ClOrdId id) const noexcept { return ids_.of(id) != OrderId{}; }
    /// After a reply: the order whose cancel has waited for it, once; 0: none.
    [[nodiscard]] ClOrdId take_cancelable() noexcept { return ids_.take_cancelable(); }

    /// The OrderID of an order of ours; 0: not known yet.
    [[nodiscard]] OrderId venue_id_of(ClOrdId id) const noexcept { return ids_.of(id); }
    /// Our open order that has this OrderID now; 0: none.
    [[nodiscard]] ClOrdId holder_of(OrderId order_id) const noexcept {
        const Holder* const holder = ids_.holder_of(order_id);
        return holder == nullptr ? ClOrdId{} : holder->id;
    }

    template <class Sink>
    protocols::DecodeStatus decode(Bytes message, Sink&& sink) const noexcept {
        ReportTranslator translator({.mantissa_per_unit = mantissa_per_unit_,
                                     .qty_max = kQtyMax,
                                     .security_ids = security_ids_,
                                     .symbols = symbols_},
                                    ids_, sink);
        protocols::DecodeStatus status = protocols::DecodeStatus::Ok;
        const protocols::DecodeStatus opened = protocols::cme::ilink3::visit_message(
            message, [&](const auto& m) { status = read(m, translator); });
        return opened != protocols::DecodeStatus::Ok ? opened : status;
    }

  private:
    template <class Message, class Translator>
    [[nodiscard]] protocols::DecodeStatus read(const Message& m,
                                               Translator& translator) const noexcept {
        if constexpr (requires { m.load_order_request_id(); }) {
            note(to_request_id(m.load_order_request_id()));
        }
        return translator.on(m);
    }
    /// The numbers of requests, also those of an earlier process.
    void note(RequestId request) const noexcept {
        if (request.order != ClOrdId{}) {
            requests_ = std::max(requests_, request.number);
        }
    }
    [[nodiscard]] RequestId next_request(ClOrdId order, RequestId::Kind kind) noexcept {
        requests_ = requests_ < kRequestNumberMax ? requests_ + 1 : 1;
        return {.order = order, .kind = kind, .number = requests_};
    }

    template <class Message>
    void store_labels(Message& m, RequestId id) const noexcept;
    template <class Message>
    void store_terms(Message& m, const OrderRequest& request) const noexcept;
    /// For an approved order; private, so that nothing else can be encoded.
    void append_order(const OrderRequest& request, gateway::Outbox& outbox) noexcept;
    void append_replacement(OrderId order_id, const OrderRequest& request,
                            gateway::Outbox& outbox) noexcept;

    std::string sender_id_;
    std::string location_;
    std::uint64_t party_list_;
    std::int64_t mantissa_per_unit_;
    std::vector<std::int32_t> security_ids_;  // by InstrumentId; 0: not allowed
    std::vector<Symbol> symbols_;             // the same
    std::array<std::byte, kOrderBytesMax> room_{};
    // State from the reports that decode() has read.
    mutable OrderIds ids_;
    mutable std::uint32_t requests_ = 0;  // the last number given to a cancel or a reduction
};

static_assert(gateway::VenueCodec<IlinkCodec>);
static_assert(gateway::NamesByVenueId<IlinkCodec>);

}  // namespace hotpath::protocols::cme
