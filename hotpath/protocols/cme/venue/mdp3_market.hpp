#pragma once
/// Mdp3Market: the market of a venue's ITCH 5.0 messages as an MDP 3.0 channel.
///
///   market.on_message(itch, now_ns, send);   R lists, H is a state, the others change a book
///   market.end_event(now_ns, send);          what changed since the last end is one event
///   market.publish_snapshot(now_ns, send);   the next instrument of the loop by order; so the others
///
/// The same messages make the same packets: it keeps separate books and has no part in the
/// venue. Instruments have their stock locate as SecurityID. The first message of another trading day
/// (S, O) takes all orders off the books. send(Bytes) gets each packet. Threads: one owner. Allocation: create()
/// only. Complexity: that of the books and of Mdp3Publisher.

#include <cstdint>

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/cme/venue/mdp3_publisher.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"

namespace hotpath::exchange {

struct Mdp3MarketOptions {
    book::BooksOptions books;        // at least those of the messages
    std::uint32_t first_packet = 1;  // its number
    bool has_orders = true;          // by order and by price; else by price alone
};

/// An order by the venue's number now, and the number with which it was entered: its OrderID.
struct Mdp3Identity {
    OrderId id{};
    OrderId order_id{};
};

struct Mdp3MarketCounters {
    std::uint64_t messages = 0;  // ITCH, decoded
    std::uint64_t refused = 0;   // of no use to the books: unknown orders, no room, undecodable
};

class Mdp3Market {
  public:
    [[nodiscard]] static Expected<Mdp3Market> create(const Mdp3MarketOptions& options);

    [[nodiscard]] const book::L3Books& books() const noexcept { return books_; }
    [[nodiscard]] const Mdp3MarketCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] std::uint32_t next_packet_number() const noexcept {
        return publisher_.next_packet_number();
    }

    /// Before the Add Order of an order that is open at the venue.
    void identify(const Mdp3Identity& identity) noexcept {
        publisher_.identify(identity.id, identity.order_id.value);
    }
    /// One message of the venue's feed, in sequence.
    template <class Send>
    void on_message(Bytes itch, std::uint64_t now_ns, Send&& send);
    template <class Send>
    void end_event(std::uint64_t now_ns, Send&& send) {
        publisher_.end_event(books_, now_ns, send);
    }

    // The same as in Mdp3Publisher; call between events.
    void drop_event() noexcept { publisher_.drop_event(); }
    template <class Send>
    void heartbeat(std::uint64_t now_ns, Send&& send) {
        publisher_.heartbeat(now_ns, send);
    }
    template <class Send>
    void reset_channel(std::uint64_t now_ns, Send&& send) {
        publisher_.reset_channel(books_, now_ns, send);
    }
    template <class Send>
    void publish_definitions(std::uint64_t now_ns, Send&& send) {
        publisher_.publish_definitions(now_ns, send);
    }
    template <class Send>
    void publish_snapshot(std::uint64_t now_ns, Send&& send) {
        publisher_.publish_snapshot(books_, now_ns, send);
    }
    template <class Send>
    void publish_levels(std::uint64_t now_ns, Send&& send) {
        publisher_.publish_levels(books_, now_ns, send);
    }
    /// Instruments of each loop.
    [[nodiscard]] std::uint32_t instruments() const noexcept { return instruments_; }

  private:
    /// Entries of one event; a larger event is published as several.
    static constexpr std::uint32_t kEntriesMax = 8'192;

    template <class Send>
    class Translator;

    /// An execution as ITCH has it. At its own price: the trade is of the displayed order.
    struct Executed {
        OrderId id{};
        Qty qty{};
        bool is_at_own_price = true;
        bool is_printable = true;
        Price price{};  // when it is another
    };

    Mdp3Market(const Mdp3MarketOptions& options, book::L3Books books, Mdp3Publisher publisher);

    /// A message makes two entries at most.
    [[nodiscard]] bool is_event_full() const noexcept {
        return publisher_.entries() + 2 > kEntriesMax;
    }
    [[nodiscard]] Mdp3Security security_of(InstrumentId instrument, Symbol symbol) noexcept;
    [[nodiscard]] bool may_list(InstrumentId instrument) const noexcept {
        return instrument.value != 0 && instrument.value <= books_.instruments_max() &&
               !publisher_.is_listed(instrument);
    }
    void add(const book::OrderView& order) noexcept;
    void execute(const Executed& executed) noexcept;
    void reduce(OrderId id, Qty qty) noexcept;
    void remove(OrderId id) noexcept;
    void replace(OrderId original, const book::Replacement& now) noexcept;
    void trade(InstrumentId instrument, Price price, std::uint64_t qty) noexcept;
    /// Takes a change without a trade to the publisher.
    void publish(const book::BookChange& change) noexcept;
    [[nodiscard]] static protocols::cme::mdp3::SecurityTradingStatus to_status(
        char itch_state) noexcept;

    book::L3Books books_;
    Mdp3Publisher publisher_;
    FixedArray<Symbol> symbols_;  // by instrument; the publisher looks at them
    std::uint32_t instruments_ = 0;
    Mdp3MarketCounters counters_;
};

