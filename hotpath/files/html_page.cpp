#include "hotpath/files/html_page.hpp"

#include <nlohmann/json.hpp>

namespace hotpath::files {

/// page_head.html and Chart.js: CMake makes them string literals.
[[nodiscard]] std::string_view page_head();
[[nodiscard]] std::string_view chart_js();

namespace {

void replace_once(std::string& text, std::string_view mark, std::string_view by) {
    if (const std::size_t at = text.find(mark); at != std::string::npos) {
        text.replace(at, mark.size(), by);
    }
}

/// In JSON a < is always part of a string, where its escape means the same.
std::string script_safe(std::string_view json) {
    std::string safe;
    for (const char c : json) {
        if (c == '<') {
            safe += "\\u003c";
        } else {
            safe += c;
        }
    }
    return safe;
}

}  // namespace

std::string html_page(std::string_view page, const nlohmann::ordered_json& report) {
    using nlohmann::ordered_json;
    return html_page_of_json(page,
                             report.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

std::string html_page_of_json(std::string_view page, std::string_view report) {
    std::string made(page);
    replace_once(made, "<!--{{page_head}}-->", page_head());
    replace_once(made, "/*{{report}}*/null", script_safe(report));
    replace_once(made, "/*{{chart_js}}*/", chart_js());
    return made;
}

}  // namespace hotpath::files
