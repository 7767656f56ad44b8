#pragma once
/// RunControl: how a run is stopped from Python, and what its Python callbacks have raised.
///
///   Python's thread          the thread of the run, without the GIL
///   stop() ───────────────>  the flag is looked at after each block and before each callback
///                            a callback raises: take_exception() keeps it and stops the run
///   raise_if_failed() <────  the run has ended
///
/// Threads: stop(), is_stopped() and is_in_callback() any; the others with the GIL. Allocation: the exception.
/// Complexity: O(1).

#include <atomic>
#include <optional>

#include <nanobind/nanobind.h>

namespace hotpath::python {

class RunControl {
  public:
    RunControl() = default;
    RunControl(const RunControl&) = delete;
    RunControl& operator=(const RunControl&) = delete;
    ~RunControl() = default;

    [[nodiscard]] const std::atomic<bool>& stop_flag() const noexcept { return stop_; }
    [[nodiscard]] bool is_stopped() const noexcept {
        return stop_.load(std::memory_order_relaxed);
    }
    void stop() noexcept { stop_.store(true, std::memory_order_relaxed); }

    /// Python is in a callback of the run. Set by it alone.
    [[nodiscard]] bool is_in_callback() const noexcept {
        return in_callback_.load(std::memory_order_relaxed);
    }
    void set_in_callback(bool is_in) noexcept {
        in_callback_.store(is_in, std::memory_order_relaxed);
    }

    /// Takes the exception that Python has set; the first is the one that is raised.
    void take_exception() {
        nanobind::python_error error;
        if (!raised_) {
            raised_.emplace(std::move(error));
        }
        stop();
    }
    void raise_if_failed() {
        if (raised_) {
            nanobind::python_error error(std::move(*raised_));
            raised_.reset();
            throw error;
        }
    }

  private:
    std::atomic<bool> stop_{false};
    std::atomic<bool> in_callback_{false};
    std::optional<nanobind::python_error> raised_{};
};

/// Holds the GIL where it is not known whether this thread has it.
class GilHeld {
  public:
    GilHeld() noexcept : state_(PyGILState_Ensure()) {}
    GilHeld(const GilHeld&) = delete;
    GilHeld& operator=(const GilHeld&) = delete;
    ~GilHeld() { PyGILState_Release(state_); }

  private:
    PyGILState_STATE state_;
};

}  // namespace hotpath::python
