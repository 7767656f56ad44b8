#include "hotpath/process/signals.hpp"

#include <csignal>

namespace hotpath::process {

namespace {

std::atomic<bool> is_command_stopped{false};
static_assert(std::atomic<bool>::is_always_lock_free, "must be safe in a signal handler");

void on_stop_signal(int) {
    is_command_stopped.store(true);
}

}  // namespace

void set_signals(std::initializer_list<int> wishes, void (*handler)(int)) {
    struct sigaction action{};
    action.sa_handler = handler;
    for (const int wish : wishes) {
        ::sigaction(wish, &action, nullptr);
    }
    action.sa_handler = SIG_IGN;
    for (const int error : {SIGXFSZ, SIGPIPE}) {
        ::sigaction(error, &action, nullptr);
    }
}

const std::atomic<bool>& stop_on_signals() {
    set_signals({SIGTERM, SIGINT}, on_stop_signal);
    return is_command_stopped;
}

}  // namespace hotpath::process
