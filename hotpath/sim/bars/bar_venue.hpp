#pragma once
/// BarVenue: a venue of which only bars are known. Its orders are those of an Exchange; its feed
/// shows the close of each bar.
///
///   open           a new or changed order that arrived before meets the open: it takes at open plus or
///                  minus half_spread, the rest of it stands at its limit
///   trade_within   open -> nearer extreme -> other extreme -> close: an order that stands is executed
///                  at its limit when the price goes beyond it; a stop at its trigger, or at the open
///                  when the bar opens beyond it; each less half_spread
///   close          bid and ask at close minus and plus half_spread, and a trade of the bar's volume
///
/// Enters and replaces wait for the next open(), so a decision on a close never trades at it; cancels
/// are taken at once, unless one that came before still waits. All executions of a bar together are at
/// most volume_share of its volume. The feed shows nothing of a bar before its close. It has the
/// interface of exchange::OuchExchange that a Session uses; times handed in there are those of the
/// session, and begin_day() says which of them is midnight. Threads: one owner. Allocation: at
/// create(), and the orders that wait. Complexity: O(1) a bar besides the orders it executes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/market/feed_publisher.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "hotpath/sim/bars/bar.hpp"

namespace hotpath::sim::bars {

class BarVenue {
  public:
    /// `exchange.books` bounds the instruments and our orders. These never trade with each other.
    [[nodiscard]] static Expected<BarVenue> create(const BarOptions& options,
                                                   exchange::ExchangeOptions exchange);

    // The interface through which a Session uses an Exchange.
    void on_order_bytes(exchange::SessionId session, Bytes message, Time now);
    [[nodiscard]] std::span<const exchange::Reply> replies() noexcept { return orders_.replies(); }
    [[nodiscard]] std::span<const Bytes> feed_packets() const noexcept { return feed_.packets(); }
    void clear_replies() noexcept { orders_.clear_replies(); }
    void clear_feed() noexcept { feed_.clear(); }
    void heartbeat() noexcept { feed_.heartbeat(); }

    /// The instrument's id; {0} when there is room for no more.
    [[nodiscard]] InstrumentId list(const Symbol& symbol, Time now);
    [[nodiscard]] const Symbol& symbol(InstrumentId instrument) const noexcept {
        return orders_.symbol(instrument);
    }

    void begin_day(Time midnight) noexcept { midnight_ = midnight; }
    /// Bars that begin now, an instrument at most once. Then the orders that waited.
    void open(std::span<const Bar> bars, Time now);
    void trade_within(std::span<const Bar> bars, Time now);
    /// Cancels what stands in the book; orders that wait for an open go on waiting.
    void end_day(Time now);
    void close(std::span<const Bar> bars, Time now);
    /// Terms of before a split are wrong after it: what stands or waits of it is canceled or refused.
    void cancel_all(InstrumentId instrument, Time now);

    /// Orders that wait for the next open, cancels of them included.
    [[nodiscard]] std::size_t waiting() const noexcept { return waiting_.size(); }

  private:
    struct Instrument {
        Qty tradable{};                   // of the bar that trades: not yet used
        std::array<OrderId, 2> offers{};  // the liquidity of this moment, by Side; 0: none
        std::array<OrderId, 2> quotes{};  // of the feed, by Side; 0: none
    };
    struct Waiting {
        exchange::SessionId session{};
        std::vector<std::byte> message{};
    };

    BarVenue(const BarOptions& options, exchange::OuchExchange&& orders, std::size_t instruments);

    [[nodiscard]] Time venue_time(Time now) const noexcept { return {(now - midnight_).value}; }
    [[nodiscard]] OrderId next_reference() noexcept { return {next_reference_ += 2}; }

    // Liquidity: what incoming orders meet, for the moment of an open or of a trigger.
    void quote(InstrumentId instrument, Price price, Time now);
    [[nodiscard]] OrderId offer(InstrumentId instrument, Side side, Price price, Time now);
    void withdraw(InstrumentId instrument, Time now);
    /// Both sides offer what is left after one of them has traded.
    void reduce_offers(InstrumentId instrument, Time now);
    [[nodiscard]] Qty offered(OrderId id) const;

    void move(InstrumentId instrument, Price from, Price to, Time now);
    [[nodiscard]] std::optional<Price> next_resting(InstrumentId instrument, Side side,
                                                    Price to) const;
    [[nodiscard]] std::optional<Price> next_stop(InstrumentId instrument, Side side,
                                                 Price to) const;
    void fill_resting(InstrumentId instrument, Side side, Price to, Time now);
    void trade_at(InstrumentId instrument, Price price, Time now);

    void deliver_waiting(std::span<const Bar> bars, Time now);
    template <class Message>
    void publish(Message& message, InstrumentId instrument, Time now);
    void remove_quote(InstrumentId instrument, Side side, Time now);
    void add_quote(InstrumentId instrument, Side side, Price price, Time now);
    void publish_trade(const Bar& bar, Time now);

    BarOptions options_;
    exchange::OuchExchange orders_;
    exchange::FeedPublisher feed_;
    std::vector<Instrument> instruments_;  // by id
    std::vector<Waiting> waiting_;
    Time midnight_{};
    std::uint64_t next_reference_ = 0;  // even: the background's
    std::uint64_t next_match_ = 0;
};

}  // namespace hotpath::sim::bars
