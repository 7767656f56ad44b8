#include "hotpath/config/toml_table.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "hotpath/text/nearest_name.hpp"

namespace hotpath::config {

namespace {

constexpr double kUnitsOfDollar = PriceScale{}.units_per_currency;

}  // namespace

TomlTable::TomlTable(const std::filesystem::path& file, const toml::table& root, std::string name)
    : file_(file), name_(std::move(name)) {
    if (name_.empty()) {
        table_ = &root;
    } else if (const toml::node* node = root.at_path(name_).node()) {
        table_ = node->as_table();
        if (table_ == nullptr) {
            is_no_table_ = true;
            error_ = fmt::format("{}: {} must be a table: [{}]", file_.string(), name_, name_);
        }
    }
}

TomlTable::TomlTable(const std::filesystem::path& file, std::string name, const toml::table& table)
    : file_(file), name_(std::move(name)), table_(&table) {}

bool TomlTable::has(std::string_view key) const {
    return table_ != nullptr && table_->contains(key);
}

const toml::node* TomlTable::find(std::string_view key) {
    known_.emplace(key);
    return table_ == nullptr ? nullptr : table_->get(key);
}

void TomlTable::refuse(std::string_view key, std::string_view found, std::string_view allowed) {
    if (error_.empty()) {
        error_ =
            fmt::format("{}: {} must be {}, got {}", file_.string(), path_of(key), allowed, found);
    }
}

void TomlTable::refuse(std::string_view key, const toml::node& found, std::string_view allowed) {
    constexpr std::size_t kShownMax = 60;  // a line, whatever was typed
    std::ostringstream text;
    found.visit([&](const auto& value) { text << value; });
    std::string shown = text.str();
    std::ranges::replace(shown, '\n', ' ');
    if (shown.size() > kShownMax) {
        shown = shown.substr(0, kShownMax) + "...";
    }
    refuse(key, shown, allowed);
}

void TomlTable::require(std::string_view key) {
    const std::string path = path_of(key);
    if (!has(key) && !is_no_table_ && std::ranges::find(missing_, path) == missing_.end()) {
        is_missing_first_ = missing_.empty() ? error_.empty() : is_missing_first_;
        missing_.push_back(path);
    }
}

std::string TomlTable::path_of(std::string_view key) const {
    return name_.empty() ? std::string(key) : fmt::format("{}.{}", name_, key);
}

void TomlTable::read_integer(std::string_view key, std::int64_t& value,
                             const IntegerBounds& bounds) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return;
    }
    const auto read = node->is_integer() ? node->value<std::int64_t>() : std::nullopt;
    if (!read || *read < bounds.least || *read > bounds.most) {
        return refuse(key, *node, "a whole number from " + to_text(bounds));
    }
    value = *read;
}

void TomlTable::read(std::string_view key, double& value, const RealBounds& bounds) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return;
    }
    const auto read = node->is_number() ? node->value<double>() : std::nullopt;
    if (!read || !(*read >= bounds.least) || !(*read <= bounds.most)) {
        return refuse(key, *node, "a number from " + to_text(bounds));
    }
    value = *read;
}

void TomlTable::read(std::string_view key, bool& value) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return;
    }
    if (!node->is_boolean()) {
        return refuse(key, *node, "true or false");
    }
    value = *node->value<bool>();
}

void TomlTable::read(std::string_view key, std::string& value) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return;
    }
    if (!node->is_string()) {
        return refuse(key, *node, "a string in quotes");
    }
    value = *node->value<std::string>();
}

void TomlTable::read(std::string_view key, net::Endpoint& value) {
    std::string text;
    read(key, text);
    if (!has(key) || !error_.empty()) {
        return;
    }
    const Expected<net::Endpoint> endpoint = net::Endpoint::parse(text);
    if (!endpoint) {
        return refuse(key, "\"" + text + "\"", "an address and port, such as \"127.0.0.1:26400\"");
    }
    value = *endpoint;
}

void TomlTable::read(std::string_view key, std::optional<net::Endpoint>& value) {
    read_optional(key, value, [&](net::Endpoint& endpoint) { read(key, endpoint); });
}

void TomlTable::read_endpoint(std::string_view key, net::Endpoint& value, IsFine is_allowed,
                              std::string_view allowed) {
    read(key, value);
    if (has(key) && !is_allowed(value)) {
        refuse(key, "\"" + value.to_string() + "\"", allowed);
    }
}

void TomlTable::read_local(std::string_view key, net::Endpoint& value) {
    read_endpoint(
        key, value, [](const net::Endpoint& endpoint) { return !endpoint.address.is_multicast(); },
        "an address of this machine and a port, such as \"127.0.0.1:26400\"");
}

void TomlTable::read_local(std::string_view key, std::optional<net::Endpoint>& value) {
    read_optional(key, value, [&](net::Endpoint& endpoint) { read_local(key, endpoint); });
}

void TomlTable::read_target(std::string_view key, net::Endpoint& value) {
    read_endpoint(
        key, value,
        [](const net::Endpoint& endpoint) {
            const bool is_one = !endpoint.address.is_multicast() && endpoint.address.value != 0;
            return is_one && endpoint.port != 0;
        },
        "the address of one machine and a port above 0, such as \"127.0.0.1:26400\"");
}

void TomlTable::read_target(std::string_view key, std::optional<net::Endpoint>& value) {
    read_optional(key, value, [&](net::Endpoint& endpoint) { read_target(key, endpoint); });
}

void TomlTable::read_group(std::string_view key, net::Endpoint& value) {
    read_endpoint(
        key, value,
        [](const net::Endpoint& endpoint) {
            return endpoint.address.is_multicast() && endpoint.port != 0;
        },
        "a multicast group and port, such as \"239.192.1.1:26477\"");
}

