#include "hotpath/exchange/mdp3/mdp3_publisher.hpp"

#include "hotpath/core/assert.hpp"

namespace hotpath::exchange {

namespace {

constexpr std::uint32_t kMantissasPerCurrency = 1'000'000'000;
/// An order entry and a message around it.
constexpr std::size_t kPacketBytesMin = 256;

/// As at CME: unique, and in no order that says anything. Never the value that means none.
[[nodiscard]] std::uint64_t public_id_of(std::uint64_t number) noexcept {
    return number * 0x9e37'79b9'7f4a'7c15ULL;
}

}  // namespace

Expected<Mdp3Publisher> Mdp3Publisher::create(const Mdp3PublisherOptions& options) {
    if (options.securities.empty() || options.securities.size() > 0xFFFE) {
        return fail("mdp3 publisher: 1 to 65,534 securities are needed");
    }
    if (options.units_per_currency == 0 ||
        kMantissasPerCurrency % options.units_per_currency != 0) {
        return fail("mdp3 publisher: units_per_currency must be a divisor of 1,000,000,000");
    }
    if (options.packet_bytes < kPacketBytesMin ||
        options.packet_bytes > wire::mdp3::kPacketLengthMax) {
        return fail("mdp3 publisher: packet_bytes must be 256 to 1,472");
    }
    return Mdp3Publisher(options);
}

Mdp3Publisher::Mdp3Publisher(const Mdp3PublisherOptions& options)
    : securities_(options.securities),
      states_(options.securities.size(), wire::mdp3::SecurityTradingStatus::NotSent),
      public_ids_(options.orders_max),
      orders_(options.entries_max),
      trades_(options.entries_max),
      buffer_(options.packet_bytes),
      mantissas_per_unit_(kMantissasPerCurrency / options.units_per_currency) {}

std::uint64_t Mdp3Publisher::public_id(OrderId id) const noexcept {
    const std::uint64_t* const found = public_ids_.find(id);
    return found == nullptr ? 0 : *found;
}

void Mdp3Publisher::on_added(const book::OrderView& order) noexcept {
    const bool is_replacement = replaced_ && replaced_->now == order.id;
    const std::uint64_t id = is_replacement ? replaced_->public_id : public_id_of(++ids_given_);
    HOTPATH_ASSERT(public_ids_.try_insert(order.id, id) != nullptr,
                   "mdp3 publisher: orders_max must be that of the books");
    note(entry_of(is_replacement ? Action::Change : Action::New, order, id));
    if (is_replacement) {
        replaced_.reset();
    }
}

void Mdp3Publisher::on_executed(const match::Execution& trade) noexcept {
    HOTPATH_ASSERT(trade_count_ < trades_.size(), "mdp3 publisher: entries_max is too small");
    trades_[trade_count_++] = {.instrument = trade.instrument,
                               .resting_side = trade.resting_side,
                               .price = trade.price,
                               .qty = trade.qty,
                               .id = ++trades_given_};
    const book::OrderView resting{.id = trade.resting,
                                  .instrument = trade.instrument,
                                  .side = trade.resting_side,
                                  .price = trade.price,
                                  .leaves_qty = trade.resting_leaves_qty};
    if (trade.resting_leaves_qty.value == 0) {
        remove(resting);
    } else {
        note(entry_of(Action::Change, resting, public_id(trade.resting)));
    }
}

void Mdp3Publisher::on_canceled(const match::Cancellation& canceled) noexcept {
    if (public_id(canceled.order.id) != 0) {  // else it never came to the book
        remove(canceled.order);
    }
}

void Mdp3Publisher::on_reduced(const match::Cancellation& reduced) noexcept {
    book::OrderView order = reduced.order;
    order.leaves_qty -= reduced.qty;
    note(entry_of(Action::Change, order, public_id(order.id)));
}

void Mdp3Publisher::on_replaced(const book::OrderView& original,
                                const book::OrderView& now) noexcept {
    settle();
    replaced_ = {.original = original, .public_id = public_id(original.id), .now = now.id};
    public_ids_.erase(original.id);
}

void Mdp3Publisher::note(const OrderEntry& entry) noexcept {
    HOTPATH_ASSERT(order_count_ < orders_.size(), "mdp3 publisher: entries_max is too small");
    orders_[order_count_++] = entry;
}

Mdp3Publisher::OrderEntry Mdp3Publisher::entry_of(Action action, const book::OrderView& order,
                                                  std::uint64_t public_id) const noexcept {
    return {.action = action,
            .side = order.side,
            .instrument = order.instrument,
            .public_id = public_id,
            .priority = order.id.value,
            .price = order.price,
            .qty = order.leaves_qty};
}

std::span<const Mdp3Publisher::OrderEntry> Mdp3Publisher::orders_of(
    const book::L3Books& books, InstrumentId instrument) noexcept {
    HOTPATH_ASSERT(order_count_ == 0, "end_event() first");
    std::size_t count = 0;
    for (const Side side : {Side::Buy, Side::Sell}) {
        books.for_each_order(instrument, side, [&](const book::OrderView& order) {
            HOTPATH_ASSERT(count < orders_.size(), "mdp3 publisher: entries_max is too small");
            orders_[count++] = entry_of(Action::New, order, public_id(order.id));
        });
    }
    return orders_.items().first(count);
}

void Mdp3Publisher::remove(const book::OrderView& order) noexcept {
    note(entry_of(Action::Delete, order, public_id(order.id)));
    public_ids_.erase(order.id);
}

void Mdp3Publisher::settle() noexcept {
    if (replaced_) {
        note(entry_of(Action::Delete, replaced_->original, replaced_->public_id));
        replaced_.reset();
    }
}

}  // namespace hotpath::exchange
