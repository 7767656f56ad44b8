#include "apps/hotpath/backtest/report.hpp"

#include <nlohmann/json.hpp>

#include "apps/hotpath/embedded_files.hpp"
#include "apps/hotpath/export/html_page.hpp"
#include "hotpath/backtest/report/report_json.hpp"
#include "hotpath/backtest/report/report_series.hpp"
#include "hotpath/backtest/statistics/definitions.hpp"

namespace hotpath::app {

namespace {

using Json = nlohmann::ordered_json;

Json definitions_json() {
    auto json = Json::array();
    for (const backtest::Definition& definition : backtest::definitions()) {
        json.push_back({{"key", definition.key},
                        {"name", definition.name},
                        {"formula", definition.formula},
                        {"unit", definition.unit},
                        {"source", definition.source}});
    }
    return json;
}

Json report_json(const backtest::BacktestResult& result, const backtest::ReportContext& context) {
    const backtest::ResultSummary summary = backtest::summary_with(result, context);
    Json json = backtest::backtest_statistics(result, context, summary);
    json["series"] = backtest::backtest_series(result, summary);
    json["definitions"] = definitions_json();
    return json;
}

}  // namespace

std::string backtest_report(const backtest::BacktestResult& result,
                            const backtest::ReportContext& context) {
    return html_page(backtest_report_page(), report_json(result, context));
}

std::string backtest_report_data(const backtest::BacktestResult& result,
                                 const backtest::ReportContext& context) {
    return report_json(result, context).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hotpath::app
