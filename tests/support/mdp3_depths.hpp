#pragma once
/// Tests of each depth of MDP 3.0 books.
///
///   INSTANTIATE_TEST_SUITE_P(EachDepth, VenueMdp3, kEachDepth, depth_name);
///
/// Threads: any. Allocation: none. Tests only.

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"

namespace hotpath::support {

inline const auto kEachDepth = testing::Values(feed::Mdp3Depth::ByOrder, feed::Mdp3Depth::ByPrice);

[[nodiscard]] inline const char* depth_name(const testing::TestParamInfo<feed::Mdp3Depth>& of) {
    return of.param == feed::Mdp3Depth::ByOrder ? "ByOrder" : "ByPrice";
}

}  // namespace hotpath::support
