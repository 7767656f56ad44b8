#pragma once
/// TomlTable: reads one table of a configuration file key by key, with bounds. The error is kept as a
/// sentence: of a key that was not read, with the nearest one that was; else of the first wrong value, or of
/// all required keys that are missing when one of them came before it.
///
///   TomlTable table(file, root, "order_entry");
///   table.read("orders_open_max", options.orders_open_max, {1, 1'000'000});
///   if (auto checked = table.finish(); !checked) { return std::unexpected(checked.error()); }
///
/// Threads: set-up. Allocation: free.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "hotpath/capture/table/table_values.hpp"
#include "hotpath/config/config_errors.hpp"
#include "hotpath/config/number_range.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/net/endpoint.hpp"

namespace hotpath::config {

inline constexpr std::int64_t kMsOfDay = 86'400'000;

using IntegerBounds = IntegerRange;
using RealBounds = RealRange;

class TomlTable {
  public:
    /// The table `name` of the file's root; "outer.inner" for nested tables. A missing table has
    /// default values only. "": the root itself, without its tables.
    TomlTable(const std::filesystem::path& file, const toml::table& root, std::string name);
    /// A table of an array of tables.
    TomlTable(const std::filesystem::path& file, std::string name, const toml::table& table);

    template <std::integral T>
    void read(std::string_view key, T& value, const IntegerBounds& bounds) {
        std::int64_t read = static_cast<std::int64_t>(value);
        read_integer(key, read, bounds);
        value = static_cast<T>(read);
    }
    void read(std::string_view key, double& value, const RealBounds& bounds);
    void read(std::string_view key, bool& value);
    void read(std::string_view key, std::string& value);
    void read(std::string_view key, net::Endpoint& value);
    /// Keeps `value` if the key is missing.
    void read(std::string_view key, std::optional<net::Endpoint>& value);
    void read(std::string_view key, std::vector<std::string>& values);
    /// Reads an address of this machine; with port 0 the kernel chooses the port.
    void read_local(std::string_view key, net::Endpoint& value);
    void read_local(std::string_view key, std::optional<net::Endpoint>& value);
    /// Reads an address to connect to.
    void read_target(std::string_view key, net::Endpoint& value);
    void read_target(std::string_view key, std::optional<net::Endpoint>& value);
    /// Reads a multicast group and port.
    void read_group(std::string_view key, net::Endpoint& value);
    void read_group(std::string_view key, std::optional<net::Endpoint>& value);
    /// Reads a non-empty path; relative paths are relative to the configuration's folder.
    void read_path(std::string_view key, std::filesystem::path& value);
    /// Read a number of milliseconds, or of microseconds.
    void read_ms(std::string_view key, Nanos& value, const IntegerBounds& bounds);
    void read_us(std::string_view key, Nanos& value, const IntegerBounds& bounds);
    /// Reads dollars with up to four decimals; stores 1/10,000 dollar. Bounds are in dollars.
    void read_dollars(std::string_view key, std::int64_t& units, const RealBounds& bounds);
    /// Reads a date, 2024-01-02, with or without quotes; keeps `value` if the key is missing.
    void read_date(std::string_view key, std::optional<capture::Date>& value);
    /// Reads the tables of an array [[name.key]], at most `most`; empty if the key is missing.
    [[nodiscard]] std::vector<TomlTable> read_tables(std::string_view key, std::size_t most);
    /// Reads one of `choices`; stores its index.
    void read_choice(std::string_view key, std::size_t& value,
                     const std::vector<std::string_view>& choices);
    void require(std::string_view key);
    /// Keys that may be here and are not read: they depend on a value that is wrong or missing.
    template <class Keys>
    void allow(const Keys& keys) {
        known_.insert(std::begin(keys), std::end(keys));
    }
    /// Any key may be here: which ones depends on a value that is wrong.
    void allow_all();
    /// False when a value is wrong or a key is missing, so far.
    [[nodiscard]] bool is_fine() const { return error_.empty() && missing_.empty(); }
    /// Records an error that the caller found in a value.
    void refuse(std::string_view key, std::string_view found, std::string_view allowed);
    [[nodiscard]] bool has(std::string_view key) const;

    /// Returns the error, which keys that were not read are.
    [[nodiscard]] Expected<void> finish();

  private:
    [[nodiscard]] const toml::node* find(std::string_view key);
    using IsFine = bool (*)(const net::Endpoint& endpoint);
    void read_endpoint(std::string_view key, net::Endpoint& value, IsFine is_allowed,
                       std::string_view allowed);
    template <class Read>
    void read_optional(std::string_view key, std::optional<net::Endpoint>& value, Read read) {
        net::Endpoint endpoint;
        read(endpoint);
        if (has(key)) {
            value = endpoint;
        }
    }
    /// Reads a number of units of this many nanoseconds.
    void read_nanos(std::string_view key, Nanos& value, const IntegerBounds& bounds,
                    std::int64_t nanos);
    void read_integer(std::string_view key, std::int64_t& value, const IntegerBounds& bounds);
    void refuse(std::string_view key, const toml::node& found, std::string_view allowed);
    [[nodiscard]] std::string path_of(std::string_view key) const;
    [[nodiscard]] std::optional<std::string> unread_key() const;

    std::filesystem::path file_;
    std::string name_;
    const toml::table* table_ = nullptr;
    std::set<std::string, std::less<>> known_;
    std::vector<std::string> missing_;  // paths
    bool is_missing_first_ = false;     // before a wrong value
    bool is_no_table_ = false;
    std::string error_;
};

/// Calls read(table, n) for each table of the file's array [[name]], n from 0 on; the error is chosen by
/// ConfigErrors. Does nothing if there is no such array.
template <class Read>
[[nodiscard]] Expected<void> for_each_table(const std::filesystem::path& file,
                                            const toml::table& root, const std::string& name,
                                            Read&& read) {
    const toml::array* const tables = root[name].as_array();
    ConfigErrors errors(file);
    for (std::size_t n = 0; tables != nullptr && n < tables->size(); ++n) {
        const toml::table* const table = tables->get(n)->as_table();
        if (table == nullptr) {
            return fail(fmt::format("{}: {} must be an array of tables: [[{}]]", file.string(),
                                    name, name));
        }
        errors.add(read(*table, n));
    }
    return errors.first();
}

/// Refuses a table of the file that is not in `known`.
[[nodiscard]] Expected<void> check_tables(const std::filesystem::path& file,
                                          const toml::table& root,
                                          const std::set<std::string_view>& known);

/// Checks that the file exists and is readable.
[[nodiscard]] Expected<void> check_readable(const std::filesystem::path& file);

/// Returns the configuration that `read(root, config)` makes of the result of `parse()`. The error
/// of bad TOML names the line.
template <class Config, class Parse, class Read>
[[nodiscard]] Expected<Config> read_toml(const std::filesystem::path& name, Parse&& parse,
                                         Read&& read) {
    try {
        const toml::table root = parse();
        Config config;
        if (auto done = read(root, config); !done) {
            return std::unexpected(done.error());
        }
        return config;
    } catch (const toml::parse_error& error) {
        return fail(name.string() + ": line " + std::to_string(error.source().begin.line) + ": " +
                    std::string(error.description()));
    }
}
template <class Config, class Read>
[[nodiscard]] Expected<Config> read_toml_file(const std::filesystem::path& file, Read&& read) {
    if (auto readable = check_readable(file); !readable) {
        return std::unexpected(readable.error());
    }
    return read_toml<Config>(
        file, [&] { return toml::parse_file(file.string()); }, std::forward<Read>(read));
}

}  // namespace hotpath::config
