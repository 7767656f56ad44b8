#pragma once
/// Mdp3Loops: the recovery of an MDP 3.0 channel: its definitions and snapshots, which are sent
/// again and again, to a LiveFeed.
///
///   definition feed   1 2 3 ... n 1 2 ...  ──> on_definitions()         all instruments, once
///   snapshot feed     1 2 3 ... m 1 2 ...  ──> on_snapshot_begin() at 1, _message() each, _end()
///
/// A loop is taken from its first packet to its last report without a gap, or again from its next
/// beginning; its second line fills in what the first has lost. Each instrument's snapshot has the
/// number of the last packet in it: the feed goes on after the lowest. Snapshots are taken only
/// with every instrument defined, and only while the feed wants one. Threads: one owner.
/// Allocation: the constructor. Complexity: O(messages of the packet).

#include <algorithm>
#include <cstdint>
#include <limits>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_state.hpp"
#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"
#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"
#include "hotpath/protocols/cme/mdp3/packet_reader.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::feed {

/// Where in a loop its packets are.
class Mdp3LoopPosition {
  public:
    enum class Step : std::uint8_t {
        Ignored,  // seen before, or of no use without its beginning
        Begin,    // the first packet of a loop
        Next,
        Broken,  // packets are missing: wait for the next beginning
    };

    [[nodiscard]] Step on_packet(std::uint32_t number, std::uint64_t sending_time) noexcept;
    /// Ignores messages up to the next beginning of a loop.
    void finish() noexcept { next_ = 0; }

  private:
    /// So many packets in a row from before the last: its time was damage.
    static constexpr std::uint32_t kOldPacketsMax = 16;

    std::uint32_t next_ = 0;  // 0: waiting for a beginning
    std::uint32_t old_packets_ = 0;
    std::uint64_t begin_time_ = 0;
    std::uint64_t last_time_ = 0;
};

struct Mdp3LoopCounters {
    std::uint64_t packets = 0;
    std::uint64_t malformed = 0;
    std::uint64_t definition_loops = 0;  // taken whole
    std::uint64_t snapshot_loops = 0;    // taken whole
    std::uint64_t broken = 0;            // of either kind

    friend bool operator==(const Mdp3LoopCounters&, const Mdp3LoopCounters&) = default;
};

class Mdp3Loops {
  public:
    /// `depth`: whose snapshots. `reports_max`: instruments of one loop, wanted or not.
    Mdp3Loops(Mdp3Depth depth, std::uint32_t reports_max) : reported_(reports_max), depth_(depth) {}

    [[nodiscard]] bool has_definitions() const noexcept { return has_definitions_; }
    [[nodiscard]] const Mdp3LoopCounters& counters() const noexcept { return counters_; }

    /// The feed is in another week, where every SecurityID may be another instrument.
    void begin_session() noexcept;

    /// Takes the instrument definition feed, either line. Ignored once a loop was whole.
    template <class Feed, class Listener>
    void on_definition_packet(Bytes bytes, Feed& feed, Listener& listener) noexcept {
        protocols::cme::mdp3::PacketReader packet;
        if (has_definitions_ || !open(packet, bytes, feed.lines())) {
            return;
        }
        const Step step = take(definitions_, packet);
        if (step == Step::Begin) {
            begin_reports();
        } else if (step != Step::Next) {
            return;
        }
        static_cast<void>(feed.on_definitions(bytes, listener));
        if (!count_definitions(packet)) {
            ++counters_.broken;
            definitions_.finish();
        } else if (reports_.are_whole()) {
            has_definitions_ = true;
            ++counters_.definition_loops;
        }
    }

