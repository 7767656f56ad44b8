// The question: how long does a message of a venue's protocol take, from bytes in memory to its
// fields, and from fields to bytes? MDP 3.0: packets of CME's incremental refreshes, by the code of
// our generator, and by that of the SBE reference tool from the same schema, in its default
// settings. FIX: ExecutionReports and NewOrderSingles, beside engines in C++ and Java. Input in
// memory, one message after another; an order and its report in a session of FIX or iLink 3; and over
// TCP, between two processes. A
// regression means that the generated code, the FIX codec or session, or what they share, got
// slower. It does not show nested groups or a network card.

#include <iterator>
#include <utility>

#include "bench/benches.hpp"
#include "bench/protocols/fix_round_trip.hpp"
#include "bench/protocols/fix_tests.hpp"
#include "bench/protocols/ilink_session_tests.hpp"
#include "bench/protocols/mdp3_tests.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

Bench protocols_bench() {
    return {.name = "protocols",
            .question =
                "ns a message: MDP 3.0 and FIX to fields and to bytes; an order and its report "
                "over FIX "
                "or iLink 3",
            .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
                const auto clock = timing::TscClock::create();
                if (!clock) {
                    return std::unexpected(clock.error());
                }
                auto tests = mdp3_tests(*clock);
                auto fix = fix_tests(*clock);
                if (!tests || !fix) {
                    return tests ? std::move(fix) : std::move(tests);
                }
                auto ilink = ilink_session_test(*clock);
                if (!ilink) {
                    return std::unexpected(ilink.error());
                }
                fix->push_back(std::move(*ilink));
                for (auto more : {std::move(*fix), fix_round_trip_tests(scale, *clock)}) {
                    tests->insert(tests->end(), std::make_move_iterator(more.begin()),
                                  std::make_move_iterator(more.end()));
                }
                return tests;
            }};
}

}  // namespace hotpath::bench
