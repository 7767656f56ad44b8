#pragma once
/// The records of a journal as batches, and one by one.
///
///   seq time_ns type flags epoch segment offset payload input fields
///
/// `input` is the record in words, `fields` a venue's input as JSON; null where the record has
/// none. A writer may be at work: the end is the end at that moment. Threads: one owner. Allocation:
/// one segment, the columns of a batch. Complexity: linear.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "python/src/arrow/batch.hpp"

namespace hotpath::python {

struct JournalSelection {
    std::filesystem::path path;   // the folder, or one segment
    std::uint64_t first_seq = 0;  // 0: the first there is
};

[[nodiscard]] std::vector<Field> journal_fields();

[[nodiscard]] Expected<std::unique_ptr<BatchSource>> open_journal_source(
    const JournalSelection& selection, std::size_t batch_rows);

/// One record after the other, as `hotpath journal dump --json` prints them.
class JournalLines {
  public:
    JournalLines() = default;
    JournalLines(const JournalLines&) = delete;
    JournalLines& operator=(const JournalLines&) = delete;
    virtual ~JournalLines() = default;

    /// Nothing at the end.
    [[nodiscard]] virtual Expected<std::optional<std::string>> next() = 0;
};

[[nodiscard]] Expected<std::unique_ptr<JournalLines>> open_journal_lines(
    const JournalSelection& selection);

}  // namespace hotpath::python
