#pragma once
/// RunControl: how a run is stopped from Python, and what its Python callbacks have raised.
///
///   Python's thread          the thread of the run, without the GIL
///   stop() ───────────────>  the flag is looked at after each block and before each callback
///                            a callback raises: take_exception() keeps it and stops the run
///   raise_if_failed() <────  the run has ended
///
/// Threads: stop() and is_stopped() any; the others with the GIL. Allocation: the exception.
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
    [[nodiscard]] bool is_stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
    void stop() noexcept { stop_.store(true, std::memory_order_relaxed); }

    /// Around each callback, by the thread of the run.
    void begin_callback() noexcept { callback_thread_ = PyThread_get_thread_ident(); }
    void end_callback() noexcept {
        if (is_interrupted_) [[unlikely]] {
            PyThreadState_SetAsyncExc(callback_thread_, nullptr);  // it is for the callback alone
            is_interrupted_ = false;
        }
        callback_thread_ = 0;
    }
    /// A KeyboardInterrupt in the callback that Python is in; nothing outside of one.
    void interrupt_callback() noexcept {
        if (callback_thread_ != 0) {
            is_interrupted_ = true;
            PyThreadState_SetAsyncExc(callback_thread_, PyExc_KeyboardInterrupt);
        }
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
    unsigned long callback_thread_ = 0;  // under the GIL, as the next; 0: no callback
    bool is_interrupted_ = false;
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
