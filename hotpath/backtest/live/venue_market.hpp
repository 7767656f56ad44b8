#pragma once
/// The market of `hotpath exchange` out of its journal: its background and publications, and no order
/// of a session.
///
/// A turn of the venue has one time, read before its sockets, so an order may have come after the
/// time that the venue gives it. VenueTimes gives each turn a time at which all of its orders had
/// been sent, which is before anything that it caused arrived; the turns stay in order.
/// Threads: the main one. Allocation: free. Complexity: O(n log n) in the journal's records.

#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

#include "hotpath/backtest/live/live_session.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::backtest {

class VenueTimes {
  public:
    /// `sent`: when the trader sent its requests, in order. An error when the journal does not begin
    /// with the venue's first input, holds more than one day, or the requests of more than one
    /// session: what others traded with each other would be missing.
    [[nodiscard]] static Expected<VenueTimes> read(const std::filesystem::path& journal,
                                                   const std::vector<Time>& sent);

    /// A time of the venue, corrected; itself when the journal does not have it.
    [[nodiscard]] Time of(Time venue) const;
    /// When the venue had each request, corrected.
    [[nodiscard]] const std::vector<Time>& requests() const noexcept { return requests_; }

  private:
    std::vector<std::pair<Time, Time>> turns_;  // as the venue has it, and corrected
    std::vector<Time> requests_;
};

struct VenueMarket {
    std::uint64_t messages = 0;
    std::uint64_t commands = 0;  // of the venue itself, which a recording cannot have
};

/// Writes an ITCH 5.0 file.
[[nodiscard]] Expected<VenueMarket> write_venue_market(const std::filesystem::path& journal,
                                                       const VenueTimes& times,
                                                       const std::filesystem::path& file);

/// The session's messages at the venue's corrected times, and each request when the venue had it.
void correct(LiveSession& session, const VenueTimes& times);

/// A backtest's trader asks for its account by a message: here neither it nor its answer takes time.
void add_query(LiveSession& session);

}  // namespace hotpath::backtest
