#pragma once
/// FeedOf: the feed of a venue's engine. Usually the LiveFeed of its codec, with the engine's symbols;
/// a venue with several market-data protocols brings its own type as V::Feed, with V::Feed::Options.
///
/// Threads: set-up. Allocation: the feed's.

#include <cstdint>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/engine/venue.hpp"
#include "hotpath/feed/live_feed.hpp"

namespace hotpath::engine {

/// The engine's silence is that of the lines: a session lives as long as it is heard.
[[nodiscard]] inline feed::LiveFeedOptions feed_options(const EngineOptions& options) noexcept {
    feed::LiveFeedOptions feed = options.feed;
    feed.lines.silence_max = options.feed_silence_max;
    return feed;
}

template <Venue V>
struct FeedOf {
    using Filter = typename V::FeedCodec::Filter;
    using Type = feed::LiveFeed<typename V::FeedCodec, book::L3Books, Filter>;
    struct Options {};

    [[nodiscard]] static Expected<Type> create(const EngineOptions& options, const Options&) {
        return Type::create(options.books, feed_options(options), Filter(options.symbols));
    }
};

template <Venue V>
    requires requires { typename V::Feed; }
struct FeedOf<V> {
    using Type = typename V::Feed;
    using Options = typename Type::Options;

    [[nodiscard]] static Expected<Type> create(const EngineOptions& options, const Options& of) {
        return Type::create(options.books, feed_options(options), options.symbols, of);
    }
};

/// The number by which order entry names an instrument: the id in the books, unless the feed has its
/// own ids and knows the venue's numbers.
template <class Feed>
[[nodiscard]] std::int32_t number_of(const Feed& feed, InstrumentId instrument) noexcept {
    if constexpr (requires { feed.number_of(instrument); }) {
        return feed.number_of(instrument);
    } else {
        return instrument.value;
    }
}

/// The differences between venues of these protocols.
template <Venue V>
struct VenueOptions {
    typename V::OrderCodec::Options codec{};
    typename FeedOf<V>::Options feed{};
};

}  // namespace hotpath::engine
