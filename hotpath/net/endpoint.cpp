#include "hotpath/net/endpoint.hpp"

#include <array>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

namespace hotpath::net {

namespace {

/// All of `text` as a decimal number up to `most`, without sign or leading zero.
[[nodiscard]] bool read_number(std::string_view text, std::uint32_t most, std::uint32_t& number) {
    const bool has_leading_zero = text.size() > 1 && text.front() == '0';
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const auto [stopped, error] = std::from_chars(begin, end, number);
    return !has_leading_zero && error == std::errc{} && stopped == end && number <= most;
}

}  // namespace

Expected<Ipv4Address> Ipv4Address::parse(std::string_view text) {
    constexpr int kParts = 4;
    Ipv4Address address;
    std::string_view rest = text;
    for (int part = 0; part < kParts; ++part) {
        const std::size_t end = part + 1 < kParts ? rest.find('.') : rest.size();
        std::uint32_t number = 0;
        if (end == std::string_view::npos || !read_number(rest.substr(0, end), 255, number)) {
            return fail(fmt::format("\"{}\" is not an IPv4 address (such as 127.0.0.1)", text));
        }
        address.value = address.value << 8U | number;
        rest.remove_prefix(part + 1 < kParts ? end + 1 : end);
    }
    return address;
}

std::string Ipv4Address::to_string() const {
    return fmt::format("{}.{}.{}.{}", value >> 24U, value >> 16U & 0xFFU, value >> 8U & 0xFFU,
                       value & 0xFFU);
}

Expected<Ipv4Network> Ipv4Network::parse(std::string_view text) {
    const std::size_t slash = text.find('/');
    const Expected<Ipv4Address> address = Ipv4Address::parse(text.substr(0, slash));
    std::uint32_t bits = 32;
    const bool has_bits = slash != std::string_view::npos;
    if (!address || (has_bits && !read_number(text.substr(slash + 1), 32, bits))) {
        return fail(fmt::format("\"{}\" is not a network (such as 10.1.0.0/16)", text));
    }
    const Ipv4Network network{*address, static_cast<std::uint8_t>(bits)};
    if ((address->value & ~network.mask()) != 0) {
        return fail(fmt::format("\"{}\" is an address in a network: its last {} bits must be 0",
                                text, 32 - bits));
    }
    return network;
}

std::string Ipv4Network::to_string() const {
    return fmt::format("{}/{}", address.to_string(), bits);
}

Expected<Endpoint> Endpoint::parse(std::string_view text) {
    const std::size_t colon = text.find(':');
    std::uint32_t port = 0;
    if (colon == std::string_view::npos || !read_number(text.substr(colon + 1), 65'535, port)) {
        return fail(
            fmt::format("\"{}\" is not an address and port (such as 127.0.0.1:26400)", text));
    }
    const Expected<Ipv4Address> address = Ipv4Address::parse(text.substr(0, colon));
    if (!address) {
        return std::unexpected(address.error());
    }
    return Endpoint{*address, static_cast<std::uint16_t>(port)};
}

std::string Endpoint::to_string() const {
    return fmt::format("{}:{}", address.to_string(), port);
}

}  // namespace hotpath::net
