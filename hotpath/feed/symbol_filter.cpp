#include "hotpath/feed/symbol_filter.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace hotpath::feed {
namespace {

namespace itch = wire::itch50;

constexpr std::size_t kLocates = 1U << 16U;

template <class Message>
std::optional<Symbol> stock_in(Bytes message) noexcept {
    return message.size() == Message::kLength
               ? std::optional(Message::at(message.data()).load_stock())
               : std::nullopt;
}

/// Of the messages that come first of an instrument; those of an order after its add name none.
std::optional<Symbol> stock_named_in(Bytes message) noexcept {
    switch (itch::SystemEvent::at(message.data()).load_message_type()) {
        case itch::StockDirectory::kType:
            return stock_in<itch::StockDirectory>(message);
        case itch::StockTradingAction::kType:
            return stock_in<itch::StockTradingAction>(message);
        case itch::AddOrder::kType:
            return stock_in<itch::AddOrder>(message);
        case itch::AddOrderMpid::kType:
            return stock_in<itch::AddOrderMpid>(message);
        default:
            return std::nullopt;
    }
}

}  // namespace

SymbolFilter::SymbolFilter(std::vector<Symbol> symbols)
    : symbols_(std::move(symbols)), verdicts_(kLocates) {
    std::ranges::sort(symbols_);
    forget();
}

void SymbolFilter::forget() noexcept {
    std::ranges::fill(verdicts_, symbols_.empty() ? Verdict::Wanted : Verdict::Unknown);
    verdicts_[0] = Verdict::Wanted;
}

SymbolFilter::Verdict SymbolFilter::learn(std::uint16_t locate, Bytes message) noexcept {
    const std::optional<Symbol> symbol = stock_named_in(message);
    if (symbol) {
        verdicts_[locate] =
            std::ranges::binary_search(symbols_, *symbol) ? Verdict::Wanted : Verdict::KeptOut;
    }
    return verdicts_[locate];
}

}  // namespace hotpath::feed
