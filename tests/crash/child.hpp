#pragma once
/// A process of our own that is going to be killed.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <string>
#include <vector>

#include <sys/types.h>

namespace hotpath::crash {

class Child {
  public:
    Child() = default;
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child();

    /// The program and its arguments.
    void start(std::vector<std::string> words);
    [[nodiscard]] bool is_started() const noexcept { return process_ > 0; }
    /// kill -9, and waits until it is gone. False when it had ended by itself.
    [[nodiscard]] bool kill();
    /// Waits for its own end: the exit code, -1 for a signal.
    [[nodiscard]] int wait();

  private:
    pid_t process_ = 0;
};

}  // namespace hotpath::crash
