#pragma once
/// The sessions of a venue in its log: the owner of each, changes at the start, and
/// the used part of a stream's room, before a user's day ends for lack of it.
///
/// Threads: the venue's. Allocation: the texts. Complexity: O(users).

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/hotpath/exchange/status.hpp"
#include "hotpath/exchange/server/venue_server.hpp"

namespace hotpath::app {

/// "user ALICE is no longer configured: ..."
[[nodiscard]] std::string user_change_text(const exchange::UserChangeNote& note);

/// A line for each user that an operator has suspended, or whose limits are an operator's.
[[nodiscard]] std::vector<std::string> member_texts(const exchange::VenueServer& server);

[[nodiscard]] std::vector<SessionStatus> sessions_of(const exchange::VenueServer& server);
/// One object a session: user, orders, replies, and the used part of the room for them.
[[nodiscard]] nlohmann::ordered_json sessions_json(std::span<const SessionStatus> sessions);

/// Says once a day of each session when half, four fifths and all of its room is used.
class SessionRoom {
  public:
    /// Changes since the last call.
    [[nodiscard]] std::vector<std::string> news(const exchange::VenueServer& server);

  private:
    std::vector<std::uint8_t> levels_;  // by session: how many of kLevels were said
    std::uint32_t day_ = 0;
};

/// Says once each when a day's times run out: after 60, 72 and 77 of their 78 hours, and at their end.
class DayRoom {
  public:
    /// Lines since the last call; `time` is the day's, as the venue's clock has it.
    [[nodiscard]] std::vector<std::string> news(std::uint32_t day, Time time);

  private:
    std::size_t said_ = 0;
    std::uint32_t day_ = 0;
};

}  // namespace hotpath::app
