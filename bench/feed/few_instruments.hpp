#pragma once
/// The messages of three instruments of a market, as a trader who follows three names of a real day
/// gets them: few orders whose reference numbers are spread over those of the whole market.
///
/// The three busiest of the generated market; their reference numbers are stretched so that they
/// reach as far as those of a Nasdaq day of all instruments, 287 million. Threads: one. Allocation:
/// the vector. Complexity: two passes over the market.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/bytes.hpp"

namespace hotpath::bench {

struct FewInstruments {
    explicit FewInstruments(Bytes market);

    std::vector<std::byte> block;  // length-prefixed messages
    std::uint64_t messages = 0;
    std::uint64_t ids = 0;  // one more than the highest reference number
};

}  // namespace hotpath::bench
