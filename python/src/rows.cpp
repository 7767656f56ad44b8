#include "python/src/rows.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "python/src/arrow/capsules.hpp"
#include "python/src/errors.hpp"
#include "python/src/watcher.hpp"

namespace hotpath::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Fields = std::shared_ptr<const std::vector<Field>>;

/// So many rows, with the names of their columns.
struct NamedBatch {
    Fields fields;
    Batch batch;
};

/// One reading of a table.
class Batches {
  public:
    explicit Batches(const Rows& rows)
        : fields_(rows.fields()),
          progress_(rows.progress()),
          watcher_(progress_.is_none() ? nb::handle() : nb::handle(progress_)),
          source_(rows.open()) {}

    [[nodiscard]] NamedBatch next() {
        if (is_reading_) {
            throw std::runtime_error("another thread is reading these batches");
        }
        is_reading_ = true;
        auto batch = [&] {
            const nb::gil_scoped_release released;
            return source_->next(watcher_);
        }();
        is_reading_ = false;
        watcher_.raise_if_stopped();
        if (auto made = value_of(std::move(batch))) {
            return {.fields = fields_, .batch = std::move(*made)};
        }
        watcher_.finish(source_->progress());
        watcher_.raise_if_stopped();
        throw nb::stop_iteration();
    }
    void forget_progress() {
        watcher_.forget_progress();
        progress_ = nb::none();
    }
    [[nodiscard]] const nb::object& progress() const { return progress_; }

  private:
    Fields fields_;
    nb::object progress_;
    PythonWatcher watcher_;
    std::unique_ptr<BatchSource> source_;
    bool is_reading_ = false;  // written with the GIL
};

// A progress function may refer to the object that holds it: Python's collector must see that.

template <class Holder>
int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (nb::inst_ready(self)) {
        Py_VISIT(nb::inst_ptr<Holder>(self)->progress().ptr());
    }
    return 0;
}
template <class Holder>
int clear(PyObject* self) {
    if (nb::inst_ready(self)) {
        nb::inst_ptr<Holder>(self)->forget_progress();
    }
    return 0;
}
template <class Holder>
PyType_Slot* slots() {
    static PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse<Holder>)},
                                  {Py_tp_clear, reinterpret_cast<void*>(clear<Holder>)},
                                  {0, nullptr}};
    return slots;
}

// ---- Columns as NumPy arrays ----

std::size_t place_of(const NamedBatch& batch, std::string_view name) {
    const auto found = std::ranges::find(*batch.fields, name, &Field::name);
    if (found == batch.fields->end()) {
        throw nb::key_error(std::string(name).c_str());
    }
    return static_cast<std::size_t>(found - batch.fields->begin());
}

/// The memory itself; it lives as long as the array.
template <class Value>
nb::object view_of(const Column& column, std::size_t rows) {
    using Owner = std::shared_ptr<const void>;
    auto owner = std::make_unique<Owner>(column.owner);
    nb::capsule capsule(owner.get(), [](void* held) noexcept { delete static_cast<Owner*>(held); });
    [[maybe_unused]] const Owner* held_by_capsule = owner.release();
    return nb::cast(nb::ndarray<nb::numpy, const Value, nb::ndim<1>>(
        static_cast<const Value*>(column.values), {rows}, capsule));
}

nb::object bits_as_array(const void* bits, std::size_t rows) {
    auto flags = std::make_unique<bool[]>(std::max<std::size_t>(rows, 1));
    for (std::size_t row = 0; row < rows; ++row) {
        flags[row] = (static_cast<const std::uint8_t*>(bits)[row / 8] >> (row % 8) & 1U) != 0;
    }
    nb::capsule capsule(flags.get(),
                        [](void* held) noexcept { delete[] static_cast<bool*>(held); });
    return nb::cast(nb::ndarray<nb::numpy, bool, nb::ndim<1>>(flags.release(), {rows}, capsule));
}

nb::object column_as_array(const NamedBatch& batch, const std::string& name) {
    const std::size_t place = place_of(batch, name);
    const Field& field = (*batch.fields)[place];
    const Column& column = batch.batch.columns[place];
    const std::size_t rows = batch.batch.rows;
    const std::string_view type = field.format;
    if (type == format::kInt64 || type.starts_with("tsn:")) {
        return view_of<std::int64_t>(column, rows);
    }
    if (type == format::kUInt64) {
        return view_of<std::uint64_t>(column, rows);
    }
    if (type == format::kInt32 || type == format::kDate) {
        return view_of<std::int32_t>(column, rows);
    }
    if (type == format::kUInt32) {
        return view_of<std::uint32_t>(column, rows);
    }
    if (type == format::kUInt16) {
        return view_of<std::uint16_t>(column, rows);
    }
    if (type == format::kDouble) {
        return view_of<double>(column, rows);
    }
    if (type == format::kInt8) {
        return view_of<std::int8_t>(column, rows);
    }
    if (type == format::kUInt8) {
        return view_of<std::uint8_t>(column, rows);
    }
    if (type == format::kBool) {
        return bits_as_array(column.values, rows);
    }
    throw nb::type_error(fmt::format("column {} has no form in NumPy without a loss; read it "
                                     "through Arrow: pyarrow.record_batch(batch)",
                                     name)
                             .c_str());
}

