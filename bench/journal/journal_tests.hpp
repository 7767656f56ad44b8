#pragma once
/// The tests of the benchmark `journal`, and what they share: a folder of their own, a journal in
/// it, records of one length.
///
/// Threads: the caller is the runner's; a journal's thread runs on core 0 where a test says so.
/// Allocation: outside the timed regions.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "bench/runner/measurement.hpp"
#include "hotpath/journal/journal.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

/// The size of an order: 80 bytes in the segment.
inline constexpr std::size_t kJournaledBytes = 47;
using JournaledPayload = std::array<std::byte, kJournaledBytes>;

/// Removed with everything in it.
class BenchFolder {
  public:
    explicit BenchFolder(const std::string& name);
    BenchFolder(const BenchFolder&) = delete;
    BenchFolder& operator=(const BenchFolder&) = delete;
    ~BenchFolder();

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  private:
    std::filesystem::path path_;
};

enum class CommitWay : std::uint8_t { Fdatasync, Overlapped, Uring };

[[nodiscard]] Expected<std::unique_ptr<journal::Journal>> open_bench_journal(
    const std::filesystem::path& folder, CommitWay way, const journal::JournalOptions& options);

[[nodiscard]] Expected<Test> append_test(const Scale& scale);
[[nodiscard]] Expected<Test> acknowledge_test(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] Expected<Test> commit_test(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] Test side_by_side_test(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] Expected<Test> recovery_test(const Scale& scale);

}  // namespace hotpath::bench
