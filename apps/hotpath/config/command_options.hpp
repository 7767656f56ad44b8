#pragma once
/// Every option of every subcommand is declared by one of these functions: an option that takes a
/// value has a kind, a number has a range, and no value may be empty.
///
/// Each function leaves one validator, named after the kind (OptionKind), in CLI11's model; a test
/// walks the model, and tools/tidy.py refuses a direct add_option(). A number's range stands in the
/// help and in the error (number_range.hpp).
/// Threads: the main one. Allocation: free.

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "hotpath/config/number_range.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

enum class OptionKind : std::uint8_t {
    Integer,
    Real,
    Text,
    Choice,
    Symbols,       // separated by commas, or @FILE
    Input,         // a file or a folder that is read
    Folder,        // a folder with files of other programs
    OutputFile,    // a file that is written
    OutputFolder,  // a folder that is written to
};
inline constexpr std::size_t kOptionKinds = 9;

[[nodiscard]] std::string_view name(OptionKind kind) noexcept;
/// Empty if the option was not declared here. Flags take no value and have no kind.
[[nodiscard]] std::optional<OptionKind> kind_of(CLI::Option& option);

/// An option's name and its help text, without the range of a number.
struct OptionText {
    std::string name;
    std::string help;
};

/// Returns the error of a value, as CLI11 expects it; "" for a valid value.
using TextCheck = std::string (*)(const std::string& text);

[[nodiscard]] CLI::Option* add_integer_option(CLI::App& command, const OptionText& text,
                                              const config::IntegerRange& range,
                                              std::function<void(std::int64_t)> store,
                                              std::function<std::string()> value);

template <std::integral Number>
CLI::Option* add_integer(CLI::App& command, const OptionText& text, Number& value,
                         const config::IntegerRange& range) {
    return add_integer_option(
        command, text, range, [&value](std::int64_t given) { value = static_cast<Number>(given); },
        [&value] { return std::to_string(value); });
}
CLI::Option* add_real(CLI::App& command, const OptionText& text, double& value,
                      const config::RealRange& range);

CLI::Option* add_text(CLI::App& command, const OptionText& text, std::string& value,
                      TextCheck check);
CLI::Option* add_texts(CLI::App& command, const OptionText& text, std::vector<std::string>& values,
                       TextCheck check);
/// The help and the error list the choices; the error ends with note(text).
using ChoiceNote = std::function<std::string(const std::string& text)>;
CLI::Option* add_choice(CLI::App& command, const OptionText& text, std::string& value,
                        const std::vector<std::string>& choices, ChoiceNote note = {});
CLI::Option* add_symbols(CLI::App& command, const OptionText& text, std::string& value);

CLI::Option* add_input(CLI::App& command, const OptionText& text, std::filesystem::path& path);
CLI::Option* add_inputs(CLI::App& command, const OptionText& text,
                        std::vector<std::filesystem::path>& paths);
CLI::Option* add_folder(CLI::App& command, const OptionText& text, std::filesystem::path& path);
CLI::Option* add_output_file(CLI::App& command, const OptionText& text,
                             std::filesystem::path& path);
CLI::Option* add_output_folder(CLI::App& command, const OptionText& text,
                               std::filesystem::path& path);

/// --host-settings FILE
void add_host_settings(CLI::App& command, std::filesystem::path& file);

/// Checks the parsed subcommands: an output file is not a folder, an output folder is not a file, and
/// no output is an input or another output. Call it before opening any file.
[[nodiscard]] Expected<void> check_named_files(CLI::App& root);

}  // namespace hotpath::app
