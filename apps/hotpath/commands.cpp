#include "apps/hotpath/commands.hpp"

namespace hotpath::app {

void add_commands(CLI::App& root, Run& chosen) {
    add_demo(root, chosen);
    add_replay(root, chosen);
    add_generate(root, chosen);
    add_statistics(root, chosen);
    add_shm(root, chosen);
    add_journal(root, chosen);
    add_exchange(root, chosen);
    add_operate(root, chosen);
    add_order(root, chosen);
    add_trade(root, chosen);
    add_top(root, chosen);
    add_sim(root, chosen);
}

}  // namespace hotpath::app
