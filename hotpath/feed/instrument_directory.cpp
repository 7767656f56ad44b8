#include "hotpath/feed/instrument_directory.hpp"

namespace hotpath::feed {

namespace {

/// Neither spaces nor zeros are a name.
[[nodiscard]] bool is_blank(Symbol symbol) noexcept {
    constexpr Symbol kZeros{.characters = {}};
    return symbol == Symbol{} || symbol == kZeros;
}

}  // namespace

std::optional<InstrumentId> InstrumentDirectory::find(Symbol symbol) const noexcept {
    const InstrumentId* id = ids_.find(symbol);
    return id == nullptr ? std::nullopt : std::optional(*id);
}

bool InstrumentDirectory::may_name(InstrumentId id, Symbol symbol) noexcept {
    if (id.value == 0 || id.value >= symbols_.size()) {
        return true;
    }
    if (is_blank(symbol) && !contains(id)) {
        return true;
    }
    if (contains(id) || ids_.find(symbol) != nullptr || ids_.try_insert(symbol, id) == nullptr) {
        ++symbol_mismatches_;
        return false;
    }
    symbols_[id.value] = symbol;
    entries_[id.value] = {.symbol = symbol};
    return true;
}

void InstrumentDirectory::begin_session() noexcept {
    std::ranges::fill(symbols_.items(), Symbol{});
    ids_.clear();
}

}  // namespace hotpath::feed
