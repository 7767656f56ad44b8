#include "hotpath/capture/table/table_reader.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hotpath::capture {

namespace {

[[nodiscard]] std::string_view without_quotes(std::string_view field) {
    const std::size_t begin = field.find_first_not_of(' ');
    field = begin == field.npos ? std::string_view{} : field.substr(begin);
    field = field.substr(0, field.find_last_not_of(' ') + 1);
    const bool is_quoted = field.size() >= 2 && field.front() == '"' && field.back() == '"';
    return is_quoted ? field.substr(1, field.size() - 2) : field;
}

/// visit(field) for each; a line of n commas has n + 1.
template <class Visit>
void for_each_field(std::string_view line, Visit&& visit) {
    for (;;) {
        const std::size_t comma = line.find(',');
        visit(without_quotes(line.substr(0, comma)));
        if (comma == line.npos) {
            return;
        }
        line.remove_prefix(comma + 1);
    }
}

[[nodiscard]] char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] bool is_name(std::string_view field, std::string_view name) {
    return std::ranges::equal(field, name, {}, to_lower, to_lower);
}

[[nodiscard]] bool is_column(std::string_view field, const TableColumn& column) {
    return is_name(field, column.name) || (!column.alias.empty() && is_name(field, column.alias));
}

}  // namespace

bool names_column(std::string_view line, std::string_view name) {
    bool found = false;
    for_each_field(line, [&](std::string_view field) { found = found || is_name(field, name); });
    return found;
}

Expected<TableReader> TableReader::open(ReadBuffer input, std::span<const TableColumn> wanted) {
    TableReader reader(std::move(input), wanted);
    if (auto found = reader.find_columns(); !found) {
        return std::unexpected(found.error());
    }
    return reader;
}

Expected<void> TableReader::find_columns() {
    const auto line = lines_.next();
    if (!line) {
        return std::unexpected(input().damage().value_or(
            Error{input().name() + ": must begin with the names of its columns, but is empty"}));
    }
    split(*line);
    columns_ = fields_.size();
    for (const TableColumn& column : wanted_) {
        const auto is_it = [&](std::string_view field) { return is_column(field, column); };
        const auto found = std::ranges::find_if(fields_, is_it);
        if (std::ranges::count_if(fields_, is_it) > 1) {
            return fail(fmt::format("{}: has two columns {}", input().name(), column.name));
        }
        if (found == fields_.end() && column.is_required) {
            return fail(fmt::format("{}: has no column {}; its columns are {}", input().name(),
                                    column.name, fmt::join(fields_, ", ")));
        }
        places_.push_back(
            found == fields_.end() ? kNowhere : static_cast<std::size_t>(found - fields_.begin()));
    }
    return {};
}

void TableReader::split(std::string_view line) {
    fields_.clear();
    for_each_field(line, [this](std::string_view field) { fields_.push_back(field); });
}

Expected<bool> TableReader::next() {
    const auto line = lines_.next();
    if (!line) {
        return input().damage() ? Expected<bool>(std::unexpected(*input().damage()))
                                : Expected<bool>(false);
    }
    ++row_;
    split(*line);
    if (fields_.size() != columns_) {
        return std::unexpected(refusal(
            fmt::format("must have {} fields, one a column, got {}", columns_, fields_.size())));
    }
    return true;
}

Error TableReader::refusal(std::size_t column, std::string_view allowed) const {
    constexpr std::size_t kShownMax = 60;
    return {fmt::format("{}: row {}, column {}: must be {}, got \"{}\"", input().name(), row_,
                        wanted_[column].name, allowed, field(column).substr(0, kShownMax))};
}

Error TableReader::refusal(std::string_view reason) const {
    return {fmt::format("{}: row {}: {}", input().name(), row_, reason)};
}

}  // namespace hotpath::capture
