#include "hotpath/capture/text_lines.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace hotpath::capture {

std::optional<std::string_view> TextLines::next() {
    for (;;) {
        input_.consume(std::exchange(line_length_, 0));
        const auto line = line_at_front();
        if (!line) {
            return std::nullopt;
        }
        ++line_;
        line_length_ = line->size();
        const std::string_view text = without_frills(*line);
        if (!text.empty()) {
            return text;
        }
    }
}

std::string TextLines::place() const {
    return fmt::format("line {} ({})", line_, input_.place());
}

/// The next line with its end. None when no bytes are left, or those left are cut off by damage.
std::optional<std::string_view> TextLines::line_at_front() {
    for (;;) {
        const Bytes bytes = input_.available();
        const void* newline = bytes.empty() ? nullptr
                                            : std::memchr(bytes.data(), '\n',
                                                          std::min(bytes.size(), line_length_max_));
        const std::string_view text = as_text(bytes);
        if (newline != nullptr) {
            return text.substr(
                0, static_cast<std::size_t>(static_cast<const char*>(newline) - text.data()) + 1);
        }
        if (bytes.size() > line_length_max_) {
            return text.substr(0, line_length_max_);
        }
        if (!input_.refill()) {
            return text.empty() || input_.damage() ? std::nullopt : std::optional(text);
        }
    }
}

std::string_view TextLines::without_frills(std::string_view line) const {
    const bool has_mark = input_.offset() == 0 && line.starts_with(kUtf8Mark);
    line.remove_prefix(has_mark ? kUtf8Mark.size() : 0);
    return line.substr(0, line.find_last_not_of("\r\n") + 1);
}

}  // namespace hotpath::capture
