#include "hotpath/text/nearest_name.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

namespace hotpath::text {

std::size_t letters_between(std::string_view one, std::string_view other) {
    using Row = std::vector<std::size_t>;  // by letters of `other`
    std::array<Row, 3> rows;
    rows.fill(Row(other.size() + 1));
    auto& [before_last, last, row] = rows;
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= one.size(); ++i) {
        std::swap(before_last, last);
        std::swap(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= other.size(); ++j) {
            const std::size_t changed = one[i - 1] == other[j - 1] ? 0 : 1;
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + changed});
            const bool are_swapped =
                i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            if (are_swapped) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
    }
    return row[other.size()];
}

}  // namespace hotpath::text
