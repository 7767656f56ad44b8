#include "apps/hotpath/console/stop_signals.hpp"

#include <csignal>

#include "apps/hotpath/console/process_signals.hpp"

namespace hotpath::app {

namespace {

std::atomic<bool> is_command_stopped{false};
static_assert(std::atomic<bool>::is_always_lock_free, "must be safe in a signal handler");

void on_stop_signal(int) {
    is_command_stopped.store(true);
}

}  // namespace

const std::atomic<bool>& stop_on_signals() {
    set_signals({SIGTERM, SIGINT}, on_stop_signal);
    return is_command_stopped;
}

}  // namespace hotpath::app
