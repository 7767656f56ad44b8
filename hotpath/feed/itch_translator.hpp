#pragma once
/// The one place where ITCH 5.0 words become the words of the core: messages in, book commands and
/// trades out.
///
/// Lives for one message, on the stack, and is inlined into the decoder's switch. Side, price and
/// quantity are translated only here; messages without a consequence for books and trades fall to
/// the NullListener. Threads: the feed's. Allocation: none. Complexity: that of the books.

#include <type_traits>

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/order_books.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/instrument_directory.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/wire/itch50/codes.hpp"
#include "hotpath/wire/itch50/decode.hpp"

namespace hotpath::feed {

/// Unknown when ITCH has no such state. The exchange has a copy of this function: neither library
/// may include the other, book does not use ITCH, and wire has no states.
[[nodiscard]] constexpr book::TradingState to_trading_state(char itch_state) noexcept {
    namespace state = wire::itch50::trading_state;
    switch (itch_state) {
        case state::kHalted:
            return book::TradingState::Halted;
        case state::kPaused:
            return book::TradingState::Paused;
        case state::kQuotationOnly:
            return book::TradingState::QuotationOnly;
        case state::kTrading:
            return book::TradingState::Trading;
        default:
            return book::TradingState::Unknown;
    }
}

[[nodiscard]] inline Nanos to_venue_time(const auto& message) noexcept {
    return {static_cast<std::int64_t>(message.load_timestamp())};
}

[[nodiscard]] inline InstrumentId to_instrument(const auto& message) noexcept {
    return {message.load_stock_locate()};
}

/// For AddOrder and AddOrderMpid, which differ in the attribution only.
[[nodiscard]] inline book::OrderView to_order(const auto& add) noexcept {
    return {.id = {add.load_order_reference_number()},
            .instrument = to_instrument(add),
            .side = wire::itch50::to_side(add.load_buy_sell_indicator()),
            .price = wire::itch50::to_price(add.load_price()),
            .leaves_qty = {add.load_shares()}};
}

template <book::MarketBooks Books, FeedListener Listener>
class ItchTranslator : public wire::itch50::NullListener {
  public:
    ItchTranslator(Books& books, InstrumentDirectory& directory, Listener& listener) noexcept
        : books_(books), directory_(directory), listener_(listener) {}

    void on_add_order(const wire::itch50::AddOrder& m) noexcept { add(m); }
    void on_add_order_mpid(const wire::itch50::AddOrderMpid& m) noexcept { add(m); }

    void on_order_executed(const wire::itch50::OrderExecuted& m) noexcept {
        const Nanos time = begin(m);
        const book::BookUpdate update =
            books_.execute({m.load_order_reference_number()}, {m.load_executed_shares()});
        if (update.changed_book()) {
            tell_trade(m, update, {.kind = TradeKind::Displayed, .price = update.price});
        }
        tell(update, time);
    }

    void on_order_executed_with_price(const wire::itch50::OrderExecutedWithPrice& m) noexcept {
        const Nanos time = begin(m);
        const book::BookUpdate update =
            books_.execute({m.load_order_reference_number()}, {m.load_executed_shares()});
        if (update.changed_book()) {
            tell_trade(m, update,
                       {.kind = TradeKind::DisplayedAtPrice,
                        .printable = m.load_printable() == 'Y',
                        .price = wire::itch50::to_price(m.load_execution_price())});
        }
        tell(update, time);
    }

    void on_order_cancel(const wire::itch50::OrderCancel& m) noexcept {
        const Nanos time = begin(m);
        tell(books_.reduce({m.load_order_reference_number()}, {m.load_cancelled_shares()}), time);
    }

    void on_order_delete(const wire::itch50::OrderDelete& m) noexcept {
        const Nanos time = begin(m);
        tell(books_.remove({m.load_order_reference_number()}), time);
    }

    void on_order_replace(const wire::itch50::OrderReplace& m) noexcept {
        const Nanos time = begin(m);
        tell(books_.replace({m.load_original_order_reference_number()},
                            {.id = {m.load_new_order_reference_number()},
                             .qty = {m.load_shares()},
                             .price = wire::itch50::to_price(m.load_price())}),
             time);
    }

