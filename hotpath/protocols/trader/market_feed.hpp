#pragma once
/// MarketFeed: ITCH 5.0 or MDP 3.0 market data behind one type, chosen at construction: the feed of a
/// trader whose configuration names the protocol.
///
///   MarketFeed::create(books, options, symbols, {});                            ITCH: LiveFeed
///   MarketFeed::create(books, options, symbols, {.mdp3 = Mdp3Options{...}});    CME: Mdp3Channel
///   for each loop:  if (feed.wants(loop, lacks_states)) feed.on_loop_packet(loop, bytes, now, to);
///
/// To its engine it is a LiveFeed. One branch a call, the same way in every call. Threads: one owner.
/// Allocation: create(). Complexity: the feed's.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/renamed_orders.hpp"
#include "hotpath/protocols/cme/feed/mdp3_channel.hpp"
#include "hotpath/protocols/cme/feed/mdp3_loop.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"

namespace hotpath::protocols {

class MarketFeed {
  public:
    using RenamedOrders = engine::RenamedOrders;

    struct Options {
        /// None: ITCH. Its symbols and bounds are those that create() gets.
        std::optional<feed::Mdp3Options> mdp3{};
    };

    [[nodiscard]] static Expected<MarketFeed> create(const book::BooksOptions& books,
                                                     const feed::LiveFeedOptions& options,
                                                     const std::vector<Symbol>& symbols,
                                                     const Options& of) {
        if (!of.mdp3) {
            auto itch = Itch::create(books, options, feed::SymbolFilter(symbols));
            return itch ? Expected<MarketFeed>(MarketFeed(std::move(*itch)))
                        : std::unexpected(itch.error());
        }
        feed::Mdp3Options mdp3 = *of.mdp3;
        mdp3.symbols = symbols;
        mdp3.instruments_max = books.instruments_max;
        mdp3.orders_max = books.orders_max;
        auto channel = feed::Mdp3Channel::create(books, mdp3, options);
        return channel ? Expected<MarketFeed>(MarketFeed(std::move(*channel)))
                       : std::unexpected(channel.error());
    }

    /// What there is of FeedBooks in either.
    class Market {
      public:
        explicit Market(const MarketFeed& of) noexcept : of_(of) {}

        [[nodiscard]] const feed::InstrumentDirectory& directory() const noexcept {
            return of_.has_mdp3() ? mdp3().directory() : itch().directory();
        }
        [[nodiscard]] const feed::FeedCounters& counters() const noexcept {
            return of_.has_mdp3() ? mdp3().counters() : itch().counters();
        }
        [[nodiscard]] std::uint64_t messages_given() const noexcept {
            return of_.has_mdp3() ? mdp3().messages_given() : itch().messages_given();
        }
        [[nodiscard]] std::uint64_t messages_undecoded() const noexcept {
            return of_.has_mdp3() ? mdp3().messages_undecoded() : itch().messages_undecoded();
        }
        [[nodiscard]] bool is_foreign() const noexcept {
            return of_.has_mdp3() ? mdp3().is_foreign() : itch().is_foreign();
        }

      private:
        [[nodiscard]] const feed::FilteredItchBooks& itch() const noexcept {
            return of_.itch_->market();
        }
        [[nodiscard]] const feed::Mdp3Books& mdp3() const noexcept {
            return of_.mdp3_->feed().market();
        }

        const MarketFeed& of_;
    };

    /// What there is of LineArbiter in either.
    class Lines {
      public:
        explicit Lines(const MarketFeed& of) noexcept : of_(of) {}

