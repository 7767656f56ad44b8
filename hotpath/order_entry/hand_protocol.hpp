#pragma once
/// HandProtocol: what `hotpath order` needs of a protocol of order entry: its options on the command line, and
/// the account that they and a configuration choose. Each protocol has its own in its folder
/// (protocols/*/by_hand), and some have none.
///
/// Threads: set-up. Allocation: free.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <toml++/toml.h>

#include "hotpath/core/error.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/order_entry/entry_client.hpp"

namespace hotpath::order_entry {

struct HandOption {
    enum class Kind : std::uint8_t { Name, Choice, OutputFile, Flag };

    Kind kind = Kind::Name;
    std::string name{};  // --name
    std::string help{};
    std::string (*check)(const std::string& text) = nullptr;  // of a Name: "", or what must hold
    std::vector<std::string> choices{};
};

/// The values of options, by name; empty: not given.
struct HandWords {
    std::map<std::string, std::string, std::less<>> texts{};
    std::map<std::string, std::filesystem::path, std::less<>> files{};
    std::map<std::string, bool, std::less<>> flags{};

    [[nodiscard]] std::string text(std::string_view name) const {
        const auto found = texts.find(name);
        return found == texts.end() ? std::string() : found->second;
    }
    [[nodiscard]] std::filesystem::path file(std::string_view name) const {
        const auto found = files.find(name);
        return found == files.end() ? std::filesystem::path() : found->second;
    }
    [[nodiscard]] bool flag(std::string_view name) const {
        const auto found = flags.find(name);
        return found != flags.end() && found->second;
    }
    [[nodiscard]] bool has(std::string_view name) const {
        return !text(name).empty() || !file(name).empty() || flag(name);
    }
};

struct HandRequest {
    const HandWords& words;
    const std::string& user;              // that is asked for; "": none
    const std::filesystem::path& config;  // "": there is none, and the table is empty
    const toml::table& root;              // of a trader's or a venue's configuration
};

/// An account without its password.
struct HandAccount {
    std::string user{};      // as it is shown
    std::string address{};   // configured; "": it is not
    std::string password{};  // configured; "": elsewhere
    login::PasswordSource elsewhere{};
    /// Returns the function that opens its sessions, or an error for a password that the protocol cannot have.
    std::function<Expected<OpenSession>(const std::string& password)> with_password{};
};

struct HandProtocol {
    std::size_t password_max = 0;  // characters
    const std::vector<HandOption>& (*options)() = nullptr;
    Expected<HandAccount> (*choose)(const HandRequest& request) = nullptr;
};

/// The error of a password that a protocol cannot have.
[[nodiscard]] std::unexpected<Error> wrong_password(const std::string& user, std::size_t most,
                                                    std::size_t length);

/// Returns the protocol at this place in protocols::OrderEntries; nullptr: it has no orders by hand.
[[nodiscard]] const HandProtocol* hand_protocol(std::size_t order_entry) noexcept;

}  // namespace hotpath::order_entry
