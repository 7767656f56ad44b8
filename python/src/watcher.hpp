#pragma once
/// Lets Python live during a long run without the GIL: its signal handlers run (Ctrl-C), and a
/// progress function is called, at most twenty times a second.
///
///   PythonWatcher watcher(progress);
///   { nb::gil_scoped_release released; result = source.next(watcher); }
///   watcher.raise_if_stopped();
///
/// Threads: any; signal handlers run in Python's main thread alone. Allocation: an exception.
/// Complexity: a reading of the clock a call.

#include <chrono>
#include <optional>

#include <nanobind/nanobind.h>

#include "python/src/arrow/batch.hpp"

namespace hotpath::python {

class PythonWatcher final : public ReadWatcher {
  public:
    /// `progress(bytes_read, bytes_total, messages)`, or None.
    explicit PythonWatcher(nanobind::handle progress = {}) : progress_(progress) {}
    ~PythonWatcher() override = default;

    /// Without the GIL.
    [[nodiscard]] bool goes_on(const ReadProgress& progress) override;
    /// The last call of the progress function: all is read. With the GIL.
    void finish(const ReadProgress& progress);
    void forget_progress() { progress_ = {}; }

    /// What a signal handler or the progress function raised.
    [[nodiscard]] const std::optional<nanobind::python_error>& raised() const { return raised_; }
    /// With the GIL.
    void raise_if_stopped();

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kBetweenLooks{50};

    void look(const ReadProgress& progress);

    nanobind::handle progress_;  // kept by the owner
    Clock::time_point next_look_ = Clock::now() + kBetweenLooks;
    std::optional<nanobind::python_error> raised_;
    bool is_finished_ = false;
};

/// Releases the GIL if this is a thread of Python's, whether it has it or not: a consumer of a stream
/// may ask for the next batch in either state.
class WithoutGil {
  public:
    WithoutGil();
    ~WithoutGil();
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

  private:
    bool is_python_thread_;
    PyGILState_STATE state_{};
    PyThreadState* thread_ = nullptr;
};

}  // namespace hotpath::python
