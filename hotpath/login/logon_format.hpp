#pragma once
/// LogonFormat: what a login gate needs of a protocol whose connections begin with a log-on in text: where
/// it ends, which session it names, its password, and the same with another password. SoupBinTCP needs
/// none.
///
/// Values and functions of their arguments. Threads: any. Allocation: a changed log-on.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"

namespace hotpath::login {

/// The names of a session, unique at a venue.
template <class Text>
struct BasicLogonNames {
    Text version{};
    Text client{};
    Text venue{};
};
using LogonNames = BasicLogonNames<std::string>;

/// Views of the message; empty: not there.
struct Logon {
    BasicLogonNames<std::string_view> names{};
    std::string_view password{};
};

struct LogonFormat {
    /// The length of the message that `bytes` begin with; 0: more bytes are needed; nullopt: they begin
    /// with no message of the protocol.
    std::optional<std::size_t> (*length)(std::string_view bytes) noexcept = nullptr;
    /// The message must be whole.
    Logon (*read)(std::string_view message) noexcept = nullptr;
    /// Unchanged when the message has no password.
    std::string (*with_password)(std::string_view message, std::string_view password) = nullptr;
    /// The name under which LoginLimit counts the failures of an unknown session.
    protocols::nasdaq::soupbintcp::Username (*alias)(const Logon& logon) noexcept = nullptr;
};

}  // namespace hotpath::login
