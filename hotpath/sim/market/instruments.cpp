#include "hotpath/sim/market/instruments.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>

namespace hotpath::sim::market {
namespace {

constexpr std::string_view kConsonants = "BCDFGHJKLMNPRSTVWXYZ";
constexpr std::string_view kVowels = "AEIOUY";
constexpr std::uint64_t kSymbolsMax = 288'000;  // 20 * 6 * 20 * 6 * 20

// Prices in units of 1/10,000 dollar: a third below 15 dollars, half below 30, a few high ones.
constexpr std::array kPrices{
    Quantile{0, 3'000},       Quantile{20, 10'000},     Quantile{150, 50'000},
    Quantile{340, 150'000},   Quantile{520, 300'000},   Quantile{720, 600'000},
    Quantile{880, 1'500'000}, Quantile{990, 6'000'000}, Quantile{kOne, 30'000'000},
};

// Consonant, vowel, consonant, vowel, consonant: the number's digits, so the order of numbers is
// that of the symbols.
Symbol to_symbol(std::uint64_t number) {
    Symbol symbol;
    for (std::size_t position = 5; position-- > 0;) {
        const std::string_view letters = position % 2 == 0 ? kConsonants : kVowels;
        symbol.characters[position] = letters[number % letters.size()];
        number /= letters.size();
    }
    return symbol;
}

// The shares of the first thousand messages of a real directory.
Listing to_listing(Symbol symbol, Dice& dice) {
    static constexpr std::string_view kCategories = "NNNNNNNQQQQSSGPPA";
    static constexpr std::string_view kClasses = "CCCCCCCCCCQQQPAO";
    Listing listing{.symbol = symbol};
    listing.market_category = kCategories[dice.below(kCategories.size())];
    const bool is_nasdaq = std::string_view("QGS").contains(listing.market_category);
    listing.financial_status = is_nasdaq ? 'N' : ' ';
    listing.classification = kClasses[dice.below(kClasses.size())];
    listing.luld_tier = dice.chance(180) ? '1' : '2';
    listing.is_etp = listing.classification == 'Q';
    return listing;
}

// Four to ten basis points for the active, several times that for the rest; never below one tick.
Ticks usual_spread(Price price, std::uint32_t rank, Dice& dice) {
    const auto basis_points =
        static_cast<std::int64_t>(2 + dice.below(5) + std::min(rank / 64, 40U));
    return {std::max<std::int64_t>(1, price.value * basis_points / 10'000 / tick_units(price))};
}

Instrument make_instrument(Symbol symbol, std::uint32_t rank, Dice& dice) {
    const Price price = on_tick(Side::Buy, {static_cast<std::int64_t>(dice.quantile(kPrices))});
    return {.listing = to_listing(symbol, dice),
            .anchor = price,
            .value_256 = price.value * 256,
            .usual_spread = usual_spread(price, rank, dice)};
}

std::vector<std::uint32_t> random_ranks(std::uint32_t count, Dice& dice) {
    std::vector<std::uint32_t> ranks(count);
    std::iota(ranks.begin(), ranks.end(), 0U);
    for (std::uint32_t i = count; i > 1; --i) {
        std::swap(ranks[i - 1], ranks[dice.below(i)]);
    }
    return ranks;
}

}  // namespace

Instruments make_instruments(std::uint32_t count, Dice& dice) {
    const std::vector<std::uint32_t> ranks = random_ranks(count, dice);
    std::vector<Instrument> by_id(1);
    std::vector<std::uint32_t> weights;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t stratum = kSymbolsMax / count;
        const Symbol symbol = to_symbol(i * stratum + dice.below(stratum));
        by_id.push_back(make_instrument(symbol, ranks[i], dice));
        // Zipf-Mandelbrot: the offset keeps the first of 8,000 at the 1.5 % that the busiest have
        // on a real day.
        weights.push_back(0x1000'0000U / (ranks[i] + 10));
    }
    return {.by_id = std::move(by_id), .activity = ActivityTable(weights)};
}

void rename(Instruments& instruments, std::span<const Symbol> names) {
    std::vector<Instrument>& by_id = instruments.by_id;
    const std::size_t count = std::min(names.size(), by_id.size() - 1);
    for (std::size_t n = 0; n < count; ++n) {
        const auto same = std::ranges::find(
            by_id, names[n], [](const Instrument& other) { return other.listing.symbol; });
        if (same != by_id.end()) {
            same->listing.symbol = by_id[n + 1].listing.symbol;
        }
        by_id[n + 1].listing.symbol = names[n];
    }
}

}  // namespace hotpath::sim::market
