#pragma once
/// A child program whose output is read line by line, and the clock of a test that waits for it.
///
/// A failure of the system is a failed test (std::system_error). Threads: one. Allocation: free.

#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::peers {

/// The machine's monotonic clock.
[[nodiscard]] Time now();

/// A program that runs beside the test, killed with it.
class Child {
  public:
    explicit Child(const std::vector<std::string>& command);
    Child(const Child&) = delete;
    ~Child();

    /// Its output so far, without line ends.
    [[nodiscard]] const std::vector<std::string>& lines();
    /// The rest of its first line that begins with `word` and a space.
    [[nodiscard]] std::optional<std::string> answer(std::string_view word);
    [[nodiscard]] bool has_said(std::string_view line);
    /// Its output has ended.
    [[nodiscard]] bool is_over();

  private:
    Descriptor output_{-1};
    int pid_ = -1;
    std::string rest_;
    std::vector<std::string> lines_;
    bool is_over_ = false;
};

/// Calls turn() until is_done(), leaving the core to others between; false after `seconds`.
template <class Turn, class IsDone>
[[nodiscard]] bool run_until(IsDone&& is_done, Turn&& turn, int seconds = 30) {
    const Time end = now() + Nanos{seconds * kNanosPerSecond};
    while (!is_done()) {
        if (now() > end) {
            return false;
        }
        turn();
        std::this_thread::yield();
    }
    return true;
}

}  // namespace hotpath::peers
