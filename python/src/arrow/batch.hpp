#pragma once
/// Rows as columns, before anybody asks for them in Arrow's structs: fields, columns, batches, and
/// the source that makes one batch after the other.
///
///   Field    name, type by Arrow's format string, unit and scale as metadata
///   Column   pointers into memory that `owner` keeps alive: values, a bit a row for "is there"
///   Batch    the columns of so many rows
///
/// Threads: values; a source has one owner at a time. Allocation: that of the vectors. Complexity:
/// O(columns).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"

namespace hotpath::python {

/// Arrow's format strings of the types that we use.
namespace format {
inline constexpr const char* kInt8 = "c";
inline constexpr const char* kUInt8 = "C";
inline constexpr const char* kUInt16 = "S";
inline constexpr const char* kInt32 = "i";
inline constexpr const char* kUInt32 = "I";
inline constexpr const char* kInt64 = "l";
inline constexpr const char* kUInt64 = "L";
inline constexpr const char* kDouble = "g";
inline constexpr const char* kBool = "b";
inline constexpr const char* kText = "u";
inline constexpr const char* kBinary = "z";
inline constexpr const char* kDate = "tdD";
inline constexpr const char* kPrice = "d:19,4";  // decimal128, four decimals
}  // namespace format

struct Field {
    std::string name;
    std::string format;  // of a dictionary: of the places in it
    bool is_nullable = false;
    bool is_dictionary = false;  // its values are text
    std::vector<std::pair<std::string, std::string>> metadata{};
};

/// Texts, one after the other.
struct Texts {
    std::vector<std::int32_t> offsets{0};
    std::string bytes;

    void add(std::string_view text) {
        bytes += text;
        offsets.push_back(static_cast<std::int32_t>(bytes.size()));
    }
    [[nodiscard]] std::size_t size() const { return offsets.size() - 1; }
    [[nodiscard]] std::string_view operator[](std::size_t i) const {
        const auto begin = static_cast<std::size_t>(offsets[i]);
        return std::string_view(bytes).substr(begin,
                                              static_cast<std::size_t>(offsets[i + 1]) - begin);
    }
};

struct Column {
    std::shared_ptr<const void> owner;  // of all that follows
    const void* values = nullptr;       // of text and binary: their bytes
    const void* validity = nullptr;     // null: no value is missing
    std::int64_t nulls = 0;
    const std::int32_t* offsets = nullptr;  // of text and binary alone
    std::shared_ptr<const Texts> dictionary{};
};

struct Batch {
    std::size_t rows = 0;
    std::vector<Column> columns;
};

/// Where reading is.
struct ReadProgress {
    std::uint64_t bytes_read = 0;
    std::uint64_t bytes_total = 0;  // 0: not known
    std::uint64_t messages = 0;
};

/// Sees a long read every megabyte or so.
class ReadWatcher {
  public:
    ReadWatcher() = default;
    ReadWatcher(const ReadWatcher&) = delete;
    ReadWatcher& operator=(const ReadWatcher&) = delete;
    virtual ~ReadWatcher() = default;

    /// False ends the read.
    [[nodiscard]] virtual bool goes_on(const ReadProgress& progress) = 0;
};

class BatchSource {
  public:
    BatchSource() = default;
    BatchSource(const BatchSource&) = delete;
    BatchSource& operator=(const BatchSource&) = delete;
    virtual ~BatchSource() = default;

    /// The next rows, at least one; nothing at the end, and when the watcher has ended the read.
    /// Rows before damage come first, then the error.
    [[nodiscard]] virtual Expected<std::optional<Batch>> next(ReadWatcher& watcher) = 0;
    [[nodiscard]] virtual ReadProgress progress() const { return {}; }
};

}  // namespace hotpath::python
