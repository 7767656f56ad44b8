#include "hotpath/protocols/fix/venue/data/published_books.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"

namespace hotpath::exchange {

namespace itch = protocols::nasdaq::itch50;

Expected<PublishedBooks> PublishedBooks::create(const PublishedBooksOptions& options) {
    if (options.changes_max < kChangesOfMessage || options.trades_max == 0) {
        return fail(
            "published books: changes_max must hold the changes of one message, and trades_max "
            "must be at least 1");
    }
    Expected<book::L3Books> books = book::L3Books::create(options.books);
    if (!books) {
        return std::unexpected(std::move(books.error()));
    }
    return PublishedBooks(options, std::move(*books));
}

PublishedBooks::PublishedBooks(const PublishedBooksOptions& options, book::L3Books books)
    : books_(std::move(books)),
      instruments_(options.books.instruments_max),
      last_trades_(std::size_t{options.books.instruments_max} + 1),
      watchers_(last_trades_.size()),
      is_changed_(last_trades_.size()),
      changes_(options.changes_max),
      trades_(options.trades_max),
      changed_(last_trades_.size()) {}

/// Lives for one message, on the stack. What the books refuse changes nothing, and a level that was
/// touched and is as it was is no change.
class PublishedBooks::Translator : public itch::NullListener {
  public:
    explicit Translator(PublishedBooks& to) noexcept : to_(to) {}

    void on_stock_directory(const itch::StockDirectory& m) noexcept { list(m); }
    void on_stock_trading_action(const itch::StockTradingAction& m) noexcept { list(m); }
    void on_add_order(const itch::AddOrder& m) noexcept { add(m); }
    void on_add_order_mpid(const itch::AddOrderMpid& m) noexcept { add(m); }
    void on_order_executed(const itch::OrderExecuted& m) noexcept {
        const Qty qty{m.load_executed_shares()};
        if (const auto order = touch({m.load_order_reference_number()})) {
            to_.trade(order->instrument, order->price, qty.value);
            to_.books_.execute(order->id, qty);
        }
    }
    void on_order_executed_with_price(const itch::OrderExecutedWithPrice& m) noexcept {
        const Qty qty{m.load_executed_shares()};
        if (const auto order = touch({m.load_order_reference_number()})) {
            if (m.load_printable() == 'Y') {
                to_.trade(order->instrument, itch::to_price(m.load_execution_price()), qty.value);
            }
            to_.books_.execute(order->id, qty);
        }
    }
    void on_order_cancel(const itch::OrderCancel& m) noexcept {
        if (const auto order = touch({m.load_order_reference_number()})) {
            to_.books_.reduce(order->id, {m.load_cancelled_shares()});
        }
    }
    void on_order_delete(const itch::OrderDelete& m) noexcept {
        if (const auto order = touch({m.load_order_reference_number()})) {
            to_.books_.remove(order->id);
        }
    }
    void on_order_replace(const itch::OrderReplace& m) noexcept {
        if (const auto order = touch({m.load_original_order_reference_number()})) {
            const Price price = itch::to_price(m.load_price());
            to_.touch(order->instrument, order->side, price);
            to_.books_.replace(order->id, {.id = {m.load_new_order_reference_number()},
                                           .qty = {m.load_shares()},
                                           .price = price});
        }
    }
    void on_trade(const itch::Trade& m) noexcept {
        list(m);
        to_.trade({m.load_stock_locate()}, itch::to_price(m.load_price()), m.load_shares());
    }
    void on_cross_trade(const itch::CrossTrade& m) noexcept {
        list(m);
        to_.trade({m.load_stock_locate()}, itch::to_price(m.load_cross_price()), m.load_shares());
    }
    void on_system_event(const itch::SystemEvent& m) noexcept {
        if (m.load_event_code() == itch::event_code::kStartOfMessages) {
            to_.empty();
        }
    }

  private:
    void list(const auto& message) noexcept {
        static_cast<void>(
            to_.instruments_.list({message.load_stock_locate()}, message.load_stock()));
    }
    void add(const auto& message) noexcept {
        list(message);
        const book::OrderView order{.id = {message.load_order_reference_number()},
                                    .instrument = {message.load_stock_locate()},
                                    .side = itch::to_side(message.load_buy_sell_indicator()),
                                    .price = itch::to_price(message.load_price()),
                                    .leaves_qty = {message.load_shares()}};
        to_.touch(order.instrument, order.side, order.price);
        to_.books_.add(order);
    }
    /// The open order of this id, its level touched.
    std::optional<book::OrderView> touch(OrderId id) noexcept {
        const std::optional<book::OrderView> order = to_.books_.find(id);
        if (order) {
            to_.touch(order->instrument, order->side, order->price);
        }
        return order;
    }

