#include "apps/hotpath/exchange/background.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hotpath::app {

namespace {

[[nodiscard]] Time recorded_time(Bytes message) {
    constexpr std::size_t kTimestampAt = 5;
    constexpr std::size_t kTimestampEnd = 11;
    return message.size() < kTimestampEnd
               ? Time{}
               : Time{static_cast<std::int64_t>(load_be48(&message[kTimestampAt]))};
}

[[nodiscard]] Expected<std::unique_ptr<sim::market::MarketInput>> open_input(
    const BackgroundConfig& config) {
    if (config.source == BackgroundSource::Recording) {
        return sim::market::MarketInput::recorded(config.recording);
    }
    return sim::market::MarketInput::generated({.seed = config.seed,
                                                .messages = config.messages,
                                                .instruments = config.instruments,
                                                .names = config.names});
}

}  // namespace

Expected<ExchangeBackground> ExchangeBackground::open(const BackgroundConfig& config,
                                                      std::uint64_t done, Time now) {
    auto input = open_input(config);
    if (!input) {
        return std::unexpected(input.error());
    }
    auto arrivals = sim::flow::Arrivals::create(config.arrivals);
    if (!arrivals) {
        return std::unexpected(arrivals.error());
    }
    ExchangeBackground opened(config, std::move(*input), *arrivals, now);
    for (std::uint64_t n = 0; n < done; ++n) {
        const auto skipped = opened.read_next();
        if (!skipped || !*skipped) {
            return skipped ? fail(fmt::format("the background must be the one that the journal was "
                                              "recorded with; it ends before message {}",
                                              done))
                           : std::unexpected(skipped.error());
        }
    }
    if (auto first = opened.pop(); !first) {
        return std::unexpected(first.error());
    }
    return opened;
}

Expected<void> ExchangeBackground::pop() {
    const auto has_next = read_next();
    if (!has_next) {
        return std::unexpected(has_next.error());
    }
    if (*has_next) {
        plan();
    } else {
        due_ = kNever;
    }
    return {};
}

Expected<bool> ExchangeBackground::read_next() {
    while (!block_.next(front_)) {
        const Expected<Bytes> block = input_->next_block();
        if (!block) {
            return std::unexpected(block.error());
        }
        if (block->empty()) {
            return false;
        }
        block_ = wire::FrameCursor(*block);
    }
    return true;
}

/// A message due before one that is late is late as well: the venue catches up in order.
void ExchangeBackground::plan() noexcept {
    const Time recorded = recorded_time(front_);
    if (recorded < config_.at_once_until) {
        return;
    }
    if (config_.pacing != Pacing::Recorded) {
        due_ = due_ + arrivals_.next_gap();
        return;
    }
    if (last_recorded_) {
        const auto gap = static_cast<double>((recorded - *last_recorded_).value);
        due_ =
            due_ + Nanos{std::max<std::int64_t>(0, static_cast<std::int64_t>(gap / config_.speed))};
    }
    last_recorded_ = recorded;
}

}  // namespace hotpath::app
