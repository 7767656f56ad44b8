#pragma once
/// The channels of a replay, a few at a time, each on one thread.
///
/// Channels share only the progress, so results do not depend on the number of
/// threads; the reports are in the order of the channels. Threads: the
/// caller's, and threads_max - 1 more. Allocation: free. Complexity: the books of at most
/// threads_max channels exist at one time.

#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "hotpath/replay/channel.hpp"

namespace hotpath::replay {

/// One progress of many channels.
class ChannelsProgress {
  public:
    ChannelsProgress(std::span<const ReplayChannel> channels, const ReplayRun::Watcher& watcher);

    void update(std::size_t channel, const ReadProgress& state);

  private:
    std::mutex mutex_;
    const ReplayRun::Watcher& watcher_;
    std::vector<ReadProgress> states_;
};

/// `watcher` hears the sum of all channels, by any of the threads, one at a time.
[[nodiscard]] std::vector<ChannelReport> replay_channels(std::span<const ReplayChannel> channels,
                                                         std::size_t threads_max,
                                                         const ReplayRun::Watcher& watcher);

}  // namespace hotpath::replay
