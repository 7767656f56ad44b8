#include "apps/hotpath/backtest/stop_signals.hpp"

#include <csignal>

#include "apps/hotpath/console/process_signals.hpp"

namespace hotpath::app {

namespace {

std::atomic<bool> is_backtest_stopped{false};
static_assert(std::atomic<bool>::is_always_lock_free, "must be safe in a signal handler");

void on_backtest_signal(int) {
    is_backtest_stopped.store(true);
}

}  // namespace

const std::atomic<bool>& stop_on_signals() {
    set_signals({SIGTERM, SIGINT}, on_backtest_signal);
    return is_backtest_stopped;
}

}  // namespace hotpath::app
