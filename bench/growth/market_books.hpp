#pragma once
/// The books of the growth benchmark's messages, by order and by price, and their answer.
///
/// Threads: one. Allocation: that of the books. Complexity: linear in the instruments.

#include <cstdint>

#include "hotpath/book/types.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::bench::growth {

/// The best bid and offer of the first instruments: books by order and by price must agree.
template <class Books>
[[nodiscard]] std::uint64_t best_prices(const Books& books, std::uint32_t instruments) {
    Checksum digest;
    for (std::uint32_t locate = 1; locate <= instruments; ++locate) {
        const book::Bbo bbo = books.bbo(InstrumentId{static_cast<std::uint16_t>(locate)});
        for (const book::Level& level : {bbo.bid, bbo.ask}) {
            digest.add(static_cast<std::uint64_t>(level.price.value));
            digest.add(level.qty.value);
        }
    }
    return digest.value();
}

}  // namespace hotpath::bench::growth
