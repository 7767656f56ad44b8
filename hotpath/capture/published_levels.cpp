#include "hotpath/capture/published_levels.hpp"

#include <algorithm>
#include <utility>

namespace hotpath::capture {

namespace {

[[nodiscard]] dbn::Price4 price4_of(Price price) {
    return {static_cast<std::uint32_t>(price.value)};
}

}  // namespace

PublishedLevels::Key PublishedLevels::key_of(const dbn::Listing& listing, Side side,
                                             dbn::Price4 price) {
    if (listings_.size() <= listing.locate) {
        listings_.resize(std::size_t{listing.locate} + 1);
    }
    listings_[listing.locate] = listing;
    return {.locate = listing.locate, .side = side, .price = price};
}

void PublishedLevels::on_trade(const dbn::Listing& listing, dbn::MaybeSide resting,
                               dbn::Price4 price, Qty qty, std::uint64_t match) {
    if (trades_.size() == dbn::PendingTrades::kTradesMax) {
        end_event();
    }
    for (const Side side : {Side::Buy, Side::Sell}) {
        changed_.push_back(key_of(listing, side, price));
    }
    trades_.push_back(
        {.locate = listing.locate, .resting = resting, .price = price, .qty = qty, .match = match});
}

void PublishedLevels::on_change(const dbn::Listing& listing, const book::BookChange& change) {
    const Price before = change.before.price;
    if (change.before.leaves_qty != Qty{} &&
        (change.after.leaves_qty == Qty{} || change.after.price != before)) {
        on_level(listing, change.side(), price4_of(before), {});
    }
    if (change.after.leaves_qty != Qty{}) {
        on_level(listing, change.side(), price4_of(change.after.price), change.after.leaves_qty);
    }
}

void PublishedLevels::set(const Key& key, Qty qty) {
    levels_[key].now = qty;
    changed_.push_back(key);
}

void PublishedLevels::end_event() {
    std::ranges::sort(changed_);
    const auto [first, last] = std::ranges::unique(changed_);
    changed_.erase(first, last);
    for (Trade& trade : trades_) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            if (trade.resting.value_or(side) == side) {
                execute(trade, side);
            }
        }
    }
    for (const Key& key : changed_) {
        take_away(key);
    }
    for (const Trade& trade : trades_) {
        if (trade.qty != Qty{}) {
            out_.trade(listings_[trade.locate], trade.resting.value_or(Side::Buy), trade.price,
                       trade.qty, trade.match);
        }
    }
    for (const Key& key : changed_) {
        fill_up(key);
    }
    changed_.clear();
    trades_.clear();
}

void PublishedLevels::execute(Trade& trade, Side side) {
    const auto level = levels_.find({trade.locate, side, trade.price});
    if (level == levels_.end()) {
        return;
    }
    auto& [reference, shown, now] = level->second;
    const Qty displayed = trade.resting ? shown : shown - std::min(shown, now);
    const Qty qty = std::min(displayed, trade.qty);
    if (qty != Qty{}) {
        out_.execute(listings_[trade.locate], reference, qty, trade.match);
        shown -= qty;
        trade.qty -= qty;
    }
}

void PublishedLevels::take_away(const Key& key) {
    const auto level = levels_.find(key);
    if (level == levels_.end() || level->second.shown <= level->second.now) {
        return;
    }
    auto& [reference, shown, now] = level->second;
    if (now == Qty{}) {
        out_.remove(listings_[key.locate], reference);
    } else {
        out_.reduce(listings_[key.locate], reference, shown - now);
    }
    shown = now;
}

void PublishedLevels::fill_up(const Key& key) {
    const auto level = levels_.find(key);
    if (level == levels_.end()) {
        return;
    }
    auto& [reference, shown, now] = level->second;
    if (now > shown) {
        const OrderId before = std::exchange(reference, OrderId{++reference_max_});
        const dbn::NewOrder order{reference, key.side, key.price, now};
        if (shown == Qty{}) {
            out_.add(listings_[key.locate], order);
        } else {
            out_.replace(listings_[key.locate], before, order);
        }
        shown = now;
    }
    if (now == Qty{}) {
        levels_.erase(level);
    }
}

}  // namespace hotpath::capture
