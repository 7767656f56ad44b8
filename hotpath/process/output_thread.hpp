#pragma once
/// OutputThread: writes a server process's output (lines on standard output and
/// standard error, the file of --json) on a thread that may wait for readers. The server's
/// thread passes text and never waits.
///
///   OutputThread output({.program = "hotpath exchange", .json = json});
///   output.print("exchange: ready ...\n");            // false: no room, counted in lines_lost()
///   output.log("hotpath exchange: ALICE at ...\n");
///   output.report_from([state] { return text_of(state); });    // called by the writer's thread;
///                                                      // replaces a report not yet written
///   return output.finish({.line = last, .json = state});
///
/// Each stream keeps what is being written and at most kKeptBytesMax besides; a line that does not
/// fit is lost and counted. Pipes and terminals are opened a second time so that writing to them
/// does not block: a full pipe holds up neither the other streams nor the end of the process.
/// Threads: one owner, and the writer's own. Allocation: text for people. Complexity: a lock a
/// line.

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::process {

class OutputThread {
  public:
    static constexpr std::size_t kKeptBytesMax = std::size_t{256} * 1024;

    /// A line (or lines) for people, JSON for machines.
    struct Report {
        std::string line{};
        std::string json{};
    };
    using ReportSource = std::function<Report()>;
    struct Options {
        std::string program{};         // in errors: "hotpath exchange"
        std::filesystem::path json{};  // empty: none
        /// Called by the writer's thread every so often, if set: the report then.
        ReportSource source{};
        Nanos every = kForever;
        Nanos patience{kNanosPerSecond};  // at the end, for a reader that takes nothing
    };

    explicit OutputThread(Options options);
    OutputThread(const OutputThread&) = delete;
    OutputThread& operator=(const OutputThread&) = delete;
    ~OutputThread();

    /// To standard output and standard error: whole lines. False without room.
    bool print(const std::string& text) { return hand_over(Out, text); }
    bool log(const std::string& text) { return hand_over(Err, text); }
    /// The latest state. One that has not been written by then is replaced, and not counted.
    void report(Report report);
    /// The same, made by the writer's thread, and not at all if it is replaced before.
    void report_from(ReportSource source);
    /// Writes the last report and everything kept, as far as there are readers; no more output
    /// afterwards. An error when the file of --json could not be written.
    [[nodiscard]] Expected<void> finish(Report last);
    [[nodiscard]] Expected<void> finish_from(ReportSource last);

    /// Lines that found no room, no reader or a full disk.
    [[nodiscard]] std::uint64_t lines_lost() const noexcept {
        return lines_lost_.load(std::memory_order_relaxed);
    }

  private:
    enum StreamName : std::uint8_t { Out, Err, Json };
    static constexpr std::size_t kStreams = 3;

    struct Stream {
        int target = -1;            // where it writes to
        Descriptor opened{-1};      // a second opening of it that does not block, if there is one
        std::string handed_over{};  // guarded by mutex_
        std::string unsent{};       // of the writer's thread, as is the rest
        std::size_t sent = 0;       // of unsent
    };

    bool hand_over(StreamName name, const std::string& text);
    void wake() noexcept;
    void stop();
    void run();
    /// False when everything is over.
    [[nodiscard]] bool take_what_is_new();
    void take_report(const Report& report);
    void write_json(const std::string& text);
    /// To a pipe or a device, which is not replaced but written to.
    void write_json_directly(const std::string& text);
    void wait_and_write();
    void write(Stream& stream);
    void lose(Stream& stream);
    [[nodiscard]] bool has_unsent() const;
    [[nodiscard]] int wait_ms() const;

    Options options_;
    std::array<Stream, kStreams> streams_{};
    Descriptor wakes_;
    std::mutex mutex_;
    ReportSource next_report_{};  // guarded by mutex_
    bool is_over_ = false;        // guarded by mutex_
    std::atomic<std::uint64_t> lines_lost_{0};
    // Used by the writer's thread only.
    bool is_ending_ = false;
    Time report_at_ = kNever;
    Time moved_at_{};                    // a reader took something, or the end began
    std::optional<Error> json_error_{};  // of the last report
    std::thread thread_{};
};

/// The end of a health line: empty while every line was written.
[[nodiscard]] std::string lost_text(std::uint64_t lines_lost);

}  // namespace hotpath::process
