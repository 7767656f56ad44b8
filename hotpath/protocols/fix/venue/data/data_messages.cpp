#include "hotpath/protocols/fix/venue/data/data_messages.hpp"

#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/tags.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;
namespace tag = protocols::fix::tag;

namespace {

constexpr std::uint8_t kDataPriceDecimals = 4;

void write_price(fix::MessageWriter& writer, Price price) noexcept {
    writer.add_decimal(tag::kMdEntryPx, {price.value, kDataPriceDecimals});
}

void write_level(fix::MessageWriter& writer, const book::Level& level) noexcept {
    write_price(writer, level.price);
    writer.add_uint(tag::kMdEntrySize, level.qty.value);
    if (level.orders != 0) {
        writer.add_uint(tag::kNumberOfOrders, level.orders);
    }
}

void write_side(fix::MessageWriter& writer, char type,
                std::span<const book::Level> levels) noexcept {
    for (const book::Level& level : levels) {
        writer.add_char(tag::kMdEntryType, type);
        write_level(writer, level);
    }
}

}  // namespace

void write_refresh(fix::MessageWriter& writer, const DataRefresh& refresh) noexcept {
    const bool has_trade = refresh.last_trade != nullptr;
    writer.add(tag::kMdReqId, refresh.id);
    writer.add(tag::kSymbol, refresh.symbol.view());
    writer.add_uint(tag::kNoMdEntries,
                    refresh.bids.size() + refresh.offers.size() + (has_trade ? 1 : 0));
    write_side(writer, fix::md_entry_type::kBid, refresh.bids);
    write_side(writer, fix::md_entry_type::kOffer, refresh.offers);
    if (has_trade) {
        writer.add_char(tag::kMdEntryType, fix::md_entry_type::kTrade);
        write_price(writer, refresh.last_trade->price);
        writer.add_uint(tag::kMdEntrySize, refresh.last_trade->qty);
    }
}

void write_increment(fix::MessageWriter& writer, std::string_view id, const Symbol& symbol,
                     std::span<const DataEntry> entries) noexcept {
    writer.add(tag::kMdReqId, id);
    writer.add_uint(tag::kNoMdEntries, entries.size());
    for (const DataEntry& entry : entries) {
        writer.add_char(tag::kMdUpdateAction, entry.action);
        writer.add_char(tag::kMdEntryType, entry.type);
        writer.add(tag::kSymbol, symbol.view());
        if (entry.action == fix::md_update_action::kDelete) {
            write_price(writer, entry.level.price);
        } else {
            write_level(writer, entry.level);
        }
    }
}

void write_refusal(fix::MessageWriter& writer, std::string_view id,
                   const DataRefusal& refusal) noexcept {
    writer.add(tag::kMdReqId, id);
    if (refusal.reason != '\0') {
        writer.add_char(tag::kMdReqRejReason, refusal.reason);
    }
    writer.add(tag::kText, refusal.text);
}

}  // namespace hotpath::exchange
