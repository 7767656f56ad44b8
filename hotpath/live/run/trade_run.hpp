#pragma once
/// `hotpath trade` as a loop: sockets to the trader and back, timers, the operator's signals, until
/// it has stopped.
///
/// Threads: the trading thread is the caller's; the reporter has its own. Allocation: set-up, each
/// connection, the end.

#include <atomic>
#include <filesystem>
#include <memory>

#include "hotpath/core/error.hpp"
#include "hotpath/live/config/trade_config.hpp"

namespace hotpath::live {

/// Requests of an operator by signal.
struct TradeSignals {
    std::atomic<bool> stop{false};
    std::atomic<bool> kill{false};
};

class TradeRun {
  public:
    TradeRun() = default;
    TradeRun(const TradeRun&) = delete;
    TradeRun& operator=(const TradeRun&) = delete;
    virtual ~TradeRun() = default;

    /// Until `stop`, or there is no use in going on: says why, if it was not asked for.
    [[nodiscard]] virtual Expected<void> run(const TradeSignals& signals) = 0;
};

/// The output files of a run; an empty path: none.
struct TradeFiles {
    std::filesystem::path json{};  // the state, with each health line and at the end
    std::filesystem::path gaps{};  // of the trading thread's loop, at the end (LoopWatch)
};

/// With the strategy that the configuration names.
[[nodiscard]] Expected<std::unique_ptr<TradeRun>> make_trade_run(const TradeConfig& config,
                                                                 const TradeFiles& files);

}  // namespace hotpath::live
