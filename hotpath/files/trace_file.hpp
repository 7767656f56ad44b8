#pragma once
/// Scoped traces of this process into a file that ui.perfetto.dev opens: the rings of the traced
/// threads are drained by a separate thread while they run.
///
///   auto file = TraceFile::create("demo-trace.json");
///   const auto traced = (*file)->log().attach_this_thread("demo");
///   ...
///   (*file)->close();
///
/// create() fails in a program without compiled-in scopes. Threads: created and closed by one. The
/// traced threads do not wait for it. Allocation: set-up, and the writing thread's.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include "hotpath/core/error.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/telemetry/chrome_trace.hpp"
#include "hotpath/telemetry/trace_log.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::files {

class TraceFile {
  public:
    /// A size that viewers still open easily: some 200 MB.
    static constexpr std::uint64_t kEventsMax = 2'000'000;

    /// Returns null for an empty path.
    [[nodiscard]] static Expected<std::unique_ptr<TraceFile>> create_if_named(
        const std::filesystem::path& path);
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;
    ~TraceFile();

    [[nodiscard]] telemetry::TraceLog& log() noexcept { return log_; }
    /// The traces so far, as a complete file.
    [[nodiscard]] Expected<void> close();
    /// "demo-trace.json: 12,345 scopes"; after close().
    [[nodiscard]] std::string summary() const;

  private:
    static constexpr std::size_t kEventsKept = std::size_t{1} << 16U;  // of a thread

    TraceFile(OutputFile file, const timing::TscClock& clock);
    void run();
    /// How many there were.
    std::size_t drain();
    void stop();

    OutputFile file_;
    telemetry::TraceLog log_{kEventsKept};
    telemetry::ChromeTrace trace_;
    std::uint64_t written_ = 0;
    std::uint64_t beyond_ = 0;  // the file's bound
    std::string text_;
    std::atomic<bool> is_over_{false};
    std::thread thread_;  // last: it uses the others
};

}  // namespace hotpath::files
