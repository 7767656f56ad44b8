// Random graphs, claims, publications and polls in one thread, step by step beside a model that
// counts: what each poll and each claim may give is known exactly, also when the index wraps.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/queue/disruptor/graph.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue::disruptor {
namespace {

struct Event {
    std::uint64_t number = 0;
    StageSet done_by = 0;
};

/// What a stage notes of an event; reads what came before it in the event itself.
struct Note {
    StageSet me;
    StageSet before;
    std::uint64_t next = 0;  // number of the next event
    bool is_wrong = false;

    void operator()(Event& event) {
        is_wrong |= event.number != next++ || (event.done_by & before) != before ||
                    (event.done_by & me) != 0;
        event.done_by |= me;
    }
};

/// Positions of the producers and of each stage, as plain numbers that never wrap.
struct Model {
    std::size_t slots = 0;
    std::vector<std::vector<std::size_t>> before{};  // of each stage, edges as they were drawn
    std::vector<std::uint64_t> done{};
    std::uint64_t claimed = 0;
    std::deque<bool> is_published{};  // from `published_to` on
    std::uint64_t published_to = 0;

    [[nodiscard]] std::uint64_t limit_of(std::size_t stage) const {
        std::uint64_t limit = published_to;
        for (const std::size_t other : before[stage]) {
            limit = std::min(limit, done[other]);
        }
        return limit;
    }
    [[nodiscard]] bool may_claim(std::size_t events) const {
        return claimed + events <= *std::ranges::min_element(done) + slots;
    }
    void publish(std::uint64_t first, std::size_t events) {
        is_published.resize(claimed - published_to, false);
        std::fill_n(is_published.begin() + static_cast<std::ptrdiff_t>(first - published_to),
                    events, true);
        while (!is_published.empty() && is_published.front()) {
            is_published.pop_front();
            ++published_to;
        }
    }
};

template <template <class> class Sequencer, class Index, class Layout>
class RandomRun {
  public:
    using GraphType = Graph<Event, BusySpin, Sequencer, Layout, Index>;
    using StageType = Stage<GraphType, Note>;

    RandomRun(std::uint64_t seed, Index first)
        : random_(seed),
          model_{.slots = std::size_t{2} << random_.below(5)},
          graph_({.slots = model_.slots, .first = first}) {
        const std::size_t stages = 1 + random_.below(7);
        model_.before.resize(stages);
        model_.done.resize(stages);
        draw_edges();
        for (std::size_t i = 0; i < stages; ++i) {
            stages_.emplace_back(graph_, Note{.me = StageSet{1} << i, .before = all_before(i)});
        }
        for (std::size_t i = 0; i < stages; ++i) {
            for (const std::size_t other : model_.before[i]) {
                graph_.after(stages_[other]).then(stages_[i]);
            }
        }
        graph_.seal();
    }

    void step() {
        switch (random_.below(4)) {
            case 0:
                return claim();
            case 1:
                return publish();
            default:
                return poll(random_.below(stages_.size()));
        }
    }

    void finish() {
        while (!held_.empty()) {
            publish();
        }
        graph_.drain();
        // As often as the longest path is long.
        for (std::size_t round = 0; round < stages_.size(); ++round) {
            for (StageType& stage : stages_) {
                stage.poll(model_.slots);
            }
        }
        for (StageType& stage : stages_) {
            ASSERT_TRUE(stage.is_over());
            ASSERT_EQ(stage.work().next, model_.claimed);
            ASSERT_FALSE(stage.work().is_wrong);
        }
    }

    [[nodiscard]] std::uint64_t claimed() const { return model_.claimed; }

  private:
    struct Held {
        std::uint64_t first;
        Claimed<Event, Index, Layout> events;
    };

    void draw_edges() {
        const std::size_t stages = model_.before.size();
        for (std::size_t after = 1; after < stages; ++after) {
            for (std::size_t before = 0; before < after; ++before) {
                if (random_.one_in(2)) {
                    model_.before[after].push_back(before);
                }
            }
        }
    }

    [[nodiscard]] StageSet all_before(std::size_t stage) const {
        StageSet set = 0;
        for (const std::size_t other : model_.before[stage]) {
            set |= (StageSet{1} << other) | all_before(other);
        }
        return set;
    }

