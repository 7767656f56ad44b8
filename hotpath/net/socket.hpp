#pragma once
/// The common part of this library's sockets: opening, options, addresses, error messages. Not for
/// users of the library.
///
/// Threads: functions of their arguments. Allocation: the strings of errors. Complexity: system
/// calls. Source: Linux ip(7), tcp(7), udp(7).

#include <string_view>

#include <netinet/in.h>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/net/endpoint.hpp"

namespace hotpath::net {

/// "net: cannot WHAT WHERE: REASON", the reason being errno's.
[[nodiscard]] std::unexpected<Error> fail_with_errno(std::string_view what, std::string_view where);

[[nodiscard]] sockaddr_in to_sockaddr(const Endpoint& endpoint) noexcept;
[[nodiscard]] Endpoint to_endpoint(const sockaddr_in& address) noexcept;

/// The address of a bound socket.
[[nodiscard]] Endpoint local_endpoint(const Descriptor& socket) noexcept;

/// SOCK_STREAM or SOCK_DGRAM, never blocking, closed in programs started by this one.
[[nodiscard]] Expected<Descriptor> open_socket(int type, const Endpoint& where);
[[nodiscard]] Expected<void> bind_to(const Descriptor& socket, const Endpoint& where);

/// True when it took.
template <class Value>
[[nodiscard]] bool set_option(const Descriptor& socket, int level, int option,
                              const Value& value) noexcept {
    return ::setsockopt(socket.number(), level, option, &value, sizeof value) == 0;
}

}  // namespace hotpath::net
