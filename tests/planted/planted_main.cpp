// Simulates seeds until one finds something: planted_BUG SEEDS INVARIANT...
//
// Exits 0 when a seed of 1 to SEEDS has a finding, and it is of one of these invariants.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "hotpath/sim/world/simulation.hpp"

namespace {

using namespace hotpath::sim::world;

int search(std::uint64_t seeds, std::span<char* const> invariants) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const auto simulation = Simulation::create(draw_world(seed));
        if (!simulation) {
            std::fprintf(stderr, "%s\n", simulation.error().message.c_str());
            return EXIT_FAILURE;
        }
        const Outcome outcome = (*simulation)->run();
        if (outcome.finding) {
            const auto found = static_cast<int>(outcome.finding->invariant);
            std::printf("seed %lu, event %lu: I%d, %s\n", static_cast<unsigned long>(seed),
                        static_cast<unsigned long>(outcome.finding->event), found,
                        outcome.finding->words.c_str());
            const bool is_expected = std::ranges::any_of(
                invariants, [&](const char* each) { return std::atoi(each) == found; });
            return is_expected ? EXIT_SUCCESS : EXIT_FAILURE;
        }
    }
    std::printf("not found in %lu seeds\n", static_cast<unsigned long>(seeds));
    return EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s SEEDS INVARIANT...\n", argv[0]);
        return EXIT_FAILURE;
    }
    const std::span<char* const> words(argv, static_cast<std::size_t>(argc));
    return search(std::strtoull(words[1], nullptr, 10), words.subspan(2));
}