    void claim() {
        const std::size_t few = std::min<std::size_t>(model_.slots, 3);
        const std::size_t events = 1 + random_.below(random_.one_in(4) ? model_.slots : few);
        const auto claimed = graph_.producer().try_claim(events);
        ASSERT_EQ(static_cast<bool>(claimed), model_.may_claim(events));
        if (!claimed) {
            return;
        }
        ASSERT_EQ(claimed.size(), events);
        for (std::size_t i = 0; i < events; ++i) {
            claimed[i] = {.number = model_.claimed + i, .done_by = 0};
        }
        held_.push_back({.first = model_.claimed, .events = claimed});
        model_.claimed += events;
    }

    void publish() {
        if (held_.empty()) {
            return;
        }
        const bool any_order = !Layout::kIsPacked && random_.one_in(4);
        const std::size_t at = any_order ? random_.below(held_.size()) : 0;
        const Held held = held_[at];
        held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(at));
        graph_.producer().publish(held.events);
        model_.publish(held.first, held.events.size());
    }

    void poll(std::size_t stage) {
        const std::size_t events_max = 1 + random_.below(model_.slots);
        const std::uint64_t ready = model_.limit_of(stage) - model_.done[stage];
        ASSERT_EQ(stages_[stage].poll(events_max), std::min<std::uint64_t>(ready, events_max));
        model_.done[stage] += std::min<std::uint64_t>(ready, events_max);
        ASSERT_EQ(stages_[stage].work().next, model_.done[stage]);
        ASSERT_FALSE(stages_[stage].work().is_wrong);
    }

    Random random_;
    Model model_;
    GraphType graph_;
    std::deque<StageType> stages_;
    std::vector<Held> held_;
};

template <template <class> class Sequencer, class Index, class Layout = OwnLine>
void run_random_graphs(std::uint64_t seed, Index first) {
    Random seeds(support::seed_of_this_test(seed));
    std::uint64_t events = 0;
    for (int graph = 0; graph < 200; ++graph) {
        RandomRun<Sequencer, Index, Layout> run(seeds.next(), first);
        for (int step = 0; step < 4'000; ++step) {
            run.step();
            if (testing::Test::HasFatalFailure()) {
                return;
            }
        }
        run.finish();
        events += run.claimed();
    }
    // So that an index of eight bits has wrapped in nearly every graph.
    EXPECT_GT(events, 200 * 500U);
}

TEST(DisruptorGraphProperty, RandomGraphsOfOneProducerDoWhatTheModelSays) {
    run_random_graphs<SingleProducer, std::uint64_t>(21, 0);
}

TEST(DisruptorGraphProperty, RandomGraphsOfManyProducersDoWhatTheModelSays) {
    run_random_graphs<MultiProducer, std::uint64_t>(22, 0);
}

TEST(DisruptorGraphProperty, AnIndexOfEightBitsWrapsUnnoticed) {
    run_random_graphs<SingleProducer, std::uint8_t>(23, 250);
    run_random_graphs<MultiProducer, std::uint8_t>(24, 250);
}

TEST(DisruptorGraphProperty, SequencesMayBeginJustBeforeTheirEnd) {
    constexpr std::uint64_t kNearEnd = std::numeric_limits<std::uint64_t>::max() - 100;
    run_random_graphs<SingleProducer, std::uint64_t>(25, kNearEnd);
    run_random_graphs<MultiProducer, std::uint64_t>(26, kNearEnd);
}

// Words of fewer events than the ring has, of as many, and of more: claims wrap within a word, and
// begin in the one that they end in.
TEST(DisruptorGraphProperty, RandomGraphsOfPackedEventsDoWhatTheModelSays) {
    constexpr std::uint64_t kNearEnd = std::numeric_limits<std::uint64_t>::max() - 100;
    run_random_graphs<SingleProducer, std::uint64_t, PackedBy<1>>(27, 0);
    run_random_graphs<SingleProducer, std::uint64_t, PackedBy<4>>(28, kNearEnd);
    run_random_graphs<SingleProducer, std::uint8_t, PackedBy<8>>(29, 250);
    run_random_graphs<SingleProducer, std::uint8_t, Packed>(30, 250);
}

}  // namespace
}  // namespace hotpath::queue::disruptor
