#pragma once
/// NasdaqEngine: the trading loop of a venue that publishes ITCH 5.0 and takes OUCH 5.0 orders.
///
/// Aliases only: see engine/engine.hpp, feed/itch/itch_codec.hpp and ouch_codec.hpp, also for threads and allocation.

#include "hotpath/engine/engine.hpp"
#include "hotpath/engine/understudy.hpp"
#include "hotpath/engine/venue.hpp"
#include "hotpath/feed/itch/itch_codec.hpp"
#include "hotpath/timing/tick_source.hpp"
#include "hotpath/venue/nasdaq/ouch_codec.hpp"
#include "hotpath/venue/nasdaq/practice_venue.hpp"

namespace hotpath::venue::nasdaq {

struct Nasdaq {
    using FeedCodec = feed::ItchCodec;
    using OrderCodec = OuchCodec;
    using Practice = PracticeVenue;
};
static_assert(engine::PractisedVenue<Nasdaq>);

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks>
using NasdaqEngine = engine::Engine<S, Nasdaq, T>;

}  // namespace hotpath::venue::nasdaq
