#include "python/src/backtest/finished_backtest.hpp"

#include "hotpath/backtest/report/report_json.hpp"
#include "hotpath/backtest/report/report_page.hpp"

namespace hotpath::python {

std::string FinishedBacktest::json() const {
    return backtest::backtest_json(result, context);
}

std::string FinishedBacktest::report() const {
    return backtest::backtest_report(result, context);
}

std::string FinishedBacktest::report_data() const {
    return backtest::backtest_report_data(result, context);
}

}  // namespace hotpath::python
