#pragma once
/// LatencyModel: how long each message of one wire takes, and when it arrives.
///
///   arrival = max(sent + base + jitter, previous arrival + service)
///
///   base      the same for every message, or recorded: that of the last sample sent by then;
///             several samples of one instant are for that many messages sent then
///   jitter    none; uniform up to `spread`; or log-normal with median `spread`
///   service   the receiver takes one message in this time: a burst waits for itself
///
/// A wire is first in, first out: a message never overtakes an earlier one. The same seed gives the
/// same arrivals. Threads: one owner. Allocation: the recorded samples. Complexity: O(1), amortised
/// with recorded samples.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::sim::session {

enum class Jitter : std::uint8_t { None, Uniform, LogNormal };

/// A message sent at this time took so long.
struct LatencySample {
    Time sent{};
    Nanos latency{};
};

struct LatencyOptions {
    Nanos base{};
    Jitter jitter = Jitter::None;
    Nanos spread{};    // Uniform: the most, exclusive; LogNormal: the median
    double sigma = 0;  // LogNormal: of the logarithm, 0 to 5
    std::uint64_t seed = 1;
    Nanos service{};  // 0: the receiver is never busy
    std::vector<LatencySample>
        recorded{};  // in place of `base`, by time; before the first: its own

    /// The same latencies, times `percent` / 100; `service` too.
    [[nodiscard]] LatencyOptions scaled(std::int64_t percent) const;
};

/// Fails when a duration is below 0 or above a day, sigma is out of range or samples are not in
/// order of time.
[[nodiscard]] Expected<void> validate(const LatencyOptions& options);

class LatencyModel {
  public:
    /// The options must be valid.
    explicit LatencyModel(LatencyOptions options);

    /// When a message sent at `now` arrives, or the last of so many sent together; `now` must not
    /// go backwards.
    [[nodiscard]] Time arrival(Time now, std::size_t messages = 1) noexcept;
    /// The first time that overtakes nothing sent before. Changes nothing.
    [[nodiscard]] Time soonest(Time now) const noexcept {
        return has_sent_ && last_ > now ? last_ : now;
    }

  private:
    [[nodiscard]] Nanos base_at(Time now, std::size_t messages) noexcept;
    [[nodiscard]] Nanos jitter() noexcept;

    LatencyOptions options_;
    Random random_;
    std::size_t next_sample_ = 0;
    bool has_sent_ = false;
    Time last_{};  // arrival
};

}  // namespace hotpath::sim::session
