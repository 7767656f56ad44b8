#include "bench/book_ladder/floor_book.hpp"

#include <limits>

#include "hotpath/core/assert.hpp"

namespace hotpath::bench {

DensePrices::DensePrices(const LevelFlow& flow) {
    std::array<std::int64_t, 2> low{};
    std::array<std::int64_t, 2> high{};
    low.fill(std::numeric_limits<std::int64_t>::max());
    high.fill(std::numeric_limits<std::int64_t>::min());
    for (const auto* part : {&flow.before, &flow.timed}) {
        for (const LevelUpdate& each : *part) {
            HOTPATH_ASSERT(each.level.price.value % kTick == 0, "the floor has whole ticks only");
            const std::size_t side = side_index(each.side);
            const std::int64_t rank = sign(each.side) * each.level.price.value;
            low[side] = std::min(low[side], rank);
            high[side] = std::max(high[side], rank);
        }
    }
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        origin[side] = low[side] - kTick;
        const auto ticks = static_cast<std::uint32_t>((high[side] - origin[side]) / kTick);
        size = std::max(size, ticks + 1);
    }
}

std::vector<DenseUpdate> to_dense(const DensePrices& prices,
                                  const std::vector<LevelUpdate>& updates) {
    std::vector<DenseUpdate> dense;
    dense.reserve(updates.size());
    for (const LevelUpdate& each : updates) {
        dense.push_back(
            {.index = prices.index_of(each),
             .side = static_cast<std::uint32_t>(side_index(each.side)),
             .totals = each.level.qty.value << FloorBook::kQtyShift | each.level.orders});
    }
    return dense;
}

}  // namespace hotpath::bench
