#pragma once
/// Who a Login Request says its client is, compared the way a server should.
///
/// Usernames and passwords are case-insensitive. The comparison looks at every character whatever
/// the earlier ones were, so that its time says nothing of how much of a password was right.
/// Threads: values. Allocation: none. Complexity: O(16).

#include <array>
#include <cstddef>
#include <string_view>

#include "hotpath/wire/soupbintcp/packets.hpp"

namespace hotpath::wire::soupbintcp {

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

}  // namespace hotpath::wire::soupbintcp
