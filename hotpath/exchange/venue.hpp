#pragma once
/// What an Exchange is made of; its commands (exchange.cpp), its order entry (order_entry.hpp) and
/// its reporting of events (market_events.hpp) share it. Not for users of the library.
///
/// Threads: one owner. Allocation: in the constructor.

#include <cstdint>
#include <utility>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/feed_publisher.hpp"
#include "hotpath/exchange/instrument_table.hpp"
#include "hotpath/exchange/order_ids.hpp"
#include "hotpath/exchange/reply_outbox.hpp"
#include "hotpath/exchange/session_orders.hpp"
#include "hotpath/match/matcher.hpp"

namespace hotpath::exchange {

class Exchange::Venue {
  public:
    Venue(const ExchangeOptions& options, match::Matcher&& matcher_of_books)
        : matcher(std::move(matcher_of_books)),
          instruments(options.books.instruments_max),
          orders(options.session_orders_max, options.sessions_max),
          last_user_ref_num(options.sessions_max),
          canceled_by_halt(std::size_t{options.session_orders_max} + 1),
          feed(options.feed_session, feed_messages_max(options)),
          replies(replies_max(options)) {}

    /// Halted, paused and quotation-only instruments take no session orders. An instrument of which
    /// no message has told the state trades.
    [[nodiscard]] bool may_trade(InstrumentId instrument) const noexcept {
        const book::TradingState state = matcher.books().trading_state(instrument);
        return (state == book::TradingState::Trading || state == book::TradingState::Unknown) &&
               !instruments.is_operationally_halted(instrument);
    }

    /// Of a trade that no recording has numbered; odd.
    [[nodiscard]] MatchId next_match() noexcept {
        return {std::exchange(next_match_, next_match_ + 2)};
    }

    /// All that later commands depend on; into a venue as it was made, of the same options.
    void save(StateWriter& writer) const;
    void load(StateReader& reader);

    match::Matcher matcher;
    InstrumentTable instruments;
    SessionOrders orders;
    SessionOrderIds ids;
    FixedArray<ClOrdId> last_user_ref_num;  // by session
    FixedArray<OrderId> canceled_by_halt;   // scratch of one command, and one place more
    FeedPublisher feed;
    ReplyOutbox replies;
    ExchangeCounters counters;

  private:
    void save_instruments(StateWriter& writer) const;
    void load_instruments(StateReader& reader);
    void save_orders(StateWriter& writer) const;
    void load_orders(StateReader& reader);

    // Beside its executions, or the session orders a halt cancels, no command makes more messages
    // than these.
    static constexpr std::size_t kOtherMessages = 8;

    [[nodiscard]] static std::size_t feed_messages_max(const ExchangeOptions& options) {
        return std::size_t{options.executions_per_command_max} + options.session_orders_max +
               kOtherMessages;
    }
    [[nodiscard]] static std::size_t replies_max(const ExchangeOptions& options) {
        return std::size_t{options.executions_per_command_max} * 2 + options.session_orders_max +
               kOtherMessages;
    }

    std::uint64_t next_match_ = 1;
};

}  // namespace hotpath::exchange
