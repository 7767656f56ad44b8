#pragma once
/// NasdaqEngine: the trading loop of a venue that publishes ITCH 5.0 and takes OUCH 5.0 orders.
///
/// Aliases only: see engine/engine.hpp, feed/itch/itch_codec.hpp and ouch_codec.hpp, also for threads and allocation.

#include "hotpath/engine/engine.hpp"
#include "hotpath/engine/understudy.hpp"
#include "hotpath/engine/venue.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_codec.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_codec.hpp"
#include "hotpath/protocols/nasdaq/trader/practice_venue.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::protocols::nasdaq {

struct Nasdaq {
    using FeedCodec = feed::ItchCodec;
    using OrderCodec = OuchCodec;
    using Practice = PracticeVenue;
};
static_assert(engine::PractisedVenue<Nasdaq>);

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks>
using NasdaqEngine = engine::Engine<S, Nasdaq, T>;

}  // namespace hotpath::protocols::nasdaq
