#pragma once
/// Files with the numbers of CME's protocols: a trader's iLink 3 session, a venue's packets of MDP 3.0.
///
/// Values. Threads: any. Allocation: none.

#include "hotpath/store/number_file.hpp"

namespace hotpath::protocols::cme {

/// Behind the number: the UUID, 0 before the first connection, 1 once it is negotiated, and the UUID
/// before with the number behind its last report.
inline constexpr store::NumberFileKind kIlinkNumbers{
    .magic = "HPILKNO2", .content = "iLink 3 numbers", .owner = "trader", .more = 4};
inline constexpr store::NumberFileKind kMdp3Numbers{
    .magic = "HPMDP3N1", .content = "MDP 3.0 numbers", .owner = "venue"};

}  // namespace hotpath::protocols::cme
