#include "hotpath/backtest/run_observer.hpp"

#include <algorithm>

namespace hotpath::backtest {

double share_of(const ReadProgress& progress) noexcept {
    return progress.total == 0 ? 0
                               : std::min(1.0, static_cast<double>(progress.done) /
                                                   static_cast<double>(progress.total));
}

}  // namespace hotpath::backtest
