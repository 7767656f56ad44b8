#include "hotpath/sim/market/sampling.hpp"

#include <numeric>

namespace hotpath::sim::market {

// Vose's method in integers: column i holds weight[i] * n out of total; what lacks is filled from a
// column with too much, which is thereby one column nearer to its due.
ActivityTable::ActivityTable(std::span<const std::uint32_t> weights)
    : total_(std::accumulate(weights.begin(), weights.end(), std::uint64_t{0})) {
    columns_.reserve(weights.size());
    std::vector<std::uint32_t> poor;
    std::vector<std::uint32_t> rich;
    for (std::uint32_t i = 0; i < weights.size(); ++i) {
        columns_.push_back(
            {.own = std::uint64_t{weights[i]} * weights.size(), .index = i, .alias = i});
        (columns_[i].own < total_ ? poor : rich).push_back(i);
    }
    while (!poor.empty() && !rich.empty()) {
        Column& needs = columns_[poor.back()];
        Column& gives = columns_[rich.back()];
        poor.pop_back();
        needs.alias = gives.index;
        gives.own -= total_ - needs.own;
        if (gives.own < total_) {
            poor.push_back(gives.index);
            rich.pop_back();
        }
    }
}

}  // namespace hotpath::sim::market
