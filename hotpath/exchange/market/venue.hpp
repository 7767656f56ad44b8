#pragma once
/// The state of an Exchange, shared by its commands (exchange.cpp), order entry (order_entry.hpp)
/// and reporting of events (market_events.hpp). Not for users of the library.
///
/// Threads: one owner. Allocation: in the constructor.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/day/day_change_position.hpp"
#include "hotpath/exchange/day/limit_watch.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/feed_publisher.hpp"
#include "hotpath/exchange/market/instrument_table.hpp"
#include "hotpath/exchange/orders/member.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/exchange/orders/report_list.hpp"
#include "hotpath/exchange/orders/session_names.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/match/venue_matcher.hpp"

namespace hotpath::exchange {

class Exchange::Venue {
  public:
    Venue(const ExchangeOptions& options, match::VenueMatcher&& matcher_of_books)
        : takes_extensions(options.takes_extensions),
          books_keep_tags(options.books.dense_ids == 0),
          first_session(options.feed_session),
          self_match(options.sessions_max),
          members(options.sessions_max),
          matcher(std::move(matcher_of_books)),
          instruments(options.books.instruments_max),
          limits(options.books.instruments_max),
          orders(options.session_orders_max, options.sessions_max),
          last_user_ref_num(options.sessions_max),
          canceled_by_halt(std::size_t{options.session_orders_max} + 1),
          feed(options.feed_session, feed_messages_max(options)),
          reports(reports_max(options)) {
        std::ranges::fill(self_match.items(), options.self_match);
    }

    /// Halted, paused and quotation-only instruments take no session orders, unless the venue
    /// itself collects them for a cross. An instrument without a trading state message trades.
    [[nodiscard]] bool may_trade(InstrumentId instrument) const noexcept {
        const book::TradingState state = matcher.books().trading_state(instrument);
        return (state == book::TradingState::Trading || state == book::TradingState::Unknown) &&
               !instruments.is_operationally_halted(instrument);
    }
    [[nodiscard]] bool is_collecting(InstrumentId instrument) const noexcept {
        const match::InstrumentState& state = matcher.state(instrument);
        return state.phase == match::Phase::Accumulating ||
               (state.phase == match::Phase::Halted && state.rules.takes_orders_in_halt);
    }

    /// Events of the matcher carry the tag of an order without conditions, if its books keep tags;
    /// other orders are found by id.
    SessionOrder& add_order(const SessionOrder& order, bool is_plain) noexcept {
        return is_plain && books_keep_tags ? orders.add_tagged(order) : orders.add(order);
    }

    /// The match number of a trade that has no recorded one; odd.
    [[nodiscard]] MatchId next_match() noexcept {
        return {std::exchange(next_match_, next_match_ + 2)};
    }

    /// Begins the day's session: numbers of messages, trades and (if no order outlives a day)
    /// the orders' numbers restart.
    void begin_session() noexcept {
        feed.begin_session(session_of_day(first_session, day.number));
        has_ended = false;
        next_match_ = 1;
        if (!takes_extensions) {
            std::ranges::fill(last_user_ref_num.items(), ClOrdId{});
        }
    }

    /// All state that later commands depend on. Load it into a new venue with the same options.
    void save(StateWriter& writer) const;
    void load(StateReader& reader);

    bool takes_extensions;
    bool books_keep_tags;  // for every order
    SessionName first_session;
    TradingDay day;
    DayChangePosition day_change;
    bool has_ended = false;            // the session of the day
    FixedArray<SelfMatch> self_match;  // by session
    FixedArray<Member> members;        // by session
    match::VenueMatcher matcher;
    InstrumentTable instruments;
    LimitWatch limits;
    SessionOrders orders;
    SessionOrderIds ids;
    FixedArray<ClOrdId> last_user_ref_num;  // by session
    FixedArray<OrderId> canceled_by_halt;   // scratch of one command, with one extra slot
    std::optional<AmendedTrade> amended;    // until the reports are cleared
    FeedPublisher feed;
    ReportList reports;
    ExchangeCounters counters;

  private:
    void save_members(StateWriter& writer) const;
    void load_members(StateReader& reader);
    void save_instruments(StateWriter& writer) const;
    void load_instruments(StateReader& reader);
    void save_orders(StateWriter& writer) const;
    void load_orders(StateReader& reader);

    // Bounds the messages of a command besides its executions, or the session orders that a halt
    // cancels. A command about all instruments continues in another step after a few dozen messages
    // (control_desk.hpp).
    static constexpr std::size_t kOtherMessages = 64;
    // In a cross both orders may be published, refreshed and restated.
    static constexpr std::size_t kMessagesOfExecution = 4;

    [[nodiscard]] static std::size_t feed_messages_max(const ExchangeOptions& options) {
        return std::size_t{options.executions_per_command_max} * kMessagesOfExecution +
               options.session_orders_max + kOtherMessages;
    }
    [[nodiscard]] static std::size_t reports_max(const ExchangeOptions& options) {
        return feed_messages_max(options);
    }

    std::uint64_t next_match_ = 1;
};

}  // namespace hotpath::exchange
