#include "python/src/watcher.hpp"

namespace hotpath::python {

namespace nb = nanobind;

bool PythonWatcher::goes_on(const ReadProgress& progress) {
    const Clock::time_point now = Clock::now();
    if (raised_) {
        return false;
    }
    if (now < next_look_) {
        return true;
    }
    next_look_ = now + kBetweenLooks;
    const bool is_python_thread = PyGILState_GetThisThreadState() != nullptr;
    if (is_python_thread || progress_.is_valid()) {
        const nb::gil_scoped_acquire acquired;
        look(progress);
    }
    return !raised_;
}

void PythonWatcher::finish(const ReadProgress& progress) {
    if (!raised_ && progress_.is_valid() && !is_finished_) {
        is_finished_ = true;
        look(progress);
    }
}

void PythonWatcher::look(const ReadProgress& progress) {
    try {
        if (PyErr_CheckSignals() != 0) {
            throw nb::python_error();
        }
        if (progress_.is_valid()) {
            progress_(progress.bytes_read, progress.bytes_total, progress.messages);
        }
    } catch (nb::python_error& error) {
        raised_.emplace(std::move(error));
    }
}

void PythonWatcher::raise_if_stopped() {
    if (raised_) {
        nb::python_error raised(std::move(*raised_));
        raised_.reset();
        throw raised;
    }
}

WithoutGil::WithoutGil() : is_python_thread_(PyGILState_GetThisThreadState() != nullptr) {
    if (is_python_thread_) {
        state_ = PyGILState_Ensure();
        thread_ = PyEval_SaveThread();
    }
}

WithoutGil::~WithoutGil() {
    if (is_python_thread_) {
        PyEval_RestoreThread(thread_);
        PyGILState_Release(state_);
    }
}

}  // namespace hotpath::python
