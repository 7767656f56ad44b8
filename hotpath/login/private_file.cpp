#include "hotpath/login/private_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

namespace hotpath::login {

namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kOfOthers = 0077;
constexpr ::mode_t kPermissions = 0777;

}  // namespace

Expected<void> check_private(const fs::path& file, std::string_view what) {
    struct ::stat status{};
    if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode) ||
        (status.st_mode & kOfOthers) == 0) {
        return {};
    }
    return fail(fmt::format(
        "{0}: has {1} and must be readable by its owner only, got mode {2:04o}: chmod 600 {0}",
        file.string(), what, status.st_mode & kPermissions));
}

}  // namespace hotpath::login
