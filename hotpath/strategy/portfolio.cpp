#include "hotpath/strategy/portfolio.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace hotpath::strategy {

Expected<Portfolio> Portfolio::create(std::vector<Part> parts, std::uint16_t instruments_max) {
    if (parts.empty() || parts.size() > kPartsMax) {
        return fail("portfolio: must have 1 to " + std::to_string(kPartsMax) + " strategies, got " +
                    std::to_string(parts.size()));
    }
    std::set<Symbol> seen;
    for (const Part& part : parts) {
        if (part.symbols.empty()) {
            return fail("portfolio: each strategy must have a symbol");
        }
        for (const Symbol symbol : part.symbols) {
            if (!seen.insert(symbol).second) {
                return fail("portfolio: a symbol must belong to one strategy, got " + symbol.str() +
                            " twice");
            }
        }
    }
    return Portfolio(std::move(parts), instruments_max);
}

void Portfolio::on_instrument(const Instrument& instrument) noexcept {
    const auto of = std::ranges::find_if(parts_, [&](const Part& part) {
        return std::ranges::find(part.symbols, instrument.symbol) != part.symbols.end();
    });
    if (of == parts_.end() || instrument.id.value >= part_of_.size()) {
        return;
    }
    part_of_[instrument.id.value] = static_cast<std::uint8_t>(of - parts_.begin());
    of->strategy.on_instrument(instrument);
}

}  // namespace hotpath::strategy
