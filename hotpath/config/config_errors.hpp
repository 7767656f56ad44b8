#pragma once
/// ConfigErrors: which of the errors of a file's tables is said. A name that is not known comes before
/// all others, which may only follow from it; keys that are missing are said together.
///
///   ConfigErrors errors(file);
///   errors.add(read_limits(...));
///   errors.add(read_pace(...));
///   return errors.first();
///
/// Threads: set-up. Allocation: free. Complexity: O(length of the messages).

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"

namespace hotpath::config {

class ConfigErrors {
  public:
    explicit ConfigErrors(const std::filesystem::path& file) : begin_(file.string() + ": ") {}

    void add(const Expected<void>& read);
    [[nodiscard]] bool has_any() const { return unknown_.has_value() || first_.has_value(); }
    [[nodiscard]] Expected<void> first() const;

  private:
    std::string begin_;                   // of each message
    std::optional<std::string> unknown_;  // the first that names what is not known
    std::optional<std::string> first_;    // of the others
    std::vector<std::string> missing_;    // all keys, when the first of the others is about such
};

/// "FILE: limits.tick, limits.jump_bps are missing"
[[nodiscard]] std::string missing_text(const std::filesystem::path& file,
                                       const std::vector<std::string>& keys);

/// Every step, so that a misspelt key of the last is found though the first has an error.
template <class Reader>
[[nodiscard]] Expected<void> read_steps(const std::filesystem::path& file, Reader& reader,
                                        std::initializer_list<Expected<void> (Reader::*)()> steps) {
    ConfigErrors errors(file);
    for (const auto step : steps) {
        errors.add((reader.*step)());
    }
    return errors.first();
}

}  // namespace hotpath::config
