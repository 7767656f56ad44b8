// The market data server's publications: what a subscriber gets after a turn.

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>

#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/venue/data/fix_data_server.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;
namespace md_action = protocols::fix::md_update_action;

void FixDataServer::on_packet(Bytes packet, Time now) noexcept {
    feed_.on_packet(packet, [&](Bytes message) {
        if (!market_.has_room()) {
            publish_changes(now);
        }
        market_.on_message(message);
    });
}

void FixDataServer::publish(Time now) noexcept {
    levels_left_ = options_.levels_per_turn;
    if (market_.has_changes()) {
        publish_changes(now);
    }
    refresh_waiting(now);
}

void FixDataServer::publish_changes(Time now) noexcept {
    known_bounds_ = {};
    if (market_.was_emptied()) {
        for (std::uint32_t id = 1; id <= market_.books().instruments_max(); ++id) {
            subscriptions_.for_each_of(
                {static_cast<std::uint16_t>(id)},
                [this](Index index, const DataSubscription&) { subscriptions_.wait(index); });
        }
    }
    market_.sort_changes();
    for (const InstrumentId instrument : market_.changed()) {
        subscriptions_.for_each_of(instrument, [&](Index index, DataSubscription& subscription) {
            if (!subscription.is_waiting) {
                update(index, subscription, now);
            }
        });
    }
    market_.clear_changes();
}

/// One that gets no increment now gets a refresh later, which says as much.
void FixDataServer::update(Index index, DataSubscription& subscription, Time now) noexcept {
    End& end = *ends_[subscription.session];
    entry_count_ = 0;
    if (levels_left_ == 0 || !has_room(end) || !collect(subscription)) {
        return conflate(index);
    }
    if (entry_count_ == 0) {
        return;
    }
    if (subscription.is_full_refresh) {
        return subscriptions_.wait(index);
    }
    fix::MessageWriter& writer =
        end.session->begin(fix::text_of(fix::app_type::kMarketDataIncrement), utc(now));
    write_increment(writer, subscription.id(),
                    market_.instruments().symbol(subscription.instrument),
                    entries_.items().first(entry_count_));
    ++counters_.increments;
    send(end);
}

void FixDataServer::conflate(Index index) noexcept {
    ++counters_.conflated;
    subscriptions_.wait(index);
}

bool FixDataServer::collect(DataSubscription& subscription) noexcept {
    if (subscription.entry_types.trades) {
        for (const PublishedTrade& made : market_.trades(subscription.instrument)) {
            const book::Level level{.price = made.price, .qty = {made.qty}};
            if (!try_add_entry(md_action::kNew, fix::md_entry_type::kTrade, level)) {
                return false;
            }
        }
    }
    return collect(subscription, Side::Buy) && collect(subscription, Side::Sell);
}

/// The client has the levels of a rank from its bound on. The changed ones: each was among them or
/// not, and is or is not.
bool FixDataServer::collect(DataSubscription& subscription, Side side) noexcept {
    const auto changes = market_.changes(subscription.instrument, side);
    if (changes.empty() || !subscription.entry_types.has(side)) {
        return true;
    }
    book::Rank& bound = subscription.bounds[side_index(side)];
    const book::Rank now = bound_of(subscription.instrument, side, subscription.depth);
    spend(changes.size());
    for (const LevelChange& change : changes) {
        const book::Level level = market_.books().level(subscription.instrument,
                                                        {side, book::price_of(side, change.rank)});
        const bool was_shown = change.before.orders != 0 && change.rank >= bound;
        const bool is_shown = level.orders != 0 && change.rank >= now;
        if (!was_shown && !is_shown) {
            continue;
        }
        const char made =
            !is_shown ? md_action::kDelete : (was_shown ? md_action::kChange : md_action::kNew);
        if (!try_add_entry(made, to_entry_type(side), level)) {
            return false;
        }
    }
    const bool has_all = collect_between(subscription, side, now);
    bound = now;
    return has_all;
}