nb::object validity_of(const NamedBatch& batch, const std::string& name) {
    const Column& column = batch.batch.columns[place_of(batch, name)];
    return column.validity == nullptr ? nb::none()
                                      : bits_as_array(column.validity, batch.batch.rows);
}

nb::list dictionary_of(const NamedBatch& batch, const std::string& name) {
    const Column& column = batch.batch.columns[place_of(batch, name)];
    if (!column.dictionary) {
        throw nb::type_error(fmt::format("column {} has no dictionary", name).c_str());
    }
    nb::list texts;
    for (std::size_t i = 0; i < column.dictionary->size(); ++i) {
        const std::string_view text = (*column.dictionary)[i];
        texts.append(nb::str(text.data(), text.size()));
    }
    return texts;
}

std::vector<std::string> names_of(const Fields& fields) {
    std::vector<std::string> names;
    for (const Field& field : *fields) {
        names.push_back(field.name);
    }
    return names;
}

void bind_batch(nb::module_& module) {
    nb::class_<NamedBatch>(
        module, "Batch",
        "Some rows of a table: an Arrow record batch, and its columns as NumPy arrays.\n\n"
        "pyarrow.record_batch(batch) and polars.DataFrame(batch) take it without a copy.")
        .def("__len__", [](const NamedBatch& batch) { return batch.batch.rows; })
        .def_prop_ro(
            "names", [](const NamedBatch& batch) { return names_of(batch.fields); },
            "The names of the columns, in their order.")
        .def("__getitem__", &column_as_array, "name"_a,
             nb::sig("def __getitem__(self, name: str) -> numpy.typing.NDArray[typing.Any]"),
             "A column as a NumPy array that shares the batch's memory and cannot be written.\n\n"
             "Integers and times: int64 and their kind. Prices: int64 in 1/10,000 of the currency. "
             "Dictionary columns (symbol, message_type, side): the places in dictionary(name). "
             "Boolean columns are bits in Arrow: the array is a copy. Where validity(name) is "
             "False the value is without meaning. Raises KeyError for an unknown name, TypeError "
             "for text and decimals.")
        .def("dictionary", &dictionary_of, "name"_a,
             nb::sig("def dictionary(self, name: str) -> list[str]"),
             "The texts of a dictionary column, in the order of their places.")
        .def("validity", &validity_of, "name"_a,
             nb::sig("def validity(self, name: str) -> numpy.typing.NDArray[numpy.bool] | None"),
             "A bool a row: the value is there. None when none is missing.")
        .def("__arrow_c_schema__",
             [](const NamedBatch& batch) { return schema_capsule(*batch.fields); })
        .def(
            "__arrow_c_array__",
            [](const NamedBatch& batch, const nb::object& /*requested_schema*/) {
                return nb::make_tuple(schema_capsule(*batch.fields), array_capsule(batch.batch));
            },
            "requested_schema"_a = nb::none(),
            nb::sig("def __arrow_c_array__(self, requested_schema: object | None = None) -> "
                    "tuple[object, object]"));
}

}  // namespace

std::unique_ptr<BatchSource> Rows::open() const {
    auto source = [this] {
        const nb::gil_scoped_release released;
        return open_();
    }();
    return value_of(std::move(source));
}

void bind_rows(nb::module_& module) {
    bind_batch(module);
    nb::class_<Batches>(module, "Batches", nb::type_slots(slots<Batches>()),
                        "One reading of a table, a batch at a time.")
        .def(
            "__iter__", [](nb::handle self) { return nb::borrow(self); },
            nb::sig("def __iter__(self) -> Batches"))
        .def("__next__", &Batches::next);
    nb::class_<Rows>(module, "Rows", nb::type_slots(slots<Rows>()),
                     "A table that is read when it is asked for, in batches and bounded memory.\n\n"
                     "polars.DataFrame(rows), pyarrow.table(rows), "
                     "pandas.DataFrame.from_arrow(rows), and DuckDB "
                     "by its variable's name, take all rows; `for batch in rows` a batch at a "
                     "time. Each reading opens the file.")
        .def_prop_ro(
            "names", [](const Rows& rows) { return names_of(rows.fields()); },
            "The names of the columns, in their order.")
        .def("__iter__", [](const Rows& rows) { return std::make_unique<Batches>(rows); })
        .def("__arrow_c_schema__", [](const Rows& rows) { return schema_capsule(*rows.fields()); })
        .def(
            "__arrow_c_stream__",
            [](const Rows& rows, const nb::object& /*requested_schema*/) {
                return stream_capsule(*rows.fields(), rows.open(), rows.progress());
            },
            "requested_schema"_a = nb::none());
}

}  // namespace hotpath::python
