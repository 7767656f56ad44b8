#pragma once
/// Options of a trader: the engine's options, its account at the venue, and time limits.
///
/// Values. Threads: any. Allocation: the engine's symbol list, the list of venues.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/connection.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "hotpath/risk/shared_limits.hpp"
#include "hotpath/trader/operator_commands.hpp"

namespace hotpath::trader {

/// The purpose of a connection to the venue. The feed's lines, re-requests and loops are datagrams.
enum class Port : std::uint8_t { OrderEntry, Glimpse, DropCopy };
inline constexpr std::size_t kPorts = 3;
inline constexpr std::array<Port, kPorts> kAllPorts{Port::OrderEntry, Port::Glimpse,
                                                    Port::DropCopy};

struct TraderOptions {
    engine::EngineOptions engine{};
    /// Market data comes over this, by default ITCH 5.0, with the engine's symbols and bounds.
    protocols::MarketFeeds::Options market_data{};
    protocols::nasdaq::soupbintcp::Credentials account{};  // of order entry, and of snapshots
    /// Orders go over this, by default OUCH, as the account.
    protocols::OrderEntries::Account order_entry{};
    /// Login for the drop copy; none: positions are not reconciled.
    std::optional<protocols::nasdaq::soupbintcp::Credentials> drop_copy{};
    protocols::nasdaq::soupbintcp::ConnectionOptions connection{
        .login_timeout{5 * kNanosPerSecond}};
    Nanos retry_min{100'000'000};  // between connections, doubled from here
    Nanos retry_max{5 * kNanosPerSecond};
    Nanos timer_interval{100'000'000};             // of the strategy and of the feed's silence
    Nanos reconcile_within{30 * kNanosPerSecond};  // an execution and its copy
    Nanos stop_within{5 * kNanosPerSecond};        // cancels answered, copies read, logged out
    OverrideOptions overrides{};                   // temporary limits, by two operators
    std::uint64_t configuration = 0;               // checksum of the whole configuration

    /// nullptr: orders go over another protocol.
    template <class Account>
    [[nodiscard]] Account* entry() noexcept {
        return std::get_if<Account>(&order_entry);
    }
    template <class Account>
    [[nodiscard]] const Account* entry() const noexcept {
        return std::get_if<Account>(&order_entry);
    }
    template <class Options>
    [[nodiscard]] Options* data() noexcept {
        return std::get_if<Options>(&market_data);
    }
    template <class Options>
    [[nodiscard]] const Options* data() const noexcept {
        return std::get_if<Options>(&market_data);
    }
};

/// The venues of one trader, and the limits of all of them together.
struct TraderVenues {
    /// One venue: its own limits are all there are.
    TraderVenues(const TraderOptions& only) : options{only} {}  // NOLINT(*-explicit-*)
    TraderVenues(std::vector<TraderOptions> of, const risk::FirmLimits& limits,
                 const risk::FirmExposureLimits& exposure)
        : options(std::move(of)), firm(limits), firm_exposure(exposure) {}

    std::vector<TraderOptions> options;
    risk::FirmLimits firm{};
    risk::FirmExposureLimits firm_exposure{};
};

struct TraderCounters {
    std::uint64_t sessions = 0;       // of order entry that were open
    std::uint64_t replies = 0;        // on them
    std::uint64_t unsent_orders = 0;  // messages that found the session full: it was closed
};

}  // namespace hotpath::trader
