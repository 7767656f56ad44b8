#pragma once
/// stock_in: the symbol in an ITCH 5.0 message, if its type has one besides the locate.
///
/// Messages of an order after its add, system events and market-wide levels name none. Threads:
/// any. Allocation: none. Complexity: one switch. Source: Nasdaq TotalView-ITCH 5.0 specification;
/// each offset is tested against messages.hpp.

#include <cstdint>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::protocols::nasdaq::itch50 {

namespace detail {

template <class M>
[[nodiscard]] std::optional<Symbol> stock_of(Bytes message) noexcept {
    return message.size() == M::kLength ? std::optional(M::at(message.data()).load_stock())
                                        : std::nullopt;
}

}  // namespace detail

/// For a message whose length has been checked. Every message has a locate.
[[nodiscard]] inline std::uint16_t locate_in(Bytes message) noexcept {
    return SystemEvent::at(message.data()).load_stock_locate();
}

/// Nothing for a type without a symbol, an unknown type or a wrong length.
[[nodiscard]] inline std::optional<Symbol> stock_in(Bytes message) noexcept {
    using detail::stock_of;
    switch (message.empty() ? '\0' : std::to_integer<char>(message.front())) {
        case StockDirectory::kType:
            return stock_of<StockDirectory>(message);
        case StockTradingAction::kType:
            return stock_of<StockTradingAction>(message);
        case RegShoRestriction::kType:
            return stock_of<RegShoRestriction>(message);
        case MarketParticipantPosition::kType:
            return stock_of<MarketParticipantPosition>(message);
        case QuotingPeriodUpdate::kType:
            return stock_of<QuotingPeriodUpdate>(message);
        case LuldAuctionCollar::kType:
            return stock_of<LuldAuctionCollar>(message);
        case OperationalHalt::kType:
            return stock_of<OperationalHalt>(message);
        case AddOrder::kType:
            return stock_of<AddOrder>(message);
        case AddOrderMpid::kType:
            return stock_of<AddOrderMpid>(message);
        case Trade::kType:
            return stock_of<Trade>(message);
        case CrossTrade::kType:
            return stock_of<CrossTrade>(message);
        case Noii::kType:
            return stock_of<Noii>(message);
        case RetailPriceImprovement::kType:
            return stock_of<RetailPriceImprovement>(message);
        case DirectListingPriceDiscovery::kType:
            return stock_of<DirectListingPriceDiscovery>(message);
        default:
            return std::nullopt;
    }
}

}  // namespace hotpath::protocols::nasdaq::itch50