void TomlTable::read_group(std::string_view key, std::optional<net::Endpoint>& value) {
    read_optional(key, value, [&](net::Endpoint& endpoint) { read_group(key, endpoint); });
}

void TomlTable::read_path(std::string_view key, std::filesystem::path& value) {
    std::string text;
    read(key, text);
    if (has(key) && text.empty()) {
        refuse(key, "\"\"", "a non-empty name");
    }
    if (has(key)) {
        value = file_.parent_path() / text;
    }
}

void TomlTable::read_date(std::string_view key, std::optional<capture::Date>& value) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return;
    }
    std::ostringstream text;
    if (const auto* const date = node->as_date()) {
        text << **date;
    } else if (const auto* const quoted = node->as_string()) {
        text << **quoted;
    }
    value = capture::to_date(text.str());
    if (!value) {
        refuse(key, *node, capture::kDateAllowed);
    }
}

void TomlTable::read(std::string_view key, std::vector<std::string>& values) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return;
    }
    const toml::array* array = node->as_array();
    const bool is_list =
        array != nullptr && (array->empty() || array->is_homogeneous<std::string>());
    if (!is_list) {
        return refuse(key, *node, "a list of strings, such as [\"AAPL\", \"MSFT\"]");
    }
    values.clear();
    for (const toml::node& element : *array) {
        values.push_back(*element.value<std::string>());
    }
}

void TomlTable::read_nanos(std::string_view key, Nanos& value, const IntegerBounds& bounds,
                           std::int64_t nanos) {
    std::int64_t units = value.value / nanos;
    read_integer(key, units, bounds);
    if (has(key)) {
        value = Nanos{units * nanos};
    }
}

void TomlTable::read_ms(std::string_view key, Nanos& value, const IntegerBounds& bounds) {
    read_nanos(key, value, bounds, 1'000'000);
}

void TomlTable::read_us(std::string_view key, Nanos& value, const IntegerBounds& bounds) {
    read_nanos(key, value, bounds, 1'000);
}

void TomlTable::read_dollars(std::string_view key, std::int64_t& units, const RealBounds& bounds) {
    double dollars = static_cast<double>(units) / kUnitsOfDollar;
    read(key, dollars, bounds);
    const double exact = dollars * kUnitsOfDollar;
    units = std::llround(exact);
    constexpr double kTolerance = 0.01;  // of a unit: what a double loses below 10^12 dollars
    if (has(key) && std::abs(exact - static_cast<double>(units)) > kTolerance) {
        refuse(key, fmt::to_string(dollars), "a number with up to 4 decimals");
    }
}

void TomlTable::read_choice(std::string_view key, std::size_t& value,
                            const std::vector<std::string_view>& choices) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return;
    }
    const auto text = node->is_string() ? node->value<std::string>() : std::nullopt;
    const auto found = text ? std::ranges::find(choices, *text) : choices.end();
    if (found == choices.end()) {
        return refuse(key, *node, fmt::format("one of {}", fmt::join(choices, ", ")));
    }
    value = static_cast<std::size_t>(found - choices.begin());
}

std::vector<TomlTable> TomlTable::read_tables(std::string_view key, std::size_t most) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return {};
    }
    const toml::array* array = node->is_array_of_tables() ? node->as_array() : nullptr;
    if (array == nullptr || array->size() > most) {
        refuse(key, array == nullptr ? "another value" : fmt::format("{} tables", array->size()),
               fmt::format("tables [[{}.{}]], at most {}", name_, key, most));
        return {};
    }
    std::vector<TomlTable> tables;
    for (const toml::node& element : *array) {
        tables.emplace_back(file_, fmt::format("{}.{}[{}]", name_, key, tables.size() + 1),
                            *element.as_table());
    }
    return tables;
}

void TomlTable::allow_all() {
    if (table_ == nullptr) {
        return;
    }
    for (const auto& [key, node] : *table_) {
        known_.emplace(key.str());
    }
}

std::optional<std::string> TomlTable::unread_key() const {
    if (table_ == nullptr) {
        return std::nullopt;
    }
    for (const auto& [key, node] : *table_) {
        const bool is_table = name_.empty() && (node.is_table() || node.is_array_of_tables());
        if (!is_table && !known_.contains(key.str())) {
            return std::string(key.str());
        }
    }
    return std::nullopt;
}

Expected<void> TomlTable::finish() {
    if (const std::optional<std::string> key = unread_key()) {
        return fail(fmt::format("{}: unknown key {}{}; known keys: {}", file_.string(),
                                path_of(*key), text::nearest_text(*key, known_),
                                fmt::join(known_, ", ")));
    }
    if (is_missing_first_) {
        return fail(missing_text(file_, missing_));
    }
    return error_.empty() ? Expected<void>() : fail(error_);
}

Expected<void> check_readable(const std::filesystem::path& file) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) {
        return fail(fmt::format("{}: must be a file, got a folder", file.string()));
    }
    if (::access(file.c_str(), R_OK) != 0) {
        return fail(fmt::format("{}: {}", file.string(), std::strerror(errno)));
    }
    return {};
}

Expected<void> check_tables(const std::filesystem::path& file, const toml::table& root,
                            const std::set<std::string_view>& known) {
    for (const auto& [key, node] : root) {
        const bool is_table = node.is_table() || node.is_array_of_tables();
        if (is_table && !known.contains(key.str())) {
            return fail(fmt::format("{}: unknown table [{}]{}; known tables: {}", file.string(),
                                    key.str(), text::nearest_text(key.str(), known),
                                    fmt::join(known, ", ")));
        }
    }
    return {};
}

}  // namespace hotpath::config
