#include "hotpath/capture/table/quote_stream.hpp"

#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "hotpath/protocols/dbn/codes.hpp"

namespace hotpath::capture {

namespace {

namespace action = protocols::dbn::action;

struct QuoteColumn {
    enum : std::size_t { Time, Symbol, Bid, BidSize, Ask, AskSize, Price, Size };
};
constexpr std::array<TableColumn, 8> kQuoteTable{
    {{.name = kQuoteColumnNames[QuoteColumn::Time]},
     {.name = kQuoteColumnNames[QuoteColumn::Symbol]},
     {.name = kQuoteColumnNames[QuoteColumn::Bid]},
     {.name = kQuoteColumnNames[QuoteColumn::BidSize]},
     {.name = kQuoteColumnNames[QuoteColumn::Ask]},
     {.name = kQuoteColumnNames[QuoteColumn::AskSize]},
     {.name = kQuoteColumnNames[QuoteColumn::Price], .is_required = false},
     {.name = kQuoteColumnNames[QuoteColumn::Size], .is_required = false}}};

constexpr std::string_view kPriceAllowed = "a price above 0 with up to 4 decimals, or empty";
constexpr std::string_view kSizeAllowed = "a whole number from 1 to 4,294,967,295, or empty";
constexpr std::int64_t kNanosOfUnit = 100'000;  // DBN's prices are in 1/1,000,000,000

}  // namespace

Expected<std::unique_ptr<MessageStream>> QuoteStream::open(ReadBuffer input) {
    auto table = TableReader::open(std::move(input), kQuoteTable);
    if (!table) {
        return std::unexpected(table.error());
    }
    if (table->has_column(QuoteColumn::Price) != table->has_column(QuoteColumn::Size)) {
        return fail(table->input().name() +
                    ": must have both of the columns price and size, or neither");
    }
    return std::make_unique<QuoteStream>(std::move(*table));
}

QuoteStream::QuoteStream(TableReader table)
    : table_(std::move(table)), out_(stats_), books_(out_, stats_) {}

Expected<Bytes> QuoteStream::next_block() {
    out_.block().clear();
    while (!has_ended_ && !failure_ && out_.block().bytes().size() < kBlockBytes) {
        const auto more = step();
        if (!more) {
            failure_ = more.error();
        } else if (!*more) {
            end();
        }
    }
    if (out_.block().bytes().empty() && failure_) {
        return std::unexpected(*failure_);
    }
    return out_.block().bytes();
}

Expected<bool> QuoteStream::step() {
    auto more = table_.next();
    if (!more || !*more) {
        return more;
    }
    ++stats_.records;
    const auto done = on_row();
    return done ? Expected<bool>(true) : std::unexpected(done.error());
}

Expected<void> QuoteStream::on_row() {
    const auto time = time_of_row();
    if (!time) {
        return std::unexpected(time.error());
    }
    const auto trade = trade_of_row();
    const auto quote = quote_of_row();
    if (!trade || !quote) {
        return std::unexpected(!trade ? trade.error() : quote.error());
    }
    out_.block().set_time(*time);
    const auto listing = listing_of_row();
    if (!listing) {
        return std::unexpected(listing.error());
    }
    if (auto applied = apply(*trade, *listing); !applied) {
        return applied;
    }
    return apply(*quote, *listing);
}

Expected<Time> QuoteStream::time_of_row() {
    const auto read = to_table_time(table_.field(QuoteColumn::Time));
    if (!read || !read->time) {
        return std::unexpected(table_.refusal(QuoteColumn::Time, kTimeAllowed));
    }
    if (!date_) {
        date_ = read->date;
        out_.block().set_time(*read->time);
        out_.begin_day();
    }
    if (read->date != *date_) {
        return std::unexpected(table_.refusal(
            QuoteColumn::Time,
            fmt::format("of {}, as the row before: give a file a day", date_text(*date_))));
    }
    if (*read->time < now_) {
        return std::unexpected(table_.refusal(
            QuoteColumn::Time, "at or after that of the row before: sort the file by time"));
    }
    now_ = *read->time;
    return now_;
}

Expected<dbn::Listing> QuoteStream::listing_of_row() {
    const auto symbol = Symbol::from(table_.field(QuoteColumn::Symbol));
    if (!symbol) {
        return std::unexpected(
            table_.refusal(QuoteColumn::Symbol, "a symbol of 1 to 8 characters"));
    }
    if (const auto found = listings_.find(*symbol); found != listings_.end()) {
        return found->second;
    }
    if (listings_.size() == std::numeric_limits<std::uint16_t>::max()) {
        return std::unexpected(
            table_.refusal(QuoteColumn::Symbol, "one of the first 65,535 symbols"));
    }
    const dbn::Listing listing{.locate = static_cast<std::uint16_t>(listings_.size() + 1),
                               .symbol = *symbol};
    out_.list(listing);
    listings_.emplace(*symbol, listing);
    return listing;
}

/// A price and a size, both or neither.
Expected<QuoteStream::Level> QuoteStream::level_of_row(std::size_t price, std::size_t size) const {
    const std::string_view price_field = table_.field(price);
    const std::string_view size_field = table_.field(size);
    if (price_field.empty() && (size_field.empty() || to_whole(size_field) == 0U)) {
        return Level{.price = protocols::dbn::kUndefinedPrice, .size = 0};
    }
    const auto read_price = to_table_price(price_field);
    if (!read_price) {
        return std::unexpected(table_.refusal(price, kPriceAllowed));
    }
    const auto read_size = to_whole(size_field);
    if (!read_size || *read_size == 0 || *read_size > std::numeric_limits<std::uint32_t>::max()) {
        return std::unexpected(table_.refusal(size, kSizeAllowed));
    }
    return Level{.price = read_price->value * kNanosOfUnit,
                 .size = static_cast<std::uint32_t>(*read_size)};
}

Expected<std::optional<QuoteStream::Message>> QuoteStream::trade_of_row() const {
    const auto level = level_of_row(QuoteColumn::Price, QuoteColumn::Size);
    if (!level) {
        return std::unexpected(level.error());
    }
    if (level->size == 0) {
        return std::nullopt;
    }
    Message message;
    message.store_action(action::kTrade);
    message.store_side(protocols::dbn::side::kNone);
    message.store_price(level->price);
    message.store_size(level->size);
    return message;
}

/// None when the row has a trade alone.
Expected<std::optional<QuoteStream::Message>> QuoteStream::quote_of_row() const {
    const auto bid = level_of_row(QuoteColumn::Bid, QuoteColumn::BidSize);
    const auto ask = level_of_row(QuoteColumn::Ask, QuoteColumn::AskSize);
    if (!bid || !ask) {
        return std::unexpected(!bid ? bid.error() : ask.error());
    }
    if (bid->size == 0 && ask->size == 0 && !table_.field(QuoteColumn::Price).empty()) {
        return std::nullopt;
    }
    Message message;
    message.store_action(action::kModify);
    message.store_flags(protocols::dbn::flag::kLast);
    message.level(0).store_bid_px(bid->price);
    message.level(0).store_bid_sz(bid->size);
    message.level(0).store_ask_px(ask->price);
    message.level(0).store_ask_sz(ask->size);
    return message;
}

Expected<void> QuoteStream::apply(const std::optional<Message>& message,
                                  const dbn::Listing& listing) {
    if (!message) {
        return {};
    }
    const auto applied = message->load_action() == action::kTrade
                             ? books_.apply_trade(*message, listing)
                             : books_.apply(*message, listing);
    return applied ? Expected<void>() : std::unexpected(table_.refusal(applied.error()));
}

void QuoteStream::end() {
    has_ended_ = true;
    for (const auto& [symbol, listing] : listings_) {
        books_.finish(listing);
    }
    if (date_) {
        out_.end_day();
    }
}

}  // namespace hotpath::capture
