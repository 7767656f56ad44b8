#pragma once
/// FixCodec: FIX 4.2 and 4.4 order entry on the seam of gateway/venue_codec.hpp. Our ClOrdId is
/// ClOrdID (11), in decimal (request_id.hpp).
///
///   approved order    NewOrderSingle (D), OrderCancelReplaceRequest (G)
///   cancel            OrderCancelRequest (F)
///   reduction         OrderCancelReplaceRequest with less of OrderQty and the same Price: venues
///                     leave it its place in the queue
///   account query     TestRequest (1): its Heartbeat comes after all earlier reports
///
/// A message in the outbox is MsgType and the body's fields: header, TransactTime (60) and trailer
/// are the session's to write when it sends (fix_line.hpp). OrderQty is the total, executed shares
/// included. Prices are exact decimals. What comes in is a whole message, or one without header.
///
/// The codec keeps the current ClOrdID of orders that were reduced, and a counter for the ids of
/// cancels and reductions. Both also learn from the reports of an earlier process. Threads: one.
/// Allocation: at construction. Complexity: O(1) a message. Source: FIX 4.2 and 4.4, volume 4.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/gateway/outbox.hpp"
#include "hotpath/gateway/venue_codec.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/protocols/fix/dialect.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/trader/order_names.hpp"
#include "hotpath/protocols/fix/trader/report_fields.hpp"
#include "hotpath/protocols/fix/trader/report_translator.hpp"
#include "hotpath/protocols/trader/order_request.hpp"
#include "hotpath/risk/approved_order.hpp"

namespace hotpath::protocols::fix {

class FixCodec {
  public:
    struct Options {
        const protocols::fix::Dialect* dialect = &protocols::fix::kDialect44;
        std::uint8_t price_decimals = 4;  // of Price's units; docs/reference/fix.md
        std::string account{};            // Account (1); empty: none
    };

    static constexpr std::size_t kAccountLengthMax = 32;
    /// MsgType, ids of order and original, account, HandlInst, symbol, side, quantity, price,
    /// terms.
    static constexpr std::size_t kOrderBytesMax = 168;
    static constexpr std::size_t kCancelBytesMax = 168;
    static constexpr Qty kQtyMax{999'999'999};

    /// An account has at most kAccountLengthMax printable characters, a price 0 to 18 decimals.
    [[nodiscard]] static Expected<void> validate(const Options& options);

    /// validate(options) was not an error.
    FixCodec(const gateway::CodecRoom& room, const Options& options);

    void allow(InstrumentId instrument, Symbol symbol, std::int32_t /*number*/) noexcept {
        symbols_[instrument.value] = SymbolField(symbol);
    }

    void encode(const risk::ApprovedOrder& order, gateway::Outbox& outbox) noexcept;
    void encode_cancel(const oms::Order& order, gateway::Outbox& outbox) noexcept;
    void encode_reduce(const oms::Order& order, gateway::Outbox& outbox) noexcept;
    void encode_account_query(gateway::Outbox& outbox) noexcept;

    template <class Sink>
    protocols::DecodeStatus decode(Bytes message, Sink&& sink) const noexcept {
        if (fields_.split(message) != protocols::fix::SplitStatus::Ok) {
            return protocols::DecodeStatus::Malformed;
        }
        return decode(fields_, sink);
    }
    /// The same of a message whose fields its session has found.
    template <class Sink>
    protocols::DecodeStatus decode(const protocols::fix::FieldList& message,
                                   Sink&& sink) const noexcept {
        const ReportFields fields = ReportFields::of(message, reports_);
        const ReportTerms terms{.dialect = dialect_, .price_decimals = price_decimals_};
        ReportTranslator translator(terms, sink);
        const protocols::DecodeStatus status = translator.translate(fields);
        if (status == protocols::DecodeStatus::Ok) {
            note(fields);
        }
        return status;
    }

  private:
    /// Symbol as a whole field, 55=GOOGL and SOH; no characters for a symbol that is none.
    struct SymbolField {
        static constexpr std::size_t kRoom = 3 + Symbol::kLength + 1;

        SymbolField() = default;
        explicit SymbolField(Symbol symbol) noexcept;

        [[nodiscard]] std::string_view view() const noexcept { return {text.data(), size}; }

        std::array<char, kRoom> text{};
        std::size_t size = 0;
    };

    [[nodiscard]] protocols::fix::MessageWriter begin(char msg_type) noexcept;
    /// For an approved order; private, so that nothing else can be encoded. A request without an
    /// original (order 0) is a new order's.
    void append_order(const OrderRequest& request, RequestId original,
                      gateway::Outbox& outbox) noexcept;
    void note(const ReportFields& m) const noexcept;

    const protocols::fix::Dialect* dialect_;
    std::uint8_t price_decimals_;
    std::string constants_;  // fields that are the same in every order, each with its SOH
    std::vector<SymbolField> symbols_;  // by InstrumentId
    std::array<std::byte, 320> room_{};
    // A message read twice leaves these as it left them the first time.
    mutable protocols::fix::FieldList fields_;
    mutable ReportFields::Remembered reports_;
    mutable OrderNames names_;
    mutable std::uint32_t requests_ = 0;  // the last number given to a cancel or a reduction
};

static_assert(gateway::VenueCodec<FixCodec>);

}  // namespace hotpath::protocols::fix
