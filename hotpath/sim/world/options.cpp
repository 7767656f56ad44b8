#include "hotpath/sim/world/options.hpp"

#include <fmt/format.h>

#include "hotpath/core/random.hpp"

namespace hotpath::sim::world {

namespace {

constexpr std::array<std::string_view, kFaultKinds> kFaultNames{"cut connection",
                                                                "slow reader",
                                                                "half-open connection",
                                                                "venue crash",
                                                                "trader crash",
                                                                "silent feed",
                                                                "re-requests away",
                                                                "snapshots away",
                                                                "slow disk",
                                                                "halt",
                                                                "garbage",
                                                                "operator kills",
                                                                "full disk",
                                                                "operator commands",
                                                                "trader's disk full",
                                                                "packets of strangers",
                                                                "failing disk",
                                                                "damaged disk",
                                                                "venue operator"};
constexpr std::array<std::string_view, kStrategyKinds> kStrategyNames{
    "market maker", "momentum", "trend following", "pairs", "arbitrage"};
constexpr std::size_t kKindsOfOneVenue = 4;

// One world of so many has a second venue, drawn by another generator: the others are as they were.
constexpr std::uint64_t kTwoVenuesOneIn = 5;
constexpr std::uint64_t kSecondVenue = 0x2e4d'0e5e'cafeULL;

/// How rare each is at least and at most, in milliseconds.
struct Pace {
    std::int64_t min = 0;
    std::int64_t max = 0;
};
constexpr std::array<Pace, kFaultKinds> kPaces{{{100, 3'000},
                                                {300, 4'000},
                                                {1'000, 6'000},
                                                {800, 5'000},
                                                {800, 5'000},
                                                {1'000, 6'000},
                                                {500, 5'000},
                                                {500, 5'000},
                                                {300, 4'000},
                                                {700, 4'000},
                                                {700, 4'000},
                                                {3'000, 20'000},
                                                {700, 5'000},
                                                {300, 3'000},
                                                {3'000, 20'000},
                                                {100, 2'000},
                                                {800, 5'000},
                                                {800, 5'000},
                                                {100, 1'500}}};
/// Those after these are drawn later: they leave what was drawn for a seed before them as it was.
constexpr std::size_t kKindsDrawnFirst = 13;
constexpr std::size_t kKindsDrawnNext = 15;
constexpr std::uint64_t kStrangers = 0x57a2'6e25ULL;
/// Each kind after those has another generator. In one world of so many.
constexpr std::uint64_t kBadDisksOneIn = 7;
constexpr std::uint64_t kBadDisks = 0xd15c'0bad'f001ULL;
constexpr std::uint64_t kVenueOperatorOneIn = 4;
constexpr std::uint64_t kVenueOperator = 0x0be7'a704'0f1dULL;

/// They happen to a trader, at all its venues.
[[nodiscard]] bool is_of_process(std::size_t kind) noexcept {
    const auto of = static_cast<FaultKind>(kind);
    return of == FaultKind::TraderCrash || of == FaultKind::OperatorKills ||
           of == FaultKind::OperatorCommands || of == FaultKind::TraderDiskFull;
}

[[nodiscard]] std::int64_t between(Random& random, std::int64_t least, std::int64_t most) {
    return least +
           static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most - least) + 1));
}

/// None in half of all worlds; else small more often than large.
[[nodiscard]] std::uint32_t chance(Random& random, std::uint64_t most) {
    if (random.one_in(2)) {
        return 0;
    }
    const std::uint64_t bound = random.below(most) + 1;
    return static_cast<std::uint32_t>(random.below(bound) + 1);
}

[[nodiscard]] PacketFaults draw_packets(Random& random) {
    PacketFaults packets;
    packets.lost = chance(random, 3'000);
    packets.lost_on_both_lines = chance(random, 500);
    packets.duplicated = chance(random, 5'000);
    packets.reordered = chance(random, 3'000);
    packets.truncated = chance(random, 300);
    packets.damaged = chance(random, 300);
    return packets;
}

[[nodiscard]] AccountDrawn draw_account(Random& random) {
    AccountDrawn account;
    account.hears_twice = random.one_in(4);
    account.has_drop_copy = !account.hears_twice;
    return account;
}

void draw_copies(Random& random, AccountDrawn& account) {
    account.copies_twice = random.one_in(8) && account.has_drop_copy;
}

/// The first two are always there, one that quotes and one that takes.
[[nodiscard]] std::vector<TraderOptionsDrawn> draw_traders(Random& random, Nanos faults_for) {
    std::vector<TraderOptionsDrawn> traders;
    const std::uint64_t count = 2 + random.below(2);
    for (std::uint64_t n = 0; n < count; ++n) {
        TraderOptionsDrawn trader;
        const std::uint64_t taker = 1 + random.below(kKindsOfOneVenue - 1);
        trader.strategy = n == 0 ? StrategyKind::MarketMaker : static_cast<StrategyKind>(taker);
        if (random.one_in(3)) {
            trader.joins_at = {between(random, 0, faults_for.value / 2)};
        }
        trader.accounts[0] = draw_account(random);
        traders.push_back(trader);
    }
    return traders;
}

/// In one world of four, while there are faults; in half of these a process dies about then, from
/// before the end of the first day to after the begin of the second.
[[nodiscard]] DayTurn draw_turn(Random& random, Nanos faults_for) {
    constexpr std::int64_t kLeast = 500;
    constexpr std::int64_t kAbout = 150;
    DayTurn turn;
    if (!random.one_in(4)) {
        return turn;
    }
    const std::int64_t at = between(random, kLeast, faults_for.value / kNanosPerMillisecond);
    const std::int64_t pause = between(random, 200, 1'500);
    turn.at = {at * kNanosPerMillisecond};
    turn.pause = {pause * kNanosPerMillisecond};
    turn.keeps_orders = random.one_in(2);
    turn.is_crash_of_venue = random.one_in(2);
    if (random.one_in(2)) {
        turn.crash_at = {between(random, at - kAbout, at + pause + kAbout) * kNanosPerMillisecond};
    }
    return turn;
}

void draw_wires(Random& random, VenueDrawn& venue) {
    venue.request_every = {between(random, 5'000, 30'000) * 1'000};
    venue.delay = {between(random, 5, 500) * 1'000};
    venue.jitter = {between(random, 1, 300) * 1'000};
    venue.commit = {between(random, 20, 2'000) * 1'000};
    const std::uint64_t grace = random.below(3);
    venue.cancel_on_disconnect_after = grace == 0   ? Nanos{}
                                       : grace == 1 ? Nanos{kNanosPerSecond}
                                                    : kForever;
}

void draw_pace(Random& random, std::size_t kind, VenueDrawn& venue) {
    venue.every[kind] = {between(random, kPaces[kind].min, kPaces[kind].max) *
                         kNanosPerMillisecond};
}

void draw_fault(Random& random, std::size_t kind, VenueDrawn& venue) {
    if (random.one_in(3)) {
        draw_pace(random, kind, venue);
    }
}

/// Some bind often: the open orders of quotes at both venues, the messages of a day, the value.
void draw_firm(Random& random, WorldOptions& options) {
    constexpr Money kPerShare{500'000};
    constexpr std::uint64_t kUnbound = 1'000'000;
    options.firm.open_orders_max = 2 + random.below(13);
    options.firm.messages_max = random.one_in(4) ? 20 + random.below(400) : kUnbound;
    options.firm.open_value_max = {kPerShare.value * between(random, 200, 4'000)};
    options.firm_exposure.gross_max = {kPerShare.value * between(random, 500, 6'000)};
    options.firm_exposure.net_max = {kPerShare.value * between(random, 300, 3'000)};
}

/// In one world of five: the last trader trades at both venues, another one at the second alone.
void draw_second_venue(WorldOptions& options) {
    Random random(options.seed ^ kSecondVenue);
    if (!random.one_in(kTwoVenuesOneIn)) {
        return;
    }
    VenueDrawn& venue = options.venues.emplace_back();
    draw_wires(random, venue);
    venue.packets = draw_packets(random);
    for (std::size_t kind = 0; kind < kKindsDrawnNext; ++kind) {
        if (!is_of_process(kind)) {
            draw_fault(random, kind, venue);
        }
    }
    venue.turn = draw_turn(random, options.faults_for);
    draw_firm(random, options);
    const auto draw_whole_account = [&] {
        AccountDrawn account = draw_account(random);
        draw_copies(random, account);
        return account;
    };
    TraderOptionsDrawn& both = options.traders.back();
    both.accounts[1] = draw_whole_account();
    const std::uint64_t what = random.below(4);
    both.strategy = what < 2   ? StrategyKind::Arbitrage
                    : what < 3 ? StrategyKind::MarketMaker
                               : both.strategy;
    TraderOptionsDrawn& other = options.traders.emplace_back();
    other.strategy = static_cast<StrategyKind>(random.below(kKindsOfOneVenue));
    other.accounts = {std::nullopt, draw_whole_account()};
    if (random.one_in(3)) {
        other.joins_at = {between(random, 0, options.faults_for.value / 2)};
    }
}

void draw_bad_disks(WorldOptions& options) {
    Random random(options.seed ^ kBadDisks);
    if (!random.one_in(kBadDisksOneIn)) {
        return;
    }
    for (VenueDrawn& venue : options.venues) {
        for (const FaultKind kind : {FaultKind::FailingDisk, FaultKind::DamagedDisk}) {
            draw_pace(random, static_cast<std::size_t>(kind), venue);
        }
    }
}

void draw_venue_operators(WorldOptions& options) {
    Random random(options.seed ^ kVenueOperator);
    if (!random.one_in(kVenueOperatorOneIn)) {
        return;
    }
    for (VenueDrawn& venue : options.venues) {
        draw_pace(random, static_cast<std::size_t>(FaultKind::VenueOperator), venue);
    }
}

}  // namespace

std::string_view name(FaultKind kind) noexcept {
    return kFaultNames[static_cast<std::size_t>(kind)];
}

std::string_view name(StrategyKind kind) noexcept {
    return kStrategyNames[static_cast<std::size_t>(kind)];
}

WorldOptions draw_world(std::uint64_t seed) {
    Random random(seed);
    WorldOptions options;
    options.seed = seed;
    options.faults_for = {between(random, 2'000, 8'000) * kNanosPerMillisecond};
    options.calm_for = {12'000 * kNanosPerMillisecond};
    VenueDrawn& venue = options.venues.front();
    draw_wires(random, venue);
    // In one world of four shorter than what faults delay a drop copy by.
    options.reconcile_within = {(seed % 4 == 0 ? 1 : 10) * kNanosPerSecond};
    venue.packets = draw_packets(random);
    for (std::size_t kind = 0; kind < kKindsDrawnFirst; ++kind) {
        draw_fault(random, kind, venue);
    }
    options.traders = draw_traders(random, options.faults_for);
    for (std::size_t kind = kKindsDrawnFirst; kind < kKindsDrawnNext; ++kind) {
        draw_fault(random, kind, venue);
    }
    for (TraderOptionsDrawn& trader : options.traders) {
        draw_copies(random, *trader.accounts[0]);
    }
    venue.turn = draw_turn(random, options.faults_for);
    draw_second_venue(options);
    Random strangers(seed ^ kStrangers);
    for (VenueDrawn& each : options.venues) {
        draw_fault(strangers, static_cast<std::size_t>(FaultKind::Strangers), each);
    }
    draw_bad_disks(options);
    draw_venue_operators(options);
    return options;
}

namespace {

[[nodiscard]] double ms(Nanos time) {
    return static_cast<double>(time.value) / 1e6;
}

[[nodiscard]] std::string text_of(const AccountDrawn& account) {
    return account.copies_twice    ? "with a drop copy, some copies sent twice"
           : account.has_drop_copy ? "with a drop copy"
                                   : "without a drop copy, some replies sent twice";
}

void describe_traders(const WorldOptions& options, std::vector<std::string>& lines) {
    for (std::size_t n = 0; n < options.traders.size(); ++n) {
        const TraderOptionsDrawn& trader = options.traders[n];
        std::string line =
            fmt::format("trader {}: {}, from {:.0f} ms on", n,
                        options.strategy ? options.strategy->name() : name(trader.strategy),
                        ms(trader.joins_at));
        for (std::size_t venue = 0; venue < options.venues.size(); ++venue) {
            if (trader.is_at(venue)) {
                line += options.venues.size() == 1 ? ", " : fmt::format(", at venue {} ", venue);
                line += text_of(*trader.accounts[venue]);
            }
        }
        lines.push_back(std::move(line));
    }
}

void describe_venue(const VenueDrawn& venue, std::vector<std::string>& lines) {
    lines.push_back(
        fmt::format("network {:.3f} to {:.3f} ms one way, a group durable after {:.3f} ms at most",
                    ms(venue.delay), ms(venue.delay + venue.jitter), ms(venue.commit)));
    lines.push_back(
        fmt::format("a request of each scripted client every {:.1f} ms", ms(venue.request_every)));
    lines.push_back(venue.cancel_on_disconnect_after == kForever
                        ? std::string("orders stay when their connection is gone")
                        : fmt::format("orders are canceled {:.0f} ms after their connection",
                                      ms(venue.cancel_on_disconnect_after)));
    const PacketFaults& packets = venue.packets;
    lines.push_back(fmt::format(
        "of 10,000 datagrams {} lost a line, {} on both, {} doubled, {} late, {} cut, {} damaged",
        packets.lost, packets.lost_on_both_lines, packets.duplicated, packets.reordered,
        packets.truncated, packets.damaged));
    for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
        if (venue.every[kind] != Nanos{}) {
            lines.push_back(
                fmt::format("{} every {:.0f} ms", kFaultNames[kind], ms(venue.every[kind])));
        }
    }
    if (const DayTurn& turn = venue.turn; turn.happens()) {
        lines.push_back(fmt::format(
            "the day ends at {:.0f} ms, the next begins {:.0f} ms later; {}", ms(turn.at),
            ms(turn.pause), turn.keeps_orders ? "some orders outlive it" : "no order outlives it"));
        if (turn.crash_at != Nanos{}) {
            lines.push_back(fmt::format("{} dies at {:.0f} ms",
                                        turn.is_crash_of_venue ? "the venue" : "a trader",
                                        ms(turn.crash_at)));
        }
    }
}

}  // namespace

std::vector<std::string> describe(const WorldOptions& options) {
    std::vector<std::string> lines;
    lines.push_back(fmt::format("faults for {:.0f} ms, then calm for {:.0f} ms",
                                ms(options.faults_for), ms(options.calm_for)));
    lines.push_back(fmt::format("a trader stops when a drop copy is {:.0f} ms late",
                                ms(options.reconcile_within)));
    if (options.flash_crash_at != Nanos{}) {
        lines.push_back(
            fmt::format("prices fall by a tenth from {:.0f} ms on", ms(options.flash_crash_at)));
    }
    describe_traders(options, lines);
    if (options.venues.size() == 1) {
        describe_venue(options.venues.front(), lines);
        return lines;
    }
    lines.push_back(fmt::format("a trader at both venues: {} open orders at most, {} messages",
                                options.firm.open_orders_max, options.firm.messages_max));
    for (std::size_t venue = 0; venue < options.venues.size(); ++venue) {
        lines.push_back(fmt::format("venue {}:", venue));
        describe_venue(options.venues[venue], lines);
    }
    return lines;
}

}  // namespace hotpath::sim::world
