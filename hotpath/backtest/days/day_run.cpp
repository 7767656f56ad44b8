#include "hotpath/backtest/days/day_run.hpp"

#include <utility>

#include "hotpath/backtest/run.hpp"

namespace hotpath::backtest {

Expected<std::unique_ptr<DayRun>> make_day_run(const RunOptions& options,
                                               strategy::AnyStrategy strategy) {
    return options.sessions ? make_session_run(options, std::move(strategy))
                            : make_run_of<Run<strategy::AnyStrategy>>(options, std::move(strategy));
}

}  // namespace hotpath::backtest
