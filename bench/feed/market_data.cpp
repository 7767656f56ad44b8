#include "bench/feed/market_data.hpp"

#include "hotpath/sim/market/market_generator.hpp"

namespace hotpath::bench {
namespace {

/// The longest ITCH message is 50 bytes, its length 2 more.
constexpr std::size_t kFramedMessageMax = 52;
constexpr std::size_t kChunk = std::size_t{1} << 20U;

}  // namespace

Expected<MarketData> MarketData::generate(MarketSize size) {
    auto generator = sim::market::MarketGenerator::create(
        {.seed = kMarketSeed, .messages = size.messages, .instruments = size.instruments});
    if (!generator) {
        return std::unexpected(generator.error());
    }
    const std::size_t bytes_max = size.messages * kFramedMessageMax + kChunk;
    auto arena = Arena::create(bytes_max, HugePages::Try);
    if (!arena) {
        return std::unexpected(arena.error());
    }
    MarketData data(std::move(*arena), size);
    const std::span<std::byte> room = data.arena_.allocate<std::byte>(bytes_max);
    std::size_t used = 0;
    for (Bytes made; !(made = generator->next_block(room.subspan(used, kChunk))).empty();) {
        used += made.size();
    }
    data.block_ = room.first(used);
    return data;
}

}  // namespace hotpath::bench
