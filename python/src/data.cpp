#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "hotpath/capture/message_writer.hpp"
#include "hotpath/config/host_settings_file.hpp"
#include "hotpath/files/book_source_text.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/wire/framing.hpp"
#include "hotpath/wire/itch50/decode.hpp"
#include "python/src/arrow/capsules.hpp"
#include "python/src/bindings.hpp"
#include "python/src/errors.hpp"
#include "python/src/market/bar_source.hpp"
#include "python/src/market/market_source.hpp"
#include "python/src/market/message_source.hpp"
#include "python/src/market/recording.hpp"
#include "python/src/rows.hpp"
#include "python/src/symbols.hpp"
#include "python/src/watcher.hpp"

namespace hotpath::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// ---- Recordings ----

/// What a look at the file's beginning says.
struct RecordingInfo {
    std::string format;
    std::string book_basis;  // empty: it has no books
    std::size_t book_levels = 0;
};

RecordingInfo look_at(const std::string& path) {
    const std::filesystem::path file(path);
    const auto opened = [&] {
        const nb::gil_scoped_release released;
        return open_recording(file);
    }();
    if (opened) {
        nlohmann::ordered_json source;
        files::add_book_source(source, (*opened)->book_source());
        return {.format = capture::name((*opened)->format()),
                .book_basis = source.value("book_basis", ""),
                .book_levels = source.value("book_levels", std::size_t{0})};
    }
    if (is_bar_table(file)) {
        return {.format = "bars", .book_basis = "", .book_levels = 0};
    }
    throw RunError(opened.error());
}

std::optional<Time> to_time(const std::optional<std::int64_t>& time_ns) {
    return time_ns ? std::optional(Time{*time_ns}) : std::nullopt;
}

Selection to_selection(const std::string& path, const std::vector<std::string>& symbols,
                       const std::optional<std::int64_t>& begin_ns,
                       const std::optional<std::int64_t>& end_ns,
                       const config::HostSettings& host) {
    return {.file = path,
            .symbols = to_symbols(symbols),
            .begin = to_time(begin_ns),
            .end = to_time(end_ns),
            .look_ahead = host.look_ahead};
}

Rows market_rows(MarketTable table, const Selection& selection, const RowForm& form,
                 nb::object progress) {
    return Rows(
        market_fields(table, form),
        [table, selection, form] {
            return table == MarketTable::Messages ? open_message_source(selection, form)
                                                  : open_market_source(table, selection, form);
        },
        std::move(progress));
}

Rows bar_rows(const Selection& selection, const capture::BarTableOptions& options,
              const RowForm& form, nb::object progress) {
    return Rows(
        bar_fields(form),
        [selection, options, form] { return open_bar_source(selection, form, options); },
        std::move(progress));
}

/// How many messages of each type; they are decoded, nothing else.
struct MessageCounts : wire::itch50::NullListener {
    std::array<std::uint64_t, 256> by_type{};
};

Expected<MessageCounts> count(const std::filesystem::path& file, ReadWatcher& watcher) {
    auto stream = open_recording(file);
    if (!stream) {
        return std::unexpected(stream.error());
    }
    MessageCounts counts;
    while (watcher.goes_on(progress_of(**stream))) {
        const auto block = (*stream)->next_block();
        if (!block) {
            return std::unexpected(block.error());
        }
        if (block->empty()) {
            break;
        }
        wire::FrameCursor messages(*block);
        for (Bytes message; messages.next(message);) {
            if (wire::itch50::decode(message, counts) == wire::DecodeStatus::Ok) {
                ++counts.by_type[std::to_integer<std::uint8_t>(message.front())];
            }
        }
    }
    return counts;
}

nb::dict count_messages(const std::string& path, nb::object progress) {
    PythonWatcher watcher(progress.is_none() ? nb::handle() : nb::handle(progress));
    auto counted = [&] {
        const nb::gil_scoped_release released;
        return count(path, watcher);
    }();
    watcher.raise_if_stopped();
    const MessageCounts counts = value_of(std::move(counted));
    nb::dict by_type;
    for (std::size_t type = 0; type < counts.by_type.size(); ++type) {
        if (counts.by_type[type] > 0) {
            by_type[nb::cast(std::string(1, static_cast<char>(type)))] = counts.by_type[type];
        }
    }
    return by_type;
}

// ---- Generated markets ----

Expected<std::uint64_t> generate(const std::filesystem::path& file,
                                 const sim::market::MarketOptions& options, ReadWatcher& watcher) {
    constexpr std::uint64_t kMessagesPerLook = 1U << 14U;
    auto generator = sim::market::MarketGenerator::create(options);
    if (!generator) {
        return std::unexpected(generator.error());
    }
    auto writer = capture::create(file);
    if (!writer) {
        return std::unexpected(writer.error());
    }
    for (Bytes message = generator->next(); !message.empty(); message = generator->next()) {
        if (auto written = (*writer)->write(message); !written) {
            return std::unexpected(written.error());
        }
        const std::uint64_t made = generator->messages_made();
        if (made % kMessagesPerLook == 0 && !watcher.goes_on({.messages = made})) {
            return fail("stopped before the end; no file was written");
        }
    }
    if (auto closed = (*writer)->close(); !closed) {
        return std::unexpected(closed.error());
    }
    return generator->messages_made();
}

