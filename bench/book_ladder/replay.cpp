#include "bench/book_ladder/replay.hpp"

namespace hotpath::bench {

std::uint64_t FloorSubject::answer(const Book& book, const BestSums& sums) const {
    std::array<std::uint64_t, 2> updates{};
    for (const Update& update : updates_) {
        ++updates[update.side];
    }
    std::uint64_t best_prices = 0;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Price origin = prices_.price_of(side, 0);
        const std::int64_t step = prices_.price_of(side, 1) - origin;
        best_prices += updates[side] * static_cast<std::uint64_t>(origin.value) +
                       book.best_indices[side] * static_cast<std::uint64_t>(step);
    }
    Checksum checksum;
    checksum.add(best_prices);
    checksum.add(sums.totals);
    for (const std::uint32_t side : {0U, 1U}) {
        for (std::uint32_t index = prices_.size - 1; index > 0; --index) {
            if (const std::uint64_t totals = book.book.totals(side, index); totals != 0) {
                checksum.add(static_cast<std::uint64_t>(prices_.price_of(side, index).value));
                checksum.add(totals);
            }
        }
    }
    return checksum.value();
}

}  // namespace hotpath::bench
