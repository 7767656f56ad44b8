#pragma once
/// A report as one HTML file that needs no network: a page of ours with the head that all pages have
/// (page_head.html: styles, chart functions, theme), Chart.js and its data put in.
///
/// The page has the mark <!--{{page_head}}--> once; the head has /*{{chart_js}}*/ and
/// /*{{report}}*/null. No text in the data can end the script that holds it, and bytes that are no UTF-8
/// are replaced. Threads: any. Allocation: the page.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace hotpath::files {

[[nodiscard]] std::string html_page(std::string_view page, const nlohmann::ordered_json& report);
/// The same from a report that is JSON text, in UTF-8, already.
[[nodiscard]] std::string html_page_of_json(std::string_view page, std::string_view report);

}  // namespace hotpath::files
