// The stored executions, against a map for search and a queue for the oldest.

#include <cstdint>
#include <deque>
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/oms/executions.hpp"

namespace hotpath::oms {
namespace {

constexpr std::uint32_t kCapacity = 64;
constexpr std::uint32_t kOrders = 5 * kCapacity;  // five share a list

/// What Executions must do, said plainly.
class ReferenceExecutions {
  public:
    [[nodiscard]] const Execution* find(const ExecutionKey& key) const {
        const auto found = by_key_.find({key.id.value, key.match.value});
        return found == by_key_.end() ? nullptr : &found->second;
    }
    void add(const ExecutionKey& key, const Execution& execution) {
        if (oldest_.size() == kCapacity) {
            by_key_.erase(oldest_.front());
            oldest_.pop_front();
        }
        oldest_.emplace_back(key.id.value, key.match.value);
        by_key_[oldest_.back()] = execution;
    }

  private:
    using Key = std::pair<std::uint32_t, std::uint64_t>;
    std::map<Key, Execution> by_key_;
    std::deque<Key> oldest_;
};

class ExecutionsTwin : public ::testing::TestWithParam<std::uint64_t> {
  protected:
    void expect_equal(const ExecutionKey& key) {
        const Execution* expected = twin_.find(key);
        const Execution* found = executions_.find(key);
        ASSERT_EQ(found != nullptr, expected != nullptr)
            << "order " << key.id.value << ", match " << key.match.value;
        if (found != nullptr) {
            EXPECT_EQ(found->qty, expected->qty);
            EXPECT_EQ(found->price, expected->price);
        }
    }

    void add_if_new(const ExecutionKey& key, std::uint32_t step) {
        if (twin_.find(key) == nullptr) {
            const Execution execution{.qty = {step}, .price = {step + 1}};
            twin_.add(key, execution);
            executions_.add(key, execution);
        }
    }

    Executions executions_{kCapacity};
    ReferenceExecutions twin_;
};

// Match numbers mostly rise; some come twice, some late, and two orders may share one. Few orders
// trade at a time, so that lists are long; now and then others that share their lists take over.
TEST_P(ExecutionsTwin, FindsWhatAMapFindsAndForgetsTheOldest) {
    Random random(GetParam());
    std::uint64_t match = 100;
    std::uint32_t base = 1;
    for (std::uint32_t step = 1; step <= 250'000; ++step) {
        base = random.one_in(50) ? 1 + static_cast<std::uint32_t>(random.below(kOrders)) : base;
        const ClOrdId id{base + static_cast<std::uint32_t>(random.below(4))};
        const bool is_late = random.one_in(8);
        match += random.below(3);
        const ExecutionKey key{.id = id, .match = {is_late ? match - random.below(100) : match}};
        expect_equal(key);
        add_if_new(key, step);
        expect_equal(key);
        expect_equal({.id = {id.value + kCapacity}, .match = key.match});
        if (HasFatalFailure()) {
            FAIL() << "seed " << GetParam() << ", step " << step;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ExecutionsTwin, ::testing::Values(1, 2, 3, 4));

TEST(Executions, RoundTheirCapacityUpToAPowerOfTwo) {
    Executions executions(3);
    for (std::uint64_t match = 1; match <= 5; ++match) {
        executions.add({.id = {1}, .match = {match}}, {.qty = {10}});
    }
    EXPECT_EQ(executions.find({.id = {1}, .match = {1}}), nullptr);
    EXPECT_NE(executions.find({.id = {1}, .match = {2}}), nullptr);
}

TEST(Executions, OfAListThatWasWrittenOverAreForgotten) {
    Executions executions(2);
    executions.add({.id = {1}, .match = {1}}, {.qty = {10}});
    for (std::uint64_t match = 2; match <= 3; ++match) {
        executions.add({.id = {2}, .match = {match}}, {.qty = {10}});
    }
    EXPECT_EQ(executions.find({.id = {1}, .match = {1}}), nullptr);
    EXPECT_NE(executions.find({.id = {2}, .match = {2}}), nullptr);
}

}  // namespace
}  // namespace hotpath::oms
