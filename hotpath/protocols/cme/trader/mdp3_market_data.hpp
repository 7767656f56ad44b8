#pragma once
/// Mdp3MarketData: a channel of MDP 3.0, with the loops that it begins and recovers by. It has neither
/// re-requests nor snapshots to fetch.
///
/// Threads: one owner. Allocation: create(). Complexity: Mdp3Channel's.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_loop.hpp"
#include "hotpath/protocols/cme/feed/mdp3_channel.hpp"
#include "hotpath/protocols/trader/market_data.hpp"

namespace hotpath::protocols::cme {

class Mdp3MarketData {
  public:
    static constexpr std::string_view kKey = "mdp3";
    static constexpr std::string_view kName = "MDP 3.0";
    static constexpr std::string_view kTitle = "MDP 3.0";
    static constexpr ForeignWords kForeign{
        .packets = "MDP 3.0", .messages = "packets have no message of MDP 3.0's schema"};
    static constexpr std::array<std::string_view, 8> kCounters{
        "loop_packets", "loop_packets_malformed", "definition_loops", "snapshot_loops",
        "loops_broken", "channel_resets",         "entries_refused",  "prices_refused"};
    /// Symbols and bounds are those that create() gets.
    using Options = feed::Mdp3Options;

    [[nodiscard]] static Expected<Mdp3MarketData> create(const book::BooksOptions& books,
                                                         const feed::LiveFeedOptions& options,
                                                         const std::vector<Symbol>& symbols,
                                                         Options of) {
        of.symbols = symbols;
        of.instruments_max = books.instruments_max;
        of.orders_max = books.orders_max;
        auto made = feed::Mdp3Channel::create(books, of, options);
        return made ? Expected<Mdp3MarketData>(Mdp3MarketData(std::move(*made)))
                    : std::unexpected(made.error());
    }

    [[nodiscard]] const feed::Mdp3Channel& channel() const noexcept { return channel_; }
    [[nodiscard]] const feed::Mdp3Feed& feed() const noexcept { return channel_.feed(); }
    [[nodiscard]] std::array<std::uint64_t, kCounters.size()> counters() const noexcept {
        const feed::Mdp3LoopCounters& loops = channel_.loops().counters();
        const feed::Mdp3Counters& codec = channel_.codec().counters();
        return {loops.packets, loops.malformed,      loops.definition_loops, loops.snapshot_loops,
                loops.broken,  codec.channel_resets, codec.entries_refused,  codec.prices_refused};
    }
    // A week has no name.
    [[nodiscard]] static std::optional<FeedSession> session() noexcept { return std::nullopt; }
    [[nodiscard]] static std::optional<FeedSession> other_session() noexcept {
        return std::nullopt;
    }
    [[nodiscard]] static bool has_loops() noexcept { return true; }
    [[nodiscard]] bool wants(feed::FeedLoop loop, bool lacks_states) const noexcept {
        if (feed().lines().sessions() == 0) {
            return false;
        }
        const bool is_defined = !channel_.wants_definitions();
        const bool lacks_them = lacks_states && !feed::is_stale(feed().state());
        switch (loop) {
            case feed::FeedLoop::Definitions:
                return !is_defined;
            case feed::FeedLoop::Snapshots:
                return is_defined && (is_in_snapshot() || (lacks_them && !is_by_order()));
            case feed::FeedLoop::States:
                return is_defined && lacks_them && is_by_order();
        }
        return false;
    }
    [[nodiscard]] static bool wants_snapshot() noexcept { return false; }
    /// The SecurityID of its definition; our ids are dense.
    [[nodiscard]] std::int32_t number_of(InstrumentId instrument) const noexcept {
        return channel_.codec().instruments()[instrument].security_id;
    }
    /// The ids in books by order are of priorities, not the numbers of order entry.
    [[nodiscard]] bool renames_orders() const noexcept { return is_by_order(); }
    [[nodiscard]] static bool renames_on_replace() noexcept { return false; }
    /// 0: not there.
    [[nodiscard]] OrderId id_in_books(OrderId order_id) const noexcept {
        const OrderId* const place = channel_.codec().orders().find(order_id);
        return place == nullptr ? OrderId{} : *place;
    }
    /// The order may be in the books or not. The id may be one in the books already.
    [[nodiscard]] static OrderId id_of_priority(InstrumentId instrument,
                                                OrderId priority) noexcept {
        return feed::Mdp3Orders::place_of(instrument, priority.value).value_or(priority);
    }

    template <feed::LiveFeedListener Listener>
    feed::FeedState on_packet(const feed::LinePacket& packet, Listener& listener) noexcept {
        return channel_.on_packet(packet, listener);
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_timer(Time now, Listener& listener) noexcept {
        return channel_.on_timer(now, listener);
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_loop_packet(feed::FeedLoop loop, Bytes packet, Time now,
                                   Listener& listener) noexcept {
        if (loop == feed::FeedLoop::Definitions) {
            channel_.on_definition_packet(packet, listener);
        } else if (loop == feed::FeedLoop::Snapshots && is_in_snapshot()) {
            return channel_.on_snapshot_packet(packet, now, listener);
        } else if (loop == feed::FeedLoop::States || !is_by_order()) {
            channel_.on_state_packet(packet, listener);
        }
        return feed().state();
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_begin(Time, Listener&) noexcept {
        return feed().state();
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_message(Bytes, Time, Listener&) noexcept {
        return feed().state();
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_lost(Time, Listener&) noexcept {
        return feed().state();
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState accept_gap(Time now, Listener& listener) noexcept {
        return channel_.accept_gap(now, listener);
    }
    [[nodiscard]] static const live::MarketDataKeys& keys() noexcept;
    [[nodiscard]] static const sim::session::FeedEnds& simulated() noexcept;
    [[nodiscard]] static const sim::market::WrittenFormats& written() noexcept;
    [[nodiscard]] static const backtest::RecordedMarket& recorded() noexcept;
    [[nodiscard]] static std::string packet_words(Bytes packet);

    template <class Sink>
    void for_each_request(Sink&&) {}

  private:
    explicit Mdp3MarketData(feed::Mdp3Channel of) : channel_(std::move(of)) {}

    [[nodiscard]] bool is_by_order() const noexcept {
        return channel_.codec().depth() == feed::Mdp3Depth::ByOrder;
    }
    [[nodiscard]] bool is_in_snapshot() const noexcept {
        const feed::FeedState at = feed().state();
        return at == feed::FeedState::SnapshotWanted || at == feed::FeedState::SnapshotLoading ||
               at == feed::FeedState::SnapshotDelayed;
    }

    feed::Mdp3Channel channel_;
};
static_assert(MarketData<Mdp3MarketData>);

}  // namespace hotpath::protocols::cme
