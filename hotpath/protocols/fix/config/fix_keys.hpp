#pragma once
/// The FIX keys that the configurations of a venue and a trader have in common.
///
/// Threads: set-up. Allocation: free.

#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/protocols/fix/session/session_options.hpp"

namespace hotpath::protocols::fix {

/// `version`: the BeginString, FIX.4.4 unless it says otherwise.
[[nodiscard]] inline std::string read_fix_version(config::TomlTable& table) {
    std::size_t version = 1;
    table.read_choice("version", version, {"FIX.4.2", "FIX.4.4"});
    return version == 0 ? "FIX.4.2" : "FIX.4.4";
}

/// A CompID or a password; the error shows the first alone.
inline void check_fix_word(config::TomlTable& table, std::string_view key,
                           const std::string& text) {
    if (!login::is_login_word(text, kTextLengthMax)) {
        table.refuse(key, key.ends_with("password") ? "(not shown)" : "\"" + text + "\"",
                     "1 to 64 letters, digits or signs, no blanks");
    }
}

/// `heartbeat_min_ms` and `heartbeat_max_ms`: the shortest and longest interval that a client may ask for.
inline void read_heartbeats(config::TomlTable& table, Nanos& min, Nanos& max) {
    table.read_ms("heartbeat_min_ms", min, {1'000, 3'600'000});
    table.read_ms("heartbeat_max_ms", max, {1'000, 3'600'000});
    if (max < min) {
        table.refuse("heartbeat_max_ms", fmt::to_string(max.value / 1'000'000),
                     "at least heartbeat_min_ms");
    }
}

}  // namespace hotpath::protocols::fix
