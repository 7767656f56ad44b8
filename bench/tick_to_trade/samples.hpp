#pragma once
/// Records of the runs of the benchmark tick_to_trade: when each input is due, latencies of
/// packets that made the engine send, the stages of each, the checksum of all that was sent.
///
/// A latency is that of the first message, from the moment its packet was due (open loop) or was
/// taken (flat out). Packets only: decisions after replies are not counted, nor is the first tenth.
/// Threads: one writes. Allocation: at construction and reset().

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

#include "bench/messaging/stopwatch.hpp"
#include "bench/runner/measurement.hpp"
#include "bench/tick_to_trade/recordings.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/measure/statistics.hpp"
#include "hotpath/timing/stage_stamps.hpp"

namespace hotpath::bench::tick_to_trade {

/// Packets a second; 0: the next as soon as the one before is taken.
struct Load {
    std::uint64_t packets_per_second;
    std::size_t packets;
};

/// When each input of a recording is due, in ticks from the beginning; 0: at once. Packets come at
/// random (Poisson), all else with the packet before it.
[[nodiscard]] inline std::vector<std::uint64_t> due_ticks(const Recording& recording,
                                                          const Load& load, const Ticks& clock) {
    constexpr std::uint64_t kSeed = 2026;
    constexpr std::uint64_t kHeadStartNs = 20'000;
    Random random(kSeed);
    std::vector<std::uint64_t> due;
    auto at = static_cast<double>(ticks_of(clock, kHeadStartNs));
    const double mean =
        load.packets_per_second == 0
            ? 0
            : static_cast<double>(ticks_of(clock, 1'000'000'000 / load.packets_per_second));
    std::size_t packets = 0;
    for (const Input& input : recording.inputs) {
        const bool is_packet = input.kind == InputKind::Packet;
        if (is_packet && packets++ == load.packets) {
            break;
        }
        at -= is_packet ? mean * std::log(1.0 - random.unit_double()) : 0;
        due.push_back(load.packets_per_second == 0 ? 0 : static_cast<std::uint64_t>(at));
    }
    return due;
}

class Samples {
  public:
    static constexpr std::array<timing::Stage, 5> kStages{
        timing::Stage::Decode, timing::Stage::Book, timing::Stage::Decide, timing::Stage::Risk,
        timing::Stage::Encode};

    Samples(const Recording& recording, const std::vector<std::uint64_t>& due, const Ticks& clock)
        : recording_(&recording), due_(&due), clock_(clock) {
        latencies_.reserve(due.size());
        for (auto& stage : stages_) {
            stage.reserve(due.size());
        }
    }

    void begin() noexcept {
        latencies_.clear();
        for (auto& stage : stages_) {
            stage.clear();
        }
        orders_ = {};
        last_input_ = ~std::uint64_t{0};
        cpu_begin_ns_ = cpu_ns();
        begin_ticks_ = clock_.ticks();
    }
    [[nodiscard]] std::uint64_t due_at(std::size_t input) const noexcept {
        return begin_ticks_ + (*due_)[input];
    }
    [[nodiscard]] std::size_t inputs() const noexcept { return due_->size(); }

    void add_message(Bytes message) noexcept { orders_.add(message); }
    /// The first message that follows from this input has been sent.
    void add(std::uint64_t input, const timing::StageStamps& stamps) noexcept {
        if (input == last_input_) {
            return;
        }
        last_input_ = input;
        const bool is_packet = recording_->inputs[input].kind == InputKind::Packet;
        if (!is_packet || input < due_->size() / 10) {
            return;
        }
        const std::uint64_t due = (*due_)[input];
        const std::uint64_t from = due == 0 ? stamps.at(timing::Stage::Rx) : begin_ticks_ + due;
        latencies_.push_back(static_cast<std::uint32_t>(clock_.ticks() - from));
        if (stamps.at(timing::Stage::Encode) != 0) {
            for (std::size_t i = 0; i < kStages.size(); ++i) {
                stages_[i].push_back(static_cast<std::uint32_t>(stamps.ticks_in(kStages[i])));
            }
        }
    }

    [[nodiscard]] Measurement finish(bool wants_stages) {
        const double elapsed =
            static_cast<double>(clock_.to_duration(clock_.ticks() - begin_ticks_).value);
        const double packets = static_cast<double>(std::ranges::count_if(
            recording_->inputs.begin(),
            recording_->inputs.begin() + static_cast<std::ptrdiff_t>(due_->size()),
            [](const auto& input) { return input.kind == InputKind::Packet; }));
        Measurement result{.answer = orders_.value(), .items = latencies_.size()};
        if (wants_stages) {
            add_stages(result);
            return result;
        }
        to_nanoseconds(clock_, latencies_);
        result.samples_ns = latencies_;
        result.metrics = {{"packets", "M/s", packets / elapsed * 1e3},
                          {"cpu", "ns/packet", (cpu_ns() - cpu_begin_ns_) / packets}};
        return result;
    }

  private:
    [[nodiscard]] static double cpu_ns() noexcept {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
    }
    void add_stages(Measurement& result) {
        for (std::size_t i = 0; i < kStages.size(); ++i) {
            std::ranges::sort(stages_[i]);
            to_nanoseconds(clock_, stages_[i]);
            for (const auto& [name, percent] : {std::pair{"p50", 50.0}, std::pair{"p99", 99.0}}) {
                result.metrics.push_back({std::string(stage_name(kStages[i])) + " " + name, "ns",
                                          measure::percentile(stages_[i], percent)});
            }
        }
    }

    const Recording* recording_;
    const std::vector<std::uint64_t>* due_;
    Ticks clock_;
    std::vector<std::uint32_t> latencies_;
    std::array<std::vector<std::uint32_t>, kStages.size()> stages_;
    Checksum orders_;
    std::uint64_t last_input_ = 0;
    std::uint64_t begin_ticks_ = 0;
    double cpu_begin_ns_ = 0;
};

}  // namespace hotpath::bench::tick_to_trade
