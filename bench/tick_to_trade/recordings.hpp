#pragma once
/// One session for each number of strategies: what its engine received, input by input.
///
/// The strategies are market makers that stand further and further from the market and move less
/// and less readily; all trade the recording's one instrument and share one account
/// (strategy::Many). Threads: set-up. Allocation: grows while recording.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "bench/tick_to_order/recorded_inputs.hpp"
#include "bench/tick_to_trade/many.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench::tick_to_trade {

using Ticks = timing::TscClock;
using ManyEngine = protocols::nasdaq::NasdaqEngine<strategy::Many<strategy::MarketMaker>, Ticks>;

struct Input {
    InputKind kind = InputKind::Packet;
    Time now{};
    Bytes bytes{};
};

/// Inputs with bytes that stay.
struct Recording {
    std::vector<Input> inputs;  // their bytes are in `bytes`
    std::vector<std::byte> bytes;
};

[[nodiscard]] std::vector<strategy::MarketMaker> makers(std::size_t count);
[[nodiscard]] engine::EngineOptions engine_options(std::size_t strategies);

/// What the engine receives, which runs every input to completion.
[[nodiscard]] Expected<Recording> record_engine(std::size_t strategies,
                                                const std::filesystem::path& file,
                                                std::uint64_t messages, const Ticks& clock);

}  // namespace hotpath::bench::tick_to_trade
