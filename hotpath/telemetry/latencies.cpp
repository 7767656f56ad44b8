#include "hotpath/telemetry/latencies.hpp"

#include <algorithm>
#include <span>

namespace hotpath::telemetry {

namespace {

using timing::Stage;

static_assert(static_cast<std::size_t>(Span::Decode) + 1 == static_cast<std::size_t>(Stage::Decode),
              "a span's number must be its stage's less one");

/// The last stage that was reached; Rx when none was.
[[nodiscard]] std::size_t last_reached(const StageRecord& event) noexcept {
    std::size_t last = 0;
    for (std::size_t stage = 1; stage < timing::kStages; ++stage) {
        last = event.stamps[stage] != 0 ? stage : last;
    }
    return last;
}

/// Every stamp that is there is not before any in front of it.
[[nodiscard]] bool is_in_order(const StageRecord& event) noexcept {
    std::uint64_t before = event.at(Stage::Rx);
    return before != 0 && std::ranges::all_of(event.stamps, [&](std::uint64_t stamp) {
               const bool is_next = stamp == 0 || stamp >= before;
               before = std::max(before, stamp);
               return is_next;
           });
}

}  // namespace

void Latencies::record(const StageRecord& event, const timing::TickScale& scale) noexcept {
    if (!is_in_order(event)) {
        ++disordered_;
        return;
    }
    const std::size_t last = last_reached(event);
    const auto until = [&](std::size_t stage) {
        return scale.to_nanos(event.stamps[stage] - event.at(Stage::Rx));
    };
    const auto note = [&](Span span, Nanos latency) {
        spans_[static_cast<std::size_t>(span)].record(latency);
    };
    if (event.is_sent == 0) {
        if (last > 0) {
            note(Span::NoOrder, until(last));
        }
        return;
    }
    const auto ends = std::span(event.stamps).subspan(1, last);
    if (last < static_cast<std::size_t>(Stage::Encode) || std::ranges::count(ends, 0U) != 0) {
        return;  // an order that no book caused: a timer's, a cancel of everything
    }
    for (std::size_t stage = 1; stage <= last; ++stage) {
        spans_[stage - 1].record(scale.to_nanos(event.stamps[stage] - event.stamps[stage - 1]));
    }
    note(Span::TickToOrder, until(static_cast<std::size_t>(Stage::Encode)));
    if (last == static_cast<std::size_t>(Stage::Tx)) {
        note(Span::WireToWire, until(last));
    }
}

void Latencies::merge(const Latencies& other) noexcept {
    for (std::size_t span = 0; span < kSpans; ++span) {
        spans_[span].merge(other.spans_[span]);
    }
    disordered_ += other.disordered_;
}

void Latencies::clear() noexcept {
    for (timing::LatencyHistogram& span : spans_) {
        span.clear();
    }
    disordered_ = 0;
}

}  // namespace hotpath::telemetry
