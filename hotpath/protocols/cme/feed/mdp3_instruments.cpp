#include "hotpath/protocols/cme/feed/mdp3_instruments.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace hotpath::feed {

namespace {

[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept {
    const std::size_t last = text.find_last_not_of(' ');
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

}  // namespace

Mdp3Instruments::Mdp3Instruments(std::uint16_t instruments_max, std::vector<Symbol> symbols)
    : ids_(std::max<std::uint16_t>(instruments_max, 1)),
      all_(std::size_t{instruments_max} + 1),
      wanted_(std::move(symbols)) {
    std::ranges::sort(wanted_);
}

Mdp3Instrument* Mdp3Instruments::define(const Mdp3Definition& definition) noexcept {
    Mdp3Instrument* instrument = find(definition.security_id);
    if (instrument == nullptr) {
        const std::optional<Symbol> symbol = Symbol::from(trimmed(definition.symbol));
        if (!symbol) {
            ++counters_.refused;
            return nullptr;
        }
        if (!is_wanted(*symbol)) {
            ++counters_.unwanted;
            return nullptr;
        }
        const InstrumentId id{static_cast<std::uint16_t>(defined_ + 1)};
        if (id.value >= all_.size() ||
            ids_.try_insert(static_cast<std::uint32_t>(definition.security_id), id) == nullptr) {
            ++counters_.refused;
            return nullptr;
        }
        ++defined_;
        ++counters_.defined;
        instrument = &all_[id.value];
        *instrument = {.id = id,
                       .security_id = definition.security_id,
                       .symbol = *symbol,
                       .certainty = definition.certainty,
                       .gap_end = definition.gap_end};
    }
    instrument->group = six_characters(definition.group);
    instrument->asset = six_characters(definition.asset);
    return instrument;
}

void Mdp3Instruments::begin_snapshot() noexcept {
    for_each([](Mdp3Instrument& instrument) {
        instrument.book_as_of = 0;
        instrument.state_as_of = 0;
        instrument.state = book::TradingState::Unknown;
    });
}

void Mdp3Instruments::begin_session() noexcept {
    for_each([](Mdp3Instrument& instrument) { instrument = {}; });
    ids_.clear();
    defined_ = 0;
}

std::array<char, 6> Mdp3Instruments::six_characters(std::string_view text) noexcept {
    std::array<char, 6> characters{};
    std::ranges::copy(trimmed(text).substr(0, characters.size()), characters.begin());
    return characters;
}

bool Mdp3Instruments::is_wanted(Symbol symbol) const noexcept {
    return wanted_.empty() || std::ranges::binary_search(wanted_, symbol);
}

}  // namespace hotpath::feed
