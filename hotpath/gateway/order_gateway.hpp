#pragma once
/// OrderGateway: the only path out, intent -> order desk -> venue's bytes in the outbox; and bytes
/// in -> reports. The desk decides (orders, risk), the codec translates, the outbox waits.
///
/// An order counts as open before its bytes exist. A cancel always removes all that is open; for an
/// order that is being replaced, both ids are canceled. A reduction leaves the order its place in
/// the queue. The outbox always has room to cancel every open order. Threads: one. Allocation: at
/// create(). Complexity: O(1) a message, cancel_all() O(open orders).

#include <cstddef>
#include <cstdint>
#include <expected>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/gateway/outbox.hpp"
#include "hotpath/gateway/report.hpp"
#include "hotpath/gateway/venue_codec.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/order_desk.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::gateway {

/// Options of the orders, the risk gate and the outbox.
struct GatewayOptions {
    oms::OrdersOptions orders;
    risk::RiskOptions risk;
    std::uint32_t outbox_messages_max = 256;  // in addition to the room to cancel everything
};

/// A gateway by its venue's codec. OuchGateway is the one for OUCH 5.0.
template <VenueCodec Codec>
class OrderGateway {
  public:
    using CodecOptions = typename Codec::Options;

    /// Allocates everything. Fails if an option is out of range.
    [[nodiscard]] static Expected<OrderGateway> create(const GatewayOptions& options,
                                                       const CodecOptions& codec = {}) {
        auto desk = oms::OrderDesk::create(
            {.orders = options.orders, .risk = options.risk, .venue_qty_max = Codec::kQtyMax});
        if (!desk) {
            return std::unexpected(desk.error());
        }
        return OrderGateway(options, std::move(*desk), codec);
    }

    [[nodiscard]] const oms::Orders& orders() const noexcept { return desk_.orders(); }
    [[nodiscard]] const risk::RiskGate& risk() const noexcept { return desk_.risk(); }
    [[nodiscard]] const oms::DeskCounters& counters() const noexcept { return desk_.counters(); }
    [[nodiscard]] Symbol unknown_symbol() const noexcept { return desk_.unknown_symbol(); }
    /// Returns the number of messages in the outbox.
    [[nodiscard]] std::uint32_t waiting() const noexcept { return outbox_.size(); }
    /// Returns the instrument of a request; of a replacement the original's, 0 if that is unknown.
    [[nodiscard]] InstrumentId instrument_of(const oms::Intent& intent) const noexcept {
        return desk_.instrument_of(intent);
    }

    // Protocols that keep an order's id through its replacements: see NamesByVenueId. 0: none.
    [[nodiscard]] OrderId venue_id_of(ClOrdId id) const noexcept {
        if constexpr (NamesByVenueId<Codec>) {
            return codec_.venue_id_of(id);
        } else {
            return {};
        }
    }
    [[nodiscard]] ClOrdId holder_of(OrderId venue_id) const noexcept {
        if constexpr (NamesByVenueId<Codec>) {
            return codec_.holder_of(venue_id);
        } else {
            return {};
        }
    }
    /// Notes the id in the books of an open order of ours; 0 if it has none yet.
    void show(ClOrdId id, OrderId id_in_books) noexcept { desk_.show(id, id_in_books); }

    /// Allows trading in an instrument, which the venue has under this number. Fails if the
    /// instrument is unknown or a limit is out of range.
    [[nodiscard]] Expected<void> allow(InstrumentId instrument, Symbol symbol,
                                       const risk::Limits& limits, std::int32_t number) {
        auto allowed = desk_.allow(instrument, symbol, limits);
        if (allowed) {
            codec_.allow(instrument, symbol, number);
        }
        return allowed;
    }
    /// Does the same where the venue's number is our id.
    [[nodiscard]] Expected<void> allow(InstrumentId instrument, Symbol symbol,
                                       const risk::Limits& limits) {
        return allow(instrument, symbol, limits, instrument.value);
    }

    /// Sends a strategy's request. Returns the rejection; with RejectedBy::None the message is in
    /// the outbox. Stamps Risk and Encode, unless an earlier message of the same tick has.
    template <timing::TickSource T>
    oms::Rejection send(const oms::Intent& intent, const oms::SendContext& context,
                        timing::StageStamps& stamps, const T& ticks) noexcept {
        const bool is_first = stamps.at(timing::Stage::Encode) == 0;
        const auto stamp = [&](timing::Stage stage) {
            if (is_first) {
                stamps.stamp(stage, ticks);
            }
        };
        if (!intent.needs_approval()) {
            return send_lowering(intent, context.now, stamp);
        }
        if (intent.kind == oms::Intent::Kind::Replace && is_unnamed(intent.original)) [[unlikely]] {
            return desk_.refuse(intent, oms::RequestStatus::RequestInFlight);
        }
        const auto approved = approve(intent, context);
        stamp(timing::Stage::Risk);
        if (!approved) [[unlikely]] {
            return approved.error();
        }
        record_and_encode(*approved);
        stamp(timing::Stage::Encode);
        return {};
    }

