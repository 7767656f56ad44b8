#include "hotpath/exchange/server/output_gate.hpp"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::exchange {
namespace {

TEST(OutputGate, HoldsBackWhatIsNotDurable) {
    OutputGate gate({.bytes_max = 4'096, .outputs_max = 8});
    const std::vector<std::byte> bytes(10, std::byte{5});
    gate.append(1, {.kind = OutputKind::Reply, .session = {3}, .bytes = bytes});
    gate.append(2, {.kind = OutputKind::Packet, .session = {}, .bytes = bytes});
    std::vector<Output> out;
    const auto take = [&](const Output& output) { out.push_back(output); };
    gate.release(0, take);
    EXPECT_TRUE(out.empty());
    gate.release(1, take);
    ASSERT_EQ(out.size(), 1U);
    EXPECT_EQ(out[0].session, SessionId{3});
    EXPECT_TRUE(std::ranges::equal(out[0].bytes, bytes));
    gate.release(9, take);
    ASSERT_EQ(out.size(), 2U);
    EXPECT_EQ(out[1].kind, OutputKind::Packet);
    EXPECT_TRUE(gate.empty());
}

TEST(OutputGate, IsAQueueWhateverTheLengths) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        OutputGate gate({.bytes_max = 8'000, .outputs_max = 40});
        std::deque<std::pair<std::uint64_t, std::vector<std::byte>>> model;
        std::uint64_t seq = 0;
        std::uint64_t refused = 0;
        for (int round = 0; round < 20'000; ++round) {
            std::vector<std::byte> bytes(random.below(1'473));
            std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random.next()); });
            if (gate.has_room(1, bytes.size())) {
                seq += random.below(2);
                gate.append(seq, {.kind = OutputKind::Reply, .session = {}, .bytes = bytes});
                model.emplace_back(seq, std::move(bytes));
            } else {
                ++refused;
            }
            const std::uint64_t durable = seq - std::min(seq, random.below(6));
            gate.release(durable, [&](const Output& output) {
                ASSERT_FALSE(model.empty());
                EXPECT_LE(model.front().first, durable);
                EXPECT_TRUE(std::ranges::equal(output.bytes, model.front().second));
                model.pop_front();
            });
            ASSERT_TRUE(model.empty() || model.front().first > durable);
            ASSERT_EQ(gate.size(), model.size());
        }
        EXPECT_GT(refused, 0U) << "the bounds were met";
    }
}

TEST(OutputGate, AppendingAndReleasingAllocateNothing) {
    OutputGate gate({.bytes_max = 8'000, .outputs_max = 40});
    const std::vector<std::byte> bytes(100);
    const NoAllocScope scope;
    for (std::uint64_t seq = 1; seq <= 1'000; ++seq) {
        gate.append(seq, {.kind = OutputKind::Reply, .session = {}, .bytes = bytes});
        gate.release(seq, [](const Output&) {});
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::exchange
