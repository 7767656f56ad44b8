#include "tests/crash/child.hpp"

#include <csignal>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::crash {

void Child::start(std::vector<std::string> words) {
    HOTPATH_ASSERT(process_ == 0, "the one before is gone");
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    const int failed =
        ::posix_spawn(&process_, argv.front(), nullptr, nullptr, argv.data(), environ);
    HOTPATH_ASSERT(failed == 0, "the worker can be started");
}

bool Child::kill() {
    int status = 0;
    ::kill(process_, SIGKILL);
    HOTPATH_ASSERT(::waitpid(process_, &status, 0) == process_, "it is our child");
    process_ = 0;
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

int Child::wait() {
    int status = 0;
    HOTPATH_ASSERT(::waitpid(process_, &status, 0) == process_, "it is our child");
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Child::~Child() {
    if (is_started()) {
        (void)kill();
    }
}

}  // namespace hotpath::crash
