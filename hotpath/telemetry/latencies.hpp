#pragma once
/// Stage times of many events: a histogram for each span of an event, as a table shows them one
/// under the other.
///
///   rx |--decode--|--book--|--decide--|--risk--|--encode--|--tx--|
///      |<--------------- tick to order ------------------>|
///      |<--------------- wire to wire --------------------------->|      events that sent
///      |<---- no order: rx to the last stage reached, of the others
///
/// Only events whose every stage is there and in order are counted in rows of stages, so that the
/// rows belong to the same events and add up; disorder is counted and nothing else. Threads: one
/// owner. Allocation: the histograms at construction (57 KiB each). Complexity: O(stages) an event.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/telemetry/records.hpp"
#include "hotpath/timing/latency_histogram.hpp"
#include "hotpath/timing/tick_scale.hpp"

namespace hotpath::telemetry {

enum class Span : std::uint8_t {
    Decode,
    Book,
    Decide,
    Risk,
    Encode,
    Tx,
    TickToOrder,
    WireToWire,
    NoOrder
};
inline constexpr std::size_t kSpans = 9;

[[nodiscard]] constexpr std::string_view span_name(Span span) noexcept {
    constexpr std::array<std::string_view, kSpans> kNames{
        "decode", "book", "decide", "risk", "encode", "tx", "rx to encode", "rx to tx", "no order"};
    return kNames[static_cast<std::size_t>(span)];
}

class Latencies {
  public:
    void record(const StageRecord& event, const timing::TickScale& scale) noexcept;
    void merge(const Latencies& other) noexcept;
    void clear() noexcept;

    [[nodiscard]] const timing::LatencyHistogram& of(Span span) const noexcept {
        return spans_[static_cast<std::size_t>(span)];
    }
    /// Events whose stamps are not in order: a writer that is wrong.
    [[nodiscard]] std::uint64_t disordered() const noexcept { return disordered_; }

  private:
    std::array<timing::LatencyHistogram, kSpans> spans_;
    std::uint64_t disordered_ = 0;
};

}  // namespace hotpath::telemetry