    /// Loads what the next order of the instrument will touch; changes nothing.
    void prefetch(InstrumentId instrument) const noexcept {
        desk_.prefetch(instrument);
        outbox_.prefetch();
    }

    /// Cancels all open orders, or those of one instrument; each order at most once.
    void cancel_all(Time now) noexcept {
        for (const ClOrdId id : orders().open_orders()) {
            try_cancel(id, now);
        }
    }
    void cancel_all(InstrumentId instrument, Time now) noexcept {
        for (const ClOrdId id : orders().open_orders()) {
            if (orders().find(id)->instrument == instrument) {
                try_cancel(id, now);
            }
        }
    }

    /// Takes one message of the venue and returns what it changed. One that cannot be read, or is
    /// about no order of ours, is counted, see trouble().
    Report on_message(Bytes message) noexcept {
        Report report;
        report.decode =
            codec_.decode(message, [&](const auto& event) { desk_.apply(event, report); });
        desk_.on_report(report, report.decode == protocols::DecodeStatus::Ok);
        if constexpr (NamesByVenueId<Codec>) {
            send_waiting_cancel(codec_.take_cancelable());
        }
        if (report.is_trouble() && !trouble_.is_trouble()) [[unlikely]] {
            trouble_ = report;
        }
        return report;
    }
    /// Returns the content of a message, for components that keep a separate record of orders. It
    /// changes nothing.
    [[nodiscard]] oms::VenueEvent read(Bytes message) const noexcept {
        oms::VenueEvent result;
        const protocols::DecodeStatus status =
            codec_.decode(message, [&](const auto& event) { result = event; });
        return status == protocols::DecodeStatus::Ok ? result : oms::VenueEvent{};
    }

    // Operator's commands, and the engine's stops; see RiskGate.
    void stop(risk::TradingMode mode, risk::StopReason reason) noexcept {
        desk_.stop(mode, reason);
    }
    void resume() noexcept { desk_.resume(); }
    [[nodiscard]] Expected<void> override_limits(InstrumentId instrument, const risk::Limits& wider,
                                                 Time until) {
        return desk_.override_limits(instrument, wider, until);
    }

    /// Sets the instrument's mark. A loss beyond the limit stops trading.
    void mark(InstrumentId instrument, Price price) noexcept { desk_.mark(instrument, price); }
    /// Keeps the last mark, which is old from now on: the market gives none.
    void keep_mark(InstrumentId instrument, Time now) noexcept { desk_.keep_mark(instrument, now); }

    /// Applies a corporate action; the instrument must have no open order.
    void adjust(const oms::Adjustment& adjustment) noexcept { desk_.adjust(adjustment); }

    /// Reports that the session broke: nothing is sent until on_reconnected(). The outbox is
    /// dropped, because its messages count as sent and not arrived.
    void on_disconnected() noexcept {
        outbox_.drain([](Bytes) {});
        desk_.on_disconnected();
    }
    /// Sends a session's first message, a query; Report::is_account_answer marks its answer.
    void query_account() noexcept { codec_.encode_account_query(outbox_); }
    /// Reports that the next session has replayed its replies. Calls lost(const oms::Order&) for
    /// each order that never arrived. Orders left open by an earlier process are canceled, and all
    /// orders if trading was stopped in the meantime.
    template <class Lost>
    void on_reconnected(Time now, Lost&& lost) noexcept {
        if (desk_.on_reconnected(std::forward<Lost>(lost))) {
            cancel_all(now);
        }
    }
    /// Reports that the venue ended the session after its last reply. Calls lost(const oms::Order&)
    /// for each order that never arrived. Nothing is sent until the venue's next session.
    template <class Lost>
    void on_session_ended(Lost&& lost) noexcept {
        outbox_.drain([](Bytes) {});
        desk_.on_session_ended(std::forward<Lost>(lost));
    }

    /// Takes over as ours, until on_reconnected(), the orders that the venue reports. Call it
    /// before the first session of an account that an earlier process may have traded.
    void begin_recovery() noexcept {
        outbox_.drain([](Bytes) {});
        desk_.begin_recovery();
    }
    [[nodiscard]] bool is_recovering() const noexcept { return desk_.is_recovering(); }
    /// Returns the first report with is_trouble(); a default Report if there was none.
    [[nodiscard]] const Report& trouble() const noexcept { return trouble_; }

