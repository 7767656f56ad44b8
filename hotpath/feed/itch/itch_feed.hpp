#pragma once
/// The feed's parts for ITCH 5.0: books of one message after the other, of packets, and of packets
/// of two lines with recovery.
///
///   struct Printer : feed::NullListener { void on_trade(const Trade& trade) noexcept { ... } }
///   printer; Expected<ItchBooks> feed = ItchBooks::create({}); feed->on_message(message, printer);
///
/// Names only: feed_books.hpp, feed_handler.hpp and live_feed.hpp are what they name. Threads and
/// allocation: theirs.

#include "hotpath/book/l2_books.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/feed/feed_books.hpp"
#include "hotpath/feed/feed_handler.hpp"
#include "hotpath/feed/itch/itch_codec.hpp"
#include "hotpath/feed/itch/symbol_filter.hpp"
#include "hotpath/feed/live_feed.hpp"

namespace hotpath::feed {

template <book::MarketBooks Books, MessageFilter Filter = EveryInstrument>
using BasicItchBooks = FeedBooks<ItchCodec, Books, Filter>;
using ItchBooks = BasicItchBooks<book::L3Books>;
/// By price only.
using ItchLevels = BasicItchBooks<book::L2Books>;
/// The books of a few symbols out of a whole market's feed.
using FilteredItchBooks = BasicItchBooks<book::L3Books, SymbolFilter>;
using FilteredItchLevels = BasicItchBooks<book::L2Books, SymbolFilter>;

/// Packets to books, without recovery.
using ItchHandler = FeedHandler<ItchCodec, book::L3Books>;
/// Packets of a whole market to the books of a few symbols.
using FilteredItchHandler = FeedHandler<ItchCodec, book::L3Books, SymbolFilter>;

/// Two lines to books, with recovery.
using ItchFeed = LiveFeed<ItchCodec, book::L3Books>;
/// Two lines of a whole market to the books of a few symbols.
using FilteredItchFeed = LiveFeed<ItchCodec, book::L3Books, SymbolFilter>;

}  // namespace hotpath::feed
