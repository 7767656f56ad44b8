#pragma once
/// The shared objects of a technique: one for each compiler and level of optimisation.
///
/// An object is compiled again when one of its sources, or a header that they include, is newer (the
/// compiler's own list of dependencies). `pgo` is -O2 with the profile of one run of the same work,
/// by the object of the step before: the best that a profile can do. Threads: compilations run on
/// every core. Allocation: free. Errors: a compiler that refuses, with its first error.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "lab/program/catalogue.hpp"

namespace hotpath::app::lab {

inline const std::vector<std::string> kCompilers{"gcc", "clang"};
inline const std::vector<std::string> kLevels{"O0", "O2", "O3", "native", "pgo"};
/// A level for valgrind alone: what it counts in place of `native`.
inline constexpr std::string_view kCountedForNative = "v3";

struct Configuration {
    std::string compiler{};
    std::string level{};
    [[nodiscard]] std::string name() const { return compiler + "-" + level; }
};

/// g++ or clang++-19
[[nodiscard]] std::string program_of(std::string_view compiler);
/// "-O3 -march=native"
[[nodiscard]] std::string flags_of(std::string_view level);
/// Flags of every level.
[[nodiscard]] std::string common_flags();

/// Compilers and levels; each is chosen by name, or stands for "all there are".
struct Choice {
    std::vector<std::string> compilers{};
    std::vector<std::string> levels{};
    bool is_compiler_chosen = false;
    bool is_level_chosen = false;
};
/// Every compiler with every level. A compiler that is not installed is left out, which one line on the standard error
/// says. Errors: it was chosen; none is left.
[[nodiscard]] Expected<std::vector<Configuration>> possible(const Choice& choice);

struct WantedObject {
    Entry entry{};
    Configuration configuration{};
};

class ObjectFolder {
  public:
    /// Objects go to FOLDER/NAME/gcc-O2.so.
    ObjectFolder(const Catalogue& catalogue, std::filesystem::path folder)
        : root_(catalogue.root()), folder_(std::move(folder)) {}

    [[nodiscard]] std::filesystem::path path(const Entry& entry,
                                             const Configuration& configuration) const;
    /// Compiles those that are not up to date; `done` is called after each.
    [[nodiscard]] Expected<void> build(const std::vector<WantedObject>& wanted,
                                       const std::function<void()>& done) const;

  private:
    [[nodiscard]] Expected<void> build_one(const WantedObject& wanted) const;
    [[nodiscard]] Expected<void> build_with_profile(const WantedObject& wanted) const;
    [[nodiscard]] Expected<void> compile(const WantedObject& wanted,
                                         const std::vector<std::string>& flags,
                                         const std::filesystem::path& object) const;

    std::filesystem::path root_;
    std::filesystem::path folder_;
};

}  // namespace hotpath::app::lab
