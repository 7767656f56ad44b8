#pragma once
/// OrderCodec: OUCH, FIX or iLink 3 order entry behind one type, chosen at construction: the codec of a
/// trader whose configuration names the protocol.
///
///   OrderCodec codec(room, {});                                            OUCH
///   OrderCodec codec(room, {.fix = FixCodec::Options{...}});               FIX
///   OrderCodec codec(room, {.ilink = protocols::cme::IlinkCodec::Options{...}});   iLink 3
///
/// One branch a message, the same way in every call; for OUCH, the first. Threads: one. Allocation: at
/// construction. Complexity: the codec's.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine.hpp"
#include "hotpath/engine/understudy.hpp"
#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/gateway/outbox.hpp"
#include "hotpath/gateway/venue_codec.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/protocols/cme/trader/ilink_codec.hpp"
#include "hotpath/protocols/fix/trader/fix_codec.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_codec.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_codec.hpp"
#include "hotpath/protocols/nasdaq/trader/practice_venue.hpp"
#include "hotpath/protocols/trader/market_feed.hpp"
#include "hotpath/risk/approved_order.hpp"

namespace hotpath::protocols {

class OrderCodec {
  public:
    /// At most one; none: OUCH.
    struct Options {
        std::optional<protocols::fix::FixCodec::Options> fix{};
        std::optional<protocols::cme::IlinkCodec::Options> ilink{};
    };

    static constexpr std::size_t kOrderBytesMax = std::max(
        {protocols::nasdaq::OuchCodec::kOrderBytesMax, protocols::fix::FixCodec::kOrderBytesMax,
         protocols::cme::IlinkCodec::kOrderBytesMax});
    static constexpr std::size_t kCancelBytesMax = std::max(
        {protocols::nasdaq::OuchCodec::kCancelBytesMax, protocols::fix::FixCodec::kCancelBytesMax,
         protocols::cme::IlinkCodec::kCancelBytesMax});
    static constexpr Qty kQtyMax =
        std::min({protocols::nasdaq::OuchCodec::kQtyMax, protocols::fix::FixCodec::kQtyMax,
                  protocols::cme::IlinkCodec::kQtyMax});

    OrderCodec(const gateway::CodecRoom& room, const Options& options)
        : ouch_(room), is_ouch_(!options.fix && !options.ilink) {
        HOTPATH_ASSERT(!options.fix || !options.ilink, "set fix or ilink, not both");
        if (options.fix) {
            fix_.emplace(room, *options.fix);
        }
        if (options.ilink) {
            ilink_.emplace(room, *options.ilink);
        }
    }

    void allow(InstrumentId instrument, Symbol symbol) noexcept {
        ouch_.allow(instrument, symbol);
        if (fix_) {
            fix_->allow(instrument, symbol);
        }
        if (ilink_) {
            ilink_->allow(instrument, symbol);
        }
    }
    void encode(const risk::ApprovedOrder& order, gateway::Outbox& outbox) noexcept {
        with([&](auto& codec) { codec.encode(order, outbox); });
    }
    void encode_cancel(const oms::Order& order, gateway::Outbox& outbox) noexcept {
        with([&](auto& codec) { codec.encode_cancel(order, outbox); });
    }
    void encode_reduce(const oms::Order& order, gateway::Outbox& outbox) noexcept {
        with([&](auto& codec) { codec.encode_reduce(order, outbox); });
    }
    void encode_account_query(gateway::Outbox& outbox) noexcept {
        with([&](auto& codec) { codec.encode_account_query(outbox); });
    }
    template <class Sink>
    protocols::DecodeStatus decode(Bytes message, Sink&& sink) const noexcept {
        if (is_ouch_) {
            return ouch_.decode(message, std::forward<Sink>(sink));
        }
        return fix_ ? fix_->decode(message, std::forward<Sink>(sink))
                    : ilink_->decode(message, std::forward<Sink>(sink));
    }

    // gateway::NamesByVenueId: iLink 3 alone.
    [[nodiscard]] bool may_change(ClOrdId id) const noexcept {
        return !ilink_ || ilink_->may_change(id);
    }
    [[nodiscard]] ClOrdId take_cancelable() noexcept {
        return ilink_ ? ilink_->take_cancelable() : ClOrdId{};
    }
    [[nodiscard]] OrderId venue_id_of(ClOrdId id) const noexcept {
        return ilink_ ? ilink_->venue_id_of(id) : OrderId{};
    }
    [[nodiscard]] ClOrdId holder_of(OrderId venue_id) const noexcept {
        return ilink_ ? ilink_->holder_of(venue_id) : ClOrdId{};
    }

  private:
    template <class Encode>
    void with(Encode&& encode) noexcept {
        if (is_ouch_) {
            encode(ouch_);
        } else if (fix_) {
            encode(*fix_);
        } else {
            encode(*ilink_);
        }
    }

    protocols::nasdaq::OuchCodec ouch_;
    bool is_ouch_;
    // In its place.
    std::optional<protocols::fix::FixCodec> fix_{};
    std::optional<protocols::cme::IlinkCodec> ilink_{};
};

static_assert(gateway::VenueCodec<OrderCodec>);
static_assert(gateway::NamesByVenueId<OrderCodec>);

/// ITCH 5.0 or MDP 3.0 in, OUCH 5.0, FIX or iLink 3 out.
struct Traded {
    using FeedCodec = feed::ItchCodec;  // of the practice
    using Feed = MarketFeed;
    using OrderCodec = protocols::OrderCodec;
    using Practice = protocols::nasdaq::PracticeVenue;  // of OUCH
};
static_assert(engine::PractisedVenue<Traded>);

using TradedGateway = gateway::OrderGateway<OrderCodec>;

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks>
using TradedEngine = engine::Engine<S, Traded, T>;

}  // namespace hotpath::protocols
