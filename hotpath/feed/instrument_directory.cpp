#include "hotpath/feed/instrument_directory.hpp"

namespace hotpath::feed {

std::optional<InstrumentId> InstrumentDirectory::find(Symbol symbol) const noexcept {
    if (symbol == Symbol{}) {
        return std::nullopt;
    }
    for (std::size_t id = 1; id < instruments_.size(); ++id) {
        if (instruments_[id].symbol == symbol) {
            return InstrumentId{static_cast<std::uint16_t>(id)};
        }
    }
    return std::nullopt;
}

void InstrumentDirectory::name(InstrumentId id, Symbol symbol) noexcept {
    if (id.value == 0 || id.value >= instruments_.size() || symbol == Symbol{}) {
        return;
    }
    size_ += contains(id) ? 0U : 1U;
    instruments_[id.value].symbol = symbol;
}

}  // namespace hotpath::feed
