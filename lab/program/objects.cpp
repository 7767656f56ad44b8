#include "lab/program/objects.hpp"

#include <algorithm>
#include <fstream>
#include <mutex>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/program/in_parallel.hpp"
#include "lab/program/programs.hpp"

namespace hotpath::app::lab {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMergesProfiles = "llvm-profdata-19";

/// The Debian package that a program is in.
std::string package_of(std::string_view program) {
    return program == "g++" ? "g++" : program == kMergesProfiles ? "llvm-19" : "clang-19";
}

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    return words;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& words) {
    to.insert(to.end(), words.begin(), words.end());
}

/// The files behind the colon of a make rule, as compilers write it with -MMD.
std::vector<fs::path> dependencies(const fs::path& rule) {
    std::ifstream file(rule);
    std::stringstream text;
    text << file.rdbuf();
    std::vector<fs::path> paths;
    for (const std::string& word : words_of(text.str())) {
        if (word != "\\" && !word.ends_with(':')) {
            paths.emplace_back(word);
        }
    }
    return paths;
}

bool is_newer(const fs::path& path, fs::file_time_type than) {
    std::error_code error;
    const auto time = fs::last_write_time(path, error);
    return error || time > than;
}

/// The command line of the last time, beside the object.
fs::path command_file(const fs::path& object) {
    return object.string() + ".command";
}

std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

fs::path rule_of(const fs::path& object, std::size_t source) {
    return object.string() + fmt::format(".{}.d", source);
}

fs::path part_of(const fs::path& object, std::size_t source) {
    return object.string() + fmt::format(".{}.o", source);
}

bool is_current(const fs::path& root, const fs::path& object, const Entry& entry) {
    std::error_code error;
    const auto built = fs::last_write_time(object, error);
    if (error) {
        return false;
    }
    for (std::size_t i = 0; i < entry.sources.size(); ++i) {
        const std::vector<fs::path> used = dependencies(rule_of(object, i));
        if (used.empty()) {
            return false;
        }
        for (const fs::path& path : used) {
            if (is_newer(path.is_absolute() ? path : root / path, built)) {
                return false;
            }
        }
    }
    return true;
}

/// A profile makes GCC inline more, and warn of what it then sees in its own library.
std::string warnings_of(std::string_view level) {
    return level == "pgo" ? "-w"
                          : "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow "
                            "-Wold-style-cast -Werror";
}

}  // namespace

std::string program_of(std::string_view compiler) {
    return compiler == "gcc" ? "g++" : "clang++-19";
}

std::string common_flags() {
    return "-std=c++23 -fPIC -fvisibility=hidden -fvisibility-inlines-hidden -ffp-contract=off";
}

std::string flags_of(std::string_view level) {
    if (level == "native") {
        return "-O3 -march=native";
    }
    if (level == kCountedForNative) {
        return "-O3 -march=x86-64-v3";
    }
    return level == "pgo" ? "-O2" : fmt::format("-{}", level);
}

namespace {

/// A program that the configuration needs and that is not installed; empty: none.
std::string missing_program(const Configuration& configuration) {
    std::string compiler = program_of(configuration.compiler);
    if (!has_program(compiler)) {
        return compiler;
    }
    const bool is_merged = configuration.compiler == "clang" && configuration.level == "pgo";
    return is_merged && !has_program(kMergesProfiles) ? kMergesProfiles : "";
}

}  // namespace

Expected<std::vector<Configuration>> possible(const Choice& choice) {
    std::vector<Configuration> found;
    std::vector<std::string> left_out;
    for (const std::string& compiler : choice.compilers) {
        for (const std::string& level : choice.levels) {
            const Configuration configuration{compiler, level};
            const std::string missing = missing_program(configuration);
            if (missing.empty()) {
                found.push_back(configuration);
                continue;
            }
            const bool is_whole = missing == program_of(compiler);
            if (choice.is_compiler_chosen && (is_whole || choice.is_level_chosen)) {
                return fail(
                    fmt::format("--compiler {} needs {}, which is not in PATH; "
                                "script/bootstrap {} installs it",
                                compiler, missing, package_of(missing)));
            }
            left_out.push_back(fmt::format("{} ({} is not in PATH)",
                                           is_whole ? compiler : configuration.name(), missing));
        }
    }
    left_out.erase(std::ranges::unique(left_out).begin(), left_out.end());
    if (!left_out.empty()) {
        fmt::print(stderr, "lab: left out: {}\n", fmt::join(left_out, ", "));
    }
    if (found.empty()) {
        return fail("no compiler is installed: script/bootstrap g++ clang-19 installs them");
    }
    return found;
}

