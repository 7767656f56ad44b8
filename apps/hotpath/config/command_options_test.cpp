// Every option of every subcommand, as CLI11's own model has them: each value has a kind, each
// number a range that the help states, and what is outside is refused with what must hold.
#include "apps/hotpath/config/command_options.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/hotpath/commands.hpp"

namespace hotpath::app {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

/// An option and the words before it: "operate override --for-s".
struct Found {
    std::string name;
    CLI::Option* option = nullptr;
};

class CommandLine : public testing::Test {
  protected:
    CommandLine() {
        add_commands(root_, chosen_, strategies_);
        collect(root_, "");
    }

    [[nodiscard]] std::vector<Found> of_kind(OptionKind kind) const {
        std::vector<Found> matching;
        std::ranges::copy_if(found_, std::back_inserter(matching),
                             [&](const Found& found) { return kind_of(*found.option) == kind; });
        return matching;
    }

    /// What the option's validator says of this text.
    [[nodiscard]] static std::string refusal(const Found& found, const std::string& text) {
        const std::string kind(name(*kind_of(*found.option)));
        return (*found.option->get_validator(kind))(text);
    }

    strategy::Registry strategies_ = *strategy::Registry::create();
    CLI::App root_;
    app::Run chosen_;
    std::vector<Found> found_;

  private:
    void collect(CLI::App& command, const std::string& before) {
        for (CLI::Option* option : command.get_options()) {
            found_.push_back({before + option->get_name(), option});
        }
        for (CLI::App* sub : command.get_subcommands([](CLI::App*) { return true; })) {
            collect(*sub, before + sub->get_name() + " ");
        }
    }
};

/// The range at the end of the help: "...; 1 to 4,096".
struct Bounds {
    std::string least;
    std::string most;
};

[[nodiscard]] Bounds bounds_in_help(const Found& found) {
    std::string help = found.option->get_description();
    std::erase(help, ',');
    const std::size_t begin = help.rfind("; ");
    const std::size_t middle = help.rfind(" to ");
    EXPECT_NE(begin, std::string::npos) << found.name;
    EXPECT_NE(middle, std::string::npos) << found.name;
    return {help.substr(begin + 2, middle - begin - 2), help.substr(middle + 4)};
}

TEST_F(CommandLine, EveryValueHasAKind) {
    ASSERT_GT(found_.size(), 60U);
    for (const Found& found : found_) {
        const bool is_flag = found.option->get_items_expected_max() == 0;
        EXPECT_NE(is_flag, kind_of(*found.option).has_value())
            << found.name << ": declare it with a function of command_options.hpp";
    }
}

TEST_F(CommandLine, EveryKindRefusesAnEmptyText) {
    for (const Found& found : found_) {
        if (kind_of(*found.option)) {
            EXPECT_EQ(refusal(found, ""), "must not be empty") << found.name;
        }
    }
}

TEST_F(CommandLine, EveryIntegerTakesItsRangeAndNothingElse) {
    const std::vector<Found> integers = of_kind(OptionKind::Integer);
    ASSERT_GT(integers.size(), 10U);
    for (const Found& found : integers) {
        const Bounds bounds = bounds_in_help(found);
        const std::int64_t least = std::stoll(bounds.least);
        const std::int64_t most = std::stoll(bounds.most);
        EXPECT_LT(least, most) << found.name;
        EXPECT_GE(least, 0) << found.name;
        EXPECT_EQ(refusal(found, bounds.least), "") << found.name;
        EXPECT_EQ(refusal(found, bounds.most), "") << found.name;
        const std::string above = std::to_string(static_cast<std::uint64_t>(most) + 1);
        std::vector<std::string> wrong{
            "-1", above, "99999999999999999999", "nan", "1e3", "0x10", "1.0", "+1", " 1",
            "1 ", "-0x1"};
        if (least > 0) {
            wrong.push_back(std::to_string(least - 1));
        }
        for (const std::string& text : wrong) {
            const std::string said = refusal(found, text);
            EXPECT_THAT(said, StartsWith("must be a whole number from ")) << found.name;
            EXPECT_THAT(said, HasSubstr("got '" + text + "'")) << found.name;
        }
    }
}

TEST_F(CommandLine, EveryRealTakesItsRangeAndNothingElse) {
    const std::vector<Found> reals = of_kind(OptionKind::Real);
    ASSERT_GE(reals.size(), 5U);
    for (const Found& found : reals) {
        const Bounds bounds = bounds_in_help(found);
        EXPECT_EQ(refusal(found, bounds.least), "") << found.name;
        EXPECT_EQ(refusal(found, bounds.most), "") << found.name;
        for (const char* text : {"-1", "-0.0001", "99999999999999999999", "nan", "inf", "1e3", "1.",
                                 ".5", "0.00000000001", "0x1p3", "1 "}) {
            const std::string said = refusal(found, text);
            EXPECT_THAT(said, StartsWith("must be a number from ")) << found.name << ' ' << text;
        }
        EXPECT_NE(refusal(found, std::to_string(std::stod(bounds.most) + 1)), "") << found.name;
    }
}

TEST_F(CommandLine, AValueReachesItsVariableAndADefaultStandsInTheHelp) {
    for (const Found& found : of_kind(OptionKind::Integer)) {
        const Bounds bounds = bounds_in_help(found);
        found.option->add_result(bounds.most);
        found.option->run_callback();
        found.option->capture_default_str();
        EXPECT_EQ(found.option->get_default_str(), bounds.most) << found.name;
    }
}

TEST_F(CommandLine, EveryOutputIsNamedAsOne) {
    // An output declared as something else would not be compared with the inputs.
    for (const Found& found : found_) {
        const std::string last = found.option->get_name();
        if (found.option->get_items_expected_max() == 0) {
            continue;  // a flag
        }
        const bool is_folder =
            found.name.starts_with("backtest ") || found.name.starts_with("lab run ");
        if (is_folder && last == "--out") {
            EXPECT_EQ(kind_of(*found.option), OptionKind::OutputFolder) << found.name;
        } else if (last == "--json" || last == "--out" || last == "--trades" ||
                   last == "--report" || last == "--trace" || last == "--html") {
            EXPECT_EQ(kind_of(*found.option), OptionKind::OutputFile) << found.name;
        }
        if (last == "--parquet" || last == "--journal") {
            EXPECT_EQ(kind_of(*found.option), OptionKind::OutputFolder) << found.name;
        }
    }
}

TEST(OptionNumbers, AnOverlongTextIsCutInTheError) {
    const auto refused = config::parse_integer(std::string(400, '9'), {1, 10});
    ASSERT_FALSE(refused);
    EXPECT_LT(refused.error().message.size(), 120U);
    EXPECT_THAT(refused.error().message, MatchesRegex("must be a whole number from 1 to 10, "
                                                      "got '9+\\.\\.\\.'"));
}

TEST(OptionNumbers, MoreDecimalsThanThereAreAreRefused) {
    EXPECT_EQ(config::parse_real("1.0001", {0, 10, 4}).value(), 1.0001);
    ASSERT_FALSE(config::parse_real("1.00005", {0, 10, 4}));
    EXPECT_THAT(config::parse_real("1.00005", {0, 10, 4}).error().message,
                HasSubstr("with up to 4 decimals"));
}

}  // namespace
}  // namespace hotpath::app
