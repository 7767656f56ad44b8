#pragma once
/// OrderEntryKeys, MarketDataKeys: a protocol's keys in the tables [venue] and [market_data] of a trader's
/// configuration. Each protocol reads its own (protocols/*/config); those of a protocol that is not used are
/// checked, too.
///
/// Threads: set-up. Allocation: free.

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/feed/feed_loop.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/protocols/all.hpp"

namespace hotpath::live {

/// Owns what an account points to; nullptr: nothing.
using Secret = std::shared_ptr<const void>;
/// Completes the account with a secret that a replay does not have.
using ReadSecret = std::function<Expected<Secret>(protocols::OrderEntries::Account&)>;

struct OrderEntryConfig {
    protocols::OrderEntries::Account account{};
    std::filesystem::path numbers{};  // of the session: NumberFile; empty: it has none
    ReadSecret read_secret{};         // empty: the login is all there is
};

/// A key whose value no journal may have.
struct SecretKey {
    std::string_view key{};
    bool keeps_length = false;  // in a log-on, whose bytes have the same length in a replay
};

struct OrderEntryKeys {
    std::string_view protocol{};  // the value of the key
    /// `user`: whose session it must be; empty: not said. With is_used the result goes to `into`, and keys
    /// may be required. nullptr: the protocol has no keys.
    void (*read)(config::TomlTable& table, bool is_used, const std::string& user,
                 OrderEntryConfig& into) = nullptr;
    std::span<const SecretKey> secrets{};
};

struct MarketDataConfig {
    protocols::MarketFeeds::Options options{};
    feed::LiveFeedOptions feed{};
    std::array<std::optional<net::Endpoint>, feed::kFeedLoops> loops{};  // by feed::FeedLoop
};

struct MarketDataKeys {
    /// `lines`: groups that no loop may have. With is_used the result goes to `into`. nullptr: the protocol has
    /// no keys.
    void (*read)(config::TomlTable& table, bool is_used, const std::vector<net::Endpoint>& lines,
                 MarketDataConfig& into) = nullptr;
};

/// The secret is in one place: in the table, in the environment, in a file. `name` is "password" or
/// "secret_key".
void read_source(config::TomlTable& table, const std::string& prefix, login::PasswordSource& source,
                 const std::string& name = "password");
/// nullopt: the source names no place.
[[nodiscard]] Expected<std::optional<std::string>> read_secret_word(
    const login::PasswordSource& source, std::size_t length_max);

}  // namespace hotpath::live
