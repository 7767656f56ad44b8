#pragma once
/// A day of a trader at a venue with random faults on every connection and line, a venue that
/// crashes and traders that are replaced; in the end everything has calmed down.
///
///   FaultyDay<TraderWorld> day(seed);
///   day.run(200);
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstdint>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::support {

/// Counters of the day.
struct FaultyDayCounters {
    void add(const FaultyDayCounters& other) {
        crashes += other.crashes;
        records_lost += other.records_lost;
        sessions += other.sessions;
        snapshots += other.snapshots;
        requests_lost += other.requests_lost;
        gaps += other.gaps;
    }
    std::uint64_t crashes = 0;
    std::uint64_t records_lost = 0;
    std::uint64_t sessions = 0;
    std::uint64_t snapshots = 0;
    std::uint64_t requests_lost = 0;
    std::uint64_t gaps = 0;
};

template <class World>
class FaultyDay {
  public:
    explicit FaultyDay(std::uint64_t seed) : random_(seed) {
        world.loses = [this](feed::Line) { return random_.one_in(loses_one_in_); };
    }

    void run(int steps) {
        for (int step = 0; step < steps && !testing::Test::HasFailure(); ++step) {
            take_step();
            if (random_.one_in(3)) {
                world.advance({static_cast<std::int64_t>(random_.below(50'000'000))});
            }
        }
        calm_down();
    }

    World world;
    FaultyDayCounters counters;

  private:
    void take_step() {
        if (is_stopped_ && random_.one_in(2)) {
            open();
        }
        switch (random_.below(14)) {
            case 0:
                return world.cut(random_port());
            case 1:
                return crash();
            case 2:
                loses_one_in_ = 2 + random_.below(20);
                return;
            case 3:
                return replace_process();
            case 4:
                return break_while_it_quotes();
            case 5:
                return hear_and_fall_silent();
            case 6:
            case 7:
                return world.make_market();
            case 8:
                return operate();
            default:
                return somebody_takes();
        }
    }
    /// Drawn one after the other: arguments of a call are drawn in the compiler's order.
    void somebody_takes() {
        const auto qty = static_cast<std::uint32_t>(1 + random_.below(120));
        const char side = random_.one_in(2) ? 'B' : 'S';
        world.other_takes(side, qty);
    }
    trader::Port random_port() { return trader::kAllPorts[random_.below(3)]; }

    void crash() {
        if (random_.one_in(3)) {
            world.venue.take_records();
            const std::uint64_t lost = world.venue.records.size() - world.durable();
            ++counters.crashes;
            counters.records_lost += lost;
            world.restart_venue(world.durable() + random_.below(lost + 1));
        }
    }
    /// It has traded and quotes again: none of these requests arrive, or all of them and no reply.
    void break_while_it_quotes() {
        somebody_takes();
        static_cast<void>(world.hear_packets());
        static_cast<void>(world.receive(trader::Port::OrderEntry));
        world.make_market();
        static_cast<void>(world.hear_packets());
        if (random_.one_in(2)) {
            static_cast<void>(world.send(trader::Port::OrderEntry));
        }
        if (random_.one_in(2)) {
            world.cut(trader::Port::OrderEntry);
        }
    }
    /// Its answers are lost with the connection, or delayed for long.
    void hear_and_fall_silent() {
        const trader::Port port = random_port();
        world.make_durable();
        static_cast<void>(world.receive(port));
        if (random_.one_in(2)) {
            world.cut(port);
        }
    }
    void replace_process() {
        if (random_.one_in(5)) {
            note();
            world.start_trader();
        }
    }

    /// Whatever an operator may say, but that books are right which are not.
    void operate() {
        trader::OperatorCommand command{
            .action = static_cast<trader::OperatorAction>(1 + random_.below(6)),
            .number = static_cast<std::uint32_t>(random_.below(1'000)),
            .by = protocols::to_alpha<6>("OPS")};
        if (command.action == trader::OperatorAction::Cancel) {
            command.symbol = *Symbol::from("AAPL");
        }
        if (command.action != trader::OperatorAction::AcceptGap) {
            world.trader().on_operator(command, world.venue.now);
            is_stopped_ = command.action != trader::OperatorAction::Status;
        }
    }
    void open() {
        is_stopped_ = false;
        world.trader().on_operator({.action = trader::OperatorAction::Resume}, world.venue.now);
    }

    void calm_down() {
        open();
        loses_one_in_ = ~std::uint64_t{0};
        world.advance_ms(8'000);
        world.make_market();
        world.advance_ms(2'000);
        note();
    }
    void note() {
        const auto& trader = world.trader();
        counters.sessions += trader.counters().sessions;
        counters.snapshots += trader.engine().feed().counters().snapshots_applied;
        counters.requests_lost += trader.engine().orders().counters().lost;
        counters.gaps += trader.engine().feed().gap_counters().requests;
    }

    Random random_;
    std::uint64_t loses_one_in_ = 10;
    bool is_stopped_ = false;  // by an operator
};

}  // namespace hotpath::support
