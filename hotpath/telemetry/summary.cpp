#include "hotpath/telemetry/summary.hpp"

#include <algorithm>

namespace hotpath::telemetry {

namespace {

/// A counter that went down was tampered with: no rate then.
[[nodiscard]] double a_second(std::uint64_t then, std::uint64_t now, Nanos span) noexcept {
    return now < then ? 0.0
                      : static_cast<double>(now - then) * static_cast<double>(kNanosPerSecond) /
                            static_cast<double>(span.value);
}

}  // namespace

void Summary::on_stages(const StageRecord& event) noexcept {
    if (!has_state_) {
        return;  // its run and the length of its ticks are not known yet
    }
    ++events_;
    all_.record(event, scale_);
    current_.record(event, scale_);
}

void Summary::on_state(const StateRecord& state) noexcept {
    if (!has_state_ || state.session != state_.session) {
        begin_session(state);
    }
    // Rows come right after their state; until then those of the previous state are shown.
    state_ = state;
    rows_count_ = std::min<std::size_t>(rows_count_, state.rows);
    const Time at = since_begin(state.ticks);
    if (at < newest_.at) {
        return;  // not of a clock
    }
    sample(state, at);
    turn_generation(at);
}

void Summary::on_instrument(const InstrumentRecord& row) noexcept {
    if (!has_state_ || row.header.number != state_.header.number || row.row >= state_.rows) {
        return;
    }
    rows_[row.row] = row;
    rows_count_ = std::max<std::size_t>(rows_count_, std::size_t{row.row} + 1);
}

void Summary::begin_session(const StateRecord& state) noexcept {
    has_state_ = true;
    scale_ = timing::TickScale(state.tick_ratio);
    begin_ticks_ = state.ticks;
    rows_count_ = 0;
    events_ = 0;
    samples_taken_ = 0;
    newest_ = {};
    generation_at_ = {};
    before_at_ = {};
    all_.clear();
    current_.clear();
    before_.clear();
}

void Summary::sample(const StateRecord& state, Time at) noexcept {
    const FeedPart& feed = state.feed;
    const OrderPart& orders = state.orders;
    newest_ = {.at = at,
               .packets = feed.packets[0] + feed.packets[1] + feed.packets[2],
               .messages = feed.messages,
               .events = state.events,
               .orders = orders.entered + orders.replaced,
               .cancels = orders.cancels,
               .executions = orders.executions};
    if (samples_taken_ == 0 || at - back(0).at >= kBetweenSamples) {
        samples_[samples_taken_++ % kSamples] = newest_;
    }
}

void Summary::turn_generation(Time at) noexcept {
    if (at - generation_at_ >= kGeneration) {
        std::swap(before_, current_);
        current_.clear();
        before_at_ = generation_at_;
        generation_at_ = at;
    }
}

Rates Summary::rates(Nanos window) const noexcept {
    const std::size_t kept = std::min(samples_taken_, kSamples);
    Rates rates;
    Sample from = newest_;
    for (std::size_t n = 0; n < kept && newest_.at - back(n).at <= window; ++n) {
        from = back(n);
    }
    rates.span = newest_.at - from.at;
    if (rates.span.value <= 0) {
        return {};
    }
    rates.packets = a_second(from.packets, newest_.packets, rates.span);
    rates.messages = a_second(from.messages, newest_.messages, rates.span);
    rates.events = a_second(from.events, newest_.events, rates.span);
    rates.orders = a_second(from.orders, newest_.orders, rates.span);
    rates.cancels = a_second(from.cancels, newest_.cancels, rates.span);
    rates.executions = a_second(from.executions, newest_.executions, rates.span);
    return rates;
}

Latencies Summary::recent() const {
    Latencies both = before_;
    both.merge(current_);
    return both;
}

Nanos Summary::recent_span() const noexcept {
    return newest_.at - before_at_;
}

}  // namespace hotpath::telemetry
