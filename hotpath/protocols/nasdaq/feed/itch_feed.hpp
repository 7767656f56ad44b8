#pragma once
/// The feed types for ITCH 5.0: books from single messages, from packets, and from packets of two
/// lines with recovery.
///
///   struct Printer : feed::NullListener { void on_trade(const Trade& trade) noexcept { ... } }
///   printer; Expected<ItchBooks> feed = ItchBooks::create({}); feed->on_message(message, printer);
///
/// Aliases only; see feed_books.hpp, feed_handler.hpp and live_feed.hpp, also for threads and
/// allocation.

#include "hotpath/book/l2_books.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/feed/feed_books.hpp"
#include "hotpath/feed/feed_handler.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_codec.hpp"
#include "hotpath/protocols/nasdaq/feed/symbol_filter.hpp"

namespace hotpath::feed {

template <book::MarketBooks Books, MessageFilter Filter = EveryInstrument>
using BasicItchBooks = FeedBooks<ItchCodec, Books, Filter>;
/// Books of every order, from messages.
using ItchBooks = BasicItchBooks<book::L3Books>;
/// Books by price, from messages.
using ItchLevels = BasicItchBooks<book::L2Books>;
/// Books of a few symbols from the messages of a whole market.
using FilteredItchBooks = BasicItchBooks<book::L3Books, SymbolFilter>;
using FilteredItchLevels = BasicItchBooks<book::L2Books, SymbolFilter>;

/// Books of every order from packets, without recovery.
using ItchHandler = FeedHandler<ItchCodec, book::L3Books>;
/// Books of a few symbols from the packets of a whole market, without recovery.
using FilteredItchHandler = FeedHandler<ItchCodec, book::L3Books, SymbolFilter>;

/// Books of every order from two lines of packets, with recovery.
using ItchFeed = LiveFeed<ItchCodec, book::L3Books>;
/// Books of a few symbols from two lines of a whole market, with recovery.
using FilteredItchFeed = LiveFeed<ItchCodec, book::L3Books, SymbolFilter>;

}  // namespace hotpath::feed
