// The question: what does one update of a book by price cost, and how does that depend on what
// holds the levels? Real updates, in the order of the day; after each the best level of its side is
// read. Every container is the policy of the same L2Book; `hotpath` is PagedLevels, the one that
// L2Book is made of by default; `floor` is an array of prices with a bitmap and nothing checked. A
// regression means a container got slower. It does not show decoding, nor caches gone cold between
// updates: one instrument's levels fit the first-level cache, and the branch predictor meets the
// same updates in every pass.

#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "bench/benches.hpp"
#include "bench/book_ladder/level_flow.hpp"
#include "bench/book_ladder/level_subjects.hpp"
#include "bench/book_ladder/replay.hpp"

namespace hotpath::bench {
namespace {

constexpr const char* kGoogle = "lobster/LOBSTER_SampleFile_GOOG_2012-06-21_5.zip";
constexpr const char* kApple = "itch50/aapl_20200130_premarket/aapl_20200130_first10k.itch";
constexpr std::uint64_t kGeneratedMessages = 300'000;
constexpr TimeSpan kOpen{.from = at_time(9, 30), .to = at_time(10, 0)};
constexpr TimeSpan kMidday{.from = at_time(10, 0), .to = at_time(15, 30)};

using SharedFlow = std::shared_ptr<const LevelFlow>;

struct NamedFlow {
    std::string name;
    SharedFlow flow;
};

struct Timing {
    timing::TscClock clock;
    Passes passes;
};

/// The stopwatch around nothing.
Measurement time_nothing(const timing::TscClock& clock) {
    constexpr std::size_t kSamples = 100'000;
    std::vector<std::uint32_t> samples(kSamples);
    for (std::uint32_t& sample : samples) {
        const std::uint64_t begin = Stopwatch::begin();
        sample = static_cast<std::uint32_t>(Stopwatch::end() - begin);
    }
    std::ranges::sort(samples);
    constexpr std::uint64_t kManyTicks = 1'000'000'000;
    const double ns_per_tick =
        static_cast<double>(clock.to_duration(kManyTicks).value) / kManyTicks;
    Measurement measured{.items = kSamples};
    for (const auto& [name, percent] : {std::pair{"alone p50", 50.0}, std::pair{"alone p99", 99.0},
                                        std::pair{"alone p99.9", 99.9}}) {
        measured.metrics.push_back(
            {name, "ns", measure::percentile(samples, percent) * ns_per_tick});
    }
    return measured;
}

Test update_test(const NamedFlow& named, const Timing& timing) {
    Test test{.name = named.name, .unit = "ns/update", .subjects = {}};
    for_each_level_subject([&]<class Subject>(std::type_identity<Subject>, const char* name) {
        auto replay = std::make_shared<Replay<Subject>>(*named.flow, timing.clock, timing.passes);
        test.subjects.push_back(
            {name, "levels", [replay, flow = named.flow] { return replay->run(); }});
    });
    test.subjects.push_back(
        {"timer", "nothing", [clock = timing.clock] { return time_nothing(clock); }, false});
    return test;
}

Test kinds_test(const NamedFlow& named, const Timing& timing) {
    Test test{.name = named.name, .unit = "ns", .subjects = {}};
    for_each_level_subject([&]<class Subject>(std::type_identity<Subject>, const char* name) {
        auto replay = std::make_shared<Replay<Subject>>(*named.flow, timing.clock, timing.passes);
        test.subjects.push_back(
            {name, "levels", [replay, flow = named.flow] { return replay->by_kind(*flow); }});
    });
    return test;
}

constexpr std::array kDepths{0U, 10U, 100U, 500U, 1'000U};

/// The five levels that LOBSTER publishes, and this many deeper ones that no update reaches.
template <class Subject>
Measurement run_depths(const std::vector<SharedFlow>& flows, const Timing& timing) {
    Measurement measured;
    Checksum answer;
    double shallow = 0;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        const Measurement at_depth = Replay<Subject>(*flows[i], timing.clock, timing.passes).bulk();
        answer.add(at_depth.answer);
        const double ns =
            static_cast<double>(timing.clock.to_duration(at_depth.elapsed_ticks).value) /
            static_cast<double>(at_depth.items);
        measured.metrics.push_back({fmt::format("+{}", kDepths[i]), "ns/update", ns});
        shallow = i == 0 ? ns : shallow;
        if (i + 1 == flows.size()) {
            measured.metrics.push_back({"deepest to shallowest", "ratio", ns / shallow});
        }
    }
    measured.answer = answer.value();
    measured.items = 1;
    return measured;
}

Test depth_test(const std::string& name, const LevelFlow& five_levels, const Timing& timing) {
    auto flows = std::make_shared<std::vector<SharedFlow>>();
    for (const unsigned depth : kDepths) {
        flows->push_back(std::make_shared<const LevelFlow>(deepened(five_levels, depth)));
    }
    Test test{.name = name, .unit = "ns/update", .subjects = {}};
    for_each_level_subject([&]<class Subject>(std::type_identity<Subject>, const char* subject) {
        test.subjects.push_back(
            {subject, "levels", [flows, timing] { return run_depths<Subject>(*flows, timing); }});
    });
    return test;
}

/// Counted, not timed: where the updates of each recording fall.
struct Bucket {
    std::string name;
    std::int64_t from;
    std::int64_t to;  // not in it
};

template <class Distance>
Test histogram_test(const std::string& name, const std::vector<NamedFlow>& flows,
                    const std::vector<Bucket>& buckets, Distance distance) {
    Test test{.name = name, .unit = "%", .subjects = {}, .pairs = 1};
    for (const Bucket& bucket : buckets) {
        Measurement measured{.items = 1};
        for (const NamedFlow& named : flows) {
            std::size_t seen = 0;
            std::size_t inside = 0;
            for (const LevelContext& context : named.flow->contexts) {
                const std::int64_t at = distance(context);
                seen += context.is_seen ? 1U : 0U;
                inside += context.is_seen && at >= bucket.from && at < bucket.to ? 1U : 0U;
            }
            measured.metrics.push_back(
                {named.name, "%", 100.0 * static_cast<double>(inside) / static_cast<double>(seen)});
        }
        test.subjects.push_back({bucket.name, "counted", [measured] { return measured; }, false});
    }
    return test;
}

constexpr std::int64_t kFar = 1LL << 60U;

Test levels_histogram(const std::vector<NamedFlow>& flows) {
    return histogram_test("distance_in_levels", flows,
                          {{"best, or better", 0, 1},
                           {"1 level behind", 1, 2},
                           {"2", 2, 3},
                           {"3 to 4", 3, 5},
                           {"5 to 9", 5, 10},
                           {"10 to 19", 10, 20},
                           {"20 to 49", 20, 50},
                           {"50 to 199", 50, 200},
                           {"200 or more", 200, kFar}},
                          [](const LevelContext& context) {
                              return static_cast<std::int64_t>(context.better_levels);
                          });
}

Test ticks_histogram(const std::vector<NamedFlow>& flows) {
    return histogram_test("distance_in_ticks", flows,
                          {{"better than the best", -kFar, 0},
                           {"at the best", 0, 1},
                           {"1 to 4 ticks behind", 1, 5},
                           {"5 to 9", 5, 10},
                           {"10 to 19", 10, 20},
                           {"20 to 49", 20, 50},
                           {"50 to 99", 50, 100},
                           {"100 to 999", 100, 1'000},
                           {"1,000 or more", 1'000, kFar}},
                          [](const LevelContext& context) { return context.ticks_from_best; });
}

Test recordings_test(const std::vector<NamedFlow>& flows) {
    Test test{.name = "recordings", .unit = "", .subjects = {}, .pairs = 1};
    for (const NamedFlow& named : flows) {
        const LevelFlow& flow = *named.flow;
        Measurement measured{.items = 1};
        const auto count = static_cast<double>(flow.timed.size());
        measured.metrics.push_back({"updates", "timed", count});
        std::vector<std::uint32_t> levels;
        std::array<double, kLevelKindNames.size()> kinds{};
        for (std::size_t i = 0; i < flow.timed.size(); ++i) {
            levels.push_back(flow.contexts[i].levels);
            kinds[static_cast<std::size_t>(flow.timed[i].kind)] += 100.0 / count;
        }
        std::ranges::sort(levels);
        for (const auto& [name, percent] :
             {std::pair{"levels a side p10", 10.0}, std::pair{"levels a side p50", 50.0},
              std::pair{"levels a side p90", 90.0}}) {
            measured.metrics.push_back({name, "levels", measure::percentile(levels, percent)});
        }
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            measured.metrics.push_back({kLevelKindNames[kind], "%", kinds[kind]});
        }
        test.subjects.push_back({named.name, "counted", [measured] { return measured; }, false});
    }
    return test;
}

struct Flows {
    std::vector<NamedFlow> named;
    std::string depth_name;
    LevelFlow five_levels;  // what the depth test begins with
};

Expected<Flows> all_flows() {
    Flows flows;
    const auto add = [&](const char* name, LevelFlow flow) {
        flows.named.push_back({name, std::make_shared<const LevelFlow>(std::move(flow))});
    };
    const auto google = licensed_file(kGoogle);
    const auto apple = licensed_file(kApple);
    if (google.empty() || apple.empty()) {
        fmt::print(stderr,
                   "book_ladder: the recordings {} and {} are not both under HOTPATH_DATA: a "
                   "generated day takes the place of what is missing\n",
                   kGoogle, kApple);
    }
    if (!google.empty()) {
        const LevelDay day = read_lobster_levels(google, LobsterDepth::All);
        add("midday", cut(day, kMidday));
        add("open", cut(day, kOpen));
        flows.depth_name = "depth";
        flows.five_levels = cut(read_lobster_levels(google, LobsterDepth::Five), kMidday);
    }
    if (!apple.empty()) {
        auto day = read_itch_day(apple);
        if (!day) {
            return std::unexpected(day.error());
        }
        add("premarket", cut(*day, {}));
    }
    auto generated = generate_level_day(kGeneratedMessages);
    if (!generated) {
        return std::unexpected(generated.error());
    }
    add("generated_open", cut(*generated, kOpen));
    if (flows.five_levels.timed.empty()) {
        flows.depth_name = "depth_generated";
        flows.five_levels = cut(*generated, {.from = at_time(9, 30), .to = at_time(9, 35)});
    }
    return flows;
}

}  // namespace

Bench book_ladder_bench() {
    return {
        .name = "book_ladder",
        .question =
            "ns an update of one instrument's book by price, for each container of "
            "its levels",
        .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
            auto flows = all_flows();
            auto clock = timing::TscClock::create();
            if (!flows || !clock) {
                return std::unexpected(flows ? clock.error() : flows.error());
            }
            const Timing timing{*clock, {.updates = scale.quick ? 50'000U : 500'000U}};
            std::vector<Test> tests{recordings_test(flows->named), levels_histogram(flows->named),
                                    ticks_histogram(flows->named)};
            for (const NamedFlow& named : flows->named) {
                tests.push_back(update_test({"level_update_" + named.name, named.flow}, timing));
            }
            const NamedFlow& first = flows->named.front();
            const NamedFlow& deepest = flows->named.back();
            tests.push_back(kinds_test({"kinds_" + first.name, first.flow}, timing));
            if (flows->named.size() > 1) {
                tests.push_back(kinds_test({"kinds_" + deepest.name, deepest.flow}, timing));
            }
            tests.push_back(depth_test(flows->depth_name, flows->five_levels, timing));
            return tests;
        }};
}

}  // namespace hotpath::bench
