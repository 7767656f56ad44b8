// The page of a backtest's report in a real browser: no error of a script, no request, every chart
// drawn, every text there; of a full result, of one day, of 250, and of none.
//
// A copy of the page gets a script at its end that looks at the canvases and clicks the buttons.
// Without Chromium the tests are skipped; script/bootstrap installs it where a package has it.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/backtest/report/report_page.hpp"
#include "hotpath/backtest/statistics/definitions.hpp"
#include "hotpath/strategy/registry.hpp"
#include "tests/support/synthetic_backtest.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::string_view kCatchErrors = R"(<script>
const problems = [];
addEventListener("error", event => problems.push(event.message));
console.error = (...words) => problems.push(words.join(" "));
</script>)";

/// The colours of each canvas, after every symbol and both themes were shown.
constexpr std::string_view kProbe = R"(<script>
const colors = canvas => {
    const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return new Set(pixels).size;
};
// Whether the chart of the equity is another one with the shade after the first stop than without.
const equity = charts.find(chart => chart.canvas.id === "equity");
const stops = report.series.stops;
function colorAfterStop() {
    equity.draw();
    const {ctx, chartArea, scales: {x}} = equity;
    return [...ctx.getImageData((x.getPixelForValue(stops[0].x) + 6) * devicePixelRatio, (chartArea.bottom - 3) * devicePixelRatio, 1, 1).data].join();
}
let stopsDrawn = false;
if (equity && stops.length) {
    const shaded = colorAfterStop();
    report.series.stops = [];
    stopsDrawn = shaded !== colorAfterStop();
    report.series.stops = stops;
    equity.draw();
}
const before = Object.fromEntries([...document.querySelectorAll("canvas")].map(c => [c.id, colors(c)]));
const select = document.getElementById("symbol");
for (const choice of [select, document.getElementById("day")]) {
    for (const option of choice?.options ?? []) {
        choice.value = option.value;
        choice.dispatchEvent(new Event("change"));
    }
}
document.getElementById("theme").click();
const after = [...document.querySelectorAll("canvas")].filter(c => colors(c) < 3).map(c => c.id);
const probe = document.createElement("pre");
probe.id = "probe";
probe.textContent = JSON.stringify({problems, canvases: before, blank: after, charts: charts.length,
    stops_drawn: stopsDrawn, symbols: select?.options.length ?? 0, badge: document.getElementById("badge").textContent,
    wide: document.documentElement.scrollWidth > innerWidth, text: document.querySelector("main").innerText,
    hints: [...document.querySelectorAll("abbr")].filter(a => a.title.length < 10).length,
    requests: performance.getEntriesByType("resource").map(r => r.name)});
document.body.append(probe);
</script>
</body>)";

std::string browser() {
    for (const char* path : {"/usr/bin/chromium-headless-shell", "/usr/bin/chromium",
                             "/usr/bin/google-chrome", "/usr/bin/chromium-browser"}) {
        if (std::filesystem::exists(path)) {
            return path;
        }
    }
    return "";
}

std::string output_of(const std::string& command) {
    std::string output;
    FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) {
        return output;
    }
    std::array<char, 65'536> block{};
    for (std::size_t n = 0; (n = std::fread(block.data(), 1, block.size(), pipe)) > 0;) {
        output.append(block.data(), n);
    }
    ::pclose(pipe);
    return output;
}

void replace_all(std::string& text, std::string_view mark, std::string_view by) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
        text.replace(at, mark.size(), by);
        at += by.size();
    }
}

class ReportInABrowser : public ::testing::Test {
  protected:
    void SetUp() override {
        if (browser().empty()) {
            GTEST_SKIP() << "no browser is here: install the package chromium-headless-shell";
        }
    }

    /// What the probe saw; null when the page did not come to its end.
    nlohmann::json look_at(std::string page, int width = 1'200) {
        page.insert(page.find("<head>") + 6, kCatchErrors);
        page.replace(page.rfind("</body>"), 7, kProbe);
        const std::filesystem::path file = folder_ / "report.html";
        std::ofstream(file) << page;
        const std::string dom =
            output_of(browser() +
                      " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage"
                      " --window-size=" +
                      std::to_string(width) + ",900 --virtual-time-budget=5000 --user-data-dir=" +
                      (folder_ / "profile").string() + " --dump-dom 'file://" + file.string() +
                      "?theme=light' 2>/dev/null");
        constexpr std::string_view kBegin = "<pre id=\"probe\">";
        const std::size_t begin = dom.find(kBegin);
        const std::size_t end = dom.find("</pre>", begin);
        if (begin == std::string::npos || end == std::string::npos) {
            return nullptr;
        }
        std::string seen = dom.substr(begin + kBegin.size(), end - begin - kBegin.size());
        replace_all(seen, "&lt;", "<");
        replace_all(seen, "&gt;", ">");
        replace_all(seen, "&nbsp;", "\u00a0");
        replace_all(seen, "&amp;", "&");
        return nlohmann::json::parse(seen, nullptr, false);
    }