    /// Takes the market recovery feed of the depth, either line.
    template <class Feed, class Listener>
    FeedState on_snapshot_packet(Bytes bytes, Time now, Feed& feed, Listener& listener) noexcept {
        protocols::cme::mdp3::PacketReader packet;
        if (!has_definitions_ || !open(packet, bytes, feed.lines())) {
            return feed.state();
        }
        const Step step = take(snapshots_, packet);
        if (step == Step::Ignored) {
            return feed.state();
        }
        if (step != Step::Next) {
            begin_snapshot(step, now, feed, listener);
        }
        if (feed.state() != FeedState::SnapshotLoading) {
            return feed.state();
        }
        if (!count_snapshots(packet)) {
            ++counters_.broken;
            snapshots_.finish();
            return feed.on_snapshot_lost(now, listener);
        }
        if (feed.on_snapshot_message(bytes, now, listener) != FeedState::SnapshotLoading) {
            return feed.state();
        }
        if (!reports_.are_whole()) {
            return feed.state();
        }
        snapshots_.finish();
        // After a number that the lines are far from the books would stand still: anyone may send
        // to a group.
        if (reports_.as_of_min >= feed.lines().reach()) {
            ++counters_.broken;
            return feed.on_snapshot_lost(now, listener);
        }
        ++counters_.snapshot_loops;
        return feed.on_snapshot_end(std::uint64_t{reports_.as_of_min} + 1, now, listener);
    }

    /// Takes the market recovery feed by price for its trading states and for natural refresh, at any
    /// time.
    template <class Feed, class Listener>
    void on_state_packet(Bytes bytes, Feed& feed, Listener& listener) noexcept {
        protocols::cme::mdp3::PacketReader packet;
        if (has_definitions_ && open(packet, bytes, feed.lines())) {
            static_cast<void>(feed.on_definitions(bytes, listener));
        }
    }

  private:
    using Step = Mdp3LoopPosition::Step;

    struct Reports {
        std::uint32_t received = 0;
        std::uint32_t total = 0;  // TotNumReports; 0: not known yet
        std::uint32_t as_of_min = std::numeric_limits<std::uint32_t>::max();
        // The instrument whose chunks are coming, and the next of them; 0: none.
        std::uint32_t chunk_next = 0;
        std::int32_t chunk_security_id = 0;
        std::uint32_t chunk_as_of = 0;

        [[nodiscard]] bool are_whole() const noexcept { return total != 0 && received >= total; }
    };

    /// True for a whole packet of the feed's week. Before the feed's first packet there is none.
    [[nodiscard]] bool open(protocols::cme::mdp3::PacketReader& packet, Bytes bytes,
                            const auto& lines) noexcept {
        return is_whole(packet, bytes) && lines.has_session() &&
               lines.session().contains(packet.sending_time());
    }
    [[nodiscard]] bool is_whole(protocols::cme::mdp3::PacketReader& packet, Bytes bytes) noexcept;
    [[nodiscard]] Step take(Mdp3LoopPosition& loop,
                            const protocols::cme::mdp3::PacketReader& packet) noexcept;
    void begin_reports() noexcept {
        reports_ = {};
        reported_.clear();
    }
    // False: an instrument twice, or chunks out of order. The end of this loop was lost with the
    // beginning of the next, whose packet had the number that was expected.
    [[nodiscard]] bool count_definitions(const protocols::cme::mdp3::PacketReader& packet) noexcept;
    [[nodiscard]] bool count_snapshots(const protocols::cme::mdp3::PacketReader& packet) noexcept;
    [[nodiscard]] bool count_chunk(
        const protocols::cme::mdp3::SnapshotFullRefreshOrderBook& chunk) noexcept;
    [[nodiscard]] bool count_levels(
        const protocols::cme::mdp3::SnapshotFullRefresh& levels) noexcept;
    [[nodiscard]] bool is_reported_once(std::int32_t security_id) noexcept {
        return reported_.try_insert(static_cast<std::uint32_t>(security_id), true) != nullptr;
    }

    template <class Feed, class Listener>
    void begin_snapshot(Step step, Time now, Feed& feed, Listener& listener) noexcept {
        if (feed.state() == FeedState::SnapshotLoading) {
            feed.on_snapshot_lost(now, listener);
        }
        if (step == Step::Begin && feed.wants_snapshot()) {
            begin_reports();
            feed.on_snapshot_begin(now, listener);
        }
    }

    Mdp3LoopPosition definitions_;
    Mdp3LoopPosition snapshots_;
    Reports reports_;                             // of the definitions, then of each snapshot
    FixedHashMap<std::uint32_t, bool> reported_;  // SecurityIDs in this loop
    Mdp3Depth depth_;
    bool has_definitions_ = false;
    Mdp3LoopCounters counters_;
};

}  // namespace hotpath::feed