    PublishedBooks& to_;
};

void PublishedBooks::on_message(Bytes message) noexcept {
    HOTPATH_ASSERT(has_room(), "call has_room() first");
    Translator translator(*this);
    const bool is_decoded = itch::decode(message, translator) == protocols::DecodeStatus::Ok;
    ++(is_decoded ? counters_.messages : counters_.undecodable);
}

book::Rank PublishedBooks::bound(InstrumentId instrument, Side side,
                                 std::span<book::Level> levels) const noexcept {
    if (levels.size() == 1) {
        return books_.has_orders(instrument, side)
                   ? book::rank_of(side, books_.best_price(instrument, side))
                   : book::kNoRank;
    }
    const std::size_t count = books_.depth(instrument, side, levels);
    return count < levels.size() ? book::kNoRank : book::rank_of(side, levels.back().price);
}

void PublishedBooks::note_changed(InstrumentId instrument) noexcept {
    if (!is_changed_[instrument.value]) {
        is_changed_[instrument.value] = true;
        changed_[changed_count_++] = instrument;
    }
}

void PublishedBooks::touch(InstrumentId instrument, Side side, Price price) noexcept {
    if (!is_watched(instrument) || !book::is_in_range(price)) {
        return;
    }
    note_changed(instrument);
    changes_[change_count_] = {.instrument = instrument,
                               .side = side,
                               .number = static_cast<std::uint32_t>(change_count_),
                               .rank = book::rank_of(side, price),
                               .before = books_.level(instrument, {side, price})};
    ++change_count_;
}

void PublishedBooks::trade(InstrumentId instrument, Price price, std::uint64_t qty) noexcept {
    if (qty == 0 || slot(instrument) == 0) {
        return;
    }
    const PublishedTrade made{.instrument = instrument,
                              .number = static_cast<std::uint32_t>(trade_count_),
                              .price = price,
                              .qty = qty};
    last_trades_[instrument.value] = made;
    if (is_watched(instrument)) {
        note_changed(instrument);
        trades_[trade_count_++] = made;
    }
}

/// The changes so far are void, too: receivers get the books as they are.
void PublishedBooks::empty() noexcept {
    for (std::uint32_t id = 1; id <= books_.instruments_max(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        for (const Side side : {Side::Buy, Side::Sell}) {
            while (const auto order = books_.front(instrument, side)) {
                books_.remove(order->id);
            }
        }
        last_trades_[id] = {};
    }
    clear_changes();
    was_emptied_ = true;
}

void PublishedBooks::sort_changes() noexcept {
    const std::span<LevelChange> all = changes_.items().first(change_count_);
    std::ranges::sort(all, [](const LevelChange& a, const LevelChange& b) {
        return std::tuple(a.instrument.value, a.side, b.rank, a.number) <
               std::tuple(b.instrument.value, b.side, a.rank, b.number);
    });
    std::ranges::sort(trades_.items().first(trade_count_), [](const PublishedTrade& a,
                                                              const PublishedTrade& b) {
        return std::tuple(a.instrument.value, a.number) < std::tuple(b.instrument.value, b.number);
    });
    const auto is_same_level = [](const LevelChange& a, const LevelChange& b) {
        return a.instrument == b.instrument && a.side == b.side && a.rank == b.rank;
    };
    const auto others = std::ranges::unique(all, is_same_level);  // the first of each level stays
    const auto unchanged = std::ranges::remove_if(
        all.first(all.size() - others.size()), [this](const LevelChange& change) {
            const Price price = book::price_of(change.side, change.rank);
            return books_.level(change.instrument, {change.side, price}) == change.before;
        });
    change_count_ = all.size() - others.size() - unchanged.size();
}

std::span<const LevelChange> PublishedBooks::changes(InstrumentId instrument,
                                                     Side side) const noexcept {
    const auto key = [](const LevelChange& change) {
        return std::pair(change.instrument.value, change.side);
    };
    return std::ranges::equal_range(changes_.items().first(change_count_),
                                    std::pair(instrument.value, side), {}, key);
}

std::span<const PublishedTrade> PublishedBooks::trades(InstrumentId instrument) const noexcept {
    return std::ranges::equal_range(
        trades_.items().first(trade_count_), instrument.value, {},
        [](const PublishedTrade& made) { return made.instrument.value; });
}

void PublishedBooks::clear_changes() noexcept {
    for (const InstrumentId instrument : changed()) {
        is_changed_[instrument.value] = false;
    }
    change_count_ = 0;
    trade_count_ = 0;
    changed_count_ = 0;
    was_emptied_ = false;
}

}  // namespace hotpath::exchange
