#pragma once
/// The feed's parts for CME MDP 3.0 by order: books of packets, and of two lines with recovery.
///
///   Expected<Mdp3Feed> feed = create_mdp3_feed(bounds, {}, mdp3_feed_options());
///   feed->on_packet({.line = feed::Line::A, .bytes = packet, .now = now}, listener);
///
/// mdp3_loops.hpp gives it the channel's loops. Threads and allocation: theirs.

#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/feed/feed_books.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"
#include "hotpath/protocols/cme/mdp3/packet_header.hpp"

namespace hotpath::feed {

using Mdp3Books = FeedBooks<Mdp3Codec, book::L3Books>;
using Mdp3Feed = LiveFeed<Mdp3Codec, book::L3Books>;

/// Packets that wait for a snapshot are kept whole; missing ones are not requested, and a snapshot
/// is taken from the next loop.
[[nodiscard]] inline LiveFeedOptions mdp3_feed_options() noexcept {
    LiveFeedOptions options;
    options.lines.store = {.messages_max = 16'384,
                           .message_length_max = protocols::cme::mdp3::kPacketLengthMax};
    options.requests.attempts_max = 0;
    options.snapshot_interval = {1'000'000};
    return options;
}

[[nodiscard]] inline Expected<Mdp3Feed> create_mdp3_feed(const book::BooksOptions& books,
                                                         const Mdp3Options& codec_options,
                                                         const LiveFeedOptions& options) {
    Expected<Mdp3Codec> codec = Mdp3Codec::create(codec_options);
    if (!codec) {
        return std::unexpected(std::move(codec.error()));
    }
    return Mdp3Feed::create(books, options, {}, std::move(*codec));
}

}  // namespace hotpath::feed
