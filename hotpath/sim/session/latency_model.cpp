#include "hotpath/sim/session/latency_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "hotpath/core/assert.hpp"

namespace hotpath::sim::session {

namespace {

constexpr Nanos kDay{86'400 * kNanosPerSecond};
constexpr double kSigmaMax = 5;

[[nodiscard]] bool is_latency(Nanos latency) {
    return latency >= Nanos{} && latency <= kDay;
}

[[nodiscard]] Nanos scale(Nanos latency, std::int64_t percent) {
    return {latency.value / 100 * percent + latency.value % 100 * percent / 100};
}

}  // namespace

LatencyOptions LatencyOptions::scaled(std::int64_t percent) const {
    LatencyOptions scaled = *this;
    scaled.base = scale(base, percent);
    scaled.spread = scale(spread, percent);
    scaled.service = scale(service, percent);
    for (LatencySample& sample : scaled.recorded) {
        sample.latency = scale(sample.latency, percent);
    }
    return scaled;
}

Expected<void> validate(const LatencyOptions& options) {
    if (!is_latency(options.base) || !is_latency(options.spread) || !is_latency(options.service)) {
        return fail("latency: a duration must be 0 to 86,400 seconds");
    }
    const bool is_sigma = options.sigma >= 0 && options.sigma <= kSigmaMax;  // false for NaN
    if (!is_sigma) {
        return fail("latency: sigma must be 0 to 5");
    }
    const auto& recorded = options.recorded;
    if (!std::ranges::is_sorted(recorded, {}, &LatencySample::sent) ||
        !std::ranges::all_of(recorded, is_latency, &LatencySample::latency)) {
        return fail("latency: samples must be in order of time, each of 0 to 86,400 seconds");
    }
    return {};
}

LatencyModel::LatencyModel(LatencyOptions options)
    : options_(std::move(options)), random_(options_.seed) {
    HOTPATH_ASSERT(validate(options_).has_value(), "the options must be valid");
}

Time LatencyModel::arrival(Time now, std::size_t messages) noexcept {
    Time due = now + base_at(now, messages) + jitter();
    if (has_sent_) {
        due = std::max(due, last_ + options_.service);
    }
    has_sent_ = true;
    last_ = due;
    return due;
}

Nanos LatencyModel::base_at(Time now, std::size_t messages) noexcept {
    const auto& recorded = options_.recorded;
    if (recorded.empty()) {
        return options_.base;
    }
    while (next_sample_ < recorded.size() && recorded[next_sample_].sent < now) {
        ++next_sample_;
    }
    for (; messages > 0 && next_sample_ < recorded.size() && recorded[next_sample_].sent == now;
         --messages) {
        ++next_sample_;
    }
    return recorded[next_sample_ == 0 ? 0 : next_sample_ - 1].latency;
}

Nanos LatencyModel::jitter() noexcept {
    if (options_.jitter == Jitter::None || options_.spread == Nanos{}) {
        return {};
    }
    if (options_.jitter == Jitter::Uniform) {
        return {static_cast<std::int64_t>(
            random_.below(static_cast<std::uint64_t>(options_.spread.value)))};
    }
    // Box and Muller: the sine's half of the pair is not used.
    const double radius = std::sqrt(-2.0 * std::log(1.0 - random_.unit_double()));
    const double normal = radius * std::cos(2.0 * std::numbers::pi * random_.unit_double());
    const double factor = std::exp(options_.sigma * normal);
    const double jitter = static_cast<double>(options_.spread.value) * factor;
    return {std::llround(std::min(jitter, static_cast<double>(kDay.value)))};
}

}  // namespace hotpath::sim::session
