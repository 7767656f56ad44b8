#pragma once
/// A report as one HTML file that needs no network: a page of ours with Chart.js and its data put in.
///
/// The page has the marks /*{{chart_js}}*/ and /*{{report}}*/null, each once. No text in the data can
/// end the script that holds it, and bytes that are no UTF-8 are replaced. Threads: any. Allocation:
/// the page.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace hotpath::app {

[[nodiscard]] std::string html_page(std::string_view page, const nlohmann::ordered_json& report);

}  // namespace hotpath::app
