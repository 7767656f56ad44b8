#pragma once
/// Mdp3Channel: one MDP 3.0 channel, its incremental lines and its loops, to books by order or by
/// price (Mdp3Options::depth).
///
///   Expected<Mdp3Channel> channel = Mdp3Channel::create(bounds, {}, mdp3_feed_options());
///   channel->on_packet({.line = feed::Line::A, .bytes = packet, .now = now}, listener);
///   while wants_definitions():         on_definition_packet(bytes, listener)        feeds N
///   while feed().is_stale():           on_snapshot_packet(bytes, now, listener)     feeds SMBO, or S
///   and for states, natural refresh:   on_state_packet(bytes, listener)             feeds S
///   channel->on_timer(now, listener);  at feed().next_deadline()
///
/// Before the definitions the books stay stale and the packets are kept. The sockets are the
/// owner's, who leaves the groups of loops that are not wanted. Threads: one owner. Allocation:
/// create() only. Complexity: that of the parts.

#include <cstdint>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/cme/feed/mdp3_feed.hpp"
#include "hotpath/protocols/cme/feed/mdp3_loops.hpp"
#include "hotpath/protocols/cme/mdp3/packet_reader.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::feed {

class Mdp3Channel {
  public:
    [[nodiscard]] static Expected<Mdp3Channel> create(const book::BooksOptions& books,
                                                      const Mdp3Options& codec_options,
                                                      const LiveFeedOptions& options) {
        LiveFeedOptions feed_options = options;
        feed_options.has_snapshots &= !codec_options.has_natural_refresh;
        Expected<Mdp3Feed> feed = create_mdp3_feed(books, codec_options, feed_options);
        if (!feed) {
            return std::unexpected(std::move(feed.error()));
        }
        return Mdp3Channel(std::move(*feed), codec_options);
    }

    [[nodiscard]] const Mdp3Feed& feed() const noexcept { return feed_; }
    [[nodiscard]] const Mdp3Codec& codec() const noexcept { return feed_.market().codec(); }
    [[nodiscard]] const Mdp3Loops& loops() const noexcept { return loops_; }
    [[nodiscard]] bool wants_definitions() const noexcept { return !loops_.has_definitions(); }

    /// Takes the incremental feed.
    template <LiveFeedListener Listener>
    FeedState on_packet(const LinePacket& packet, Listener& listener) noexcept {
        if (sessions_ == 0 && has_midnight_of_arrival_) [[unlikely]] {
            count_from_midnight(packet);
        }
        const FeedState state = go_on(feed_.on_packet(packet, listener), packet.now, listener);
        if (feed_.lines().sessions() == sessions_) [[likely]] {
            return state;
        }
        sessions_ = feed_.lines().sessions();
        loops_.begin_session();
        if (has_midnight_of_arrival_) {
            count_from_midnight(packet);
        }
        return feed_.want_snapshot(packet.now, listener);
    }
    template <LiveFeedListener Listener>
    FeedState on_timer(Time now, Listener& listener) noexcept {
        return go_on(feed_.on_timer(now, listener), now, listener);
    }

    /// The owner accepts the missing packets.
    template <LiveFeedListener Listener>
    FeedState accept_gap(Time now, Listener& listener) noexcept {
        return feed_.accept_gap(now, listener);
    }

    template <LiveFeedListener Listener>
    void on_definition_packet(Bytes packet, Listener& listener) noexcept {
        loops_.on_definition_packet(packet, feed_, listener);
    }
    template <LiveFeedListener Listener>
    FeedState on_snapshot_packet(Bytes packet, Time now, Listener& listener) noexcept {
        return loops_.on_snapshot_packet(packet, now, feed_, listener);
    }
    /// Trading states, of use after each snapshot; with natural refresh also the levels of
    /// instruments that are not certain.
    template <LiveFeedListener Listener>
    void on_state_packet(Bytes packet, Listener& listener) noexcept {
        loops_.on_state_packet(packet, feed_, listener);
    }

  private:
    Mdp3Channel(Mdp3Feed feed, const Mdp3Options& options)
        : feed_(std::move(feed)),
          loops_(options.depth, options.reports_max),
          has_midnight_of_arrival_(options.has_midnight_of_arrival) {}

    /// The UTC midnight with which the time that the packet bears is nearest to that of its arrival.
    void count_from_midnight(const LinePacket& packet) noexcept {
        protocols::cme::mdp3::PacketReader reader;
        if (reader.open(packet.bytes) != protocols::DecodeStatus::Ok) {
            return;
        }
        constexpr std::uint64_t kDay = 86'400ULL * static_cast<std::uint64_t>(kNanosPerSecond);
        const std::uint64_t midnight =
            reader.sending_time() - static_cast<std::uint64_t>(packet.now.value);
        feed_.count_from((midnight + kDay / 2) / kDay * kDay);
    }

    /// With natural refresh a gap is each instrument's own.
    template <LiveFeedListener Listener>
    FeedState go_on(FeedState state, Time now, Listener& listener) noexcept {
        const bool is_over = state == FeedState::Incomplete && codec().has_natural_refresh();
        return is_over ? feed_.accept_gap(now, listener) : state;
    }

    Mdp3Feed feed_;
    Mdp3Loops loops_;
    std::uint64_t sessions_ = 0;
    bool has_midnight_of_arrival_;
};

}  // namespace hotpath::feed