/// Levels that have not changed, and that the bound's move brings in or takes out.
bool FixDataServer::collect_between(const DataSubscription& subscription, Side side,
                                    book::Rank now) noexcept {
    const book::Rank before = subscription.bounds[side_index(side)];
    if (now == before) {
        return true;
    }
    const auto changes = market_.changes(subscription.instrument, side);
    const char made = now < before ? md_action::kNew : md_action::kDelete;
    const book::Rank last = std::min(now, before);
    Price price = book::price_of(side, std::max(now, before));
    while (true) {
        const book::Level level =
            market_.books().next_level(subscription.instrument, {side, price});
        if (level.orders == 0 || book::rank_of(side, level.price) < last) {
            return true;
        }
        spend(1);
        price = level.price;
        const bool has_changed = std::ranges::binary_search(changes, book::rank_of(side, price),
                                                            std::greater(), &LevelChange::rank);
        if (!has_changed && !try_add_entry(made, to_entry_type(side), level)) {
            return false;
        }
    }
}

bool FixDataServer::try_add_entry(char made, char type, const book::Level& level) noexcept {
    if (entry_count_ == entries_.size()) {
        return false;
    }
    spend(1);
    entries_[entry_count_++] = {.action = made, .type = type, .level = level};
    return true;
}

/// Subscribers of one depth share the walk along the book.
book::Rank FixDataServer::bound_of(InstrumentId instrument, Side side,
                                   std::uint32_t depth) noexcept {
    KnownBound& known = known_bounds_[side_index(side)];
    if (known.instrument != instrument || known.depth != depth) {
        const auto levels = levels_[side_index(side)].items().first(depth);
        known = {.instrument = instrument,
                 .depth = depth,
                 .rank = market_.bound(instrument, side, levels)};
        spend(depth == 1
                  ? 0
                  : std::min<std::size_t>(depth, market_.books().level_count(instrument, side)));
    }
    return known.rank;
}

/// Each that waits is looked at once. A session without room keeps its place, behind the others.
void FixDataServer::refresh_waiting(Time now) noexcept {
    constexpr std::size_t kLooksMax = 1'024;
    const std::size_t looks = std::min(subscriptions_.waiting(), kLooksMax);
    std::size_t refreshed = 0;
    for (std::size_t look = 0; look < looks && levels_left_ != 0; ++look) {
        const Index index = subscriptions_.take_waiting();
        if (!has_room(*ends_[subscriptions_.at(index).session])) {
            subscriptions_.wait(index);
            continue;
        }
        refresh(index, now);
        ++refreshed;
    }
    is_behind_ = subscriptions_.waiting() != 0 &&
                 (levels_left_ == 0 || (refreshed != 0 && looks == kLooksMax));
}

void FixDataServer::refresh(Index index, Time now) noexcept {
    DataSubscription& subscription = subscriptions_.at(index);
    End& end = *ends_[subscription.session];
    const PublishedTrade& last_trade = market_.last_trade(subscription.instrument);
    const bool has_trade = subscription.entry_types.trades && last_trade.qty != 0;
    const auto bids = top_of(subscription, Side::Buy);
    const auto offers = top_of(subscription, Side::Sell);
    fix::MessageWriter& writer =
        end.session->begin(fix::text_of(fix::app_type::kMarketDataSnapshot), utc(now));
    write_refresh(writer, {.id = subscription.id(),
                           .symbol = market_.instruments().symbol(subscription.instrument),
                           .bids = bids,
                           .offers = offers,
                           .last_trade = has_trade ? &last_trade : nullptr});
    const auto bound = [&](Side side, std::span<const book::Level> top) {
        return top.size() < subscription.depth ? book::kNoRank
                                               : book::rank_of(side, top.back().price);
    };
    subscription.bounds = {bound(Side::Buy, bids), bound(Side::Sell, offers)};
    spend(bids.size() + offers.size() + 1);
    ++counters_.refreshes;
    if (subscription.is_snapshot) {
        market_.unwatch(subscription.instrument);
        subscriptions_.remove(index);
    }
    send(end);
}

std::span<const book::Level> FixDataServer::top_of(const DataSubscription& subscription,
                                                   Side side) noexcept {
    if (!subscription.entry_types.has(side)) {
        return {};
    }
    const auto levels = levels_[side_index(side)].items().first(subscription.depth);
    const std::size_t count = market_.books().depth(subscription.instrument, side, levels);
    return levels.first(count);
}

/// For the longest message, and then some: it goes out at once.
bool FixDataServer::has_room(const End& end) const noexcept {
    const std::array<Bytes, 2> waiting = end.session->output_since(0);
    return end.session->is_logged_on() &&
           waiting[0].size() + waiting[1].size() + message_length_max_ + kDataMessageLengthMin <=
               output_bytes_max_;
}

}  // namespace hotpath::exchange
