#pragma once
/// Venue: the protocols that an engine speaks: market data in, orders out, replies in.
///
///   struct Nasdaq { using FeedCodec = feed::ItchCodec; using OrderCodec = OuchCodec; };
///
/// docs/design/venues.md walks through adding one.

#include "hotpath/feed/feed_codec.hpp"
#include "hotpath/gateway/venue_codec.hpp"

namespace hotpath::engine {

template <class V>
concept Venue =
    feed::FeedCodec<typename V::FeedCodec> && gateway::VenueCodec<typename V::OrderCodec>;

}  // namespace hotpath::engine
