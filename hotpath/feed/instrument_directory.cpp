#include "hotpath/feed/instrument_directory.hpp"

namespace hotpath::feed {

std::optional<InstrumentId> InstrumentDirectory::find(Symbol symbol) const noexcept {
    if (symbol == Symbol{}) {
        return std::nullopt;
    }
    for (std::size_t id = 1; id < entries_.size(); ++id) {
        if (entries_[id].symbol == symbol) {
            return InstrumentId{static_cast<std::uint16_t>(id)};
        }
    }
    return std::nullopt;
}

void InstrumentDirectory::name(InstrumentId id, Symbol symbol) noexcept {
    if (id.value == 0 || id.value >= entries_.size() || symbol == Symbol{}) {
        return;
    }
    size_ += contains(id) ? 0U : 1U;
    entries_[id.value] = {.symbol = symbol};
    is_named_[id.value] = 1;
}

}  // namespace hotpath::feed
