#include "hotpath/protocols/cme/venue/mdp3_publisher.hpp"

#include <algorithm>
#include <array>

#include "hotpath/core/assert.hpp"

namespace hotpath::exchange {

namespace {

constexpr std::uint32_t kMantissasPerCurrency = 1'000'000'000;
/// A snapshot by price of twenty levels, which is one message.
constexpr std::size_t kPacketBytesMin = 524;
/// More than a snapshot's message has.
constexpr std::uint32_t kEntriesMin = 256;

[[nodiscard]] std::size_t securities_max(const Mdp3PublisherOptions& options) noexcept {
    return std::max<std::size_t>(options.securities.size(), options.securities_max);
}

[[nodiscard]] protocols::cme::mdp3::AggressorSide aggressor_of(Side resting) noexcept {
    return resting == Side::Sell ? protocols::cme::mdp3::AggressorSide::Buy
                                 : protocols::cme::mdp3::AggressorSide::Sell;
}

}  // namespace

Expected<Mdp3Publisher> Mdp3Publisher::create(const Mdp3PublisherOptions& options) {
    if (securities_max(options) == 0 || options.securities.size() > 0xFFFE) {
        return fail("mdp3 publisher: securities_max must be 1 to 65,534");
    }
    if (options.units_per_currency == 0 ||
        kMantissasPerCurrency % options.units_per_currency != 0) {
        return fail("mdp3 publisher: units_per_currency must be a divisor of 1,000,000,000");
    }
    if (options.entries_max < kEntriesMin) {
        return fail("mdp3 publisher: entries_max must be 256 or more");
    }
    if (options.packet_bytes < kPacketBytesMin ||
        options.packet_bytes > protocols::cme::mdp3::kPacketLengthMax) {
        return fail("mdp3 publisher: packet_bytes must be 524 to 1,472");
    }
    if (options.first_packet == 0) {
        return fail("mdp3 publisher: the number of the next packet must be at least 1");
    }
    return Mdp3Publisher(options);
}

Mdp3Publisher::Mdp3Publisher(const Mdp3PublisherOptions& options)
    : securities_(securities_max(options)),
      is_listed_(securities_.size()),
      states_(securities_.size(), protocols::cme::mdp3::SecurityTradingStatus::NotSent),
      published_(securities_.size()),
      public_ids_(options.orders_max),
      orders_(options.entries_max),
      trades_(options.entries_max),
      touched_(securities_.size()),
      levels_(2 * Mdp3PublishedLevels::kEntriesMax),
      has_short_actions_(options.has_short_actions),
      has_orders_(options.has_orders),
      buffer_(options.packet_bytes),
      mantissas_per_unit_(kMantissasPerCurrency / options.units_per_currency),
      incremental_{.next_number = options.first_packet} {
    listed_.reserve(securities_.size());
    for (const Mdp3Security& security : options.securities) {
        add_listing({static_cast<std::uint16_t>(listed_.size() + 1)}, security);
    }
}

void Mdp3Publisher::add_listing(InstrumentId instrument, const Mdp3Security& security) {
    HOTPATH_ASSERT(instrument.value - 1U < securities_.size() && !is_listed(instrument),
                   "mdp3 publisher: an instrument is listed once, and below securities_max");
    securities_[instrument.value - 1U] = security;
    is_listed_[instrument.value - 1U] = true;
    listed_.push_back(instrument);
}

std::uint64_t Mdp3Publisher::public_id(OrderId id) const noexcept {
    const std::uint64_t* const found = public_ids_.find(id);
    return found == nullptr ? 0 : *found;
}

void Mdp3Publisher::on_added(const book::OrderView& order) noexcept {
    const bool is_replacement = replaced_ && replaced_->now == order.id;
    const std::uint64_t named = public_id(order.id);
    const std::uint64_t id = is_replacement ? replaced_->public_id
                             : named != 0   ? named
                                            : order.id.value;
    if (named == 0) {
        identify(order.id, id);
    }
    note(entry_of(is_replacement ? Action::Change : Action::New, order, id));
    if (is_replacement) {
        replaced_.reset();
    }
}

void Mdp3Publisher::identify(OrderId id, std::uint64_t public_id) noexcept {
    HOTPATH_ASSERT(public_ids_.try_insert(id, public_id) != nullptr,
                   "mdp3 publisher: orders_max must be that of the books");
}

void Mdp3Publisher::on_executed(const match::Execution& trade) noexcept {
    note_trade({.instrument = trade.instrument,
                .aggressor = aggressor_of(trade.resting_side),
                .price = trade.price,
                .qty = trade.qty});
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

void Mdp3Publisher::on_other_trade(InstrumentId instrument, Price price, Qty qty) noexcept {
    note_trade({.instrument = instrument, .price = price, .qty = qty});
}

void Mdp3Publisher::note_trade(const TradeEntry& trade) noexcept {
    HOTPATH_ASSERT(trade_count_ < trades_.size(), "mdp3 publisher: entries_max is too small");
    trades_[trade_count_] = trade;
    trades_[trade_count_].id = ++trades_given_;
    trades_[trade_count_].rpt_seq = ++published(trade.instrument).rpt_seq;
    ++trade_count_;
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
    Published& instrument = published(entry.instrument);
    if (!instrument.is_touched) {
        instrument.is_touched = true;
        touched_[touched_count_++] = entry.instrument;
    }
}

void Mdp3Publisher::drop_event() noexcept {
    for (const InstrumentId instrument : touched_.items().first(touched_count_)) {
        published(instrument).is_touched = false;
    }
    touched_count_ = 0;
    order_count_ = 0;
    trade_count_ = 0;
    replaced_.reset();
}

std::span<const Mdp3Publisher::LevelEntry> Mdp3Publisher::changed_levels(
    const book::L3Books& books, InstrumentId instrument) noexcept {
    Published& known = published(instrument);
    std::size_t count = 0;
    std::array<book::Level, Mdp3PublishedLevels::kDepth> best;
    for (const Side side : {Side::Buy, Side::Sell}) {
        const std::span<const book::Level> now =
            std::span(best).first(books.depth(instrument, side, best));
        Mdp3PublishedLevels& levels = side == Side::Buy ? known.bids : known.asks;
        levels.update(side, now, has_short_actions_,
                      [&](Action action, std::size_t number, const book::Level& level) {
                          levels_[count++] = {.action = action,
                                              .side = side,
                                              .instrument = instrument,
                                              .number = number,
                                              .level = level,
                                              .rpt_seq = ++known.rpt_seq};
                      });
    }
    return levels_.items().first(count);
}

std::span<const Mdp3Publisher::LevelEntry> Mdp3Publisher::all_levels(
    const book::L3Books& books, InstrumentId instrument) noexcept {
    HOTPATH_ASSERT(order_count_ == 0, "end_event() first");
    std::size_t count = 0;
    std::array<book::Level, Mdp3PublishedLevels::kDepth> best;
    for (const Side side : {Side::Buy, Side::Sell}) {
        const std::size_t levels = books.depth(instrument, side, best);
        for (std::size_t i = 0; i < levels; ++i) {
            levels_[count++] = {
                .side = side, .instrument = instrument, .number = i + 1, .level = best[i]};
        }
    }
    return levels_.items().first(count);
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

std::size_t Mdp3Publisher::order_count_of(const book::L3Books& books,
                                          InstrumentId instrument) noexcept {
    std::size_t count = 0;
    for (const Side side : {Side::Buy, Side::Sell}) {
        books.for_each_level(instrument, side,
                             [&](const book::Level& level) { count += level.orders; });
    }
    return count;
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