        [[nodiscard]] std::uint64_t sessions() const noexcept {
            return of_.has_mdp3() ? mdp3().sessions() : itch().sessions();
        }
        /// The name of ITCH's; none before the first packet, and with MDP 3.0.
        [[nodiscard]] std::optional<protocols::nasdaq::moldudp64::Session> session()
            const noexcept {
            return !of_.has_mdp3() && itch().has_session() ? std::optional(itch().session())
                                                           : std::nullopt;
        }
        /// The name in ITCH's packets of another session; none with MDP 3.0.
        [[nodiscard]] std::optional<protocols::nasdaq::moldudp64::Session> other_session()
            const noexcept {
            return of_.has_mdp3() ? std::nullopt : std::optional(itch().other_session());
        }
        [[nodiscard]] Time last_heard() const noexcept {
            return of_.has_mdp3() ? mdp3().last_heard() : itch().last_heard();
        }
        [[nodiscard]] bool is_held() const noexcept {
            return of_.has_mdp3() ? mdp3().is_held() : itch().is_held();
        }
        [[nodiscard]] const feed::LineCounters& counters(feed::Line line) const noexcept {
            return of_.has_mdp3() ? mdp3().counters(line) : itch().counters(line);
        }

      private:
        [[nodiscard]] const feed::FilteredItchFeed::Lines& itch() const noexcept {
            return of_.itch_->lines();
        }
        [[nodiscard]] const feed::Mdp3Feed::Lines& mdp3() const noexcept {
            return of_.mdp3_->feed().lines();
        }

        const MarketFeed& of_;
    };

    // Queries.
    [[nodiscard]] bool has_mdp3() const noexcept { return mdp3_.has_value(); }
    /// nullptr: ITCH.
    [[nodiscard]] const feed::Mdp3Channel* mdp3() const noexcept {
        return mdp3_ ? &*mdp3_ : nullptr;
    }
    [[nodiscard]] feed::FeedState state() const noexcept {
        return mdp3_ ? mdp3_->feed().state() : itch_->state();
    }
    [[nodiscard]] bool is_stale() const noexcept { return feed::is_stale(state()); }
    /// The owner must fetch a snapshot. CME's come by themselves: wants().
    [[nodiscard]] bool wants_snapshot() const noexcept { return itch_ && itch_->wants_snapshot(); }
    /// Packets of this loop are of use now; those of any other time are ignored. `lacks_states`: the
    /// trading state of a traded instrument is unknown.
    [[nodiscard]] bool wants(feed::Mdp3Loop loop, bool lacks_states) const noexcept;
    /// The ids in the books are not the numbers of order entry: MDP 3.0 by order, whose ids are of
    /// priorities.
    [[nodiscard]] bool renames_orders() const noexcept { return mdp3_ && is_by_order(); }
    /// A replaced order has another id: ITCH.
    [[nodiscard]] bool renames_on_replace() const noexcept { return itch_.has_value(); }
    /// With renames_orders(): the id in the books of the order with this OrderID; 0: not there.
    [[nodiscard]] OrderId id_in_books(OrderId order_id) const noexcept {
        const OrderId* const place = mdp3_->codec().orders().find(order_id);
        return place == nullptr ? OrderId{} : *place;
    }
    /// The same of an order by its priority, in the books or not. It may be an id in the books already.
    [[nodiscard]] static OrderId id_of_priority(InstrumentId instrument,
                                                OrderId priority) noexcept {
        return feed::Mdp3Orders::place_of(instrument, priority.value).value_or(priority);
    }
    [[nodiscard]] Time next_deadline() const noexcept {
        return mdp3_ ? mdp3_->feed().next_deadline() : itch_->next_deadline();
    }
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept {
        return mdp3_ ? mdp3_->feed().next_sequence_number() : itch_->next_sequence_number();
    }
    [[nodiscard]] Market market() const noexcept { return Market(*this); }
    [[nodiscard]] const book::L3Books& books() const noexcept {
        return mdp3_ ? mdp3_->feed().books() : itch_->books();
    }
    [[nodiscard]] Lines lines() const noexcept { return Lines(*this); }
    [[nodiscard]] const feed::GapCounters& gap_counters() const noexcept {
        return mdp3_ ? mdp3_->feed().gap_counters() : itch_->gap_counters();
    }
    [[nodiscard]] const feed::LiveFeedCounters& counters() const noexcept {
        return mdp3_ ? mdp3_->feed().counters() : itch_->counters();
    }
    void prefetch_tables(InstrumentId instrument) const noexcept {
        mdp3_ ? mdp3_->feed().prefetch_tables(instrument) : itch_->prefetch_tables(instrument);
    }

