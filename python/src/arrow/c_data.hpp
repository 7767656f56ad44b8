#pragma once
/// The Arrow C data interface: three structs by which libraries hand each other columns without a
/// copy and without linking each other.
///
/// Names, members and flags are the specification's, which asks implementers to copy them
/// (arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html). Ownership: the
/// holder of a struct calls its `release` once, or moves it and sets the old one's `release` to null.
/// Threads: any, one at a time. Allocation: none.

#include <cstdint>

extern "C" {

struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);  // 0: done, otherwise an errno
    int (*get_next)(ArrowArrayStream*, ArrowArray* out);     // a released array: the end
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};

}  // extern "C"

namespace hotpath::python {

inline constexpr std::int64_t kArrowFlagNullable = 2;  // ARROW_FLAG_NULLABLE

}  // namespace hotpath::python
