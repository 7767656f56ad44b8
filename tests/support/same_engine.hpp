#pragma once
/// Whether two engines are in the same state, as far as one can ask: positions, account, the
/// last orders, risk, counters, books.
///
/// Threads: the test's. Allocation: none. Tests only.

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

#include "hotpath/core/units.hpp"
#include "hotpath/oms/orders.hpp"

namespace hotpath::support {

inline void expect_same_orders(const oms::Orders& a, const oms::Orders& b) {
    EXPECT_EQ(a.next_id(), b.next_id());
    EXPECT_EQ(a.account(), b.account());
    EXPECT_EQ(a.counters(), b.counters());
    EXPECT_EQ(a.is_in_doubt(), b.is_in_doubt());
    EXPECT_TRUE(std::ranges::equal(a.open_orders(), b.open_orders()));
    for (std::uint16_t id = 1; id <= a.instruments_max(); ++id) {
        EXPECT_EQ(a.position({id}), b.position({id})) << "instrument " << id;
        EXPECT_EQ(a.changes({id}), b.changes({id})) << "instrument " << id;
    }
    constexpr std::uint32_t kCompared = 64;  // the last ones, refused among them
    const std::uint32_t end = a.next_id().value;
    for (std::uint32_t id = end > kCompared ? end - kCompared : 1; id < end; ++id) {
        const oms::Order* ours = a.find({id});
        const oms::Order* theirs = b.find({id});
        ASSERT_EQ(ours == nullptr, theirs == nullptr) << "order " << id;
        ASSERT_TRUE(ours == nullptr || *ours == *theirs) << "order " << id;
    }
}

template <class Engine, class OtherEngine>
void expect_same_engine(const Engine& a, const OtherEngine& b) {
    expect_same_orders(a.orders(), b.orders());
    EXPECT_EQ(a.counters(), b.counters());
    EXPECT_EQ(a.gateway().counters(), b.gateway().counters());
    EXPECT_EQ(a.gateway().waiting(), b.gateway().waiting());
    EXPECT_EQ(a.gateway().risk().mode(), b.gateway().risk().mode());
    EXPECT_EQ(a.gateway().risk().stop_reason(), b.gateway().risk().stop_reason());
    EXPECT_EQ(a.gateway().risk().counters(), b.gateway().risk().counters());
    EXPECT_EQ(a.volatility().jumps(), b.volatility().jumps());
    EXPECT_EQ(a.is_stale(), b.is_stale());
    EXPECT_EQ(a.next_deadline(), b.next_deadline());
    EXPECT_EQ(a.books().checksum(), b.books().checksum());
}

}  // namespace hotpath::support
