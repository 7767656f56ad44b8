#pragma once
/// The messages published by the venue, and those delivered to each trader.
///
/// A message is what it is under its number, for both lines, every re-request and every restart
/// (I1). A trader that is past a message has received it, in a packet or by a snapshot made after
/// it (I5). Threads: one owner. Allocation: free. Complexity: O(messages).

#include <cstdint>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/sim/world/verdict.hpp"

namespace hotpath::sim::world {

class FeedLedger {
  public:
    explicit FeedLedger(Verdict& verdict) : verdict_(&verdict) {}

    [[nodiscard]] std::uint64_t published() const noexcept { return hashes_.size(); }

    /// A packet has left the venue: the feed's, or an answer to a re-request.
    void on_published(Bytes packet);
    /// The venue has come back: its next message is none that is out.
    void check_kept(std::uint64_t next_seq);

  private:
    Verdict* verdict_;
    std::vector<std::uint64_t> hashes_;  // by number - 1; 0: not published
};

/// Messages received by one trader between two restarts.
class Sight {
  public:
    /// Sequence number of the first message not delivered.
    [[nodiscard]] std::uint64_t reach() const noexcept { return reach_; }

    void on_packet(Bytes packet);
    /// A snapshot is whole, of the books before this message.
    void on_snapshot(std::uint64_t next_seq);

  private:
    void go_on();

    std::vector<bool> seen_;  // by number - 1
    std::uint64_t reach_ = 1;
};

}  // namespace hotpath::sim::world
