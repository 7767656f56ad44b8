// The options of hotpath-lab are declared as those of hotpath are.
#include "lab/program/commands.hpp"

#include <gtest/gtest.h>

#include "apps/hotpath/config/command_options.hpp"

namespace hotpath::app::lab {
namespace {

TEST(LabCommands, EveryOptionThatTakesAValueHasAKind) {
    CLI::App root;
    app::Run chosen;
    add_lab_commands(root, chosen);
    std::size_t options = 0;
    for (CLI::App* command : root.get_subcommands({})) {
        for (CLI::Option* option : command->get_options()) {
            if (option->get_items_expected_max() > 0) {
                EXPECT_TRUE(kind_of(*option)) << command->get_name() << " " << option->get_name();
                ++options;
            }
        }
    }
    EXPECT_GT(options, 12U);
}

}  // namespace
}  // namespace hotpath::app::lab
