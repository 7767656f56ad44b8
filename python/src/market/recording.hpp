#pragma once
/// A recorded market: opened, the size of its books, its times read from its messages.
///
/// Threads: any, each stream one owner. Allocation: the stream's.

#include <filesystem>
#include <limits>
#include <memory>

#include "hotpath/book/types.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "python/src/arrow/batch.hpp"

namespace hotpath::python {

/// Every format of hotpath/capture, and tables of quotes as Parquet files.
[[nodiscard]] Expected<std::unique_ptr<capture::MessageStream>> open_recording(
    const std::filesystem::path& file);

/// The size of the books for so many of the file's instruments; 0: for all. Their memory is touched
/// as they grow: a reading is paid for as a whole, and to clear the pages of a full day takes longer
/// than to read a million messages.
[[nodiscard]] book::BooksOptions books_for(const std::filesystem::path& file, std::size_t symbols);

[[nodiscard]] inline ReadProgress progress_of(const capture::MessageStream& stream) {
    const capture::Progress progress = stream.progress();
    return {.bytes_read = progress.bytes_read,
            .bytes_total = progress.bytes_total,
            .messages = stream.stats().messages};
}

/// A message that is too short to have a time comes before all others.
[[nodiscard]] inline Time time_of(Bytes message) noexcept {
    using protocols::nasdaq::itch50::
        SystemEvent;  // the shortest message; all begin with the same eleven bytes
    return {message.size() < SystemEvent::kLength
                ? std::numeric_limits<std::int64_t>::min()
                : static_cast<std::int64_t>(SystemEvent::at(message.data()).load_timestamp())};
}

}  // namespace hotpath::python
