#pragma once
/// The credentials of a Login Request, and their safe comparison.
///
/// Usernames and passwords are case-insensitive. The comparison always reads every character, so
/// that its time does not reveal how much of a password was right. Threads: values. Allocation:
/// none. Complexity: O(16).

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {

struct Credentials {
    Username username = to_alpha<6>("");
    Password password = to_alpha<10>("");

    [[nodiscard]] static constexpr Credentials of(std::string_view username,
                                                  std::string_view password) noexcept {
        return {to_alpha<6>(username), to_alpha<10>(password)};
    }
};

[[nodiscard]] constexpr char to_upper(char c) noexcept {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

template <std::size_t N>
[[nodiscard]] constexpr bool is_same_text(const std::array<char, N>& a,
                                          const std::array<char, N>& b) noexcept {
    unsigned difference = 0;
    for (std::size_t i = 0; i < N; ++i) {
        difference |= static_cast<unsigned char>(to_upper(a[i]) ^ to_upper(b[i]));
    }
    return difference == 0;
}

[[nodiscard]] inline bool is_login_of(const LoginRequest& request,
                                      const Credentials& credentials) noexcept {
    const bool is_user = is_same_text(request.load_username(), credentials.username);
    const bool is_password = is_same_text(request.load_password(), credentials.password);
    return is_user & is_password;
}

/// The user that logs in. Always compares with all users.
[[nodiscard]] inline std::optional<std::size_t> find_login(std::span<const Credentials> users,
                                                           const LoginRequest& request) noexcept {
    std::optional<std::size_t> found;
    for (std::size_t user = 0; user < users.size(); ++user) {
        if (is_login_of(request, users[user])) {
            found = user;
        }
    }
    return found;
}

}  // namespace hotpath::protocols::nasdaq::soupbintcp
