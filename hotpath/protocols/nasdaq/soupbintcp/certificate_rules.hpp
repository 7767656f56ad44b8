#pragma once
/// CertificateRules: which users a client may log in as by its certificate.
///
///   | the user has a rule | and the certificate its name | another user's rule names it |
///   | yes                 | may log in                   | may log in                   |
///   | yes                 | has not: refused             | refused                      |
///   | no                  | - may log in                 | refused                      |
///
/// So a user with a rule needs its certificate beside its password, and a certificate that stands in
/// rules opens no other user's session. `User` is how a server names its users, and is compared.
/// Threads: one owner. Allocation: the constructor, on_shown(). Complexity: O(rules times names of
/// the certificate) a login.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hotpath::protocols::nasdaq::soupbintcp {

/// For the log. The client gets what a wrong password gets: it does not learn that its own is right.
inline constexpr std::string_view kWrongCertificate =
    "login rejected: the certificate is not this user's";

/// The user logs in with a certificate that has this name.
template <class User>
struct CertificateRule {
    User user{};
    std::string certificate{};
};

template <class User>
class CertificateRules {
  public:
    CertificateRules(std::vector<CertificateRule<User>> rules, std::size_t connections)
        : rules_(std::move(rules)), names_(connections) {}

    /// Logins that were not allowed.
    [[nodiscard]] std::uint64_t refused() const noexcept { return refused_; }

    void on_connect(std::size_t connection) noexcept { names_[connection].clear(); }
    void on_shown(std::size_t connection, std::vector<std::string>&& names) noexcept {
        names_[connection] = std::move(names);
    }
    /// May this client be that user? False is counted.
    [[nodiscard]] bool allow(std::size_t connection, const User& user) noexcept {
        const bool is_allowed = allows(names_[connection], user);
        refused_ += is_allowed ? 0U : 1U;
        return is_allowed;
    }

  private:
    /// Empty names mean that the client has shown no certificate.
    [[nodiscard]] bool allows(const std::vector<std::string>& names,
                              const User& user) const noexcept {
        bool has_rule = false;
        bool is_of_others = false;
        for (const CertificateRule<User>& rule : rules_) {
            const bool is_named = std::ranges::find(names, rule.certificate) != names.end();
            if (rule.user == user && is_named) {
                return true;
            }
            has_rule = has_rule || rule.user == user;
            is_of_others = is_of_others || is_named;
        }
        return !has_rule && !is_of_others;
    }

    std::vector<CertificateRule<User>> rules_;
    std::vector<std::vector<std::string>> names_;  // of certificates, by connection
    std::uint64_t refused_ = 0;
};

}  // namespace hotpath::protocols::nasdaq::soupbintcp
