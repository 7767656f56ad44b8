#pragma once
/// An observer's summary of a trader: its last state and rows, rates over a window of time, and
/// stage times, recent and total.
///
///   reader.poll(summary, 10'000);
///   if (summary.has_state()) { summary.state(); summary.rows(); summary.rates(window); }
///
/// Another session (the trader was started again) forgets all that came before. Time is the
/// trader's: the ticks of its states, so that reading late or in bursts changes no rate. Threads:
/// one owner. Allocation: construction (three sets of histograms, 1.5 MB). Complexity: O(stages) an
/// event, O(1) a state; the queries as they say.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/units.hpp"
#include "hotpath/telemetry/latencies.hpp"
#include "hotpath/telemetry/records.hpp"
#include "hotpath/timing/tick_scale.hpp"

namespace hotpath::telemetry {

/// Rates a second, over `span` of the trader's time.
struct Rates {
    double packets = 0;
    double messages = 0;
    double events = 0;
    double orders = 0;  // entered and replaced
    double cancels = 0;
    double executions = 0;
    Nanos span{};  // 0: no two states yet
};

class Summary {
  public:
    /// Length of a generation: recent() covers one to two of them.
    static constexpr Nanos kGeneration{10 * kNanosPerSecond};

    // Queries.
    [[nodiscard]] bool has_state() const noexcept { return has_state_; }
    /// Returns the last state; call has_state() first.
    [[nodiscard]] const StateRecord& state() const noexcept { return state_; }
    /// Rows of the last state, as far as received.
    [[nodiscard]] std::span<const InstrumentRecord> rows() const noexcept {
        return std::span(rows_).first(rows_count_);
    }
    /// Returns the number of events of this session whose stages were published.
    [[nodiscard]] std::uint64_t events() const noexcept { return events_; }
    /// Returns the rates of the last `window`, or of the part of it that is known; span is 0 before
    /// two states.
    [[nodiscard]] Rates rates(Nanos window) const noexcept;
    /// Returns the stage times of the whole session.
    [[nodiscard]] const Latencies& all() const noexcept { return all_; }
    /// Returns the stage times of the last one or two generations. Copies histograms.
    [[nodiscard]] Latencies recent() const;
    /// Returns the time that recent() covers.
    [[nodiscard]] Nanos recent_span() const noexcept;

    // Events.
    void on_stages(const StageRecord& event) noexcept;
    void on_state(const StateRecord& state) noexcept;
    void on_instrument(const InstrumentRecord& row) noexcept;

  private:
    struct Sample {
        Time at{};  // on the trader's clock, since the session's first state
        std::uint64_t packets = 0;
        std::uint64_t messages = 0;
        std::uint64_t events = 0;
        std::uint64_t orders = 0;
        std::uint64_t cancels = 0;
        std::uint64_t executions = 0;
    };
    static constexpr std::size_t kSamples = 128;
    static constexpr Nanos kBetweenSamples{100'000'000};

    void begin_session(const StateRecord& state) noexcept;
    void sample(const StateRecord& state, Time at) noexcept;
    void turn_generation(Time at) noexcept;
    /// The time since the session's first state: small numbers, so that no product is too long.
    [[nodiscard]] Time since_begin(std::uint64_t ticks) const noexcept {
        return Time{} + scale_.to_nanos(ticks - begin_ticks_);
    }
    [[nodiscard]] const Sample& back(std::size_t n) const noexcept {
        return samples_[(samples_taken_ - 1 - n) % kSamples];
    }

    bool has_state_ = false;
    StateRecord state_{};
    std::array<InstrumentRecord, kInstrumentsMax> rows_{};
    std::size_t rows_count_ = 0;
    timing::TickScale scale_;
    std::uint64_t begin_ticks_ = 0;
    std::uint64_t events_ = 0;
    std::array<Sample, kSamples> samples_{};
    std::size_t samples_taken_ = 0;
    Sample newest_{};
    Time generation_at_{};  // when the current one began
    Time before_at_{};      // and the one before
    Latencies all_;
    Latencies current_;
    Latencies before_;
};

}  // namespace hotpath::telemetry
