#include "hotpath/config/host_settings_file.hpp"

#include <set>
#include <sstream>

#include <fmt/format.h>

#include "hotpath/config/toml_table.hpp"

namespace hotpath::config {

namespace {

namespace fs = std::filesystem;

constexpr IntegerBounds kDistances{0, feed::LookAheadDistances::kMost};
constexpr IntegerBounds kOrders{0, feed::LookAheadOptions::kOrdersMost};
constexpr IntegerBounds kMessagesFew{2, 65'536};
constexpr IntegerBounds kPauses{0, 4'096};

[[nodiscard]] Expected<void> read_look_ahead(const fs::path& file, const toml::table& root,
                                             feed::LookAheadOptions& options) {
    TomlTable table(file, root, "look_ahead");
    table.read("table", options.distances.table, kDistances);
    table.read("order", options.distances.order, kDistances);
    table.read("level", options.distances.level, kDistances);
    table.read("orders_min", options.orders_min, kOrders);
    return table.finish();
}

[[nodiscard]] Expected<void> read_journal(const fs::path& file, const toml::table& root,
                                          queue::HeadStartOptions& head_start) {
    TomlTable table(file, root, "journal");
    table.read("messages_few", head_start.messages_few, kMessagesFew);
    table.read("pauses_max", head_start.pauses_max, kPauses);
    return table.finish();
}

[[nodiscard]] Expected<void> read_tables(const fs::path& file, const toml::table& root,
                                         HostSettings& settings) {
    static const std::set<std::string_view> kTables{"look_ahead", "journal"};
    ConfigErrors errors(file);
    errors.add(check_tables(file, root, kTables));
    errors.add(TomlTable(file, root, "").finish());
    errors.add(read_look_ahead(file, root, settings.look_ahead));
    errors.add(read_journal(file, root, settings.journal));
    return errors.first();
}

}  // namespace

Expected<HostSettings> read_host_settings(const fs::path& file) {
    if (file.empty()) {
        return HostSettings{};
    }
    return read_toml_file<HostSettings>(file, [&](const toml::table& root, HostSettings& settings) {
        return read_tables(file, root, settings);
    });
}

std::string host_settings_text(const HostSettings& settings, std::string_view comment) {
    std::string text;
    std::istringstream lines{std::string(comment)};
    for (std::string line; std::getline(lines, line);) {
        text += fmt::format("# {}\n", line);
    }
    const auto line = [&](std::string_view key, std::size_t value, std::string_view meaning,
                          const IntegerBounds& bounds) {
        const std::string set = fmt::format("{} = {}", key, value);
        const std::string_view separator = meaning.empty() ? "" : "; ";
        text += fmt::format("{:<24}# {}{}{}\n", set, to_text(bounds), separator, meaning);
    };
    text +=
        "\n[look_ahead]            # replays and backtests: messages ahead of the one applied\n";
    line("table", settings.look_ahead.distances.table, "0: this step is off", kDistances);
    line("order", settings.look_ahead.distances.order, "", kDistances);
    line("level", settings.look_ahead.distances.level, "", kDistances);
    line("orders_min", settings.look_ahead.orders_min, "with fewer open orders these steps are off",
         kOrders);
    text += "\n[journal]               # the thread or process that empties a journal's ring\n";
    line("messages_few", settings.journal.messages_few, "a round of fewer is followed by pauses",
         kMessagesFew);
    line("pauses_max", settings.journal.pauses_max, "0: never a pause", kPauses);
    return text;
}

void read_host_settings_key(TomlTable& root, fs::path& file) {
    root.read_path("host_settings", file);
}

}  // namespace hotpath::config