    void on_trade(const wire::itch50::Trade& m) noexcept {
        if (!is_of_its_locate(m)) [[unlikely]] {
            return;
        }
        listener_.on_trade({.kind = TradeKind::Hidden,
                            .resting_side = wire::itch50::to_side(m.load_buy_sell_indicator()),
                            .instrument = to_instrument(m),
                            .price = wire::itch50::to_price(m.load_price()),
                            .qty = {m.load_shares()},
                            .match_id = {m.load_match_number()},
                            .venue_time = begin(m)});
    }

    /// A cross without shares only reports that there was none.
    void on_cross_trade(const wire::itch50::CrossTrade& m) noexcept {
        const Nanos time = begin(m);
        if (m.load_shares() != 0 && is_of_its_locate(m)) {
            listener_.on_trade({.kind = TradeKind::Cross,
                                .instrument = to_instrument(m),
                                .price = wire::itch50::to_price(m.load_cross_price()),
                                .qty = {m.load_shares()},
                                .match_id = {m.load_match_number()},
                                .venue_time = time});
        }
    }

    void on_stock_directory(const wire::itch50::StockDirectory& m) noexcept {
        static_cast<void>(is_of_its_locate(m));
    }

    void on_stock_trading_action(const wire::itch50::StockTradingAction& m) noexcept {
        const Nanos time = begin(m);
        if (is_of_its_locate(m)) {
            set_trading_state(to_instrument(m), to_trading_state(m.load_trading_state()), time);
        }
    }

    void on_operational_halt(const wire::itch50::OperationalHalt& m) noexcept {
        const Nanos time = begin(m);
        if (is_of_its_locate(m)) {
            set_trading_state(to_instrument(m), to_trading_state(m.load_operational_halt_action()),
                              time);
        }
    }

    void on_system_event(const wire::itch50::SystemEvent& m) noexcept {
        listener_.on_system_event(m.load_event_code(), begin(m));
    }

  private:
    /// Calls the listener's on_decoded with the venue's time of the message.
    Nanos begin(const auto& message) noexcept {
        const Nanos time = to_venue_time(message);
        listener_.on_decoded(time);
        return time;
    }

    void add(const auto& message) noexcept {
        const Nanos time = begin(message);
        if (!directory_.admits(to_instrument(message), message.load_stock())) [[unlikely]] {
            return refuse(to_order(message), time);
        }
        tell(books_.add(to_order(message)), time);
    }

    /// For messages with a symbol, the first of an id included. Messages about an order after its
    /// add have none: the reference number finds the order, whose symbol was compared at the add.
    [[nodiscard]] bool is_of_its_locate(const auto& message) noexcept {
        const InstrumentId id = to_instrument(message);
        if (directory_.admits(id, message.load_stock())) [[likely]] {
            return true;
        }
        refuse({.instrument = id}, to_venue_time(message));
        return false;
    }

    /// There is no instrument with this id and this symbol.
    void refuse(const book::OrderView& order, Nanos time) noexcept {
        listener_.on_refused(book::refused(book::BookStatus::UnknownInstrument, order), time);
    }

    void tell(const book::BookUpdate& update, Nanos time) noexcept {
        if constexpr (ChangeListener<Listener>) {
            if (books_.last().changed_book()) [[likely]] {
                listener_.on_change(books_.last(), time);
            }
        }
        if (update.changed_book()) [[likely]] {
            listener_.on_book(update, time);
        } else {
            listener_.on_refused(update, time);
        }
    }

    /// The common part of all executions of displayed orders; the caller sets kind, price and
    /// printable.
    void tell_trade(const auto& message, const book::BookUpdate& update, Trade trade) noexcept {
        trade.resting_side = update.side;
        trade.instrument = update.instrument;
        trade.qty = {message.load_executed_shares()};
        trade.resting_id = {message.load_order_reference_number()};
        trade.match_id = {message.load_match_number()};
        trade.venue_time = to_venue_time(message);
        listener_.on_trade(trade);
    }

    void set_trading_state(InstrumentId instrument, book::TradingState state, Nanos time) noexcept {
        books_.set_trading_state(instrument, state);
        listener_.on_trading_state(instrument, state, time);
    }

    /// Recording what each command changes costs a look-up: only for a listener that needs it.
    using Commands =
        std::conditional_t<ChangeListener<Listener>, book::ChangeRecorder<Books>, Books&>;

    Commands books_;
    InstrumentDirectory& directory_;
    Listener& listener_;
};

}  // namespace hotpath::feed
