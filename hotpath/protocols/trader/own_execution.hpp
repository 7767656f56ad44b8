#pragma once
/// OwnExecution: an execution or a broken trade that a reply of order entry reports, by the number that
/// the venue's drop copy repeats. Each protocol finds them in its replies: its Executions.
///
/// A value. Threads: any. Allocation: none.

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::protocols {

struct OwnExecution {
    ClOrdId order{};
    std::uint64_t number = 0;

    friend bool operator==(const OwnExecution&, const OwnExecution&) = default;
};

}  // namespace hotpath::protocols
