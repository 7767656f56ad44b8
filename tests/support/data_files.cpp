#include "tests/support/data_files.hpp"

#include <cstdlib>

namespace hotpath::support {
namespace {

namespace fs = std::filesystem;

fs::path source_folder() {
    return HOTPATH_SOURCE_DIR;
}

fs::path data_folder() {
    const char* const chosen = std::getenv("HOTPATH_DATA");
    return chosen != nullptr && *chosen != '\0' ? fs::path(chosen)
                                                : source_folder().parent_path() / "shared" / "data";
}

std::optional<fs::path> if_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored) ? std::optional(path) : std::nullopt;
}

}  // namespace

std::optional<fs::path> licensed_data(std::string_view name) {
    return if_there(data_folder() / name);
}

std::string missing_data(std::string_view name) {
    return "licensed data not found: " + (data_folder() / name).string() +
           " (set HOTPATH_DATA to the folder that holds it)";
}

fs::path golden_file(std::string_view name) {
    return source_folder() / "tests" / "golden" / name;
}

fs::path fix_scripts() {
    return source_folder() / "build" / "fix" / "scripts";
}

}  // namespace hotpath::support
