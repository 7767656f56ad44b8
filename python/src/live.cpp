#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "hotpath/telemetry/channel_watch.hpp"
#include "hotpath/telemetry/watch_json.hpp"
#include "hotpath/timing/day_clock.hpp"
#include "python/src/bindings.hpp"
#include "python/src/errors.hpp"
#include "python/src/live/journal_source.hpp"
#include "python/src/rows.hpp"
#include "python/src/watcher.hpp"

namespace hotpath::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

/// What `hotpath top` watches.
class Channel {
  public:
    Channel(std::string name, const std::string& folder)
        : watch_(shm::ChannelFolder::at(folder), std::move(name)) {}

    /// Reads for as long, and returns the state as JSON: that of `hotpath top --json`.
    [[nodiscard]] std::string look(double seconds) {
        PythonWatcher watcher;
        {
            const nb::gil_scoped_release released;
            read_for(seconds, watcher);
        }
        watcher.raise_if_stopped();
        return telemetry::watch_json(watch_, now());
    }
    [[nodiscard]] bool is_attached() const { return watch_.is_attached(); }
    [[nodiscard]] bool has_state() const { return watch_.summary().has_state(); }
    [[nodiscard]] const std::string& problem() const { return watch_.problem(); }

  private:
    static constexpr std::chrono::milliseconds kBetweenReads{
        5};                               // the ring holds what comes meanwhile
    static constexpr int kReadsMax = 16;  // at once, from a trader faster than we are

    [[nodiscard]] static Time now() { return {timing::monotonic_ns()}; }

    void read_for(double seconds, ReadWatcher& watcher) {
        const Time end =
            now() +
            Nanos{static_cast<std::int64_t>(seconds * static_cast<double>(kNanosPerSecond))};
        for (;;) {
            watch_.maintain(now());
            for (int n = 0; n < kReadsMax && watch_.read(now()); ++n) {
            }
            if (now() >= end || !watcher.goes_on({})) {
                return;
            }
            std::this_thread::sleep_for(kBetweenReads);
        }
    }

    telemetry::ChannelWatch watch_;
};

Rows journal_rows(const std::string& path, std::uint64_t first_seq, std::size_t batch_rows) {
    return Rows(
        journal_fields(),
        [selection = JournalSelection{.path = path, .first_seq = first_seq}, batch_rows] {
            return open_journal_source(selection, batch_rows);
        },
        nb::none());
}

std::unique_ptr<JournalLines> journal_lines(const std::string& path, std::uint64_t first_seq) {
    return value_of(open_journal_lines({.path = path, .first_seq = first_seq}));
}

std::string next_line(JournalLines& lines) {
    if (auto line = value_of(lines.next())) {
        return std::move(*line);
    }
    throw nb::stop_iteration();
}

}  // namespace

void bind_live(nb::module_& module) {
    nb::class_<Channel>(module, "Channel", "The telemetry channel of a trader.")
        .def(nb::init<std::string, std::string>(), "name"_a, "folder"_a)
        .def("look", &Channel::look, "seconds"_a,
             "Reads what comes within so many seconds; returns the state as JSON.")
        .def_prop_ro("is_attached", &Channel::is_attached)
        .def_prop_ro("has_state", &Channel::has_state)
        .def_prop_ro("problem", &Channel::problem);
    nb::class_<JournalLines>(module, "JournalLines", "Records of a journal, each as JSON.")
        .def(
            "__iter__", [](nb::handle self) { return nb::borrow(self); },
            nb::sig("def __iter__(self) -> JournalLines"))
        .def("__next__", &next_line);
    module.def("journal_lines", &journal_lines, "path"_a, "first_seq"_a);
    module.def("journal_rows", &journal_rows, "path"_a, "first_seq"_a, "batch_rows"_a);
}

}  // namespace hotpath::python
