#include "hotpath/protocols/cme/venue/mdp3_market.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace hotpath::exchange {

Expected<Mdp3Market> Mdp3Market::create(const Mdp3MarketOptions& options) {
    Expected<book::L3Books> books = book::L3Books::create(options.books);
    if (!books) {
        return std::unexpected(std::move(books.error()));
    }
    Expected<Mdp3Publisher> publisher =
        Mdp3Publisher::create({.securities_max = options.books.instruments_max,
                               .orders_max = options.books.orders_max,
                               .entries_max = kEntriesMax,
                               .first_packet = options.first_packet,
                               .has_orders = options.has_orders});
    if (!publisher) {
        return std::unexpected(std::move(publisher.error()));
    }
    return Mdp3Market(options, std::move(*books), std::move(*publisher));
}

Mdp3Market::Mdp3Market(const Mdp3MarketOptions& options, book::L3Books books,
                       Mdp3Publisher publisher)
    : books_(std::move(books)),
      publisher_(std::move(publisher)),
      symbols_(std::size_t{options.books.instruments_max} + 1) {}

Mdp3Security Mdp3Market::security_of(InstrumentId instrument, Symbol symbol) noexcept {
    constexpr std::size_t kGroupLength = 6;
    symbols_[instrument.value] = symbol;
    const std::string_view name = symbols_[instrument.value].view();
    return {.security_id = instrument.value,
            .symbol = name,
            .group = name.substr(0, kGroupLength),
            .asset = name.substr(0, kGroupLength)};
}

protocols::cme::mdp3::SecurityTradingStatus Mdp3Market::to_status(char itch_state) noexcept {
    namespace state = protocols::nasdaq::itch50::trading_state;
    using Status = protocols::cme::mdp3::SecurityTradingStatus;
    switch (itch_state) {
        case state::kTrading:
            return Status::ReadyToTrade;
        case state::kQuotationOnly:
            return Status::PreOpen;
        case state::kHalted:
        case state::kPaused:
            return Status::TradingHalt;
        default:
            return Status::UnknownOrInvalid;
    }
}

void Mdp3Market::add(const book::OrderView& order) noexcept {
    if (publisher_.is_listed(order.instrument) && books_.add(order).changed_book()) {
        publisher_.on_added(order);
    } else {
        ++counters_.refused;
    }
}

void Mdp3Market::execute(const Executed& executed) noexcept {
    const book::BookChange change = book::ChangeRecorder(books_).execute(executed.id, executed.qty);
    if (!change.changed_book()) {
        ++counters_.refused;
        return;
    }
    if (executed.is_at_own_price) {
        publisher_.on_executed({.resting = executed.id,
                                .incoming = {},
                                .instrument = change.instrument(),
                                .resting_side = change.side(),
                                .price = change.before.price,
                                .qty = executed.qty,
                                .resting_leaves_qty = change.after.leaves_qty,
                                .incoming_leaves_qty = {}});
        return;
    }
    if (executed.is_printable) {
        publisher_.on_other_trade(change.instrument(), executed.price, executed.qty);
    }
    publish(change);
}

void Mdp3Market::reduce(OrderId id, Qty qty) noexcept {
    publish(book::ChangeRecorder(books_).reduce(id, qty));
}

void Mdp3Market::remove(OrderId id) noexcept {
    publish(book::ChangeRecorder(books_).remove(id));
}

void Mdp3Market::publish(const book::BookChange& change) noexcept {
    if (!change.changed_book()) {
        ++counters_.refused;
    } else if (change.after.leaves_qty.value == 0) {
        publisher_.on_canceled({.order = change.before, .qty = change.before.leaves_qty});
    } else {
        publisher_.on_reduced(
            {.order = change.before, .qty = change.before.leaves_qty - change.after.leaves_qty});
    }
}

void Mdp3Market::replace(OrderId original, const book::Replacement& now) noexcept {
    const book::BookChange change = book::ChangeRecorder(books_).replace(original, now);
    if (!change.changed_book() || change.after.leaves_qty.value == 0) {
        return publish(change);  // refused, or the original is gone and there was no room for more
    }
    publisher_.on_replaced(change.before, change.after);
    publisher_.on_added(change.after);
}

void Mdp3Market::trade(InstrumentId instrument, Price price, std::uint64_t qty) noexcept {
    constexpr std::uint64_t kQtyMax = std::numeric_limits<std::int32_t>::max();  // MDEntrySize
    if (qty > 0 && publisher_.is_listed(instrument)) {
        publisher_.on_other_trade(instrument, price,
                                  {static_cast<std::uint32_t>(std::min(qty, kQtyMax))});
    }
}

}  // namespace hotpath::exchange