fs::path ObjectFolder::path(const Entry& entry, const Configuration& configuration) const {
    return folder_ / entry.name / (configuration.name() + ".so");
}

Expected<void> ObjectFolder::compile(const WantedObject& wanted,
                                     const std::vector<std::string>& flags,
                                     const fs::path& object) const {
    const std::string compiler = program_of(wanted.configuration.compiler);
    std::vector<std::string> link{compiler, "-shared"};
    append(link, flags);
    for (std::size_t i = 0; i < wanted.entry.sources.size(); ++i) {
        std::vector<std::string> command{compiler, "-c"};
        append(command, words_of(common_flags() + " " + warnings_of(wanted.configuration.level)));
        if (wanted.configuration.compiler == "gcc") {
            command.emplace_back(
                "-fno-gnu-unique");  // else the object cannot be unloaded, and keeps its memory
        }
        append(command, flags);
        append(command,
               {"-I", root_.string(), "-MMD", "-MF", rule_of(object, i).string(),
                (root_ / wanted.entry.sources[i]).string(), "-o", part_of(object, i).string()});
        if (auto ran = run_program(command); !ran) {
            return std::unexpected(ran.error());
        }
        link.push_back(part_of(object, i).string());
    }
    append(link, {"-pthread", "-ldl", "-o", object.string()});
    if (auto ran = run_program(link); !ran) {
        return std::unexpected(ran.error());
    }
    return {};
}

/// Twice under the same names, for a profile is found by them: once counting, then with the counts.
Expected<void> ObjectFolder::build_with_profile(const WantedObject& wanted) const {
    const fs::path object = path(wanted.entry, wanted.configuration);
    const bool is_gcc = wanted.configuration.compiler == "gcc";
    const fs::path profile = object.string() + ".profile";
    const fs::path merged = profile / "merged.profdata";
    std::error_code ignored;
    fs::remove_all(profile, ignored);
    fs::create_directories(profile, ignored);
    const std::string counting =
        is_gcc ? fmt::format("-fprofile-generate -fprofile-update=atomic -fprofile-dir={}",
                             profile.string())
               : fmt::format("-fprofile-instr-generate={}/%p.profraw -fprofile-update=atomic",
                             profile.string());
    std::vector<std::string> flags = words_of(flags_of("pgo") + " " + counting);
    if (auto built = compile(wanted, flags, object); !built) {
        return built;
    }
    const std::string self = fs::read_symlink("/proc/self/exe").string();
    if (auto ran = run_program({self, "count", object.string()}); !ran) {
        return std::unexpected(ran.error());
    }
    if (!is_gcc) {
        std::vector<std::string> merge{kMergesProfiles, "merge", "-o", merged.string()};
        for (const auto& file : fs::directory_iterator(profile)) {
            merge.push_back(file.path().string());
        }
        if (auto ran = run_program(merge); !ran) {
            return std::unexpected(ran.error());
        }
    }
    const std::string with_counts =
        is_gcc ? fmt::format(
                     "-fprofile-use -fprofile-dir={} -fprofile-correction -Wno-missing-profile",
                     profile.string())
               : fmt::format("-fprofile-instr-use={}", merged.string());
    flags = words_of(flags_of("pgo") + " " + with_counts);
    return compile(wanted, flags, object);
}

Expected<void> ObjectFolder::build_one(const WantedObject& wanted) const {
    const fs::path object = path(wanted.entry, wanted.configuration);
    const std::string command = program_of(wanted.configuration.compiler) + " " + common_flags() +
                                " " + flags_of(wanted.configuration.level);
    if (text_of(command_file(object)) == command && is_current(root_, object, wanted.entry)) {
        return {};
    }
    std::error_code error;
    fs::create_directories(object.parent_path(), error);
    if (error) {
        return fail(
            fmt::format("cannot make {}: {}", object.parent_path().string(), error.message()));
    }
    const auto built =
        wanted.configuration.level == "pgo"
            ? build_with_profile(wanted)
            : compile(wanted, words_of(flags_of(wanted.configuration.level)), object);
    if (!built) {
        fs::remove(object, error);
        return fail(fmt::format("{} by {}: {}", wanted.entry.name, wanted.configuration.name(),
                                built.error().message));
    }
    std::ofstream(command_file(object)) << command;
    return {};
}

Expected<void> ObjectFolder::build(const std::vector<WantedObject>& wanted,
                                   const std::function<void()>& done) const {
    std::mutex mutex;
    return in_parallel(wanted.size(), [&](std::size_t i) {
        auto built = build_one(wanted[i]);
        const std::lock_guard lock(mutex);
        done();
        return built;
    });
}

}  // namespace hotpath::app::lab
