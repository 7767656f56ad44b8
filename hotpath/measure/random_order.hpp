#pragma once
/// The order of a round: 0 to count - 1, each order as likely as any other (Fisher and Yates).
///
/// Threads: a function of its arguments. Allocation: the result. Complexity: O(count).

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "hotpath/core/random.hpp"

namespace hotpath::measure {

[[nodiscard]] inline std::vector<std::size_t> random_order(std::size_t count, Random& random) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t left = count; left > 1; --left) {
        std::swap(order[left - 1], order[random.below(left)]);
    }
    return order;
}

}  // namespace hotpath::measure
