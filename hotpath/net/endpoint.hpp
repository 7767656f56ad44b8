#pragma once
/// Ipv4Address and Endpoint: where to send, listen or connect.
///
///   const Expected<Endpoint> venue = Endpoint::parse("127.0.0.1:26400");
///
/// Numbers are in the host's byte order. Names are not resolved: venues are configured by address.
/// Threads: values. Allocation: the strings'. Complexity: O(1).

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "hotpath/core/error.hpp"

namespace hotpath::net {

struct Ipv4Address {
    std::uint32_t value = 0;  // 127.0.0.1 is 0x7F000001

    [[nodiscard]] static Expected<Ipv4Address> parse(std::string_view text);
    /// True for 127.0.0.0/8: packets to these addresses stay on the machine.
    [[nodiscard]] constexpr bool is_loopback() const noexcept { return value >> 24U == 127; }
    [[nodiscard]] constexpr bool is_multicast() const noexcept { return value >> 28U == 0xE; }
    [[nodiscard]] std::string to_string() const;

    friend constexpr auto operator<=>(Ipv4Address, Ipv4Address) = default;
};

/// Addresses whose first bits are the same: 10.1.0.0/16, or one address.
struct Ipv4Network {
    Ipv4Address address;
    std::uint8_t bits = 32;

    /// The bits behind the first ones must be 0.
    [[nodiscard]] static Expected<Ipv4Network> parse(std::string_view text);
    [[nodiscard]] constexpr bool contains(Ipv4Address other) const noexcept {
        return ((address.value ^ other.value) & mask()) == 0;
    }
    [[nodiscard]] std::string to_string() const;

    friend constexpr bool operator==(const Ipv4Network&, const Ipv4Network&) = default;

  private:
    [[nodiscard]] constexpr std::uint32_t mask() const noexcept {
        return bits == 0 ? 0 : ~std::uint32_t{0} << (32U - bits);
    }
};

struct Endpoint {
    Ipv4Address address;
    std::uint16_t port = 0;  // 0: the kernel chooses one

    [[nodiscard]] static Expected<Endpoint> parse(std::string_view text);
    [[nodiscard]] std::string to_string() const;

    friend constexpr auto operator<=>(const Endpoint&, const Endpoint&) = default;
};

inline constexpr Ipv4Address kLoopback{0x7F000001};

}  // namespace hotpath::net