    /// Calls sink(Bytes) for each message in the outbox, oldest first, and empties it.
    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        outbox_.drain(sink);
    }

  private:
    using Approved = std::expected<risk::ApprovedOrder, oms::Rejection>;

    static constexpr std::size_t kOrderBytes = Outbox::bytes_for(Codec::kOrderBytesMax);
    static constexpr std::size_t kCancelBytes = Outbox::bytes_for(Codec::kCancelBytesMax);

    OrderGateway(const GatewayOptions& options, oms::OrderDesk desk, const CodecOptions& codec)
        : desk_(std::move(desk)),
          codec_({.instruments_max = desk_.orders().instruments_max(),
                  .orders_remembered = options.orders.orders_remembered},
                 codec),
          cancel_reserve_bytes_(options.orders.open_orders_max * kCancelBytes),
          outbox_(cancel_reserve_bytes_ + options.outbox_messages_max * kOrderBytes) {}

    [[nodiscard]] Approved approve(const oms::Intent& intent,
                                   const oms::SendContext& context) noexcept {
        if (!outbox_.has_room(Codec::kOrderBytesMax, cancel_reserve_bytes_)) [[unlikely]] {
            return std::unexpected(desk_.refuse(intent, oms::DeskReject::OutboxFull));
        }
        return desk_.approve(intent, context);
    }

    // Not inlined: one copy, which practice warms (docs/techniques/warm-path.md).
    [[gnu::noinline]] void record_and_encode(const risk::ApprovedOrder& order) noexcept {
        desk_.record(order);
        codec_.encode(order, outbox_);
    }

    // Not inlined: an order does not carry the code of cancels and reductions.
    template <class Stamp>
    [[gnu::noinline]] oms::Rejection send_lowering(const oms::Intent& intent, Time now,
                                                   const Stamp& stamp) noexcept {
        const oms::Rejection refusal = refusal_of_lowering(intent);
        stamp(timing::Stage::Risk);
        if (refusal.is_refusal()) {
            return refusal;
        }
        lower(intent, now);
        stamp(timing::Stage::Encode);
        return {};
    }

    // Only cancels may use the outbox's reserve.
    [[nodiscard]] oms::Rejection refusal_of_lowering(const oms::Intent& intent) noexcept {
        const bool is_cancel = intent.kind == oms::Intent::Kind::Cancel;
        const oms::RequestStatus status =
            is_cancel ? orders().may_cancel(intent.id) : desk_.may_reduce(intent);
        if (status != oms::RequestStatus::Ok) {
            return desk_.refuse(intent, status);
        }
        if (is_cancel) {
            return {};
        }
        if (is_unnamed(intent.id)) {
            return desk_.refuse(intent, oms::RequestStatus::RequestInFlight);
        }
        if (!outbox_.has_room(Codec::kCancelBytesMax, cancel_reserve_bytes_)) {
            return desk_.refuse(intent, oms::DeskReject::OutboxFull);
        }
        return {};
    }

    void lower(const oms::Intent& intent, Time now) noexcept {
        if (intent.kind == oms::Intent::Kind::Cancel) {
            return cancel_with_partner(intent.id, now);
        }
        desk_.record_reduce(intent, now);
        codec_.encode_reduce(*orders().find(intent.id), outbox_);
    }

    /// It is unknown which of the two ids of a replacement in flight will be open.
    void cancel_with_partner(ClOrdId id, Time now) noexcept {
        const ClOrdId partner = oms::partner_of(*orders().find(id));
        try_cancel(id, now);
        try_cancel(partner, now);
    }

    /// A change of this order needs the venue's id of it, which has not come.
    [[nodiscard]] bool is_unnamed(ClOrdId id) const noexcept {
        if constexpr (NamesByVenueId<Codec>) {
            return !codec_.may_change(id) && orders().find(id) != nullptr;
        } else {
            return false;
        }
    }
    /// Recorded when it was asked for. What a broken session leaves in doubt is asked for again.
    void send_waiting_cancel(ClOrdId id) noexcept {
        const oms::Order* const order = id == ClOrdId{} ? nullptr : orders().find(id);
        const bool is_wanted = order != nullptr && is_open(order->state) && order->is_cancel_sent;
        if (is_wanted && !orders().is_in_doubt() && outbox_.has_room(Codec::kCancelBytesMax, 0))
            [[unlikely]] {
            codec_.encode_cancel(*order, outbox_);
        }
    }

    // When even the reserve is full the order stays as it is, and the next cancel_all() asks again.
    void try_cancel(ClOrdId id, Time now) noexcept {
        if (desk_.may_cancel(id) && outbox_.has_room(Codec::kCancelBytesMax, 0)) {
            desk_.record_cancel(id, now);
            codec_.encode_cancel(*orders().find(id), outbox_);
        }
    }

    oms::OrderDesk desk_;
    Codec codec_;
    std::size_t cancel_reserve_bytes_;
    Outbox outbox_;
    Report trouble_;
};

}  // namespace hotpath::gateway
