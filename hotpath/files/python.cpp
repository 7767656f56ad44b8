#include "hotpath/files/python.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace hotpath::files {

namespace fs = std::filesystem;

std::string python() {
    if (const char* named = std::getenv("HOTPATH_PYTHON"); named != nullptr && *named != '\0') {
        return named;
    }
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    const fs::path beside =
        program.parent_path().parent_path().parent_path() / "python/bin/python3";
    return fs::exists(beside, ignored) ? beside.string() : "python3";
}

}  // namespace hotpath::files
