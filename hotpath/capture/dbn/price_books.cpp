#include "hotpath/capture/dbn/price_books.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hotpath/protocols/dbn/codes.hpp"

namespace hotpath::capture::dbn {

namespace {

using protocols::dbn::BidAskPair;

std::int64_t price_of(const BidAskPair& level, Side side) {
    return side == Side::Buy ? level.load_bid_px() : level.load_ask_px();
}

Qty qty_of(const BidAskPair& level, Side side) {
    return {side == Side::Buy ? level.load_bid_sz() : level.load_ask_sz()};
}

std::string_view name_of(Side side) {
    return side == Side::Buy ? "bids" : "asks";
}

bool is_better(Side side, Price4 a, Price4 b) {
    return hotpath::is_better(side, Price{a.value}, Price{b.value});
}

}  // namespace

PriceBooks::Book& PriceBooks::book_of(const Listing& listing) {
    if (books_.size() <= listing.locate) {
        books_.resize(std::size_t{listing.locate} + 1);
    }
    return books_[listing.locate];
}

Outcome PriceBooks::apply(const protocols::dbn::TradeMsg& record, const Listing& listing) {
    auto outcome = on_action(record, listing);
    finish(listing);
    return outcome;
}

Outcome PriceBooks::apply_tbbo(const protocols::dbn::Mbp1Msg& record, const Listing& listing) {
    if (auto outcome = end(std::span(&record.level(0), 1), listing); !outcome) {
        return outcome;
    }
    return apply_trade(record, listing);
}

Outcome PriceBooks::apply_trade(const protocols::dbn::Mbp1Msg& record, const Listing& listing) {
    auto outcome = on_action(record, listing);
    Book& book = book_of(listing);
    for (const Side side : {Side::Buy, Side::Sell}) {
        Levels& levels = book.sides[side_index(side)];
        for (Level& level : levels) {
            execute(listing, level, book.trades.take_trades(side, level.price, level.qty));
        }
        std::erase_if(levels, [](const Level& level) { return level.qty.value == 0; });
    }
    finish(listing);
    return outcome;
}

Outcome PriceBooks::end(std::span<const BidAskPair> published, const Listing& listing) {
    const auto bids = levels_of(published, Side::Buy);
    const auto asks = levels_of(published, Side::Sell);
    if (!bids || !asks) {
        return std::unexpected(!bids ? bids.error() : asks.error());
    }
    if (book_of(listing).is_matching && !bids->empty() && !asks->empty() &&
        bids->front().price > asks->front().price) {
        return std::unexpected(crossed(listing, bids->front().price, asks->front().price));
    }
    // All that leaves before what comes: the book is not crossed in between, and what refills a level
    // comes after the trades.
    take_away(listing, Side::Buy, *bids);
    take_away(listing, Side::Sell, *asks);
    finish(listing);
    fill_up(listing, Side::Buy, *bids);
    fill_up(listing, Side::Sell, *asks);
    ++stats_.book_rows;
    return {};
}

Checked<PriceBooks::Levels> PriceBooks::levels_of(std::span<const BidAskPair> published,
                                                  Side side) {
    const auto refuse = [&](std::size_t index, std::string_view reason) {
        return std::unexpected(fmt::format("level {} of the {}: {}", index, name_of(side), reason));
    };
    Levels levels;
    bool has_ended = false;
    for (std::size_t index = 0; index < published.size(); ++index) {
        const std::int64_t raw = price_of(published[index], side);
        if (raw == protocols::dbn::kUndefinedPrice) {
            has_ended = true;
            continue;
        }
        const auto price = to_price4(raw);
        const Qty qty = qty_of(published[index], side);
        if (!price) {
            return refuse(index, price.error());
        }
        if (has_ended) {
            return refuse(index, "an empty level is before it");
        }
        if (qty.value == 0) {
            return refuse(index, "it has a price and no size");
        }
        if (!levels.empty() && !is_better(side, levels.back().price, *price)) {
            return refuse(index, "its price is not worse than that of the level before");
        }
        levels.push_back({.price = *price, .qty = qty, .reference = {}});
    }
    return levels;
}

/// What has traded, levels that are gone, and those with less.
void PriceBooks::take_away(const Listing& listing, Side side, const Levels& published) {
    Book& book = book_of(listing);
    Levels& levels = book.sides[side_index(side)];
    for (Level& level : levels) {
        const auto now = std::ranges::find(published, level.price, &Level::price);
        const Qty left = now == published.end() ? Qty{} : std::min(now->qty, level.qty);
        const Qty traded_max = book.trades.is_sided_at(level.price) ? level.qty : level.qty - left;
        execute(listing, level, book.trades.take_trades(side, level.price, traded_max));
        cancel(listing, level, level.qty - std::min(left, level.qty));
    }
    std::erase_if(levels, [](const Level& level) { return level.qty.value == 0; });
}

/// New levels, and those with more. ITCH has no message that makes an order larger in its place.
void PriceBooks::fill_up(const Listing& listing, Side side, const Levels& published) {
    Levels& levels = book_of(listing).sides[side_index(side)];
    for (std::size_t index = 0; index < published.size(); ++index) {
        Level now = published[index];
        const auto at = levels.begin() + static_cast<std::ptrdiff_t>(index);
        const bool is_new = at == levels.end() || at->price != now.price;
        if (!is_new && at->qty == now.qty) {
            continue;
        }
        now.reference = {++reference_max_};
        const NewOrder order{now.reference, side, now.price, now.qty};
        if (is_new) {
            out_.add(listing, order);
            levels.insert(at, now);
        } else {
            out_.replace(listing, std::exchange(*at, now).reference, order);
        }
    }
}

void PriceBooks::execute(const Listing& listing, Level& level, Qty qty) {
    if (qty.value > 0) {
        out_.execute(listing, level.reference, qty);
        level.qty -= qty;
    }
}

void PriceBooks::cancel(const Listing& listing, Level& level, Qty qty) {
    if (qty.value > 0 && qty == level.qty) {
        out_.remove(listing, level.reference);
    } else if (qty.value > 0) {
        out_.reduce(listing, level.reference, qty);
    }
    level.qty -= qty;
}

void PriceBooks::finish(const Listing& listing) {
    book_of(listing).trades.finish(
        [&](Side resting, Price4 price, Qty qty) { out_.trade(listing, resting, price, qty); });
}

}  // namespace hotpath::capture::dbn
