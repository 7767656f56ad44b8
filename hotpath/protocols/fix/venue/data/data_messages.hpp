#pragma once
/// The messages of market data that the venue sends, written field by field: W, X, Y.
///
/// Prices have four decimals; a level's entry has its shares and its number of orders. An entry of
/// an increment is known by Symbol, MDEntryType and MDEntryPx: MDEntryID is not sent. Threads:
/// functions. Allocation: none. Complexity: O(entries). Source: FIX 4.2 and 4.4.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "hotpath/book/types.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/venue/data/data_request.hpp"
#include "hotpath/protocols/fix/venue/data/published_books.hpp"

namespace hotpath::exchange {

/// At most so many characters has an entry, and so many the rest of a message.
inline constexpr std::size_t kDataEntryLengthMax = 88;
inline constexpr std::size_t kDataMessageLengthMin = 512;

/// An entry of an increment: MDUpdateAction, MDEntryType; of a trade the price and shares alone.
struct DataEntry {
    char action = protocols::fix::md_update_action::kNew;
    char type = protocols::fix::md_entry_type::kBid;
    book::Level level{};
};

[[nodiscard]] constexpr char to_entry_type(Side side) noexcept {
    return side == Side::Buy ? protocols::fix::md_entry_type::kBid
                             : protocols::fix::md_entry_type::kOffer;
}

/// The content of a MarketDataSnapshotFullRefresh.
struct DataRefresh {
    std::string_view id;
    Symbol symbol{};
    std::span<const book::Level> bids{};
    std::span<const book::Level> offers{};
    const PublishedTrade* last_trade = nullptr;  // nullptr: not asked for, or none
};

/// The fields behind the header.
void write_refresh(protocols::fix::MessageWriter& writer, const DataRefresh& refresh) noexcept;
void write_increment(protocols::fix::MessageWriter& writer, std::string_view id,
                     const Symbol& symbol, std::span<const DataEntry> entries) noexcept;
void write_refusal(protocols::fix::MessageWriter& writer, std::string_view id,
                   const DataRefusal& refusal) noexcept;

}  // namespace hotpath::exchange
