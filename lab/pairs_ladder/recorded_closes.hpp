#pragma once
/// Recorded daily closes of two instruments as a PairSeries: files with a header line and columns
/// Date, Open, High, Low, Close, Adj Close, Volume, the same days in both.
///
/// The adjusted close is rounded to price units (1/10,000 dollar). Allocation: yes. Errors: a file
/// that cannot be read, or a line without a price, by name and number.

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/pairs_ladder/pair_series.hpp"

namespace hotpath::pairs {

[[nodiscard]] inline Expected<std::vector<double>> adjusted_closes_dollars(
    const std::filesystem::path& path) {
    constexpr int kColumnsBefore = 5;
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line)) {
        return fail("cannot read " + path.string());
    }
    std::vector<double> prices;
    while (std::getline(file, line)) {
        std::string_view rest = line;
        for (int column = 0; column < kColumnsBefore; ++column) {
            const std::size_t comma = rest.find(',');
            rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
        }
        double price = 0;
        if (std::from_chars(rest.data(), rest.data() + rest.size(), price).ec != std::errc{}) {
            return fail(path.string() + ": line " + std::to_string(prices.size() + 2) +
                        " has no adjusted close");
        }
        prices.push_back(price);
    }
    return prices;
}

[[nodiscard]] inline Expected<PairSeries> recorded_closes(const std::filesystem::path& first,
                                                          const std::filesystem::path& second) {
    constexpr double kUnitsPerDollar = 10'000;
    std::vector<std::vector<double>> prices;
    for (const auto& path : {first, second}) {
        auto dollars = adjusted_closes_dollars(path);
        if (!dollars) {
            return std::unexpected(dollars.error());
        }
        for (double& price : *dollars) {
            price = std::round(price * kUnitsPerDollar);
        }
        prices.push_back(std::move(*dollars));
    }
    return PairSeries::create(std::move(prices[0]), std::move(prices[1]));
}

}  // namespace hotpath::pairs
