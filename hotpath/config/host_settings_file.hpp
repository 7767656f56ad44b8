#pragma once
/// The settings of a host: a TOML file that `hotpath tune` writes, and that commands read by
/// --host-settings or by the key host_settings of their configuration.
///
/// No result depends on these settings, only how long it takes. Every key has a default, and is
/// checked when the file is read. Keys: docs/reference/tune.md. Threads: set-up. Allocation: free.

#include <filesystem>
#include <string>
#include <string_view>

#include "hotpath/core/error.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/journal/options.hpp"
#include "hotpath/queue/head_start.hpp"

namespace hotpath::config {

class TomlTable;

struct HostSettings {
    feed::LookAheadOptions look_ahead{};
    /// For the thread that empties a journal's ring: the venue's, or the trader's journal process.
    queue::HeadStartOptions journal = journal::JournalOptions{}.head_start;

    friend constexpr bool operator==(const HostSettings&, const HostSettings&) = default;
};

/// The defaults when no file is named.
[[nodiscard]] Expected<HostSettings> read_host_settings(const std::filesystem::path& file);
/// The text of such a file; each line of `comment` stands before it.
[[nodiscard]] std::string host_settings_text(const HostSettings& settings,
                                             std::string_view comment);

/// The key host_settings of a configuration's root; unchanged when it is not there.
void read_host_settings_key(TomlTable& root, std::filesystem::path& file);

}  // namespace hotpath::config
