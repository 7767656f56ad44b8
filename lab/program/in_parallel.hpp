#pragma once
/// Work on every core: compilations, counts. Nothing that is timed.
///
/// Threads: `work` is called by several at once. Allocation: the threads'.

#include <cstddef>
#include <functional>

#include "hotpath/core/error.hpp"

namespace hotpath::app::lab {

/// work(0) to work(count - 1), in any order. After the first error nothing new is begun, and it is returned.
[[nodiscard]] Expected<void> in_parallel(std::size_t count,
                                         const std::function<Expected<void>(std::size_t)>& work);

}  // namespace hotpath::app::lab
