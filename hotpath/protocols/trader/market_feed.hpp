#pragma once
/// MarketFeed: the market data of any protocol of the list (all.hpp) behind one type, chosen at
/// construction: the feed of a trader whose configuration names the protocol.
///
///   MarketFeed::create(books, options, symbols, {});                   the list's first
///   MarketFeed::create(books, options, symbols, feed::Mdp3Options{});  MDP 3.0
///   for each loop:  if (feed.wants(loop, lacks_states)) feed.on_loop_packet(loop, bytes, now, to);
///
/// To its engine it is a LiveFeed. One branch a call, the same way in every call. Threads: one owner.
/// Allocation: create(). Complexity: the feed's.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/core/with_index.hpp"
#include "hotpath/engine/renamed_orders.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/trader/market_data.hpp"

namespace hotpath::protocols {

template <MarketData First, MarketData... Others>
class AnyMarketFeed {
  public:
    using RenamedOrders = engine::RenamedOrders;
    /// Those of one protocol; of the first by default.
    using Options = std::variant<typename First::Options, typename Others::Options...>;

    [[nodiscard]] static Expected<AnyMarketFeed> create(const book::BooksOptions& books,
                                                        const feed::LiveFeedOptions& options,
                                                        const std::vector<Symbol>& symbols,
                                                        const Options& of) {
        AnyMarketFeed made;
        Expected<void> status;
        with_index<1 + sizeof...(Others)>(of.index(), [&](auto n) {
            auto& into = std::get<n>(made.each_);
            using Of = typename std::remove_reference_t<decltype(into)>::value_type;
            auto one = Of::create(books, options, symbols, std::get<n>(of));
            if (one) {
                into.emplace(std::move(*one));
            } else {
                status = std::unexpected(one.error());
            }
        });
        return status ? Expected<AnyMarketFeed>(std::move(made)) : std::unexpected(status.error());
    }

    /// The part of FeedBooks that all have.
    class Market {
      public:
        explicit Market(const AnyMarketFeed& of) noexcept : of_(of) {}

        [[nodiscard]] const feed::InstrumentDirectory& directory() const noexcept {
            return of_.with(
                [](const auto& each) -> const auto& { return each.feed().market().directory(); });
        }
        [[nodiscard]] const feed::FeedCounters& counters() const noexcept {
            return of_.with(
                [](const auto& each) -> const auto& { return each.feed().market().counters(); });
        }
        [[nodiscard]] std::uint64_t messages_given() const noexcept {
            return of_.with([](const auto& each) { return each.feed().market().messages_given(); });
        }
        [[nodiscard]] std::uint64_t messages_undecoded() const noexcept {
            return of_.with(
                [](const auto& each) { return each.feed().market().messages_undecoded(); });
        }
        [[nodiscard]] bool is_foreign() const noexcept {
            return of_.with([](const auto& each) { return each.feed().market().is_foreign(); });
        }

      private:
        const AnyMarketFeed& of_;
    };

    /// The part of LineArbiter that all have.
    class Lines {
      public:
        explicit Lines(const AnyMarketFeed& of) noexcept : of_(of) {}

        [[nodiscard]] std::uint64_t sessions() const noexcept {
            return of_.with([](const auto& each) { return each.feed().lines().sessions(); });
        }
        /// The session's name; nullopt before the first packet, and where sessions have none.
        [[nodiscard]] std::optional<FeedSession> session() const noexcept {
            return of_.with([](const auto& each) { return each.session(); });
        }
        /// The name in packets of another session; nullopt where sessions have none.
        [[nodiscard]] std::optional<FeedSession> other_session() const noexcept {
            return of_.with([](const auto& each) { return each.other_session(); });
        }
        [[nodiscard]] Time last_heard() const noexcept {
            return of_.with([](const auto& each) { return each.feed().lines().last_heard(); });
        }
        [[nodiscard]] bool is_held() const noexcept {
            return of_.with([](const auto& each) { return each.feed().lines().is_held(); });
        }
        [[nodiscard]] const feed::LineCounters& counters(feed::Line line) const noexcept {
            return of_.with([line](const auto& each) -> const auto& {
                return each.feed().lines().counters(line);
            });
        }

      private:
        const AnyMarketFeed& of_;
    };

