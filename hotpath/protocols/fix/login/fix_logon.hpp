#pragma once
/// The first message of a FIX connection, as far as a login gate needs it: where it ends, whose it is,
/// its password; and the same message with another password.
///
///   const auto length = fix_message_length(received);        // 0: not all of it is there
///   const login::Logon logon = read_fix_logon(message);
///   with_fix_password(message, "ANOTHER");                    // BodyLength and CheckSum are its own
///   login::LoginUsers{.logon = &fix_logon_format(), ...}
///
/// The session that gets the message checks it: here a field is the first one with its number. Threads:
/// functions of their arguments. Allocation: the message. Complexity: O(length).

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hotpath/login/logon_format.hpp"

namespace hotpath::protocols::fix {

/// The length of the message that `bytes` begin with, CheckSum included; 0: more bytes are needed; nullopt: they
/// begin with no FIX message.
[[nodiscard]] std::optional<std::size_t> fix_message_length(std::string_view bytes) noexcept;
/// The session's names are BeginString, SenderCompID and TargetCompID.
[[nodiscard]] login::Logon read_fix_logon(std::string_view message) noexcept;
/// Unchanged when the message has no password.
[[nodiscard]] std::string with_fix_password(std::string_view message, std::string_view password);

[[nodiscard]] const login::LogonFormat& fix_logon_format() noexcept;

}  // namespace hotpath::protocols::fix
