#include "hotpath/telemetry/telemetry_channel.hpp"

#include "hotpath/timing/day_clock.hpp"

namespace hotpath::telemetry {

namespace {

/// How many ticks a duration has, by a ratio that is good to a nanosecond in seconds.
constexpr std::uint64_t kRatioTicks = std::uint64_t{1} << 32U;

[[nodiscard]] timing::TickRatio ratio_of(const timing::TscClock& clock) {
    return {.ticks = kRatioTicks,
            .nanos = static_cast<std::uint64_t>(clock.to_duration(kRatioTicks).value)};
}

[[nodiscard]] PublisherOptions publisher_options(const timing::TscClock& clock,
                                                 const TelemetryOptions& options) {
    const timing::TickRatio ratio = ratio_of(clock);
    const auto every = static_cast<std::uint64_t>(options.state_every.value);
    return {.session = static_cast<std::uint64_t>(timing::wall_clock().value),
            .tick_ratio = ratio,
            .state_every_ticks = every * ratio.ticks / ratio.nanos,
            .events = options.events};
}

}  // namespace

Expected<std::unique_ptr<TelemetryChannel>> TelemetryChannel::open(
    const TelemetryOptions& options) {
    const auto clock = timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    auto writer = attach_writer(
        shm::ChannelFolder::at(options.folder),
        {.name = options.name, .ring_bytes = options.ring_bytes, .now = timing::wall_clock()});
    if (!writer) {
        return std::unexpected(writer.error());
    }
    return std::unique_ptr<TelemetryChannel>(
        new TelemetryChannel(*clock, std::move(*writer), options));
}

TelemetryChannel::TelemetryChannel(const timing::TscClock& clock,
                                   shm::BroadcastChannel::Writer writer,
                                   const TelemetryOptions& options)
    : clock_(clock),
      writer_(std::move(writer)),
      publisher_(*writer_, publisher_options(clock, options)) {}

Expected<std::unique_ptr<TelemetryChannel>> open_if_wanted(const TelemetryOptions& options) {
    return options.is_wanted() ? TelemetryChannel::open(options)
                               : Expected<std::unique_ptr<TelemetryChannel>>(nullptr);
}

}  // namespace hotpath::telemetry
