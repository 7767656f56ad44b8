#pragma once
/// OrderCodec: OUCH or FIX order entry behind one type, chosen at construction: the codec of a trader
/// whose configuration names the protocol.
///
///   OrderCodec codec(room, {});                                 OUCH
///   OrderCodec codec(room, {.fix = FixCodec::Options{...}});    FIX
///
/// One branch a message, the same way in every call. Threads: one. Allocation: at construction.
/// Complexity: the codec's.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine.hpp"
#include "hotpath/engine/understudy.hpp"
#include "hotpath/feed/itch/itch_codec.hpp"
#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/gateway/outbox.hpp"
#include "hotpath/gateway/venue_codec.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/risk/approved_order.hpp"
#include "hotpath/venue/fix/fix_codec.hpp"
#include "hotpath/venue/market_feed.hpp"
#include "hotpath/venue/nasdaq/ouch_codec.hpp"
#include "hotpath/venue/nasdaq/practice_venue.hpp"

namespace hotpath::venue {

class OrderCodec {
  public:
    struct Options {
        std::optional<fix::FixCodec::Options> fix{};  // none: OUCH
    };

    static constexpr std::size_t kOrderBytesMax =
        std::max(nasdaq::OuchCodec::kOrderBytesMax, fix::FixCodec::kOrderBytesMax);
    static constexpr std::size_t kCancelBytesMax =
        std::max(nasdaq::OuchCodec::kCancelBytesMax, fix::FixCodec::kCancelBytesMax);
    static constexpr Qty kQtyMax = std::min(nasdaq::OuchCodec::kQtyMax, fix::FixCodec::kQtyMax);

    OrderCodec(const gateway::CodecRoom& room, const Options& options) : ouch_(room) {
        if (options.fix) {
            fix_.emplace(room, *options.fix);
        }
    }

    void allow(InstrumentId instrument, Symbol symbol) noexcept {
        ouch_.allow(instrument, symbol);
        if (fix_) {
            fix_->allow(instrument, symbol);
        }
    }
    void encode(const risk::ApprovedOrder& order, gateway::Outbox& outbox) noexcept {
        fix_ ? fix_->encode(order, outbox) : ouch_.encode(order, outbox);
    }
    void encode_cancel(const oms::Order& order, gateway::Outbox& outbox) noexcept {
        fix_ ? fix_->encode_cancel(order, outbox) : ouch_.encode_cancel(order, outbox);
    }
    void encode_reduce(const oms::Order& order, gateway::Outbox& outbox) noexcept {
        fix_ ? fix_->encode_reduce(order, outbox) : ouch_.encode_reduce(order, outbox);
    }
    void encode_account_query(gateway::Outbox& outbox) noexcept {
        fix_ ? fix_->encode_account_query(outbox) : ouch_.encode_account_query(outbox);
    }
    template <class Sink>
    wire::DecodeStatus decode(Bytes message, Sink&& sink) const noexcept {
        return fix_ ? fix_->decode(message, std::forward<Sink>(sink))
                    : ouch_.decode(message, std::forward<Sink>(sink));
    }

  private:
    nasdaq::OuchCodec ouch_;
    std::optional<fix::FixCodec> fix_{};  // in its place
};

static_assert(gateway::VenueCodec<OrderCodec>);

/// ITCH 5.0 or MDP 3.0 in, OUCH 5.0 or FIX out.
struct Traded {
    using FeedCodec = feed::ItchCodec;  // of the practice
    using Feed = MarketFeed;
    using OrderCodec = venue::OrderCodec;
    using Practice = nasdaq::PracticeVenue;  // of OUCH
};
static_assert(engine::PractisedVenue<Traded>);

using TradedGateway = gateway::OrderGateway<OrderCodec>;

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks>
using TradedEngine = engine::Engine<S, Traded, T>;

}  // namespace hotpath::venue
