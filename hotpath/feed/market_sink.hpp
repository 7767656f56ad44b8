#pragma once
/// MarketSink: applies what a FeedCodec has decoded to the books and the directory, and reports it
/// to the listener.
///
///   codec.decode(bytes, sink) ──> one command of the books ──> on_trade, on_change, on_book
///                             └─> refused: no such order, another symbol ──> on_refused
///
/// Lives for one message, on the stack, and is inlined into the decoder's switch. Threads: the
/// feed's. Allocation: none. Complexity: that of the books.

#include <optional>
#include <type_traits>

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/order_books.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_codec.hpp"
#include "hotpath/feed/instrument_directory.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/feed/remove_orders.hpp"

namespace hotpath::feed {

template <book::MarketBooks Books, FeedListener Listener>
class MarketSink {
  public:
    MarketSink(Books& books, InstrumentDirectory& directory, Listener& listener) noexcept
        : books_(commands_of(books, listener)),
          all_(books),
          directory_(directory),
          listener_(listener) {}

    [[gnu::always_inline]] void add(const book::OrderView& order, Symbol symbol,
                                    Time time) noexcept {
        listener_.on_decoded(time);
        if (!directory_.admits(order.instrument, symbol)) [[unlikely]] {
            return refuse(order, time);
        }
        report(books_.add(order), time);
    }

    [[gnu::always_inline]] void execute(const Execution& execution, Time time) noexcept {
        listener_.on_decoded(time);
        const auto result = books_.execute(execution.id, execution.qty);
        const book::BookUpdate& update = book::update_of(result);
        if (update.changed_book()) {
            const bool is_at_price = execution.kind == TradeKind::DisplayedAtPrice;
            listener_.on_trade({.kind = execution.kind,
                                .resting_side = update.side,
                                .printable = execution.printable,
                                .instrument = update.instrument,
                                .price = is_at_price ? execution.price : update.price,
                                .qty = {execution.qty.value},
                                .resting_id = execution.id,
                                .match_id = execution.match_id,
                                .venue_time = time});
        }
        report(result, time);
    }

    [[gnu::always_inline]] void reduce(OrderId id, Qty qty, Time time) noexcept {
        listener_.on_decoded(time);
        report(books_.reduce(id, qty), time);
    }

    [[gnu::always_inline]] void remove(OrderId id, Time time) noexcept {
        listener_.on_decoded(time);
        report(books_.remove(id), time);
    }

    [[gnu::always_inline]] void replace(OrderId id, const book::Replacement& replacement,
                                        Time time) noexcept {
        listener_.on_decoded(time);
        report(books_.replace(id, replacement), time);
        if constexpr (RenameListener<Listener>) {
            listener_.on_renamed(id, replacement.id);
        }
    }

    /// A hidden order's, or all of a cross.
    void trade(const Trade& trade, Symbol symbol) noexcept {
        listener_.on_decoded(trade.venue_time);
        if (is_named(trade.instrument, symbol, trade.venue_time)) [[likely]] {
            listener_.on_trade(trade);
        }
    }

    void name(InstrumentId instrument, Symbol symbol, Time time) noexcept {
        static_cast<void>(is_named(instrument, symbol, time));
    }

    void set_trading_state(InstrumentId instrument, Symbol symbol, book::TradingState state,
                           Time time) noexcept {
        listener_.on_decoded(time);
        if (is_named(instrument, symbol, time)) [[likely]] {
            books_.set_trading_state(instrument, state);
            listener_.on_trading_state(instrument, state, time);
        }
    }

    void system_event(char code, Time time) noexcept {
        listener_.on_decoded(time);
        listener_.on_system_event(code, time);
    }

    [[nodiscard]] std::optional<book::OrderView> find(OrderId id) const noexcept {
        return all_.find(id);
    }

    /// The venue discards this book.
    void empty(InstrumentId instrument, Time time) noexcept
        requires book::OrderBooks<Books>
    {
        listener_.on_decoded(time);
        remove_orders(all_, instrument, listener_, time);
    }

    /// The books are those after a whole event of the venue.
    void end_of_event(Time time) noexcept {
        if constexpr (EventListener<Listener>) {
            listener_.on_end_of_event(time);
        }
    }

    /// The order with this number of the venue has had a change, and is in the books under this id.
    void identify(OrderId venue_id, OrderId id) noexcept
        requires IdentityListener<Listener>
    {
        listener_.on_identity(venue_id, id);
    }

  private:
    /// For messages with a symbol, the first of an id included. Messages about an order after its
    /// add have none: the id finds the order, whose symbol was compared at the add.
    [[nodiscard]] bool is_named(InstrumentId instrument, Symbol symbol, Time time) noexcept {
        if (directory_.admits(instrument, symbol)) [[likely]] {
            return true;
        }
        refuse({.instrument = instrument}, time);
        return false;
    }

    /// There is no instrument with this id and this symbol.
    void refuse(const book::OrderView& order, Time time) noexcept {
        listener_.on_refused(book::refused(book::BookStatus::UnknownInstrument, order), time);
    }

    void report(const book::BookChange& change, Time time) noexcept {
        if (change.changed_book() && wants_changes(listener_)) [[likely]] {
            listener_.on_change(change, time);
        }
        report(change.update, time);
    }
    [[gnu::always_inline]] void report(const book::BookUpdate& update, Time time) noexcept {
        if (update.changed_book()) [[likely]] {
            listener_.on_book(update, time);
        } else {
            listener_.on_refused(update, time);
        }
    }

    /// Recording what each command changes costs a look-up: only for a listener that needs it.
    using Commands =
        std::conditional_t<ChangeListener<Listener>, book::ChangeRecorder<Books>, Books&>;

    [[nodiscard]] static Commands commands_of(Books& books, const Listener& listener) noexcept {
        if constexpr (ChangeListener<Listener>) {
            return Commands(books, wants_changes(listener));
        } else {
            return books;
        }
    }

    Commands books_;
    Books& all_;
    InstrumentDirectory& directory_;
    Listener& listener_;
};

}  // namespace hotpath::feed
