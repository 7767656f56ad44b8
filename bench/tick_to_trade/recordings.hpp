#pragma once
/// One session for each number of strategies and each form of the engine: what it received, input
/// by input, and when each is due.
///
/// The strategies are market makers that stand further and further from the market and move less
/// and less readily; all trade the recording's one instrument. In the engine that runs to
/// completion they share one account (strategy::Many), in the pipelined one each has a record of
/// its own, so the two send a little differently and each is recorded in a session of its own; with
/// one strategy they send the same bytes. Threads: set-up. Allocation: grows while recording.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "bench/tick_to_order/recorded_inputs.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/timing/tsc_clock.hpp"
#include "lab/pipelined/many.hpp"
#include "lab/pipelined/pipeline.hpp"

namespace hotpath::bench::pipeline {

namespace piped = engine::pipelined;

using Ticks = timing::TscClock;
using ManyEngine = venue::nasdaq::NasdaqEngine<strategy::Many<strategy::MarketMaker>, Ticks>;

/// Inputs with bytes that stay.
struct Recording {
    std::vector<piped::Input> inputs;  // their bytes are in `bytes`
    std::vector<std::byte> bytes;
};

[[nodiscard]] std::vector<strategy::MarketMaker> makers(std::size_t count);
[[nodiscard]] engine::EngineOptions engine_options(std::size_t strategies);
[[nodiscard]] piped::PipelineOptions pipeline_options(std::size_t strategies, std::size_t stages);

/// As the engine that runs to completion receives it.
[[nodiscard]] Expected<Recording> record_engine(std::size_t strategies,
                                                const std::filesystem::path& file,
                                                std::uint64_t messages, const Ticks& clock);
/// As the pipelined one does, feedback taken at once.
[[nodiscard]] Expected<Recording> record_pipeline(std::size_t strategies,
                                                  const std::filesystem::path& file,
                                                  std::uint64_t messages);

}  // namespace hotpath::bench::pipeline