    // Queries.
    /// nullptr: it is of another protocol.
    template <class Of>
    [[nodiscard]] const Of* get() const noexcept {
        const std::optional<Of>& each = std::get<std::optional<Of>>(each_);
        return each ? &*each : nullptr;
    }
    /// Its place in the list.
    [[nodiscard]] std::size_t index() const noexcept {
        std::size_t index = 0;
        std::size_t n = 0;
        std::apply([&](const auto&... each) { ((index = each ? n : index, ++n), ...); }, each_);
        return index;
    }
    /// The counters that the protocol alone has: those of its kCounters, the rest 0.
    [[nodiscard]] MarketFeeds::Counters own_counters() const noexcept {
        MarketFeeds::Counters all{};
        with([&](const auto& each) { std::ranges::copy(each.counters(), all.begin()); });
        return all;
    }
    /// The protocol's name.
    [[nodiscard]] std::string_view protocol() const noexcept {
        return with([](const auto& each) { return each.kName; });
    }
    [[nodiscard]] feed::FeedState state() const noexcept {
        return with([](const auto& each) { return each.feed().state(); });
    }
    [[nodiscard]] bool is_stale() const noexcept { return feed::is_stale(state()); }
    /// The owner must fetch a snapshot.
    [[nodiscard]] bool wants_snapshot() const noexcept {
        return with([](const auto& each) { return each.wants_snapshot(); });
    }
    [[nodiscard]] bool has_loops() const noexcept {
        return with([](const auto& each) { return each.has_loops(); });
    }
    /// Packets of this loop are of use now; those of any other time are ignored. `lacks_states`: the
    /// trading state of a traded instrument is unknown.
    [[nodiscard]] bool wants(feed::FeedLoop loop, bool lacks_states) const noexcept {
        return with([&](const auto& each) { return each.wants(loop, lacks_states); });
    }
    /// The number by which the venue's order entry names the instrument.
    [[nodiscard]] std::int32_t number_of(InstrumentId instrument) const noexcept {
        return with([&](const auto& each) { return each.number_of(instrument); });
    }
    /// The ids in the books are not the numbers of order entry.
    [[nodiscard]] bool renames_orders() const noexcept {
        return with([](const auto& each) { return each.renames_orders(); });
    }
    /// A replaced order has another id.
    [[nodiscard]] bool renames_on_replace() const noexcept {
        return with([](const auto& each) { return each.renames_on_replace(); });
    }
    /// With renames_orders(): the id in the books of the order with this OrderID; 0: not there.
    [[nodiscard]] OrderId id_in_books(OrderId order_id) const noexcept {
        return with([&](const auto& each) { return each.id_in_books(order_id); });
    }
    /// The same of an order by its priority, in the books or not. It may be an id in the books already.
    [[nodiscard]] OrderId id_of_priority(InstrumentId instrument, OrderId priority) const noexcept {
        return with([&](const auto& each) { return each.id_of_priority(instrument, priority); });
    }
    [[nodiscard]] Time next_deadline() const noexcept {
        return with([](const auto& each) { return each.feed().next_deadline(); });
    }
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept {
        return with([](const auto& each) { return each.feed().next_sequence_number(); });
    }
    [[nodiscard]] Market market() const noexcept { return Market(*this); }
    [[nodiscard]] const book::L3Books& books() const noexcept {
        return with([](const auto& each) -> const auto& { return each.feed().books(); });
    }
    [[nodiscard]] Lines lines() const noexcept { return Lines(*this); }
    [[nodiscard]] const feed::GapCounters& gap_counters() const noexcept {
        return with([](const auto& each) -> const auto& { return each.feed().gap_counters(); });
    }
    [[nodiscard]] const feed::LiveFeedCounters& counters() const noexcept {
        return with([](const auto& each) -> const auto& { return each.feed().counters(); });
    }
    void prefetch_tables(InstrumentId instrument) const noexcept {
        with([&](const auto& each) { each.feed().prefetch_tables(instrument); });
    }

    // Events. Each returns the state after it.
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_packet(const feed::LinePacket& packet, Listener& listener) noexcept {
        if (auto& first = std::get<0>(each_)) [[likely]] {
            return first->on_packet(packet, listener);
        }
        return on_other_packet(packet.line, packet.bytes, packet.now, listener);
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_timer(Time now, Listener& listener) noexcept {
        return with([&](auto& each) { return each.on_timer(now, listener); });
    }
    /// A packet of a loop; either line of it. Ignored where there is none.
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_loop_packet(feed::FeedLoop loop, Bytes packet, Time now,
                                   Listener& listener) noexcept {
        return with([&](auto& each) { return each.on_loop_packet(loop, packet, now, listener); });
    }
    // Snapshots that the owner fetches.
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_begin(Time now, Listener& listener) noexcept {
        return with([&](auto& each) { return each.on_snapshot_begin(now, listener); });
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_message(Bytes message, Time now, Listener& listener) noexcept {
        return with([&](auto& each) { return each.on_snapshot_message(message, now, listener); });
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_lost(Time now, Listener& listener) noexcept {
        return with([&](auto& each) { return each.on_snapshot_lost(now, listener); });
    }

    // Commands.
    template <feed::LiveFeedListener Listener>
    feed::FeedState accept_gap(Time now, Listener& listener) noexcept {
        return with([&](auto& each) { return each.accept_gap(now, listener); });
    }
    template <class Sink>
    void for_each_request(Sink&& sink) {
        with([&](auto& each) { each.for_each_request(sink); });
    }

  private:
    AnyMarketFeed() = default;

    /// Calls it with the one that is there.
    template <std::size_t N = 0, class Call>
    decltype(auto) with(Call&& call) const noexcept {
        if constexpr (N == sizeof...(Others)) {
            return call(*std::get<N>(each_));
        } else {
            return std::get<N>(each_) ? call(*std::get<N>(each_)) : with<N + 1>(call);
        }
    }
    template <std::size_t N = 0, class Call>
    decltype(auto) with(Call&& call) noexcept {
        if constexpr (N == sizeof...(Others)) {
            return call(*std::get<N>(each_));
        } else {
            return std::get<N>(each_) ? call(*std::get<N>(each_)) : with<N + 1>(call);
        }
    }
    /// Not inlined: the first one's way keeps its registers.
    template <class Listener>
    [[gnu::noinline]] feed::FeedState on_other_packet(feed::Line line, Bytes bytes, Time now,
                                                      Listener& listener) noexcept {
        return with([&](auto& each) {
            return each.on_packet({.line = line, .bytes = bytes, .now = now}, listener);
        });
    }

    std::tuple<std::optional<First>, std::optional<Others>...> each_{};  // one of them
};

using MarketFeed = MarketFeeds::Apply<AnyMarketFeed>;

}  // namespace hotpath::protocols
