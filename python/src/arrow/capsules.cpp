#include "python/src/arrow/capsules.hpp"

#include <cerrno>
#include <new>
#include <string>
#include <utility>

#include "python/src/arrow/export.hpp"
#include "python/src/watcher.hpp"

namespace hotpath::python {

namespace nb = nanobind;

namespace {

/// The capsule's, unless a consumer has moved it out.
template <class Struct>
void release_and_delete(void* held) noexcept {
    auto* structure = static_cast<Struct*>(held);
    if (structure->release != nullptr) {
        structure->release(structure);
    }
    delete structure;
}

template <class Struct>
nb::capsule capsule_of(std::unique_ptr<Struct> structure, const char* name) {
    nb::capsule capsule(structure.get(), name, release_and_delete<Struct>);
    structure.release();
    return capsule;
}

struct ExportedStream {
    std::vector<Field> fields;
    std::unique_ptr<BatchSource> source;
    nb::object progress;
    PythonWatcher watcher;
    std::string error;

    ExportedStream(std::vector<Field> fields_given, std::unique_ptr<BatchSource> source_given,
                   nb::object progress_given)
        : fields(std::move(fields_given)),
          source(std::move(source_given)),
          progress(std::move(progress_given)),
          watcher(progress.is_none() ? nb::handle() : nb::handle(progress)) {}
};

ExportedStream& exported(ArrowArrayStream* stream) {
    return *static_cast<ExportedStream*>(stream->private_data);
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    try {
        export_schema(exported(stream).fields, *out);
        return 0;
    } catch (const std::bad_alloc&) {
        return ENOMEM;
    }
}

/// A C function cannot raise: the consumer gets an error, and Python the interrupt after it.
int report_raised(ExportedStream& stream) {
    const nb::gil_scoped_acquire acquired;
    const nb::python_error& raised = *stream.watcher.raised();
    if (raised.matches(PyExc_KeyboardInterrupt)) {
        stream.error = "interrupted";
        PyErr_SetInterrupt();
        return EINTR;
    }
    stream.error = raised.what();
    return EIO;
}

int fill_next(ExportedStream& stream, ArrowArray& out) {
    const Expected<std::optional<Batch>> batch = [&] {
        const WithoutGil released;
        return stream.source->next(stream.watcher);
    }();
    if (batch && !*batch && stream.progress.is_valid() && !stream.progress.is_none()) {
        const nb::gil_scoped_acquire acquired;
        stream.watcher.finish(stream.source->progress());
    }
    if (stream.watcher.raised()) {
        return report_raised(stream);
    }
    if (!batch) {
        stream.error = batch.error().message;
        return EIO;
    }
    if (*batch) {
        export_batch(**batch, out);
    } else {
        out.release = nullptr;
    }
    return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
    try {
        return fill_next(exported(stream), *out);
    } catch (const std::bad_alloc&) {
        exported(stream).error = "out of memory";
        return ENOMEM;
    }
}

const char* get_last_error(ArrowArrayStream* stream) {
    const std::string& error = exported(stream).error;
    return error.empty() ? nullptr : error.c_str();
}

/// Python objects are given up with the GIL, which this thread may not have.
void release_stream(ArrowArrayStream* stream) {
    const nb::gil_scoped_acquire acquired;
    delete &exported(stream);
    stream->release = nullptr;
}

}  // namespace

nb::capsule schema_capsule(const std::vector<Field>& fields) {
    auto schema = std::make_unique<ArrowSchema>();
    export_schema(fields, *schema);
    return capsule_of(std::move(schema), "arrow_schema");
}

nb::capsule array_capsule(const Batch& batch) {
    auto array = std::make_unique<ArrowArray>();
    export_batch(batch, *array);
    return capsule_of(std::move(array), "arrow_array");
}

nb::capsule stream_capsule(std::vector<Field> fields, std::unique_ptr<BatchSource> source,
                           nb::object progress) {
    auto held =
        std::make_unique<ExportedStream>(std::move(fields), std::move(source), std::move(progress));
    auto stream = std::make_unique<ArrowArrayStream>();
    *stream = {.get_schema = get_schema,
               .get_next = get_next,
               .get_last_error = get_last_error,
               .release = release_stream,
               .private_data = held.release()};
    return capsule_of(std::move(stream), "arrow_array_stream");
}

}  // namespace hotpath::python
