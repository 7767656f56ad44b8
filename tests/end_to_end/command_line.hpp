#pragma once
/// Runs the built executable as a user does: takes arguments; returns exit code, standard output
/// and standard error.
///
/// Output goes to files of a temporary directory, so nothing is a terminal. Threads: one.
/// Allocation: free.

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::end_to_end {

struct Outcome {
    int exit_code = -1;
    std::string out;
    std::string err;
};

/// A temporary directory of this test.
class Workshop {
  public:
    [[nodiscard]] std::filesystem::path path(const std::string& name) const {
        return files_ / name;
    }
    [[nodiscard]] std::string name(const std::string& file) const { return path(file).string(); }
    [[nodiscard]] std::size_t file_count() const;

    void write(const std::string& file, const std::string& bytes) const;
    [[nodiscard]] std::string read(const std::string& file) const;
    [[nodiscard]] nlohmann::ordered_json read_json(const std::string& file) const;

    /// Runs `hotpath ARGUMENTS...`
    [[nodiscard]] Outcome hotpath(const std::vector<std::string>& arguments) const;
    /// Runs `PROGRAM ARGUMENTS...`
    [[nodiscard]] Outcome run(const std::string& program,
                              const std::vector<std::string>& arguments) const;

  private:
    support::TemporaryDirectory files_;
    support::TemporaryDirectory streams_;  // standard output and error of the program
};

[[nodiscard]] std::vector<std::string> keys_of(const nlohmann::ordered_json& json);

/// Returns the lines of the shell blocks of a page, whose path is relative to the source's root.
[[nodiscard]] std::vector<std::string> page_commands(const std::string& page);

}  // namespace hotpath::end_to_end