std::uint64_t generate_file(const std::string& path, std::uint64_t messages,
                            std::uint32_t instruments, std::uint64_t seed,
                            const std::vector<std::string>& symbols) {
    const std::vector<Symbol> names = to_symbols(symbols);
    const sim::market::MarketOptions options{
        .seed = seed, .messages = messages, .instruments = instruments, .names = names};
    PythonWatcher watcher;
    auto made = [&] {
        const nb::gil_scoped_release released;
        return generate(path, options, watcher);
    }();
    watcher.raise_if_stopped();
    return value_of(std::move(made));
}

void bind_selections(nb::module_& module) {
    nb::class_<config::HostSettings>(module, "HostSettings",
                                     "Settings of a host, written by `hotpath tune`.")
        .def(
            "__init__",
            [](config::HostSettings* self, const std::string& path) {
                new (self) config::HostSettings(value_of(config::read_host_settings(path)));
            },
            "path"_a, "Reads the file; without a name: the defaults.");
    nb::class_<Selection>(module, "Selection", "The part of a recording that is read.")
        .def(
            "__init__",
            [](Selection* self, const std::string& path, const std::vector<std::string>& symbols,
               const std::optional<std::int64_t>& begin_ns,
               const std::optional<std::int64_t>& end_ns, const config::HostSettings& host) {
                new (self) Selection(to_selection(path, symbols, begin_ns, end_ns, host));
            },
            "path"_a, "symbols"_a, "begin_ns"_a, "end_ns"_a, "host"_a);
    nb::class_<capture::BarTableOptions>(module, "BarForm", "How a table of bars is read.")
        .def(
            "__init__",
            [](capture::BarTableOptions* self, std::int64_t minutes, bool time_is_end,
               std::int64_t tick) {
                new (self) capture::BarTableOptions{
                    .minutes = minutes, .time_is_end = time_is_end, .tick = {tick}};
            },
            "minutes"_a = 0, "time_is_end"_a = false, "tick"_a = 0);
}

void bind_forms(nb::module_& module) {
    nb::enum_<MarketTable>(module, "MarketTable", "A table of a recorded market.")
        .value("MESSAGES", MarketTable::Messages)
        .value("TRADES", MarketTable::Trades)
        .value("QUOTES", MarketTable::Quotes)
        .value("DEPTH", MarketTable::Depth);
    nb::class_<RowForm>(module, "RowForm", "The form of a table's values.")
        .def(
            "__init__",
            [](RowForm* self, std::size_t levels, std::size_t batch_rows, bool decimal_prices,
               std::optional<std::int64_t> midnight_ns, std::string time_zone) {
                new (self) RowForm{.levels = levels,
                                   .batch_rows = batch_rows,
                                   .prices_are_decimal = decimal_prices,
                                   .midnight_ns = midnight_ns,
                                   .time_zone = std::move(time_zone)};
            },
            "levels"_a = 1, "batch_rows"_a = 65'536, "decimal_prices"_a = false,
            "midnight_ns"_a = nb::none(), "time_zone"_a = "");
}

}  // namespace

void bind_data(nb::module_& module) {
    nb::exception<RunError>(module, "Error").attr("__doc__") =
        "What went wrong and what to do about it, in one line; the commands of the program print "
        "the same.";
    bind_rows(module);
    bind_selections(module);
    bind_forms(module);
    nb::class_<RecordingInfo>(module, "RecordingInfo", "What a file is, by its first bytes.")
        .def_ro("format", &RecordingInfo::format)
        .def_ro("book_basis", &RecordingInfo::book_basis)
        .def_ro("book_levels", &RecordingInfo::book_levels);
    module.def("look_at", &look_at, "path"_a, "Opens a recording and says what it is.");
    module.def("market_rows", &market_rows, "table"_a, "selection"_a, "form"_a, "progress"_a.none(),
               "A table of a recording; read when it is asked for.");
    module.def("bar_rows", &bar_rows, "selection"_a, "bars"_a, "form"_a, "progress"_a.none(),
               "A table of bars; read when it is asked for.");
    module.def("count_messages", &count_messages, "path"_a, "progress"_a = nb::none(),
               nb::sig("def count_messages(path: str, progress: object | None = None) -> "
                       "dict[str, int]"),
               "How many messages of each type; they are decoded, nothing else.");
    module.def("generate", &generate_file, "path"_a, "messages"_a, "instruments"_a, "seed"_a,
               "symbols"_a, "Writes a generated market day; returns the number of its messages.");
}

}  // namespace hotpath::python