    void expect_sound(const nlohmann::json& seen, const BacktestResult& result) {
        ASSERT_TRUE(seen.is_object()) << "the page's scripts did not end";
        EXPECT_THAT(seen["problems"], SizeIs(0)) << seen["problems"];
        EXPECT_THAT(seen["requests"], SizeIs(0)) << seen["requests"];
        EXPECT_THAT(seen["blank"], SizeIs(0)) << seen["blank"];
        EXPECT_EQ(seen["charts"], seen["canvases"].size()) << "every canvas has its chart";
        EXPECT_EQ(seen["hints"], 0) << "every term has its definition on hover";
        EXPECT_FALSE(seen["wide"]) << "the page is wider than the window";
        for (const auto& [id, colors] : seen["canvases"].items()) {
            EXPECT_GT(colors, 2) << id << " is blank";
        }
        const std::string text = seen["text"];
        for (const std::string_view wrong : {"NaN", "undefined", "Infinity", "null", "[object"}) {
            EXPECT_THAT(text, Not(HasSubstr(wrong)));
        }
        for (const Definition& definition : definitions()) {
            EXPECT_THAT(text, HasSubstr(definition.name));
            EXPECT_THAT(text, HasSubstr(definition.formula));
        }
        for (const DayResult& day : result.days) {
            EXPECT_THAT(text, HasSubstr(day.day));
        }
    }

    static ReportContext context_with_runs() {
        ReportContext context{.strategy = "market-maker half_spread=0.01 </script>",
                              .source = "recorded <day> & \"night\"",
                              .models = {.latency = "constant 10 us",
                                         .queue = "exact, by order",
                                         .impact = "none",
                                         .fees = "0.003 removed, -0.002 added",
                                         .data = "by order, ITCH 5.0"}};
        const auto registry = strategy::Registry::create();
        for (const char* name : {"market_maker", "pairs"}) {
            context.strategies.push_back({.name = name,
                                          .symbols = {*Symbol::from("AAPL"), *Symbol::from("X")},
                                          .parameters = registry->choice_of(name)->parameters()});
        }
        for (const double factor : {0.5, 1.0, 2.0, 5.0}) {
            for (const auto varied : {Dependence::Latency, Dependence::Size}) {
                context.runs.push_back(varied_run(
                    {.varied = varied, .factor = factor},
                    support::synthetic_backtest(
                        {.days = 3, .seed = 1 + static_cast<std::uint64_t>(10 * factor)})));
            }
        }
        context.runs.push_back(
            varied_run({.varied = Dependence::FillModel, .name = "back of the line"},
                       support::synthetic_backtest({.seed = 77})));
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            context.trials.emplace_back();
            for (std::uint64_t day = 0; day < 12; ++day) {
                context.trials.back().push_back(static_cast<double>(seed * 7 + day * day % 5));
            }
        }
        return context;
    }

  private:
    support::TemporaryDirectory folder_;
};

