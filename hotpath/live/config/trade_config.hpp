#pragma once
/// The configuration of `hotpath trade`: a TOML file, each key checked. An error is one line
/// with file, key, what must hold and what was given; an unknown key is an error, and so is a
/// missing risk limit: limits have no defaults.
///
/// Keys and defaults: docs/guide/trader.md, and docs/examples/trader.toml has every one of them.
/// Threads: set-up. Allocation: free.

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_loop.hpp"
#include "hotpath/live/config/protocol_keys.hpp"
#include "hotpath/login/login_gate.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/login/tls_table.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/risk/shared_limits.hpp"
#include "hotpath/strategy/registry.hpp"
#include "hotpath/strategy/strategy_parts.hpp"
#include "hotpath/telemetry/telemetry_channel.hpp"
#include "hotpath/trader/operator_port.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::live {

/// The behaviour of the trading thread without input.
enum class Idle : std::uint8_t {
    Poll,   // looks again: the core is its own
    Yield,  // lets others have the core, and looks again
    Wait,   // sleeps until a socket has something
};

/// Where the trader's inputs are kept, and how.
struct TradeJournalConfig {
    std::filesystem::path folder{};
    std::string mode{"pagecache"};  // of journal::AckMode
    std::uint64_t segment_mib = 64;
    std::uint64_t channel_mib = 16;  // of shared memory before the disk
};

using strategy::StrategyPart;
using telemetry::TelemetryOptions;

/// Where it trades and as whom. The options of the trader there are all of them: what is traded
/// and within which limits, too.
struct VenueConfig {
    trader::TraderOptions trader{};
    std::string account{};                     // the user's name
    login::PasswordSource account_password{};  // where it is, when it is not in the configuration
    login::PasswordSource drop_copy_password{};
    ReadSecret read_secret{};  // of the session of order entry; read_passwords() calls it
    Secret secret{};           // what its account points to, from read_passwords() on
    net::Endpoint order_entry{};
    std::filesystem::path numbers{};           // of the session of order entry: NumberFile
    std::optional<net::Endpoint> glimpse{};    // none: no snapshots
    std::optional<net::Endpoint> drop_copy{};  // none: positions are not reconciled
    net::Endpoint line_a{};
    std::optional<net::Endpoint> line_b{};
    std::optional<net::Endpoint> requests{};  // none: what is lost is not asked for
    /// Groups of the market data's loops, by feed::FeedLoop.
    std::array<std::optional<net::Endpoint>, feed::kFeedLoops> loops{};
    [[nodiscard]] bool has_loops() const noexcept {
        return std::ranges::any_of(loops, [](const auto& group) { return group.has_value(); });
    }
    std::optional<login::TlsClientConfig> tls{};  // of every connection of TCP; none: plain text
    std::string interface{"lo"};
};

/// The venue's, and what there is one of.
struct TradeConfig : VenueConfig {
    std::optional<VenueConfig> second{};  // of a strategy between two venues
    risk::FirmLimits firm{};              // of both together; without a second there is no need
    risk::FirmExposureLimits firm_exposure{};
    std::vector<StrategyPart> strategies{};  // at least one; of several each has its own symbols

    std::optional<net::Endpoint> operator_port{};  // none: signals are all there is
    trader::OperatorPortOptions operators{};
    std::optional<login::TlsServerConfig> operator_tls{};  // none: plain text
    bool plain_text_beyond_loopback = false;
    std::vector<login::StoredHash>
        operator_hashes{};  // of the n-th operator; nullopt: a plain password

    Idle idle = Idle::Yield;
    std::optional<std::uint32_t> core{};  // none: wherever the kernel likes
    Nanos warm_every{100'000};            // between turns of warm_step() while idle; 0: none
    Nanos health_every{kNanosPerSecond};
    TelemetryOptions telemetry{};
    Nanos clock_error_max{0};                     // of UTC; 0: not checked
    std::optional<TradeJournalConfig> journal{};  // none: nothing can be replayed
    std::filesystem::path host_settings{};        // read at the start; none: the defaults
    /// The file as it was understood, its passwords hidden: what a replay is made of.
    std::string text{};
};

[[nodiscard]] inline std::size_t venues_count(const TradeConfig& config) noexcept {
    return config.second ? 2 : 1;
}
[[nodiscard]] inline const VenueConfig& venue_config(const TradeConfig& config, std::size_t n) {
    return n == 0 ? config : *config.second;
}
[[nodiscard]] trader::TraderVenues venues_of(const TradeConfig& config);
/// "market_maker", "market_maker+pairs"
[[nodiscard]] std::string strategy_name(const TradeConfig& config);
/// "first venue", "second venue"
[[nodiscard]] std::string_view venue_name(std::size_t n) noexcept;
/// The telemetry channel of a venue; the second's name ends in "-2".
[[nodiscard]] TelemetryOptions channel_options(const TradeConfig& config, std::size_t n);

/// Detects differences between traders that should be equal: a checksum of the configuration,
/// without its passwords, and of this program.
[[nodiscard]] Expected<std::uint64_t> identity_of(const std::filesystem::path& config);

/// Reads the passwords that the configuration has elsewhere: in the environment, in files.
[[nodiscard]] Expected<void> read_passwords(TradeConfig& config);

/// `strategies`: those that a configuration may name.
[[nodiscard]] Expected<TradeConfig> read_trade_config(const std::filesystem::path& file,
                                                      const strategy::Registry& strategies);
/// Parses TradeConfig::text; `name` is the file name in errors.
[[nodiscard]] Expected<TradeConfig> parse_trade_config(std::string_view text,
                                                       const std::filesystem::path& name,
                                                       const strategy::Registry& strategies);

}  // namespace hotpath::live
