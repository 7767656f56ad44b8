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
                                                                "trader's disk full"};
constexpr std::array<std::string_view, kStrategyKinds> kStrategyNames{"market maker", "momentum",
                                                                      "trend following", "pairs"};

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
                                                {3'000, 20'000}}};
/// Those after these are drawn later: they leave what was drawn for a seed before them as it was.
constexpr std::size_t kKindsDrawnFirst = 13;

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

/// The first two are always there, one that quotes and one that takes.
[[nodiscard]] std::vector<TraderOptionsDrawn> draw_traders(Random& random, Nanos faults_for) {
    std::vector<TraderOptionsDrawn> traders;
    const std::uint64_t count = 2 + random.below(2);
    for (std::uint64_t n = 0; n < count; ++n) {
        TraderOptionsDrawn trader;
        const std::uint64_t taker = 1 + random.below(kStrategyKinds - 1);
        trader.strategy = n == 0 ? StrategyKind::MarketMaker : static_cast<StrategyKind>(taker);
        if (random.one_in(3)) {
            trader.joins_at = {between(random, 0, faults_for.value / 2)};
        }
        trader.hears_twice = random.one_in(4);
        trader.has_drop_copy = !trader.hears_twice;
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
    options.request_every = {between(random, 5'000, 30'000) * 1'000};
    options.delay = {between(random, 5, 500) * 1'000};
    options.jitter = {between(random, 1, 300) * 1'000};
    options.commit = {between(random, 20, 2'000) * 1'000};
    const std::uint64_t grace = random.below(3);
    options.cancel_on_disconnect_after = grace == 0   ? Nanos{}
                                         : grace == 1 ? Nanos{kNanosPerSecond}
                                                      : kForever;
    // In one world of four shorter than what faults delay a drop copy by.
    options.reconcile_within = {(seed % 4 == 0 ? 1 : 10) * kNanosPerSecond};
    options.packets = draw_packets(random);
    const auto draw_faults = [&](std::size_t first, std::size_t end) {
        for (std::size_t kind = first; kind < end; ++kind) {
            if (random.one_in(3)) {
                options.every[kind] = {between(random, kPaces[kind].min, kPaces[kind].max) *
                                       kNanosPerMillisecond};
            }
        }
    };
    draw_faults(0, kKindsDrawnFirst);
    options.traders = draw_traders(random, options.faults_for);
    draw_faults(kKindsDrawnFirst, kFaultKinds);
    for (TraderOptionsDrawn& trader : options.traders) {
        trader.copies_twice = random.one_in(8) && trader.has_drop_copy;
    }
    options.turn = draw_turn(random, options.faults_for);
    return options;
}

std::vector<std::string> describe(const WorldOptions& options) {
    const auto ms = [](Nanos time) { return static_cast<double>(time.value) / 1e6; };
    std::vector<std::string> lines;
    lines.push_back(fmt::format("faults for {:.0f} ms, then calm for {:.0f} ms",
                                ms(options.faults_for), ms(options.calm_for)));
    lines.push_back(
        fmt::format("network {:.3f} to {:.3f} ms one way, a group durable after {:.3f} ms at most",
                    ms(options.delay), ms(options.delay + options.jitter), ms(options.commit)));
    lines.push_back(fmt::format("a request of each scripted client every {:.1f} ms",
                                ms(options.request_every)));
    lines.push_back(options.cancel_on_disconnect_after == kForever
                        ? std::string("orders stay when their connection is gone")
                        : fmt::format("orders are canceled {:.0f} ms after their connection",
                                      ms(options.cancel_on_disconnect_after)));
    lines.push_back(fmt::format("a trader stops when a drop copy is {:.0f} ms late",
                                ms(options.reconcile_within)));
    for (std::size_t n = 0; n < options.traders.size(); ++n) {
        const TraderOptionsDrawn& trader = options.traders[n];
        lines.push_back(
            fmt::format("trader {}: {}, from {:.0f} ms on, {}", n,
                        options.strategy ? options.strategy->name() : name(trader.strategy),
                        ms(trader.joins_at),
                        trader.copies_twice    ? "with a drop copy, some copies sent twice"
                        : trader.has_drop_copy ? "with a drop copy"
                                               : "without a drop copy, some replies sent twice"));
    }
    const PacketFaults& packets = options.packets;
    lines.push_back(fmt::format(
        "of 10,000 datagrams {} lost a line, {} on both, {} doubled, {} late, {} cut, {} damaged",
        packets.lost, packets.lost_on_both_lines, packets.duplicated, packets.reordered,
        packets.truncated, packets.damaged));
    for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
        if (options.every[kind] != Nanos{}) {
            lines.push_back(
                fmt::format("{} every {:.0f} ms", kFaultNames[kind], ms(options.every[kind])));
        }
    }
    if (const DayTurn& turn = options.turn; turn.happens()) {
        lines.push_back(fmt::format(
            "the day ends at {:.0f} ms, the next begins {:.0f} ms later; {}", ms(turn.at),
            ms(turn.pause), turn.keeps_orders ? "some orders outlive it" : "no order outlives it"));
        if (turn.crash_at != Nanos{}) {
            lines.push_back(fmt::format("{} dies at {:.0f} ms",
                                        turn.is_crash_of_venue ? "the venue" : "a trader",
                                        ms(turn.crash_at)));
        }
    }
    return lines;
}

}  // namespace hotpath::sim::world
