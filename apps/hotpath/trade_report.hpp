#pragma once
/// What `hotpath trade` says of itself: a line now and then, JSON for machines, the positions at
/// the end; and the thread that says it while the trading thread trades.
///
/// Threads: the reporter's own; the trading thread only stores values. Allocation: strings for
/// people.

#include <array>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "apps/hotpath/trade_config.hpp"
#include "apps/hotpath/trade_status.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::app {

/// One word for what it is doing.
[[nodiscard]] std::string_view doing(const TradeStatus& status);
/// Why trading was stopped, in words; empty while it is not.
[[nodiscard]] std::string stop_text(const TradeStatus& status);
[[nodiscard]] std::string trade_health(const TradeStatus& status);
[[nodiscard]] std::string trade_json(const TradeConfig& config, const TradeStatus& status);
/// A line a symbol, and the sum.
[[nodiscard]] std::string positions_text(const TradeStatus& status);

/// Of two venues: both, and what they come to together.
struct ArbitrageStatus {
    std::array<TradeStatus, strategy::kVenues> venues{};
    strategy::ArbitrageCounters arbitrage{};
    std::array<std::uint64_t, risk::kFirmLimits.size()> firm_taken{};  // by FirmLimit
};
[[nodiscard]] std::string arbitrage_health(const ArbitrageStatus& status);
[[nodiscard]] std::string arbitrage_json(const TradeConfig& config, const ArbitrageStatus& status);

/// A line (or lines) for people, JSON for machines.
struct TradeTexts {
    std::string health;
    std::string json;
};

/// Says the latest status every so often, until it is destroyed.
class TradeReporter {
  public:
    /// `texts` is asked by the reporter's thread.
    TradeReporter(Nanos every, std::filesystem::path json, std::function<TradeTexts()> texts);
    TradeReporter(const TradeReporter&) = delete;
    TradeReporter& operator=(const TradeReporter&) = delete;
    ~TradeReporter();

  private:
    void run();
    void say(const TradeTexts& texts) const;

    Nanos every_;
    std::filesystem::path json_;
    std::function<TradeTexts()> texts_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_over_ = false;
    std::thread thread_;
};

}  // namespace hotpath::app
