#pragma once
/// The signals of a server process: stop requests go to a handler; a file
/// size limit and a closed peer become errors of the calls.
///
/// Threads: before others are started. Allocation: none. Complexity: a system call each.

#include <csignal>
#include <initializer_list>

namespace hotpath::app {

/// `handler` does only what a signal handler may: it stores an atomic.
inline void set_signals(std::initializer_list<int> wishes, void (*handler)(int)) {
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

}  // namespace hotpath::app
