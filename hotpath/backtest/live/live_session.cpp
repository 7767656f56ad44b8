#include "hotpath/backtest/live/live_session.hpp"

#include <algorithm>

namespace hotpath::backtest {

using sim::session::LatencySample;

std::vector<LatencySample> latency_samples(const std::vector<LiveMessage>& messages) {
    std::vector<LatencySample> samples;
    for (const LiveMessage& message : messages) {
        const LatencySample before =
            samples.empty() ? LatencySample{.sent = message.sent} : samples.back();
        const Time sent = std::max(message.sent, before.sent);
        const Time received = message.received == kNever ? sent + before.latency : message.received;
        const Time arrived = std::max({sent, before.sent + before.latency, received});
        samples.push_back({.sent = sent, .latency = arrived - sent});
    }
    return samples;
}

void add_unread(std::vector<LiveMessage>& messages, Time ended) {
    if (!messages.empty()) {
        const LiveMessage& last = messages.back();
        const Time after = std::max(ended, last.received) + Nanos{1};
        messages.push_back({.sent = last.sent, .received = after});
    }
}

}  // namespace hotpath::backtest
