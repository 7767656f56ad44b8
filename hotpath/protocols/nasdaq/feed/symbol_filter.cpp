#include "hotpath/protocols/nasdaq/feed/symbol_filter.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/itch50/stock.hpp"

namespace hotpath::feed {
namespace {

constexpr std::size_t kLocates = 1U << 16U;

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
    const char type = ShortestMessage::at(message.data()).load_message_type();
    if (message.size() != protocols::nasdaq::itch50::message_length(type)) {
        return Verdict::Wanted;  // to be counted as what it is; nothing is learned of the locate
    }
    const std::optional<Symbol> symbol = protocols::nasdaq::itch50::stock_in(message);
    if (symbol) {
        verdicts_[locate] =
            std::ranges::binary_search(symbols_, *symbol) ? Verdict::Wanted : Verdict::KeptOut;
    }
    return verdicts_[locate];
}

}  // namespace hotpath::feed
