#include "apps/hotpath/commands.hpp"

namespace hotpath::app {

void add_commands(CLI::App& root, Run& chosen, const strategy::Registry& strategies) {
    add_demo(root, chosen, strategies);
    add_replay(root, chosen);
    add_generate(root, chosen);
    add_statistics(root, chosen);
    add_shm(root, chosen);
    add_journal(root, chosen, strategies);
    add_exchange(root, chosen);
    add_operate(root, chosen, strategies);
    add_order(root, chosen);
    add_password(root, chosen);
    add_trade(root, chosen, strategies);
    add_top(root, chosen);
    add_sim(root, chosen, strategies);
    add_backtest(root, chosen, strategies);
    add_strategies(root, chosen, strategies);
    add_jitter(root, chosen);
    add_tune(root, chosen);
    add_lab(root, chosen);
    add_new(root, chosen, strategies);
}

}  // namespace hotpath::app
