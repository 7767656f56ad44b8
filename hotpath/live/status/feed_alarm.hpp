#pragma once
/// FeedAlarm: `hotpath trade` says when its feed cannot be the one that it expects.
///
/// Threads: one owner. Allocation: strings for people.

#include <cstdint>
#include <string>

#include "hotpath/live/status/status.hpp"

namespace hotpath::live {

/// The line about a feed of another protocol: what was received, and what was expected.
[[nodiscard]] std::string foreign_text(const FeedStatus& feed);
/// Says so once each time when a feed becomes another protocol's, or its time goes back by a minute
/// or more within a session: a day whose times have begun again. Nothing otherwise.
class FeedAlarm {
  public:
    [[nodiscard]] std::string note(const FeedStatus& feed);

  private:
    bool was_foreign_ = false;
    std::uint64_t sessions_ = 0;
    Time last_time_{};
};

}  // namespace hotpath::live
