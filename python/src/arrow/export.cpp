#include "python/src/arrow/export.hpp"

#include <array>
#include <cstring>

namespace hotpath::python {

namespace {

// ---- Schemas ----

struct ExportedSchema {
    std::string format, name, metadata;
    std::vector<std::unique_ptr<ArrowSchema>> children;
    std::vector<ArrowSchema*> child_pointers;
    std::unique_ptr<ArrowSchema> dictionary;
};

template <class Struct>
void release_if_held(Struct& held) {
    if (held.release != nullptr) {
        held.release(&held);
    }
}

void release_schema(ArrowSchema* schema) {
    const std::unique_ptr<ExportedSchema> exported(
        static_cast<ExportedSchema*>(schema->private_data));
    for (const auto& child : exported->children) {
        release_if_held(*child);
    }
    if (exported->dictionary) {
        release_if_held(*exported->dictionary);
    }
    schema->release = nullptr;
}

void append_int32(std::string& bytes, std::size_t value) {
    const auto number = static_cast<std::int32_t>(value);
    std::array<char, sizeof number> raw{};
    std::memcpy(raw.data(), &number, sizeof number);
    bytes.append(raw.data(), raw.size());
}

/// The number of pairs, then each key and value after its length, in the machine's order.
std::string encoded(const std::vector<std::pair<std::string, std::string>>& metadata) {
    std::string bytes;
    if (metadata.empty()) {
        return bytes;
    }
    append_int32(bytes, metadata.size());
    for (const auto& [key, value] : metadata) {
        for (const std::string& text : {key, value}) {
            append_int32(bytes, text.size());
            bytes += text;
        }
    }
    return bytes;
}

void finish(std::unique_ptr<ExportedSchema> exported, std::int64_t flags, ArrowSchema& out) {
    for (const auto& child : exported->children) {
        exported->child_pointers.push_back(child.get());
    }
    out = {.format = exported->format.c_str(),
           .name = exported->name.c_str(),
           .metadata = exported->metadata.empty() ? nullptr : exported->metadata.data(),
           .flags = flags,
           .n_children = static_cast<std::int64_t>(exported->children.size()),
           .children = exported->child_pointers.data(),
           .dictionary = exported->dictionary.get(),
           .release = release_schema,
           .private_data = nullptr};
    out.private_data = exported.release();
}

void export_field(const Field& field, ArrowSchema& out) {
    auto exported = std::make_unique<ExportedSchema>();
    exported->format = field.format;
    exported->name = field.name;
    exported->metadata = encoded(field.metadata);
    if (field.is_dictionary) {
        exported->dictionary = std::make_unique<ArrowSchema>();
        export_field({.name = "", .format = format::kText}, *exported->dictionary);
    }
    finish(std::move(exported), field.is_nullable ? kArrowFlagNullable : 0, out);
}

// ---- Arrays ----

struct ExportedArray {
    std::shared_ptr<const void> owner;
    std::vector<const void*> buffers;
    std::vector<std::unique_ptr<ArrowArray>> children;
    std::vector<ArrowArray*> child_pointers;
    std::unique_ptr<ArrowArray> dictionary;
};

void release_array(ArrowArray* array) {
    const std::unique_ptr<ExportedArray> exported(static_cast<ExportedArray*>(array->private_data));
    for (const auto& child : exported->children) {
        release_if_held(*child);
    }
    if (exported->dictionary) {
        release_if_held(*exported->dictionary);
    }
    array->release = nullptr;
}

void finish(std::unique_ptr<ExportedArray> exported, std::size_t rows, std::int64_t nulls,
            ArrowArray& out) {
    for (const auto& child : exported->children) {
        exported->child_pointers.push_back(child.get());
    }
    out = {.length = static_cast<std::int64_t>(rows),
           .null_count = nulls,
           .offset = 0,
           .n_buffers = static_cast<std::int64_t>(exported->buffers.size()),
           .n_children = static_cast<std::int64_t>(exported->children.size()),
           .buffers = exported->buffers.data(),
           .children = exported->child_pointers.data(),
           .dictionary = exported->dictionary.get(),
           .release = release_array,
           .private_data = nullptr};
    out.private_data = exported.release();
}

void export_texts(const std::shared_ptr<const Texts>& texts, ArrowArray& out) {
    auto exported = std::make_unique<ExportedArray>();
    exported->owner = texts;
    exported->buffers = {nullptr, texts->offsets.data(), texts->bytes.data()};
    finish(std::move(exported), texts->size(), 0, out);
}

void export_column(const Column& column, std::size_t rows, ArrowArray& out) {
    auto exported = std::make_unique<ExportedArray>();
    exported->owner = column.owner;
    exported->buffers = {column.validity};
    if (column.offsets != nullptr) {
        exported->buffers.push_back(column.offsets);
    }
    exported->buffers.push_back(column.values);
    if (column.dictionary) {
        exported->dictionary = std::make_unique<ArrowArray>();
        export_texts(column.dictionary, *exported->dictionary);
    }
    finish(std::move(exported), rows, column.nulls, out);
}

}  // namespace

void export_schema(std::span<const Field> fields, ArrowSchema& out) {
    auto exported = std::make_unique<ExportedSchema>();
    exported->format = "+s";
    for (const Field& field : fields) {
        export_field(field, *exported->children.emplace_back(std::make_unique<ArrowSchema>()));
    }
    finish(std::move(exported), 0, out);
}

void export_batch(const Batch& batch, ArrowArray& out) {
    auto exported = std::make_unique<ExportedArray>();
    exported->buffers = {nullptr};
    for (const Column& column : batch.columns) {
        export_column(column, batch.rows,
                      *exported->children.emplace_back(std::make_unique<ArrowArray>()));
    }
    finish(std::move(exported), batch.rows, 0, out);
}

}  // namespace hotpath::python
