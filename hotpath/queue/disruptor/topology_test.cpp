// Topology: which stages wait for which, against reachability computed by search.

#include "hotpath/queue/disruptor/topology.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue::disruptor {
namespace {

constexpr StageSet set(std::initializer_list<Topology::Stage> stages) {
    StageSet stages_set = 0;
    for (const Topology::Stage stage : stages) {
        stages_set |= Topology::set_of(stage);
    }
    return stages_set;
}

Topology with_stages(std::size_t stages) {
    Topology topology;
    for (std::size_t i = 0; i < stages; ++i) {
        EXPECT_EQ(topology.add(), i);
    }
    return topology;
}

TEST(DisruptorTopology, EveryStageOfAPipelineWaitsForTheOneBefore) {
    Topology topology = with_stages(3);
    topology.connect({.before = 0, .after = 1});
    topology.connect({.before = 1, .after = 2});
    EXPECT_EQ(topology.direct_before(0), set({}));
    EXPECT_EQ(topology.direct_before(2), set({1}));
    EXPECT_EQ(topology.before(2), set({0, 1}));
    EXPECT_EQ(topology.last(), set({2}));
}

TEST(DisruptorTopology, TheLastOfADiamondWaitsForBothInTheMiddle) {
    Topology topology = with_stages(4);
    topology.connect({.before = 0, .after = 1});
    topology.connect({.before = 0, .after = 2});
    topology.connect({.before = 1, .after = 3});
    topology.connect({.before = 2, .after = 3});
    EXPECT_EQ(topology.direct_before(1), set({0}));
    EXPECT_EQ(topology.direct_before(2), set({0}));
    EXPECT_EQ(topology.direct_before(3), set({1, 2}));
    EXPECT_EQ(topology.last(), set({3}));
}

TEST(DisruptorTopology, EveryStageOfAMulticastIsLast) {
    const Topology topology = with_stages(3);
    EXPECT_EQ(topology.last(), set({0, 1, 2}));
}

TEST(DisruptorTopology, AStageByItselfWaitsForTheProducersAndIsLast) {
    const Topology topology = with_stages(1);
    EXPECT_EQ(topology.direct_before(0), set({}));
    EXPECT_EQ(topology.last(), set({0}));
}

TEST(DisruptorTopology, AnEdgeAddedLateReachesThoseFurtherOn) {
    Topology topology = with_stages(3);
    topology.connect({.before = 1, .after = 2});
    topology.connect({.before = 0, .after = 1});
    EXPECT_EQ(topology.before(2), set({0, 1}));
}

TEST(DisruptorTopologyDeathTest, RefusesACycle) {
    Topology topology = with_stages(3);
    topology.connect({.before = 0, .after = 1});
    topology.connect({.before = 1, .after = 2});
    EXPECT_DEATH(topology.connect({.before = 2, .after = 0}), "cannot come after itself");
    EXPECT_DEATH(topology.connect({.before = 1, .after = 1}), "cannot come after itself");
}

TEST(DisruptorTopologyDeathTest, RefusesASeventeenthStage) {
    Topology topology = with_stages(kStagesMax);
    EXPECT_DEATH(static_cast<void>(topology.add()), "at most 16 stages");
}

/// The twin: a matrix of edges, closed by going through every stage.
class EdgeMatrix {
  public:
    explicit EdgeMatrix(std::size_t stages) : stages_(stages) {}

    void connect(Topology::Edge edge) { reaches_[edge.before][edge.after] = true; }
    void close() {
        for (std::size_t via = 0; via < stages_; ++via) {
            for (std::size_t from = 0; from < stages_; ++from) {
                for (std::size_t to = 0; to < stages_; ++to) {
                    reaches_[from][to] |= reaches_[from][via] && reaches_[via][to];
                }
            }
        }
    }
    [[nodiscard]] bool reaches(std::size_t from, std::size_t to) const {
        return reaches_[from][to];
    }
    [[nodiscard]] bool is_direct(Topology::Edge edge) const {
        for (std::size_t via = 0; via < stages_; ++via) {
            if (reaches(edge.before, via) && reaches(via, edge.after)) {
                return false;
            }
        }
        return reaches(edge.before, edge.after);
    }
    [[nodiscard]] bool is_last(std::size_t stage) const {
        for (std::size_t other = 0; other < stages_; ++other) {
            if (reaches(stage, other)) {
                return false;
            }
        }
        return true;
    }

  private:
    std::size_t stages_;
    std::array<std::array<bool, kStagesMax>, kStagesMax> reaches_{};
};

void expect_same(const Topology& topology, const EdgeMatrix& matrix) {
    for (std::size_t i = 0; i < topology.stages(); ++i) {
        ASSERT_EQ(Topology::has(topology.last(), i), matrix.is_last(i));
        for (std::size_t j = 0; j < topology.stages(); ++j) {
            ASSERT_EQ(Topology::has(topology.before(j), i), matrix.reaches(i, j));
            ASSERT_EQ(Topology::has(topology.direct_before(j), i),
                      matrix.is_direct({.before = i, .after = j}));
        }
    }
}

TEST(DisruptorTopologyProperty, RandomGraphsGiveWhatAMatrixOfEdgesGives) {
    Random random(support::seed_of_this_test(11));
    for (int round = 0; round < 2'000; ++round) {
        const std::size_t stages = 1 + random.below(kStagesMax);
        Topology topology = with_stages(stages);
        EdgeMatrix matrix(stages);
        const std::uint64_t edges = random.below(2 * stages);
        for (std::uint64_t edge = 0; edge < edges && stages > 1; ++edge) {
            const std::size_t after = 1 + random.below(stages - 1);
            const Topology::Edge forward{.before = random.below(after), .after = after};
            topology.connect(forward);
            matrix.connect(forward);
        }
        matrix.close();
        expect_same(topology, matrix);
    }
}

}  // namespace
}  // namespace hotpath::queue::disruptor
