#include "apps/hotpath/top/lines.hpp"

#include <algorithm>

#include "apps/hotpath/console/console.hpp"

namespace hotpath::app {

namespace {

[[nodiscard]] bool begins_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
}

[[nodiscard]] std::size_t columns_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

/// The first `columns` characters.
[[nodiscard]] std::string_view cut(std::string_view text, std::size_t columns) {
    std::size_t at = 0;
    for (std::size_t seen = 0; at < text.size(); ++at) {
        if (begins_character(text[at]) && seen++ == columns) {
            break;
        }
    }
    return text.substr(0, at);
}

}  // namespace

TopLines& TopLines::add(std::string_view text, std::string_view style) {
    const std::string_view shown = cut(text, size_.columns - std::min(size_.columns, columns_));
    if (shown.empty()) {
        return *this;
    }
    line_ += style;
    line_ += shown;
    line_ += style.empty() ? std::string_view() : app::style().reset;
    columns_ += columns_of(shown);
    return *this;
}

TopLines& TopLines::right(std::string_view text, std::size_t columns, std::string_view style) {
    const std::size_t width = columns_of(text);
    add(std::string(columns - std::min(columns, width), ' '));
    return add(text, style);
}

TopLines& TopLines::left(std::string_view text, std::size_t columns, std::string_view style) {
    const std::size_t width = columns_of(text);
    add(text, style);
    return add(std::string(columns - std::min(columns, width), ' '));
}

void TopLines::end_line() {
    lines_.push_back(line_);
    line_.clear();
    columns_ = 0;
}

void TopLines::heading(std::string_view text) {
    end_line();
    add(text, style().bold);
    end_line();
}

std::string TopLines::text(std::string_view end) const {
    std::string all;
    for (std::size_t n = 0; n < std::min(lines_.size(), size_.rows); ++n) {
        all += lines_[n];
        all += end;
    }
    return all;
}

}  // namespace hotpath::app
