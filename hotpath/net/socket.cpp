#include "hotpath/net/socket.hpp"

#include <cerrno>
#include <cstring>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>

namespace hotpath::net {

std::unexpected<Error> fail_with_errno(std::string_view what, std::string_view where) {
    const int reason = errno;
    return fail(fmt::format("net: cannot {} {}: {}", what, where, std::strerror(reason)));
}

sockaddr_in to_sockaddr(const Endpoint& endpoint) noexcept {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(endpoint.port);
    address.sin_addr.s_addr = htonl(endpoint.address.value);
    return address;
}

Endpoint to_endpoint(const sockaddr_in& address) noexcept {
    return {{ntohl(address.sin_addr.s_addr)}, ntohs(address.sin_port)};
}

Endpoint local_endpoint(const Descriptor& socket) noexcept {
    sockaddr_in address{};
    socklen_t length = sizeof address;
    ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address), &length);
    return to_endpoint(address);
}

Expected<Descriptor> open_socket(int type, const Endpoint& where) {
    Descriptor socket(::socket(AF_INET, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!socket) {
        return fail_with_errno("open a socket for", where.to_string());
    }
    return socket;
}

Expected<void> bind_to(const Descriptor& socket, const Endpoint& where) {
    const sockaddr_in address = to_sockaddr(where);
    if (::bind(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        return fail_with_errno("bind to", where.to_string());
    }
    return {};
}

}  // namespace hotpath::net
