#pragma once
/// What `hotpath trade` says of itself: a line now and then, JSON for machines, the positions at
/// the end; and the thread that says it while the trading thread trades.
///
/// Threads: the reporter's own; the trading thread only stores values. Allocation: strings for
/// people.

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "apps/hotpath/trade_config.hpp"
#include "apps/hotpath/trade_status.hpp"
#include "hotpath/queue/seqlock.hpp"

namespace hotpath::app {

/// One word for what it is doing.
[[nodiscard]] std::string_view doing(const TradeStatus& status);
/// Why trading was stopped, in words; empty while it is not.
[[nodiscard]] std::string stop_text(const TradeStatus& status);
[[nodiscard]] std::string trade_health(const TradeStatus& status);
[[nodiscard]] std::string trade_json(const TradeConfig& config, const TradeStatus& status);
/// A line a symbol, and the sum.
[[nodiscard]] std::string positions_text(const TradeStatus& status);

/// Says the latest status every so often, until it is destroyed.
class TradeReporter {
  public:
    TradeReporter(const TradeConfig& config, std::filesystem::path json,
                  const queue::Seqlock<TradeStatus>& status);
    TradeReporter(const TradeReporter&) = delete;
    TradeReporter& operator=(const TradeReporter&) = delete;
    ~TradeReporter();

  private:
    void run();
    void say(const TradeStatus& status) const;

    const TradeConfig& config_;
    std::filesystem::path json_;
    const queue::Seqlock<TradeStatus>& status_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_over_ = false;
    std::thread thread_;
};

}  // namespace hotpath::app
