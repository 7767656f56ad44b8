#pragma once
/// The channels of a replay, a few at a time, each on one thread.
///
/// Channels share only the progress bar, so results do not depend on the number of
/// threads; the reports are in the order of the channels. Threads: the
/// caller's, and threads_max - 1 more. Allocation: free. Complexity: the books of at most
/// threads_max channels exist at one time.

#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/replay/channel.hpp"

namespace hotpath::app {

/// One progress bar of many channels.
class ChannelsProgress {
  public:
    explicit ChannelsProgress(std::span<const ReplayChannel> channels);

    void update(std::size_t channel, const ReadProgress& state);

  private:
    std::mutex mutex_;
    Progress progress_{"replay"};
    std::vector<ReadProgress> states_;
};

[[nodiscard]] std::vector<ChannelReport> replay_channels(std::span<const ReplayChannel> channels,
                                                         std::size_t threads_max);

}  // namespace hotpath::app
