#pragma once
/// Scoped traces as the JSON that Perfetto (ui.perfetto.dev) and Chrome's own viewer open: the
/// "JSON Array Format" of the Trace Event Format, complete events ("ph":"X") in microseconds with
/// three decimals.
///
///   ChromeTrace trace(clock->scale(), clock->ticks());
///   log.drain([&](const auto& track, const auto& event) { trace.append(track, event, text); });
///   trace.finish(text);
///
/// Threads: one owner. Allocation: the text's. Complexity: O(1) an event. Source: "Trace Event
/// Format", Google.

#include <cstdint>
#include <map>
#include <string>

#include "hotpath/telemetry/trace.hpp"
#include "hotpath/timing/tick_scale.hpp"

namespace hotpath::telemetry {

class ChromeTrace {
  public:
    /// Times count from `begin_ticks`; no event is older.
    ChromeTrace(timing::TickScale scale, std::uint64_t begin_ticks) noexcept
        : scale_(scale), begin_ticks_(begin_ticks) {}

    /// The next piece of the file: its beginning when it is the first.
    void append(const TraceTrack& track, const TraceEvent& event, std::string& text);
    /// The end of the file. Both viewers also open a file without it.
    void finish(std::string& text) const;

  private:
    [[nodiscard]] std::uint32_t number_of(const TraceTrack& track, std::string& text);
    void begin_piece(std::string& text);

    timing::TickScale scale_;
    std::uint64_t begin_ticks_;
    bool is_begun_ = false;
    std::map<const TraceTrack*, std::uint32_t> numbers_;
};

}  // namespace hotpath::telemetry
