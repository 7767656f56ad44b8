#include "hotpath/replay/channels.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

namespace hotpath::replay {

ChannelsProgress::ChannelsProgress(std::span<const ReplayChannel> channels,
                                   const ReplayRun::Watcher& watcher)
    : watcher_(watcher), states_(channels.size()) {
    // The progress is of all files from the beginning, also of those not yet opened.
    for (std::size_t i = 0; i < channels.size(); ++i) {
        std::error_code unknown;
        const auto bytes = std::filesystem::file_size(channels[i].file, unknown);
        states_[i].total = unknown ? 0 : bytes;
    }
}

void ChannelsProgress::update(std::size_t channel, const ReadProgress& state) {
    const std::scoped_lock lock(mutex_);
    states_[channel] = state;
    ReadProgress sum;
    bool is_total_known = true;
    for (const ReadProgress& each : states_) {
        sum.done += each.done;
        sum.total += each.total;
        sum.messages += each.messages;
        is_total_known = is_total_known && each.total > 0;
    }
    sum.total = is_total_known ? sum.total : 0;
    watcher_(sum);
}

std::vector<ChannelReport> replay_channels(std::span<const ReplayChannel> channels,
                                           std::size_t threads_max,
                                           const ReplayRun::Watcher& watcher) {
    std::vector<ChannelReport> reports(channels.size());
    ChannelsProgress progress(channels, watcher);
    std::atomic<std::size_t> next{0};
    const auto replay_next_ones = [&] {
        for (std::size_t i = next++; i < channels.size(); i = next++) {
            reports[i] = replay_channel(channels[i], [&progress, i](const ReadProgress& state) {
                progress.update(i, state);
            });
        }
    };
    std::vector<std::jthread> threads;
    const std::size_t threads_wanted = std::min(threads_max, channels.size());
    while (threads.size() + 1 < threads_wanted) {
        threads.emplace_back(replay_next_ones);
    }
    replay_next_ones();
    threads.clear();  // joins
    return reports;
}

}  // namespace hotpath::replay
