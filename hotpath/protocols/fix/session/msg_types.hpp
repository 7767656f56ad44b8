#pragma once
/// The MsgTypes (35) of a session's own messages.
///
/// Threads: constants. Allocation: none.

#include <string_view>

namespace hotpath::protocols::fix {

namespace msg_type {

inline constexpr std::string_view kHeartbeat = "0";
inline constexpr std::string_view kTestRequest = "1";
inline constexpr std::string_view kResendRequest = "2";
inline constexpr std::string_view kReject = "3";
inline constexpr std::string_view kSequenceReset = "4";
inline constexpr std::string_view kLogout = "5";
inline constexpr std::string_view kLogon = "A";

}  // namespace msg_type

/// A message of the session, not of the application.
[[nodiscard]] constexpr bool is_admin(std::string_view msg_type) noexcept {
    return msg_type.size() == 1 &&
           ((msg_type[0] >= '0' && msg_type[0] <= '5') || msg_type[0] == 'A');
}

}  // namespace hotpath::protocols::fix
