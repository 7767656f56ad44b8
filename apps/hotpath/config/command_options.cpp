#include "apps/hotpath/config/command_options.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/hotpath/config/option_checks.hpp"
#include "hotpath/files/output_file.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, kOptionKinds> kKindNames{
    "integer", "real",   "text",        "choice",       "symbols",
    "input",   "folder", "output file", "output folder"};

using Check = std::function<std::string(const std::string&)>;

/// The one validator of an option. CLI11 lets a validator change the text; ours do not.
CLI::Option* with_kind(CLI::Option* option, OptionKind kind, Check check) {
    return option->check(CLI::Validator(
        [check = std::move(check)](std::string& text) {
            return text.empty() ? std::string("must not be empty") : check(text);
        },
        "", std::string(name(kind))));
}

CLI::Option* add_path(CLI::App& command, const OptionText& text, fs::path& path, OptionKind kind) {
    return with_kind(command.add_option(text.name, path, text.help), kind,
                     [](const std::string&) { return ""; });
}

}  // namespace

std::string_view name(OptionKind kind) noexcept {
    return kKindNames[static_cast<std::size_t>(kind)];
}

std::optional<OptionKind> kind_of(CLI::Option& option) {
    for (std::size_t kind = 0; kind < kOptionKinds; ++kind) {
        try {
            (void)option.get_validator(std::string(kKindNames[kind]));
            return static_cast<OptionKind>(kind);
        } catch (const CLI::OptionNotFound&) {
            continue;
        }
    }
    return std::nullopt;
}

CLI::Option* add_integer_option(CLI::App& command, const OptionText& text,
                                const config::IntegerRange& range,
                                std::function<void(std::int64_t)> store,
                                std::function<std::string()> value) {
    CLI::Option* option = command.add_option(
        text.name,
        [range, store = std::move(store)](const CLI::results_t& given) {
            const auto number = config::parse_integer(given.back(), range);
            if (number) {
                store(*number);
            }
            return number.has_value();
        },
        fmt::format("{}; {}", text.help, config::to_text(range)), false, std::move(value));
    option->type_name("N");
    return with_kind(option, OptionKind::Integer, [range](const std::string& given) {
        const auto number = config::parse_integer(given, range);
        return number ? "" : number.error().message;
    });
}

CLI::Option* add_real(CLI::App& command, const OptionText& text, double& value,
                      const config::RealRange& range) {
    CLI::Option* option = command.add_option(
        text.name,
        [range, &value](const CLI::results_t& given) {
            const auto number = config::parse_real(given.back(), range);
            value = number.value_or(value);
            return number.has_value();
        },
        fmt::format("{}; {}", text.help, config::to_text(range)), false,
        [&value] { return fmt::to_string(value); });
    option->type_name("N");
    return with_kind(option, OptionKind::Real, [range](const std::string& given) {
        const auto number = config::parse_real(given, range);
        return number ? "" : number.error().message;
    });
}

CLI::Option* add_text(CLI::App& command, const OptionText& text, std::string& value,
                      TextCheck check) {
    return with_kind(command.add_option(text.name, value, text.help), OptionKind::Text, check);
}

CLI::Option* add_texts(CLI::App& command, const OptionText& text, std::vector<std::string>& values,
                       TextCheck check) {
    return with_kind(command.add_option(text.name, values, text.help), OptionKind::Text, check);
}

CLI::Option* add_choice(CLI::App& command, const OptionText& text, std::string& value,
                        const std::vector<std::string>& choices, ChoiceNote note) {
    const std::string all = fmt::format("{}", fmt::join(choices, ", "));
    CLI::Option* option =
        command.add_option(text.name, value, fmt::format("{}; one of {}", text.help, all));
    return with_kind(option, OptionKind::Choice, [choices, all, note](const std::string& given) {
        return std::ranges::find(choices, given) != choices.end()
                   ? std::string()
                   : fmt::format("must be one of {}, got '{}'{}", all, given,
                                 note ? note(given) : "");
    });
}

CLI::Option* add_symbols(CLI::App& command, const OptionText& text, std::string& value) {
    return with_kind(command.add_option(text.name, value, text.help), OptionKind::Symbols,
                     check_symbol_list);
}

CLI::Option* add_input(CLI::App& command, const OptionText& text, fs::path& path) {
    return add_path(command, text, path, OptionKind::Input);
}

CLI::Option* add_inputs(CLI::App& command, const OptionText& text, std::vector<fs::path>& paths) {
    return with_kind(command.add_option(text.name, paths, text.help), OptionKind::Input,
                     [](const std::string&) { return ""; });
}

CLI::Option* add_folder(CLI::App& command, const OptionText& text, fs::path& path) {
    return add_path(command, text, path, OptionKind::Folder);
}

CLI::Option* add_output_file(CLI::App& command, const OptionText& text, fs::path& path) {
    return add_path(command, text, path, OptionKind::OutputFile);
}

CLI::Option* add_output_folder(CLI::App& command, const OptionText& text, fs::path& path) {
    return add_path(command, text, path, OptionKind::OutputFolder);
}

namespace {

/// The files and folders on a command line.
struct NamedFiles {
    std::vector<fs::path> inputs;
    std::vector<fs::path> outputs;
};

Expected<void> add_named(CLI::Option& option, NamedFiles& named) {
    const auto kind = kind_of(option);
    for (const std::string& text : option.results()) {
        const fs::path path(text);
        std::error_code ignored;
        if (kind == OptionKind::Input) {
            named.inputs.push_back(path);
        } else if (kind == OptionKind::Symbols && text.starts_with('@')) {
            named.inputs.emplace_back(text.substr(1));
        } else if (kind == OptionKind::OutputFile || kind == OptionKind::OutputFolder) {
            const bool is_folder = fs::is_directory(path, ignored);
            if (kind == OptionKind::OutputFile && is_folder) {
                return fail(fmt::format("cannot write {}: Is a directory; {} must name a file",
                                        text, option.get_name()));
            }
            if (kind == OptionKind::OutputFolder && !is_folder && fs::exists(path, ignored)) {
                return fail(
                    fmt::format("cannot write {}: Not a directory; {} must name a "
                                "folder",
                                text, option.get_name()));
            }
            named.outputs.push_back(path);
        }
    }
    return {};
}

Expected<void> add_named(CLI::App& command, NamedFiles& named) {
    for (CLI::Option* option : command.get_options()) {
        if (auto added = add_named(*option, named); !added) {
            return added;
        }
    }
    for (CLI::App* chosen : command.get_subcommands()) {
        if (auto added = add_named(*chosen, named); !added) {
            return added;
        }
    }
    return {};
}

}  // namespace

void add_host_settings(CLI::App& command, fs::path& file) {
    add_input(command,
              {"--host-settings",
               "Settings of this host, written by `hotpath tune --out`; no result depends on them"},
              file)
        ->type_name("TOML");
}

Expected<void> check_named_files(CLI::App& root) {
    NamedFiles named;
    if (auto added = add_named(root, named); !added) {
        return added;
    }
    return files::check_files_differ(named.inputs, named.outputs);
}

}  // namespace hotpath::app
