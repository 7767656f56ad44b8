#pragma once
/// NasdaqEngine: the trading loop of a venue that publishes ITCH 5.0 and takes OUCH 5.0 orders.
///
/// A name only: the parts are engine/engine.hpp and ouch_codec.hpp. Threads and allocation: theirs.

#include "hotpath/engine/engine.hpp"
#include "hotpath/timing/tick_source.hpp"
#include "hotpath/venue/nasdaq/ouch_codec.hpp"

namespace hotpath::venue::nasdaq {

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks>
using NasdaqEngine = engine::Engine<S, OuchCodec, T>;

}  // namespace hotpath::venue::nasdaq