/// Lives for one message, on the stack.
template <class Send>
class Mdp3Market::Translator : public protocols::nasdaq::itch50::NullListener {
  public:
    Translator(Mdp3Market& market, std::uint64_t now_ns, Send& send) noexcept
        : market_(market), now_ns_(now_ns), send_(send) {}

    void on_stock_directory(const protocols::nasdaq::itch50::StockDirectory& m) noexcept {
        list(instrument_of(m), m.load_stock());
    }
    void on_stock_trading_action(const protocols::nasdaq::itch50::StockTradingAction& m) noexcept {
        list(instrument_of(m), m.load_stock());
        set_state(instrument_of(m), m.load_trading_state());
    }
    void on_operational_halt(const protocols::nasdaq::itch50::OperationalHalt& m) noexcept {
        list(instrument_of(m), m.load_stock());
        set_state(instrument_of(m), m.load_operational_halt_action());
    }
    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) noexcept { add(m); }
    void on_add_order_mpid(const protocols::nasdaq::itch50::AddOrderMpid& m) noexcept { add(m); }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) noexcept {
        market_.execute(
            {.id = {m.load_order_reference_number()}, .qty = {m.load_executed_shares()}});
    }
    void on_order_executed_with_price(
        const protocols::nasdaq::itch50::OrderExecutedWithPrice& m) noexcept {
        market_.execute({.id = {m.load_order_reference_number()},
                         .qty = {m.load_executed_shares()},
                         .is_at_own_price = false,
                         .is_printable = m.load_printable() == 'Y',
                         .price = protocols::nasdaq::itch50::to_price(m.load_execution_price())});
    }
    void on_order_cancel(const protocols::nasdaq::itch50::OrderCancel& m) noexcept {
        market_.reduce({m.load_order_reference_number()}, {m.load_cancelled_shares()});
    }
    void on_order_delete(const protocols::nasdaq::itch50::OrderDelete& m) noexcept {
        market_.remove({m.load_order_reference_number()});
    }
    void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) noexcept {
        market_.replace({m.load_original_order_reference_number()},
                        {.id = {m.load_new_order_reference_number()},
                         .qty = {m.load_shares()},
                         .price = protocols::nasdaq::itch50::to_price(m.load_price())});
    }
    void on_trade(const protocols::nasdaq::itch50::Trade& m) noexcept {
        list(instrument_of(m), m.load_stock());
        market_.trade(instrument_of(m), protocols::nasdaq::itch50::to_price(m.load_price()),
                      m.load_shares());
    }
    void on_cross_trade(const protocols::nasdaq::itch50::CrossTrade& m) noexcept {
        list(instrument_of(m), m.load_stock());
        market_.trade(instrument_of(m), protocols::nasdaq::itch50::to_price(m.load_cross_price()),
                      m.load_shares());
    }
    void on_system_event(const protocols::nasdaq::itch50::SystemEvent& m) noexcept {
        if (m.load_event_code() == protocols::nasdaq::itch50::event_code::kStartOfMessages) {
            empty();
        }
    }

  private:
    [[nodiscard]] static InstrumentId instrument_of(const auto& message) noexcept {
        return {message.load_stock_locate()};
    }
    void end_event() noexcept { market_.end_event(now_ns_, send_); }
    void list(InstrumentId instrument, Symbol symbol) noexcept {
        if (market_.may_list(instrument)) [[unlikely]] {
            end_event();
            market_.publisher_.list(instrument, market_.security_of(instrument, symbol), now_ns_,
                                    send_);
            ++market_.instruments_;
        }
    }
    void set_state(InstrumentId instrument, char state) noexcept {
        if (market_.publisher_.is_listed(instrument)) {
            end_event();
            market_.publisher_.publish_state(instrument, to_status(state), now_ns_, send_);
        }
    }
    void add(const auto& message) noexcept {
        list(instrument_of(message), message.load_stock());
        market_.add({.id = {message.load_order_reference_number()},
                     .instrument = instrument_of(message),
                     .side = protocols::nasdaq::itch50::to_side(message.load_buy_sell_indicator()),
                     .price = protocols::nasdaq::itch50::to_price(message.load_price()),
                     .leaves_qty = {message.load_shares()}});
    }
    /// Every order leaves its book.
    void empty() noexcept {
        for (std::uint32_t id = 1; id <= market_.books_.instruments_max(); ++id) {
            const InstrumentId instrument{static_cast<std::uint16_t>(id)};
            empty(instrument, Side::Buy);
            empty(instrument, Side::Sell);
        }
    }
    void empty(InstrumentId instrument, Side side) noexcept {
        while (const auto order = market_.books_.front(instrument, side)) {
            if (market_.is_event_full()) {
                end_event();
            }
            market_.remove(order->id);
        }
    }

    Mdp3Market& market_;
    std::uint64_t now_ns_;
    Send& send_;
};

template <class Send>
void Mdp3Market::on_message(Bytes itch, std::uint64_t now_ns, Send&& send) {
    if (is_event_full()) {
        end_event(now_ns, send);
    }
    Translator<std::remove_reference_t<Send>> translator(*this, now_ns, send);
    const bool is_decoded =
        protocols::nasdaq::itch50::decode(itch, translator) == protocols::DecodeStatus::Ok;
    ++(is_decoded ? counters_.messages : counters_.refused);
}

}  // namespace hotpath::exchange
