#include "hotpath/backtest/report/report_page.hpp"

#include <nlohmann/json.hpp>

#include "hotpath/backtest/report/report_json.hpp"
#include "hotpath/backtest/report/report_series.hpp"
#include "hotpath/backtest/statistics/definitions.hpp"
#include "hotpath/files/html_page.hpp"

namespace hotpath::backtest {

/// report.html: CMake makes it a string literal.
[[nodiscard]] std::string_view report_html();

namespace {

using Json = nlohmann::ordered_json;

Json definitions_json() {
    auto json = Json::array();
    for (const Definition& definition : definitions()) {
        json.push_back({{"key", definition.key},
                        {"name", definition.name},
                        {"formula", definition.formula},
                        {"unit", definition.unit},
                        {"source", definition.source}});
    }
    return json;
}

Json report_data(const BacktestResult& result, const ReportContext& context) {
    const ResultSummary summary = summary_with(result, context);
    Json json = backtest_statistics(result, context, summary);
    json["series"] = backtest_series(result, summary);
    json["definitions"] = definitions_json();
    return json;
}

}  // namespace

std::string backtest_report(const BacktestResult& result, const ReportContext& context) {
    return files::html_page(report_html(), report_data(result, context));
}

std::string backtest_report_data(const BacktestResult& result, const ReportContext& context) {
    return report_data(result, context).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hotpath::backtest
