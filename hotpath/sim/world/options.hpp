#pragma once
/// Options of a simulated world: its venues, its participants, the network's effects on packets,
/// which faults happen how often, for how long. All of it is drawn from one seed; no two seeds have
/// the same.
///
/// Each seed has a subset of the faults (a swarm): a world in which everything goes wrong all the
/// time hides what only a single fault brings out. Threads: values. Allocation: lists of names.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/risk/firm_exposure.hpp"
#include "hotpath/risk/shared_limits.hpp"
#include "hotpath/strategy/registration.hpp"

namespace hotpath::sim::world {

inline constexpr std::int64_t kNanosPerMillisecond = 1'000'000;

/// Venues of one world. The first is always there.
inline constexpr std::size_t kVenuesMax = 2;

/// The kinds of faults.
enum class FaultKind : std::uint8_t {
    CutConnection,     // any order-entry, snapshot or drop-copy connection, at any byte
    SlowReader,        // a client that takes nothing for a while
    HalfOpen,          // a connection silently carries nothing any more
    VenueCrash,        // what was not durable is gone, the journal's tail torn or not
    TraderCrash,       // another process begins from nothing
    SilentFeed,        // both lines of everybody
    RequestsAway,      // no re-request is answered
    SnapshotsAway,     // no snapshot connection is taken
    SlowDisk,          // a group takes 50 ms to be durable
    Halt,              // an instrument is halted and reopened with a cross
    Garbage,           // a client sends bytes that are no message
    OperatorKills,     // of one trader, for good
    FullDisk,          // the venue's journal has room for cancels alone
    OperatorCommands,  // of one trader: kill, reduce only, cancel, resume, in any order
    TraderDiskFull,    // a trader's inputs cannot be recorded for a while
    Strangers,         // somebody else sends to the groups of the feed
    FailingDisk,       // an operation of the venue's disk fails: its process ends
    DamagedDisk,       // power fails, a sector of the journal is lost or a group in another place
    VenueOperator,  // commands about a user (suspend, disconnect, limits) or a trade (break, correct)
};
inline constexpr std::size_t kFaultKinds = 19;

[[nodiscard]] std::string_view name(FaultKind kind) noexcept;

/// Chances in 10,000 that it happens to one datagram.
struct PacketFaults {
    std::uint32_t lost = 0;                // each line by itself
    std::uint32_t lost_on_both_lines = 0;  // at the venue's end
    std::uint32_t duplicated = 0;
    std::uint32_t reordered = 0;  // comes up to 5 ms later
    std::uint32_t truncated = 0;
    std::uint32_t damaged = 0;  // a bit is another
};

/// The last one trades between two venues.
enum class StrategyKind : std::uint8_t { MarketMaker, Momentum, TrendFollowing, Pairs, Arbitrage };
inline constexpr std::size_t kStrategyKinds = 5;

[[nodiscard]] std::string_view name(StrategyKind kind) noexcept;

/// A trader at one venue.
struct AccountDrawn {
    bool has_drop_copy = true;
    bool hears_twice = false;   // it receives some replies twice: repeater.hpp
    bool copies_twice = false;  // or some drop copies
};

struct TraderOptionsDrawn {
    StrategyKind strategy = StrategyKind::MarketMaker;
    Nanos joins_at{};  // after the begin
    /// By venue; empty: the trader does not trade there.
    std::array<std::optional<AccountDrawn>, kVenuesMax> accounts{AccountDrawn{}};

    [[nodiscard]] bool is_at(std::size_t venue) const noexcept {
        return accounts[venue].has_value();
    }
    /// A strategy at both venues, under the firm's limits.
    [[nodiscard]] bool is_at_both() const noexcept { return is_at(0) && is_at(1); }
};

/// The venue ends its day and begins the next one.
struct DayTurn {
    Nanos at{};                 // after the begin; 0: never
    Nanos pause{};              // between the two sessions
    bool keeps_orders = false;  // scripted clients also enter orders that outlive their day
    Nanos crash_at{};           // of a process, about then; 0: none
    bool is_crash_of_venue = false;

    [[nodiscard]] bool happens() const noexcept { return at != Nanos{}; }
};

/// A venue, the wires to it, its scripted clients, and the faults of all of these.
struct VenueDrawn {
    Nanos request_every{};  // of each scripted client, on average
    Nanos delay{};          // of the network, one way
    Nanos jitter{};         // on top of it, at most
    Nanos commit{};         // how long a group takes to be durable, at most
    Nanos cancel_on_disconnect_after{};
    PacketFaults packets{};
    /// On average; 0: never. Faults of the traders' processes are among those of the first venue.
    std::array<Nanos, kFaultKinds> every{};
    DayTurn turn{};

    [[nodiscard]] Nanos every_of(FaultKind kind) const noexcept {
        return every[static_cast<std::size_t>(kind)];
    }
};

struct WorldOptions {
    std::uint64_t seed = 1;
    Nanos faults_for{};  // then they end, and everybody has `calm_for` to agree
    Nanos calm_for{};
    Nanos reconcile_within{};  // the longest wait of an execution for its drop copy
    Nanos flash_crash_at{};    // after the begin; 0: none. Not drawn
    std::vector<VenueDrawn> venues{VenueDrawn{}};  // 1 to kVenuesMax
    std::vector<TraderOptionsDrawn> traders{};
    std::optional<strategy::StrategyChoice> strategy{};  // of every trader, not those drawn
    /// These limit each trader at both venues.
    risk::FirmLimits firm{};
    risk::FirmExposureLimits firm_exposure{};
};

/// The options of this seed.
[[nodiscard]] WorldOptions draw_world(std::uint64_t seed);

/// A line for each thing that was drawn.
[[nodiscard]] std::vector<std::string> describe(const WorldOptions& options);

}  // namespace hotpath::sim::world
