#pragma once
/// The bytes the benchmarks run on: a generated full market, whole in memory, as length-prefixed
/// ITCH messages.
///
/// Generated from a seed, so every machine measures the same bytes; made once, before anything is
/// timed, into huge pages where the machine allows them. Threads: one. Allocation: one arena.
/// Complexity: about 200 ns a message.

#include <cstdint>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::bench {

struct MarketSize {
    std::uint64_t messages = 0;
    std::uint32_t instruments = 0;
};

/// The full market of docs/results/GOALS.md: 20 M messages, 8,000 instruments.
inline constexpr MarketSize kFullMarket{.messages = 20'000'000, .instruments = 8'000};
inline constexpr MarketSize kTenthOfMarket{.messages = 2'000'000, .instruments = 800};
inline constexpr std::uint64_t kMarketSeed = 1;

class MarketData {
  public:
    [[nodiscard]] static Expected<MarketData> generate(MarketSize size);

    [[nodiscard]] Bytes block() const noexcept { return block_; }
    [[nodiscard]] const MarketSize& size() const noexcept { return size_; }

  private:
    MarketData(Arena arena, MarketSize size) : arena_(std::move(arena)), size_(size) {}

    Arena arena_;
    MarketSize size_;
    Bytes block_;
};

}  // namespace hotpath::bench
