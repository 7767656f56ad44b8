#include "apps/hotpath/new/project.hpp"

#include <algorithm>
#include <array>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "apps/hotpath/embedded_files.hpp"
#include "hotpath/files/output_file.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

/// Targets of CMake, and names whose class would hide a type of the template.
constexpr std::array kReserved = std::to_array<std::string_view>(
    {"all", "clean", "depend", "edit_cache", "help", "hotpath", "install", "instrument_id",
     "list_install_components", "options", "package", "package_source", "price", "qty",
     "rebuild_cache", "side", "signed_qty", "test"});

void replace_all(std::string& text, std::string_view word, std::string_view by) {
    for (std::size_t at = text.find(word); at != std::string::npos;
         at = text.find(word, at + by.size())) {
        text.replace(at, word.size(), by);
    }
}

[[nodiscard]] std::string adapted(std::string_view text, const ProjectOptions& options) {
    std::string result(text);
    replace_all(result, kTemplateName, options.name);
    replace_all(result, class_name(kTemplateName), class_name(options.name));
    replace_all(result, "HOTPATH_PREFIX \"\"",  // last: a path stays as it is
                fmt::format("HOTPATH_PREFIX \"{}\"", options.prefix));
    return result;
}

[[nodiscard]] Expected<void> check_folder(const fs::path& folder) {
    std::error_code error;
    const bool is_free = !fs::exists(folder, error) ||
                         (fs::is_directory(folder, error) && fs::is_empty(folder, error) && !error);
    return is_free ? Expected<void>()
                   : fail(fmt::format("cannot write {}: it must not exist, or be an empty folder",
                                      folder.string()));
}

[[nodiscard]] Expected<void> write_files(const fs::path& part, const ProjectOptions& options) {
    for (const EmbeddedFile& file : project_template()) {
        const std::string name = adapted(file.name, options);
        if (auto written = files::write_file(part / name, adapted(file.text, options)); !written) {
            return written;
        }
        if (name.ends_with(".toml")) {  // passwords will be in it
            std::error_code error;
            fs::permissions(part / name, fs::perms::owner_read | fs::perms::owner_write, error);
            if (error) {
                return fail(fmt::format("cannot write {}: {}", name, error.message()));
            }
        }
    }
    return {};
}

}  // namespace

std::string check_project_name(const std::string& name) {
    const bool is_plain = strategy::is_plain_name(name) && !name.ends_with('_') &&
                          name.find("__") == std::string::npos;
    if (!is_plain) {
        return fmt::format(
            "must be a lower-case letter, then lower-case letters, digits and single underscores, "
            "32 characters at most, got '{}'",
            name.substr(0, 40));
    }
    return std::ranges::find(kReserved, name) == kReserved.end()
               ? ""
               : fmt::format("must be a name that neither CMake nor Hotpath uses, got '{}'", name);
}

std::string class_name(std::string_view name) {
    std::string text;
    bool is_first = true;  // of a word
    for (const char c : name) {
        if (c != '_') {
            const bool is_lower = c >= 'a' && c <= 'z';
            text += is_first && is_lower ? static_cast<char>(c - 'a' + 'A') : c;
        }
        is_first = c == '_';
    }
    return text;
}

std::string own_prefix(const fs::path& program) {
    const fs::path prefix = program.parent_path().parent_path();
    const std::string text = prefix.string();
    // What CMake would read as more than a path is left to the user.
    const bool is_plain = text.find_first_of("\"\\$;") == std::string::npos;
    std::error_code ignored;
    const bool is_there =
        fs::exists(prefix / "hotpathConfig.cmake", ignored) ||
        fs::exists(prefix / HOTPATH_LIBRARY_FOLDER / "cmake/hotpath/hotpathConfig.cmake", ignored);
    return is_plain && is_there ? text : "";
}

Expected<fs::path> write_project(const ProjectOptions& options,
                                 const strategy::Registry& strategies) {
    if (strategies.choice_of(options.name)) {
        return fail(
            fmt::format("NAME must be one that no strategy has yet, got '{}'", options.name));
    }
    fs::path folder = options.folder.empty() ? fs::path(options.name) : options.folder;
    folder = folder.has_filename() ? folder : folder.parent_path();
    if (auto checked = check_folder(folder); !checked) {
        return std::unexpected(checked.error());
    }
    const fs::path part = folder.string() + fmt::format(".part-{}", ::getpid());
    std::error_code error;
    if (!fs::create_directory(part, error)) {
        return fail(fmt::format("cannot write {}: {}", folder.string(),
                                error ? error.message() : part.string() + " exists"));
    }
    auto written = write_files(part, options);
    if (written) {
        fs::rename(part, folder, error);  // an empty folder gives way
        written = error ? fail(fmt::format("cannot write {}: {}", folder.string(), error.message()))
                        : Expected<void>();
    }
    if (!written) {
        fs::remove_all(part, error);
        return std::unexpected(written.error());
    }
    return folder;
}

}  // namespace hotpath::app
