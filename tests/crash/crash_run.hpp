#pragma once
/// A channel under load whose ends are killed and started again, as often as wanted, at random
/// moments; the truth about it is in Truth.
///
/// Half of the moments are counted from the start of the process, so that making, opening and
/// attaching are hit, too; the other half from when it works. Threads: the test's. Allocation:
/// free. Tests only.

#include <cstdint>
#include <filesystem>

#include "hotpath/core/random.hpp"
#include "tests/crash/child.hpp"
#include "tests/crash/evidence.hpp"
#include "tests/crash/truth.hpp"

namespace hotpath::crash {

struct RunOptions {
    Scenario scenario = Scenario::Spsc;
    std::uint64_t kills = 0;
    std::uint64_t seed = 0;
    std::filesystem::path folder{};  // for the channel and the evidence
};

class CrashRun {
  public:
    explicit CrashRun(const RunOptions& options);

    /// All of it: kills, then lets both ends finish.
    void run();

    [[nodiscard]] const Truth& truth() const noexcept { return truth_; }

  private:
    void start_writer();
    void start_reader();
    void kill_writer();
    void kill_reader();
    void kill_somebody();
    void finish();

    void let_pass(std::uint64_t microseconds);
    template <class Condition>
    void wait_until(Condition&& is_met, const char* what);

    RunOptions options_;
    EvidenceFile evidence_;
    Truth truth_;
    Random random_;
    Child writer_;
    Child reader_;
};

}  // namespace hotpath::crash
