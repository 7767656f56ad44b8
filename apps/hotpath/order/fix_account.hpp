#pragma once
/// The FIX session of `hotpath order`: from a trader's configuration ([venue]), a venue's ([fix],
/// [[fix_user]]) or the command line.
///
/// Threads: the main one. Allocation: free.

#include <filesystem>
#include <string>
#include <vector>

#include <toml++/toml.h>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/protocols/fix/trader/fix_account.hpp"

namespace hotpath::app {

/// The options as given on the command line; empty: not given.
struct OrderFixWords {
    std::string protocol{};  // ouch, fix
    std::string version{};
    std::string comp_id{};
    std::string venue_comp_id{};
    std::filesystem::path numbers{};
    bool resets_numbers = false;

    /// True if an option of FIX is given.
    [[nodiscard]] bool has_any() const {
        return !version.empty() || !comp_id.empty() || !venue_comp_id.empty() || !numbers.empty() ||
               resets_numbers;
    }
};

struct OrderFixAccount {
    protocols::fix::FixAccount session{};
    std::filesystem::path numbers{};  // empty: they begin at 1 at each logon
};

/// The FIX settings of a configuration.
struct ConfiguredFix {
    struct User {
        std::string user;
        std::string comp_id;
        std::string version;
        std::string password;  // "": elsewhere
    };

    bool is_protocol = false;  // of a trader's order entry
    std::string address{};
    std::string venue_comp_id = "HOTPATH";
    std::vector<User> users{};
    login::PasswordSource elsewhere{};  // of a trader's one session
    std::filesystem::path numbers{};
    Nanos heartbeat{30 * kNanosPerSecond};

    /// The session that is asked for, by CompID or user, or the only one; nullptr: none.
    [[nodiscard]] const User* find(const OrderFixWords& words, const std::string& user) const;
};

[[nodiscard]] ConfiguredFix read_configured_fix(const std::filesystem::path& file,
                                                const toml::table& root);

/// Without its password.
[[nodiscard]] Expected<OrderFixAccount> make_fix_account(const OrderFixWords& words,
                                                         const std::string& user,
                                                         const ConfiguredFix& configured);

}  // namespace hotpath::app