TEST_F(ReportInABrowser, DrawsAFullResult) {
    const auto result = support::synthetic_backtest({.days = 4, .symbols = {"AAPL", "MSFT", "X"}});
    const auto seen = look_at(backtest_report(result, context_with_runs()));
    expect_sound(seen, result);
    EXPECT_EQ(seen["badge"], "RECORDED DATA");
    EXPECT_EQ(seen["symbols"], 3);
    for (const char* id : {"equity", "drawdown", "by-day", "price", "position", "by-place",
                           "by-age", "mark-out", "latency", "size"}) {
        EXPECT_TRUE(seen["canvases"].contains(id)) << id;
    }
    const std::string text = seen["text"];
    for (const char* part :
         {"back of the line", "constant 10 us", "0.5x", "5x", "</script>",
          "market_maker in AAPL, X", "half_spread_dollars", "0.005", "shares on each side",
          "recorded <day> & \"night\"", "After the search", "Open at the end", "depends most on"}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
}

TEST_F(ReportInABrowser, ShowsWhereTheRiskCheckStopped) {
    for (const std::size_t days : {1U, 4U}) {
        auto result = support::synthetic_backtest({.days = days, .symbols = {"AAPL", "MSFT"}});
        DayResult& day = result.days.front();
        day.stop = {.at = day.begin + Nanos{(day.end - day.begin).value / 4},
                    .instrument = day.instruments.front().id,
                    .reason = risk::StopReason::Loss,
                    .mode = risk::TradingMode::ReducingOnly};
        ReportContext context = context_with_runs();
        context.runs.front().stopped_days = 1;
        context.runs.front().traded_share = 0.5;
        const auto seen = look_at(backtest_report(result, context));
        expect_sound(seen, result);
        const std::string text = seen["text"];
        for (const char* part :
             {"Stopped by the risk check", "account_limits.loss_max",
              "The risk check stopped trading (shaded): ", "in AAPL, after 25.0% of the day",
              "(stopped, 50.0% traded)", "runs compared were stopped"}) {
            EXPECT_THAT(text, HasSubstr(part));
        }
        EXPECT_EQ(seen["stops_drawn"], true) << "the shade is on the time line";
    }
}

TEST_F(ReportInABrowser, FitsANarrowWindow) {
    const auto result = support::synthetic_backtest({.days = 4, .symbols = {"AAPL", "MSFT", "X"}});
    expect_sound(look_at(backtest_report(result, context_with_runs()), 500), result);
}

TEST_F(ReportInABrowser, ShowsTheSearchAndTheNeighboursOfTheBest) {
    const auto result = support::synthetic_backtest({.days = 4});
    ReportContext context = context_with_runs();
    const SearchRow best{.point = 4, .values = {"100", "<KO>"}, .pnl = {12'340'000}, .sharpe = 2.5};
    const SearchRow beside{.point = 3, .values = {"50", "<KO>"}, .pnl = {-5'670'000}};
    context.search = Search{.parameters = {"quote_qty", "first"},
                            .points = "grid",
                            .tried = 6,
                            .refused = 2,
                            .refused_because = "fast must be below slow",
                            .chosen_by = "Sharpe ratio",
                            .best = best,
                            .neighbours = {{.parameter = "quote_qty", .row = beside}},
                            .rows = {best, beside}};
    const auto seen = look_at(backtest_report(result, context));
    expect_sound(seen, result);
    const std::string text = seen["text"];
    for (const char* part :
         {"6 points (grid), the best by Sharpe ratio",
          "0 of 1 neighbours earn; their mean is -$567.00, the best has $1,234.00",
          "2 more were refused by the strategy: fast must be below slow", "quote_qty down", "<KO>",
          "the best"}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
}

TEST_F(ReportInABrowser, DrawsOneDayWithTheBadgeOfGeneratedData) {
    const auto result = support::synthetic_backtest({.days = 1, .symbols = {"AAPL"}});
    const auto seen = look_at(backtest_report(result, {.is_generated = true}));
    expect_sound(seen, result);
    EXPECT_EQ(seen["badge"], "GENERATED DATA");
    EXPECT_FALSE(seen["canvases"].contains("by-day"));
    EXPECT_EQ(seen["stops_drawn"], false);
    EXPECT_THAT(std::string(seen["text"]), HasSubstr("not defined")) << "no ratio of one day";
}

TEST_F(ReportInABrowser, DrawsAYear) {
    const auto result = support::synthetic_backtest({.days = 250, .orders = 40});
    const auto seen = look_at(backtest_report(result, {}));
    expect_sound(seen, result);
    EXPECT_TRUE(seen["canvases"].contains("by-day"));
}

TEST_F(ReportInABrowser, SaysThatNothingWasFilled) {
    auto result = support::synthetic_backtest({.days = 2, .orders = 0});
    const auto seen = look_at(backtest_report(result, {}));
    expect_sound(seen, result);
    const std::string text = seen["text"];
    EXPECT_THAT(text, HasSubstr("No verdict: the strategy had no fill."));
    EXPECT_THAT(text,
                HasSubstr("No order was sent: the risk check rejected every order (2 position);"));
    EXPECT_THAT(text, HasSubstr("Every day ended flat."));
    EXPECT_THAT(text, HasSubstr("The strategy has no parameters."));
    EXPECT_FALSE(seen["canvases"].contains("mark-out"));
}

TEST_F(ReportInABrowser, ShowsAResultWithoutADay) {
    const auto seen = look_at(backtest_report({}, {}));
    expect_sound(seen, {});
    EXPECT_EQ(seen["charts"], 0);
    EXPECT_THAT(std::string(seen["text"]), HasSubstr("No day was run."));
}

}  // namespace
}  // namespace hotpath::backtest
