#pragma once
/// The telemetry channel of a trading process: its clock, its end and its publisher.
///
///   auto channel = TelemetryChannel::open({.name = "trader"});
///   Trader::create(..., (*channel)->ticks(), TelemetryObserver(&(*channel)->publisher(), ...));
///
/// Threads: opened by any, published to by the trading thread. Allocation: open().

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/telemetry/channel.hpp"
#include "hotpath/telemetry/publisher.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::telemetry {

struct TelemetryOptions {
    std::string name{};              // of the channel; empty: there is none
    std::filesystem::path folder{};  // empty: this user's place
    std::size_t ring_bytes = kRingBytes;
    EventChoice events = EventChoice::All;
    Nanos state_every{50'000'000};

    [[nodiscard]] bool is_wanted() const { return !name.empty(); }
};

/// The tick counter where the stamps are used, and zero otherwise: a reading costs
/// more than most of the stages between two of them.
class LiveTicks {
  public:
    LiveTicks() = default;
    explicit LiveTicks(const timing::TscClock& clock) : clock_(clock) {}

    [[nodiscard]] std::uint64_t ticks() const noexcept { return clock_ ? clock_->ticks() : 0; }

  private:
    std::optional<timing::TscClock> clock_{};
};
static_assert(timing::TickSource<LiveTicks>);

class TelemetryChannel {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<TelemetryChannel>> open(
        const TelemetryOptions& options);
    TelemetryChannel(const TelemetryChannel&) = delete;
    TelemetryChannel& operator=(const TelemetryChannel&) = delete;

    [[nodiscard]] const timing::TscClock& clock() const noexcept { return clock_; }
    [[nodiscard]] Publisher& publisher() noexcept { return publisher_; }

  private:
    TelemetryChannel(const timing::TscClock& clock, shm::BroadcastChannel::Writer writer,
                     const TelemetryOptions& options);

    timing::TscClock clock_;
    shm::BroadcastChannel::Writer writer_;
    Publisher publisher_;
};

/// Empty if no channel is configured.
[[nodiscard]] Expected<std::unique_ptr<TelemetryChannel>> open_if_wanted(
    const TelemetryOptions& options);

}  // namespace hotpath::telemetry
