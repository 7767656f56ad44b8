#pragma once
/// NasdaqEngine: the trading loop of a venue that publishes ITCH 5.0 and takes OUCH 5.0 orders.
///
/// Aliases only: see engine/engine.hpp, feed/itch_codec.hpp and ouch_codec.hpp, also for threads and allocation.

#include <cstddef>

#include "hotpath/core/bytes.hpp"
#include "hotpath/engine/engine.hpp"
#include "hotpath/engine/venue.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_codec.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_codec.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_entry.hpp"
#include "hotpath/protocols/nasdaq/trader/practice_venue.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::protocols::nasdaq {

struct Nasdaq {
    using FeedCodec = feed::ItchCodec;
    using OrderCodec = OuchCodec;

    using Practice = PracticeVenue;
    static constexpr std::size_t kAnswerBytesMax = protocols::kAnswerBytesMax;
    [[nodiscard]] static Bytes encode(const OrderCodec::Options& options, const VenueAnswer& answer,
                                      MutableBytes room) noexcept {
        return OuchEntry::encode(options, answer, room);
    }
};
static_assert(engine::Venue<Nasdaq>);

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks>
using NasdaqEngine = engine::Engine<S, Nasdaq, T>;

}  // namespace hotpath::protocols::nasdaq
