#pragma once
/// A subcommand of `hotpath` as a second process: started, waited for until it says that it is
/// ready, killed or asked to stop.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace hotpath::venue_tests {

struct Said {
    std::string output;
    int exit_code = -1;
};
/// `hotpath` with these words, to its end.
[[nodiscard]] Said run_hotpath(const std::string& words);

class HotpathProcess {
  public:
    HotpathProcess() = default;
    HotpathProcess(const HotpathProcess&) = delete;
    HotpathProcess& operator=(const HotpathProcess&) = delete;
    ~HotpathProcess();

    struct Start {
        std::vector<std::string> arguments{};
        std::string ready{};  // the beginning of its ready line
        std::vector<std::pair<std::string, std::string>> environment{};
    };
    /// False when it ended without being ready; output() says why.
    [[nodiscard]] bool start(const Start& how);
    /// The RLIMIT_... of each process that is started after this call.
    void limit(int resource, std::uint64_t most) { limits_.emplace_back(resource, most); }
    /// The same of its environment.
    void set_environment(const std::string& name, const std::string& value) {
        environment_.emplace_back(name, value);
    }
    /// The process can open no more files from here on, or again.
    void set_descriptors(bool has_any) const;
    /// Again and again stopped for `stolen_ms`, then running for `left_ms`, in all for `for_ms`.
    void steal_time(int stolen_ms, int left_ms, int for_ms) const;
    /// As if the machine had taken it away.
    void kill_hard();
    void signal(int number) const;
    /// SIGTERM; its exit code.
    [[nodiscard]] int stop();
    /// Waits for its end, however it comes.
    [[nodiscard]] int wait();

    /// Writes to its output until nothing more fits: from here on it has a reader that reads
    /// nothing.
    void fill_output() const;
    /// Waits for its end without reading; false when it has not ended after that many seconds.
    [[nodiscard]] bool has_ended_unread(int seconds, int& exit_code);

    /// Waits until it says more; false at its end.
    [[nodiscard]] bool read_more();
    /// Its output as far as read: all of it once it has ended.
    [[nodiscard]] const std::string& output() const { return output_; }
    [[nodiscard]] pid_t pid() const { return child_; }

  private:
    void read_rest();

    std::string output_;
    std::vector<std::pair<int, std::uint64_t>> limits_;
    std::vector<std::pair<std::string, std::string>> environment_;
    pid_t child_ = -1;
    int pipe_ = -1;
};

}  // namespace hotpath::venue_tests