    // Events. Each returns the state after it.
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_packet(const feed::LinePacket& packet, Listener& listener) noexcept {
        if (mdp3_) {
            return on_mdp3_packet(packet.line, packet.bytes, packet.now, listener);
        }
        return itch_->on_packet(packet, listener);
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_timer(Time now, Listener& listener) noexcept {
        return mdp3_ ? mdp3_->on_timer(now, listener) : itch_->on_timer(now, listener);
    }
    /// A packet of a loop; either line of it. Ignored with ITCH.
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_loop_packet(feed::Mdp3Loop loop, Bytes packet, Time now,
                                   Listener& listener) noexcept {
        if (!mdp3_) {
            return state();
        }
        if (loop == feed::Mdp3Loop::Definitions) {
            mdp3_->on_definition_packet(packet, listener);
        } else if (loop == feed::Mdp3Loop::Snapshots && is_in_snapshot()) {
            return mdp3_->on_snapshot_packet(packet, now, listener);
        } else if (loop == feed::Mdp3Loop::States || !is_by_order()) {
            mdp3_->on_state_packet(packet, listener);
        }
        return state();
    }
    // Snapshots that the owner fetches are ITCH's.
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_begin(Time now, Listener& listener) noexcept {
        return itch_ ? itch_->on_snapshot_begin(now, listener) : state();
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_message(Bytes message, Time now, Listener& listener) noexcept {
        return itch_ ? itch_->on_snapshot_message(message, now, listener) : state();
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_lost(Time now, Listener& listener) noexcept {
        return itch_ ? itch_->on_snapshot_lost(now, listener) : state();
    }

    // Commands.
    template <feed::LiveFeedListener Listener>
    feed::FeedState accept_gap(Time now, Listener& listener) noexcept {
        return mdp3_ ? mdp3_->accept_gap(now, listener) : itch_->accept_gap(now, listener);
    }
    /// MDP 3.0 has no re-requests.
    template <class Sink>
    void for_each_request(Sink&& sink) {
        if (itch_) {
            itch_->for_each_request(std::forward<Sink>(sink));
        }
    }

  private:
    using Itch = feed::FilteredItchFeed;

    explicit MarketFeed(Itch itch) : itch_(std::move(itch)) {}
    explicit MarketFeed(feed::Mdp3Channel channel) : mdp3_(std::move(channel)) {}

    /// Not inlined: ITCH's way keeps its registers.
    template <class Listener>
    [[gnu::noinline]] feed::FeedState on_mdp3_packet(feed::Line line, Bytes bytes, Time now,
                                                     Listener& listener) noexcept {
        return mdp3_->on_packet({.line = line, .bytes = bytes, .now = now}, listener);
    }
    [[nodiscard]] bool is_by_order() const noexcept {
        return mdp3_->codec().depth() == feed::Mdp3Depth::ByOrder;
    }
    [[nodiscard]] bool is_in_snapshot() const noexcept {
        const feed::FeedState at = state();
        return at == feed::FeedState::SnapshotWanted || at == feed::FeedState::SnapshotLoading ||
               at == feed::FeedState::SnapshotDelayed;
    }

    // One of them.
    std::optional<Itch> itch_{};
    std::optional<feed::Mdp3Channel> mdp3_{};
};

inline bool MarketFeed::wants(feed::Mdp3Loop loop, bool lacks_states) const noexcept {
    if (!mdp3_ || mdp3_->feed().lines().sessions() == 0) {
        return false;
    }
    const bool is_defined = !mdp3_->wants_definitions();
    const bool lacks_them = lacks_states && !is_stale();
    switch (loop) {
        case feed::Mdp3Loop::Definitions:
            return !is_defined;
        case feed::Mdp3Loop::Snapshots:
            return is_defined && (is_in_snapshot() || (lacks_them && !is_by_order()));
        case feed::Mdp3Loop::States:
            return is_defined && lacks_them && is_by_order();
    }
    return false;
}

}  // namespace hotpath::protocols
