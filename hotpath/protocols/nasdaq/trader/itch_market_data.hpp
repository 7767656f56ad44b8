#pragma once
/// ItchMarketData: ITCH 5.0 over MoldUDP64, with snapshots that the owner fetches over GLIMPSE.
///
/// Threads: one owner. Allocation: create(). Complexity: LiveFeed's.

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
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/trader/market_data.hpp"

namespace hotpath::protocols::nasdaq {

class ItchMarketData {
  public:
    static constexpr std::string_view kKey = "itch";
    static constexpr std::string_view kName = "ITCH 5.0";
    static constexpr std::string_view kTitle = "ITCH 5.0 in MoldUDP64";
    static constexpr ForeignWords kForeign{
        .packets = "MoldUDP64",
        .messages = "messages are not ITCH 5.0 (unknown type or wrong length)"};
    static constexpr std::array<std::string_view, 0> kCounters{};
    struct Options {};

    [[nodiscard]] static Expected<ItchMarketData> create(const book::BooksOptions& books,
                                                         const feed::LiveFeedOptions& options,
                                                         const std::vector<Symbol>& symbols,
                                                         const Options&) {
        auto made = feed::FilteredItchFeed::create(books, options, feed::SymbolFilter(symbols));
        return made ? Expected<ItchMarketData>(ItchMarketData(std::move(*made)))
                    : std::unexpected(made.error());
    }

    [[nodiscard]] const feed::FilteredItchFeed& feed() const noexcept { return feed_; }
    [[nodiscard]] static std::array<std::uint64_t, 0> counters() noexcept { return {}; }
    /// nullopt before the first packet.
    [[nodiscard]] std::optional<FeedSession> session() const noexcept {
        const auto& lines = feed_.lines();
        return lines.has_session() ? std::optional(lines.session()) : std::nullopt;
    }
    /// The name in packets of another session.
    [[nodiscard]] std::optional<FeedSession> other_session() const noexcept {
        return feed_.lines().other_session();
    }
    [[nodiscard]] static bool has_loops() noexcept { return false; }
    [[nodiscard]] static bool wants(feed::FeedLoop, bool) noexcept { return false; }
    [[nodiscard]] bool wants_snapshot() const noexcept { return feed_.wants_snapshot(); }
    /// The stock locate.
    [[nodiscard]] static std::int32_t number_of(InstrumentId instrument) noexcept {
        return instrument.value;
    }
    // An order has its number of order entry in the books; a replaced order has another one.
    [[nodiscard]] static bool renames_orders() noexcept { return false; }
    [[nodiscard]] static bool renames_on_replace() noexcept { return true; }
    [[nodiscard]] static OrderId id_in_books(OrderId id) noexcept { return id; }
    [[nodiscard]] static OrderId id_of_priority(InstrumentId, OrderId id) noexcept { return id; }

    template <feed::LiveFeedListener Listener>
    feed::FeedState on_packet(const feed::LinePacket& packet, Listener& listener) noexcept {
        return feed_.on_packet(packet, listener);
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_timer(Time now, Listener& listener) noexcept {
        return feed_.on_timer(now, listener);
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_loop_packet(feed::FeedLoop, Bytes, Time, Listener&) noexcept {
        return feed_.state();
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_begin(Time now, Listener& listener) noexcept {
        return feed_.on_snapshot_begin(now, listener);
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_message(Bytes message, Time now, Listener& listener) noexcept {
        return feed_.on_snapshot_message(message, now, listener);
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState on_snapshot_lost(Time now, Listener& listener) noexcept {
        return feed_.on_snapshot_lost(now, listener);
    }
    template <feed::LiveFeedListener Listener>
    feed::FeedState accept_gap(Time now, Listener& listener) noexcept {
        return feed_.accept_gap(now, listener);
    }
    [[nodiscard]] static const live::MarketDataKeys& keys() noexcept;
    [[nodiscard]] static const sim::session::FeedEnds& simulated() noexcept;
    [[nodiscard]] static const sim::market::WrittenFormats& written() noexcept;
    [[nodiscard]] static const backtest::RecordedMarket& recorded() noexcept;
    [[nodiscard]] static std::string packet_words(Bytes packet);

    template <class Sink>
    void for_each_request(Sink&& sink) {
        feed_.for_each_request(std::forward<Sink>(sink));
    }

  private:
    explicit ItchMarketData(feed::FilteredItchFeed of) : feed_(std::move(of)) {}

    feed::FilteredItchFeed feed_;
};
static_assert(MarketData<ItchMarketData>);

}  // namespace hotpath::protocols::nasdaq
